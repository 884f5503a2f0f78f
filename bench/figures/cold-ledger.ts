import { openSqliteStore } from '@ladder/event-store';
import { ADMIN } from '@ladder/ledger';
import { Ledgers, isRecorded } from '@ladder/ledgers';
import { MASTER_KEY } from '../material/master-key.ts';
import { fill, recordTournament, rulingCommand, writeAll } from '../material/recorded-tournament.ts';
import { compared, runsOf } from '../measure/figure.ts';
import type { Figure, Run } from '../measure/figure.ts';
import { median } from '../measure/median.ts';
import { inScratch } from '../measure/scratch.ts';

const SHORT = 100;
/** So many players have so many rulings in a ledger of that length, about four each. */
const EVENTS_A_PLAYER = 6;

/** A ledger of a very big weekend against small ones: the time to load each event into memory, and the time of a command once it is there. */
export async function figure(quick: boolean): Promise<Figure[]> {
  const long = quick ? 2_000 : 20_000;
  const commands = quick ? 30 : 200;
  return inScratch(async (folder) => {
    const { store, vault } = openSqliteStore({ folder, masterKey: MASTER_KEY });
    const players = { long: Math.ceil(long / EVENTS_A_PLAYER), short: Math.ceil(SHORT / EVENTS_A_PLAYER) };
    await fill(store, writeAll(recordTournament('long', long, players.long)), ['long']);
    const shorts = Array.from({ length: long / SHORT }, (_, number) => `short-${number}`);
    await fill(store, writeAll(recordTournament('short-0', SHORT, players.short)), shorts);

    const load = async (tournaments: readonly string[]): Promise<number> => {
      const ledgers = new Ledgers(store, vault);
      const begin = performance.now();
      for (const tournament of tournaments) await ledgers.read(tournament);
      return ((performance.now() - begin) * 1_000) / long;
    };
    await load(shorts);
    const loads = await runsOf(quick, async (): Promise<Run> => {
      const against = await load(shorts);
      return { ours: await load(['long']), against };
    });

    const ledgers = new Ledgers(store, vault);
    let ruled = 0;
    const command = async (tournament: string, among: number): Promise<number> => {
      const begin = performance.now();
      const request = { tournament, by: ADMIN, key: null, fingerprint: null };
      const outcome = await ledgers.execute(
        request,
        () => rulingCommand(ruled * 3, among),
        () => null,
      );
      const ms = performance.now() - begin;
      if (!isRecorded(outcome)) throw new Error(outcome.detail);
      await ledgers.settle(tournament);
      return ms;
    };
    const commandsOn = await runsOf(quick, async (): Promise<Run> => {
      const run: { long: number[]; short: number[] } = { long: [], short: [] };
      for (let number = 0; number < commands; number += 1) {
        ruled += 1;
        run.short.push(await command(shorts[ruled % shorts.length] ?? '', players.short));
        run.long.push(await command('long', players.long));
      }
      return { ours: median(run.long), against: median(run.short) };
    });
    await store.close();
    return [
      compared(
        `cold load of a ledger of ${long.toLocaleString('en-US')} events, against ledgers of ${SHORT} (µs an event)`,
        { atMost: 1.2 },
        loads,
      ),
      compared(
        `a command on a ledger of ${long.toLocaleString('en-US')} events, against one of ${SHORT} (ms)`,
        { atMost: 1.2 },
        commandsOn,
      ),
    ];
  });
}
