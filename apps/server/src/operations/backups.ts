import { stat } from 'node:fs/promises';
import { BackupUnusable } from '@ladder/event-store';
import type { ErasedList } from '../erasure/erased-list.js';
import { invalid } from '../http/body.pipe.js';
import type { OpenedStore } from '../open-store.js';

/** Takes copies of the store while it is written to. */
export class Backups {
  constructor(
    private readonly store: Pick<OpenedStore, 'backup'>,
    private readonly erased: ErasedList,
  ) {}

  /** @returns the size of the new file in bytes. */
  async take(file: string): Promise<number> {
    try {
      this.erased.noteBackup(file);
      await this.store.backup(file);
    } catch (error) {
      if (error instanceof BackupUnusable) throw invalid([{ path: 'file', message: error.message.replace(/\.$/, '') }]);
      throw error;
    }
    return (await stat(file)).size;
  }
}
