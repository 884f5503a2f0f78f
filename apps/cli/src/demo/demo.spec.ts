import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Terminal, answerOf, ladder } from '../../spec/terminal.js';
import type { Tallies } from '@ladder/ledger';
import type { Explanation } from '../screen/show-explanation.js';
import type { PlayerRecord } from '../screen/show-record.js';
import { KITE, STORY } from './cast.js';
import type { Moment, Shows } from './moment.js';

interface Played {
  player: string;
  penalty: string;
  tournaments: string[];
  moments: Moment[];
}

interface Replayed {
  asOf: { position: number };
  events: { position: number; type: string }[];
  tallies: { player: string; tallies: Tallies }[];
}

let folder: string;
let played: Played;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ladder-demo-spec-'));
  played = await answerOf<Played>('demo', '--once', '--port', '0', '--data', folder);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

const record = (player: string, tournament = 'harbour-open') =>
  answerOf<PlayerRecord>('record', player, '--tournament', tournament, '--data', folder);

function momentOf(shows: Shows): Moment {
  const found = played.moments.find((each) => each.shows === shows);
  if (!found) throw new Error(`the demo shows no ${shows}`);
  return found;
}

describe('the demo', () => {
  it('shows what it promises, over two days of 64 players and a 2v2 side event', async () => {
    expect(played.moments.map(({ shows }) => shows)).toEqual([
      'decklist-error',
      'refused-deviation',
      'category-upgrade',
      'disqualification',
      'late-slip',
      'total-upgrade',
      'appeal-overturned',
      'two-reason-upgrade',
      'team-mate-concedes',
    ]);
    const { items } = await answerOf<{ items: unknown[] }>('tournaments', '--data', folder);
    expect(items).toMatchObject([
      { id: 'harbour-open', level: 'competitive', format: 'individual', currentRound: 9, counts: { players: 64 } },
      { id: 'harbour-pairs', format: '2v2', currentRound: 3, counts: { players: 16 } },
    ]);
  });

  it('replayed from the files and cut at any of its moments shows the tallies as the server told them then', async () => {
    for (const { shows, tournament, player, position, tallies } of played.moments) {
      const cut = ['replay', tournament, '--player', player, '--as-of', String(position), '--data', folder];
      const replayed = await answerOf<Replayed>(...cut);
      expect({ shows, tallies: replayed.tallies }).toMatchObject({ shows, tallies: [{ player, tallies }] });
      expect(replayed.asOf.position).toBe(position);
      expect(replayed.events.every((event) => event.position <= position)).toBe(true);
    }
  });

  it('has a third Warning of one category, a sixth of the family, and one Game Loss for both reasons', () => {
    expect(momentOf('category-upgrade').tallies).toMatchObject({
      categories: expect.arrayContaining([{ category: 'looking-at-extra-cards', warnings: 3, upgradesAt: 3 }]),
      families: [{ family: 'game-play-error', warnings: 4, upgradesAt: 6 }],
    });
    const { categories, families } = momentOf('total-upgrade').tallies;
    expect(categories.map(({ warnings }) => warnings)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(families).toEqual([{ family: 'game-play-error', warnings: 6, upgradesAt: 6 }]);
  });

  it('ends the story of Ines Okoro with one Game Loss served, one rescinded on appeal, and one with two reasons', async () => {
    const { penalties, appeals } = await record(STORY.ines);
    const losses = penalties.filter((each) => each.penalty === 'game-loss');
    expect(losses.map(({ status, reasons }) => [status, reasons.map(({ rule }) => rule)])).toEqual([
      ['served', ['game-play-error/same-category']],
      ['rescinded', ['game-play-error/any-category']],
      ['served', ['game-play-error/same-category', 'game-play-error/any-category']],
    ]);
    expect(appeals).toMatchObject([{ status: 'decided', decision: { decision: 'overturned' } }]);
  });

  it('explains that last Game Loss by the six Warnings that were counted', async () => {
    const { text, counted } = await answerOf<Explanation>('explain', played.penalty, '--tournament', 'harbour-open', '--data', folder);
    expect(counted).toHaveLength(6);
    expect(text).toContain('Ines Okoro');
    expect(text).toContain('TR 702.1.b.1');
    expect(text).toContain('TR 702.1.b.2');
  });

  it('records nothing of the refused deviation but the Warning that followed', async () => {
    expect((await record(STORY.rashid)).penalties.map(({ penalty, category }) => [penalty, category])).toEqual([
      ['warning', 'marked-cards'],
      ['warning', 'unsporting-minor'],
      ['warning', 'unsporting-minor'],
      ['game-loss', null],
    ]);
  });

  it('leaves the head judge a notice and a question', async () => {
    const { items } = await answerOf<{ items: { counts: Record<string, number> }[] }>('tournaments', '--data', folder);
    expect(items[0]?.counts).toMatchObject({ openNotices: 2, openReviews: 1, openAppeals: 0 });
  });

  it('asks before a slip from the day before costs a game, and applies it to the next one', async () => {
    const { reviews, penalties } = await record(STORY.wendeline);
    expect(reviews).toMatchObject([{ question: 'game-loss-due', status: 'answered', decision: 'confirm' }]);
    expect(penalties.at(-1)).toMatchObject({ penalty: 'game-loss', status: 'served', served: { round: 7 } });
  });

  it('disqualifies by the head judge alone, and concludes the investigation', async () => {
    const elif = await record(STORY.elif);
    expect(elif.player.status).toBe('disqualified');
    expect(elif.rulings).toMatchObject([{ judge: 'head' }]);
    expect(elif.investigations).toMatchObject([{ finding: { finding: 'violation' } }]);
  });

  it('lets a team-mate concede', async () => {
    const { penalties } = await record(KITE.maite, 'harbour-pairs');
    expect(penalties.at(-1)).toMatchObject({ penalty: 'game-loss', status: 'served', concededBy: [KITE.maite, KITE.rohan] });
  });

  it('is told on a screen as narrow as a phone, apart from what is to be copied', async () => {
    const told = [
      await ladder('replay', 'harbour-open', '--data', folder),
      await ladder('record', 'Ines', '--tournament', 'harbour-open', '--data', folder),
      await ladder('explain', played.penalty, '--tournament', 'harbour-open', '--data', folder),
      await ladder('tournaments', '--data', folder),
    ];
    for (const { code, out, err } of told) {
      expect([code, err]).toEqual([0, '']);
      expect(out.split('\n').filter((line) => line.length > 60)).toEqual([]);
      expect(out.length).toBeGreaterThan(100);
    }
  });

  it('goes on serving until it is asked to stop, and says where to look', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'ladder-demo-spec-'));
    const terminal = new Terminal(['demo', '--port', '0', '--data', elsewhere]);
    await terminal.shows('end it with Ctrl-C', 60_000);
    expect(terminal.out).toContain(`-- watch harbour-open --data ${elsewhere}`);
    const [, key = '', code = '', url = ''] = /idempotency-key:(\S+) -d '(.*)' (\S+)/.exec(terminal.out) ?? [];
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const paired = await fetch(url, { method: 'POST', headers, body: code });
    expect([paired.status, await paired.json()]).toMatchObject([201, { official: expect.anything(), roles: ['floor-judge'] }]);
    expect(await terminal.interrupt()).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
    rmSync(elsewhere, { recursive: true });
  }, 60_000);

  it('refuses a folder that holds data', async () => {
    const { code, err } = await ladder('demo', '--once', '--port', '0', '--data', folder);
    expect([code, err]).toEqual([1, `ladder: ${folder} holds data already: the demo needs a new folder.\n`]);
  });
});

describe('who asks for what is not there', () => {
  it.each([
    [['replay', 'nowhere'], 'ladder: There is no tournament nowhere here: choose harbour-open or harbour-pairs.\n'],
    [
      ['record', 'nobody', '--tournament', 'harbour-open'],
      'ladder: There is no player nobody in this tournament: give an id, or a part of the name.\n',
    ],
    [['explain', 'gl-9999'], 'ladder: There is no penalty gl-9999 in any tournament here.\n'],
    [['explain', 'gl-9999', '--tournament', 'harbour-pairs'], 'ladder: There is no penalty gl-9999 in harbour-pairs.\n'],
  ])('hears of %j in one line', async (words, line) => {
    expect(await ladder(...words, '--data', folder)).toEqual({ code: 1, out: '', err: line });
  });

  it('hears where a ledger ends', async () => {
    const { code, err } = await ladder('replay', 'harbour-pairs', '--as-of', '100000', '--data', folder);
    expect(code).toBe(1);
    expect(err).toMatch(/^ladder: harbour-pairs ends at position \d+: there is no position 100000\.\n$/);
  });

  it('hears which players a part of a name may mean', async () => {
    const { err } = await ladder('record', 'Oko', '--tournament', 'harbour-open', '--data', folder);
    expect(err).toBe('ladder: Oko may be Ines Okoro (p-07), Naoko Ferreira (p-15) or Lars Okonjo (p-39): give the id.\n');
  });
});

describe('the examples of the help', () => {
  it.each(['tournaments', 'replay', 'what-if', 'record', 'explain', 'analytics', 'rebuild', 'erase'])(
    'that of %s can be typed as it stands where the demo was played',
    async (command) => {
      const example = /Example:\n {2}ladder (.*)\n/.exec(`${(await ladder(command, '--help')).out}\n`)?.[1] ?? '';
      const words = (example.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
      expect(words[0]).toBe(command);
      expect(await ladder(...words, '--data', folder)).toMatchObject({ code: 0, err: '' });
    },
  );
});
