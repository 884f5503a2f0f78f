import { openSqliteStore } from '@ladder/event-store';
import type { EventStore, NewEvent } from '@ladder/event-store';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

/** An empty folder, until {@link removeFolders}. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'projections-'));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}

/** A real log in a folder. */
export function openLog(folder: string): EventStore {
  return openSqliteStore({ folder, masterKey: new Uint8Array(32).fill(7) }).store;
}

export function tournamentIn(stream: string): string | null {
  return stream.startsWith('tournament-') ? stream.slice('tournament-'.length) : null;
}

/** An event as the store takes it, with no more in it than projections look at. */
export function newEvent(type: string, data: unknown, schema = 1): NewEvent {
  const body = JSON.stringify({ position: 0, type, data, metadata: { schema, recordedAt: '2026-11-07T09:00:00.000Z' } });
  return { id: randomUUID(), type, body };
}

/** The first event of a tournament. */
export function opening(edition = 'riftbound-2026-10-16'): NewEvent {
  return newEvent('TournamentOpened', { level: 'competitive', format: 'individual', edition, escalation: 'automatic' });
}

export function warning(player: string, category = 'slow-play'): NewEvent {
  return newEvent('WarningIssued', { player, category });
}

/** Appends a tournament with so many Warnings, in few appends. Returns the position of the last. */
export async function manyWarnings(store: EventStore, tournament: string, count: number, players = 500): Promise<bigint> {
  let last = await store.append(`tournament-${tournament}`, -1, [opening()]);
  for (let from = 0; from < count; from += 1000) {
    const some = Array.from({ length: Math.min(1000, count - from) }, (_, index) => warning(`p-${(from + index) % players}`));
    last = await store.append(`tournament-${tournament}`, last.revision, some);
  }
  return last.position;
}
