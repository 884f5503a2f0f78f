import { describe, expect, it } from '@jest/globals';
import type { Command, PenaltyState } from '@ladder/ledger';
import { Book } from './book.js';
import { Hall } from './hall.js';

/** A Warning of one player, made at the table in this order; those from an offline device arrive whenever it finds the network. */
interface Made {
  readonly name: string;
  readonly category: string;
  readonly offline: boolean;
  /** Whether the judge said that it is no duplicate. */
  readonly distinct: boolean;
}

describe('rulings that waited on an offline device (G16)', () => {
  it.each([
    {
      what: 'three of one category, and three more offline',
      online: 3,
      offline: 3,
      categories: ['looking-at-extra-cards'],
      distinct: true,
    },
    {
      what: 'of two categories of a family, and one total',
      online: 4,
      offline: 2,
      categories: ['looking-at-extra-cards', 'general-error'],
      distinct: true,
    },
    { what: 'where two Warnings are enough', online: 4, offline: 3, categories: ['unsporting-minor'], distinct: true },
    {
      what: 'of which the judges did not say whether they are distinct',
      online: 3,
      offline: 3,
      categories: ['slow-play'],
      distinct: false,
    },
  ])('in whatever order they arrive, change no Game Loss silently: $what', ({ online, offline, categories, distinct }) => {
    const made: Made[] = Array.from({ length: online + offline }, (_, index) => {
      const isOffline = index >= online;
      const category = categories[index % categories.length] as string;
      return { name: `${isOffline ? 'offline' : 'online'} ${index}`, category, offline: isOffline, distinct: distinct || !isOffline };
    });
    const outcomes = arrivals(made).map((order) => ({ order, ...arrived(order) }));
    expect(outcomes).toHaveLength(factorial(online + offline) / factorial(online));

    for (const { order, automatic, asked } of outcomes) {
      // What crosses from an offline device is always for the head judge; what crosses online is so only while something is in doubt.
      expect(automatic.filter((name) => name.startsWith('offline'))).toEqual([]);
      if (distinct) expect(asked.filter((name) => name.startsWith('online'))).toEqual([]);
      // Online rulings keep their order.
      expect(order.filter((each) => !each.offline).map(({ name }) => name)).toEqual(made.slice(0, online).map(({ name }) => name));
    }
    // Whatever the order, as many Warnings cross: none is lost, and none comes twice.
    if (categories.length === 1 && distinct) {
      expect(new Set(outcomes.map(({ automatic, asked }) => automatic.length + asked.length)).size).toBe(1);
    }
    // The order does matter: who crosses is another one each time.
    expect(new Set(outcomes.map(({ automatic, asked }) => `${automatic.join()} ${asked.join()}`)).size).toBeGreaterThan(1);
  });
});

/** Lets these arrive one after the other, and tells which earned a Game Loss by itself and about which the head judge is asked. */
function arrived(order: readonly Made[]): { automatic: string[]; asked: string[] } {
  const hall = new Hall('competitive');
  const names: string[] = [];
  for (const one of order) {
    const before = losses(hall);
    expect(hall.send(warning(one), 'head')).toBe(true);
    names.push(one.name);
    hall.settle();
    // No arrival touches a Game Loss that was given before it.
    expect(losses(hall).slice(0, before.length)).toEqual(before);
  }
  const book = new Book(hall.events);
  expect(book.wrong).toEqual([]);
  const verdicts = book.verdictsOf('ana').map(({ came }, index) => ({ name: names[index] ?? '', came }));
  const which = (wanted: string) => verdicts.filter(({ came }) => came === wanted).map(({ name }) => name);
  return { automatic: which('automatic'), asked: which('asked') };
}

function warning({ category, offline, distinct }: Made): Command {
  return {
    type: 'issue-warning',
    player: 'ana',
    category,
    conditions: [],
    table: 1,
    game: 1,
    account: null,
    ruledAt: null,
    durationSeconds: null,
    offline,
    distinct,
  };
}

function losses(hall: Hall): PenaltyState[] {
  return [...hall.ledger.penalties.values()].filter(({ kind }) => kind === 'game-loss');
}

/** Every order in which the online ones stay as they are. */
function arrivals(made: readonly Made[]): Made[][] {
  if (made.length === 0) return [[]];
  const firstOnline = made.find(({ offline }) => !offline);
  const next = made.filter((each) => each.offline || each === firstOnline);
  return next.flatMap((first) => arrivals(made.filter((each) => each !== first)).map((rest) => [first, ...rest]));
}

function factorial(of: number): number {
  return of < 2 ? 1 : of * factorial(of - 1);
}
