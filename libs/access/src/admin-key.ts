import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';

import { keepOnce } from './kept-file.js';
import { SettingError } from './setting-error.js';

/** The salted hash of the administrator's key that was made for a data folder; the key itself is nowhere. */
const ADMIN_FILE = 'admin.hash';

/** The administrator's key, known by its salted hash alone. */
export class AdminKey {
  readonly #salt: Buffer;
  readonly #hash: Buffer;

  private constructor(salt: Buffer, hash: Buffer) {
    this.#salt = salt;
    this.#hash = hash;
  }

  /** Throws `SettingError` for a key that is easy to guess, or that no Authorization header can carry. */
  static ofSetting(key: string): AdminKey {
    if (!/^[\x21-\x7e]{16,}$/.test(key)) {
      throw new SettingError('LADDER_ADMIN_KEY', 'LADDER_ADMIN_KEY must be at least 16 ASCII letters, digits or signs, without spaces.');
    }
    return AdminKey.#of(key);
  }

  /**
   * The key of the data folder. It is made at the first call, and only then `created` holds it (256 random bits, for which one round of
   * a keyed hash is enough); from then on it is null.
   */
  static ofFolder(folder: string): { adminKey: AdminKey; created: string | null } {
    const fresh = randomBytes(32).toString('base64url');
    const { text, made } = keepOnce(folder, ADMIN_FILE, () => AdminKey.#of(fresh).#line());
    const [, salt, hash] = /^([0-9a-f]{32}) ([0-9a-f]{64})\n$/.exec(text) ?? [];
    if (salt === undefined || hash === undefined) {
      throw new SettingError(
        'LADDER_ADMIN_KEY',
        `${ADMIN_FILE} in ${folder} is damaged: set LADDER_ADMIN_KEY, or delete it to get a new key.`,
      );
    }
    return { adminKey: new AdminKey(Buffer.from(salt, 'hex'), Buffer.from(hash, 'hex')), created: made ? fresh : null };
  }

  /** Whether this is the key; how long that takes tells nothing about it. */
  matches(presented: string): boolean {
    return timingSafeEqual(hashOf(this.#salt, presented), this.#hash);
  }

  static #of(key: string): AdminKey {
    const salt = randomBytes(16);
    return new AdminKey(salt, hashOf(salt, key));
  }

  #line(): string {
    return `${this.#salt.toString('hex')} ${this.#hash.toString('hex')}\n`;
  }
}

function hashOf(salt: Buffer, key: string): Buffer {
  return createHmac('sha256', createSecretKey(salt)).update(key).digest();
}
