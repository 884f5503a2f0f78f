import type { Keys } from '@ladder/access';

/**
 * The Idempotency-Key of everything that is imported (R36): the same for the same words in the same tournament, whenever they are read again,
 * and for the second of two equal ones another. Made under a key of the data folder: nobody can find out by it whose name stood in the file.
 */
export class RowKeys {
  readonly #seen = new Map<string, number>();

  constructor(
    private readonly keys: Pick<Keys, 'hmac'>,
    private readonly purpose: 'import-roster' | 'import-penalty',
    private readonly tournament: string,
  ) {}

  /** A UUID of version 8 (RFC 9562). */
  next(words: readonly string[]): string {
    const content = this.keys.hmac(this.purpose, this.tournament, ...words.map(plain)).toString('base64');
    const before = this.#seen.get(content) ?? 0;
    this.#seen.set(content, before + 1);
    return uuidOf(this.keys.hmac(this.purpose, content, String(before)));
  }
}

/** The same words, however the file was encoded or a tool has padded them. */
function plain(words: string): string {
  return words.normalize('NFC').replace(/\s+/g, ' ').trim();
}

function uuidOf(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
