import { createHmac, createPrivateKey, createPublicKey, createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';

import { AdminKey } from './admin-key.js';
import { keepOnce, readKept } from './kept-file.js';
import { masterKeyOf } from './master-key.js';
import { SettingError } from './setting-error.js';

/** The key check value of a data folder: it tells the master key that the folder was made with from any other, and nothing about it. */
const CHECK_FILE = 'master.check';

/** What precedes the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, section 7). */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/**
 * Every key that a server works with. All but the administrator's are derived from the master key (HKDF-SHA-256, RFC 5869; one key, one
 * purpose), so that the nodes of one store, given the same LADDER_MASTER_KEY, issue the same codes and tokens and know each other's (R36).
 */
export class Keys {
  /** 32 bytes: what the vault wraps the persons' own keys with. */
  readonly master: Uint8Array;
  /** Ed25519: signs the officials' tokens. */
  readonly signing: KeyPair;
  /** Ed25519: signs the checkpoints of the audit logs. */
  readonly checkpoints: KeyPair;
  /** The administrator's key if opening these keys made it, to be shown once: it cannot be had again. Otherwise null. */
  readonly createdAdminKey: string | null;

  readonly #root: Buffer;
  readonly #adminKey: AdminKey;
  /** As key objects: with bare bytes an HMAC takes Node.js four times as long. */
  readonly #purposes = new Map<string, KeyObject>();

  constructor(root: Buffer, adminKey: AdminKey, createdAdminKey: string | null) {
    this.#root = root;
    this.#adminKey = adminKey;
    this.createdAdminKey = createdAdminKey;
    this.master = derive(root, 'vault');
    this.signing = ed25519(derive(root, 'signing'));
    this.checkpoints = ed25519(derive(root, 'checkpoints'));
  }

  /**
   * HMAC-SHA-256 (32 bytes) of a list of texts under a key of its own for each purpose: two lists that differ anywhere, be it only in
   * where one text ends and the next begins, never have the same input. Purposes are words of the code, never of a request.
   */
  hmac(purpose: string, ...parts: string[]): Buffer {
    const hmac = createHmac('sha256', this.#purposeKey(purpose));
    for (const part of parts) {
      // UTF-16, because UTF-8 writes every lone surrogate as the same replacement character.
      const bytes = Buffer.from(part, 'utf16le');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      hmac.update(length).update(bytes);
    }
    return hmac.digest();
  }

  /** Whether this is the administrator's key, compared in constant time. */
  isAdmin(presented: string): boolean {
    return this.#adminKey.matches(presented);
  }

  #purposeKey(purpose: string): KeyObject {
    const known = this.#purposes.get(purpose);
    if (known !== undefined) return known;
    const key = createSecretKey(derive(this.#root, `hmac:${purpose}`));
    this.#purposes.set(purpose, key);
    return key;
  }
}

/**
 * Opens the keys of a data folder, and makes at the first start what no setting gives: the master key (`masterKey`, LADDER_MASTER_KEY) and
 * the administrator's key (`adminKey`, LADDER_ADMIN_KEY; while it is set, no other is accepted). Whoever opens shows `createdAdminKey`.
 *
 * Throws `SettingError` for a setting of the wrong form, for another master key than the folder was made with, and for a folder that
 * cannot be read or written.
 */
export function openKeys(settings: { folder: string; masterKey?: string | undefined; adminKey?: string | undefined }): Keys {
  const { folder, masterKey, adminKey } = settings;
  // A bad setting is told before anything is made for good.
  const given = adminKey === undefined ? null : AdminKey.ofSetting(adminKey);

  const root = masterKeyOf(folder, masterKey, isEstablished(folder));
  const check = derive(root, 'check').toString('hex');
  const kept = keepOnce(folder, CHECK_FILE, () => `${check}\n`);
  if (kept.text.trim() !== check) {
    const culprit = masterKey === undefined ? 'LADDER_MASTER_KEY is not set, and master.key' : 'LADDER_MASTER_KEY';
    throw new SettingError('LADDER_MASTER_KEY', `${culprit} is not the key that the data folder ${folder} was made with.`);
  }

  if (given !== null) return new Keys(root, given, null);
  const made = AdminKey.ofFolder(folder);
  return new Keys(root, made.adminKey, made.created);
}

/**
 * The key of the vault of a store that lies in no folder, from LADDER_MASTER_KEY alone.
 *
 * Throws `SettingError` for one of the wrong form.
 */
export function vaultKeyOf(masterKey: string): Uint8Array {
  return derive(masterKeyOf('', masterKey, false), 'vault');
}

/** A folder that has a check value, or a database (restored from a backup, which holds no keys), was made with a master key before. */
function isEstablished(folder: string): boolean {
  return readKept(folder, CHECK_FILE) !== null || (existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.db')));
}

function ed25519(seed: Buffer): KeyPair {
  const privateKey = createPrivateKey({ key: Buffer.concat([ED25519_PKCS8, seed]), format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

function derive(root: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', root, '', `ladder ${purpose}`, 32));
}
