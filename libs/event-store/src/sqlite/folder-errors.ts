import { StoreUnavailable } from '../store-errors.js';

/** Another process writes to the folder. */
export class FolderInUse extends StoreUnavailable {
  override readonly name = 'FolderInUse';
  readonly folder: string;

  constructor(folder: string) {
    super(`Another process writes to the folder ${folder}. Stop it first, or use a folder of its own.`);
    this.folder = folder;
  }
}

/** The folder cannot be opened as an event store; the message says why. */
export class FolderUnusable extends StoreUnavailable {
  override readonly name = 'FolderUnusable';
  readonly folder: string;

  /** @param reason a clause that follows "The folder … cannot be used: ". */
  constructor(folder: string, reason: string, cause?: unknown) {
    super(`The folder ${folder} cannot be used: ${reason}.`, { cause });
    this.folder = folder;
  }
}

/** The file cannot be written as a backup, or is none to restore from; the message says why. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable';
  readonly file: string;

  /** @param reason a clause that follows "The backup file … cannot be used: ". */
  constructor(file: string, reason: string, cause?: unknown) {
    super(`The backup file ${file} cannot be used: ${reason}.`, { cause });
    this.file = file;
  }
}
