import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Complaint } from '../complaint.js';

/** How a file's letters are written, and how it was told. */
export interface Encoding {
  readonly label: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  readonly name: string;
}

const UTF_8: Encoding = { label: 'utf-8', name: 'UTF-8' };
const UTF_16LE: Encoding = { label: 'utf-16le', name: 'UTF-16 LE' };
const UTF_16BE: Encoding = { label: 'utf-16be', name: 'UTF-16 BE' };
/** What Windows writes where it writes no Unicode; Latin-1 but for signs that no text has. */
const WINDOWS_1252: Encoding = { label: 'windows-1252', name: 'Windows-1252 (Latin-1)' };

/** Enough to tell UTF-16 without a mark: Western text has a zero in every pair. */
const SAMPLE_BYTES = 4_096;

/** Files that hold a table, but are no text: how they begin, and what to do. */
const NO_TEXT: readonly (readonly [Buffer, string])[] = [
  [Buffer.from('PK\u0003\u0004'), 'it is a workbook (.xlsx or .ods): save it as CSV'],
  [Buffer.from('d0cf11e0', 'hex'), 'it is an old workbook (.xls): save it as CSV'],
  [Buffer.from('%PDF'), 'it is a PDF: export the table as CSV'],
];

/** Why a file cannot be opened, by the code of the system. */
const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it is not yours to read',
};

/**
 * Tells how a file is written: by its byte order mark; by the zeros of UTF-16; as UTF-8, where all of it is; else Windows-1252.
 *
 * @throws Complaint where it cannot be read, or is no text.
 */
export async function encodingOf(file: string): Promise<Encoding> {
  const head = await beginningOf(file);
  const noText = NO_TEXT.find(([magic]) => head.subarray(0, magic.length).equals(magic));
  if (noText) throw new Complaint(`${file} cannot be read: ${noText[1]}.`);
  if (head.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]))) return UTF_16LE;
  if (head.subarray(0, 2).equals(Buffer.from([0xfe, 0xff]))) return UTF_16BE;
  const zeros = [0, 1].map((parity) => head.filter((byte, at) => byte === 0 && at % 2 === parity).length);
  const [even = 0, odd = 0] = zeros;
  if (odd * 4 > head.length && even === 0) return UTF_16LE;
  if (even * 4 > head.length && odd === 0) return UTF_16BE;
  return (await isUtf8(file)) ? UTF_8 : WINDOWS_1252;
}

/** The text of a file, piece by piece, without its byte order mark. */
export async function* textOf(file: string, { label }: Encoding): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(label);
  for await (const chunk of createReadStream(file)) yield decoder.decode(chunk as Buffer, { stream: true });
  yield decoder.decode();
}

async function beginningOf(file: string): Promise<Buffer> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new Complaint(`${file} cannot be read: ${WHY[(error as NodeJS.ErrnoException).code ?? ''] ?? (error as Error).message}.`, {
      cause: error,
    });
  }
}

async function isUtf8(file: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(file)) decoder.decode(chunk as Buffer, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return false;
    throw error;
  }
}
