import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';

/** Flips bits of the byte of a file that stands where `placeIn` says for its size. */
export function flipByte(file: string, placeIn: (size: number) => number, bits: number): void {
  const at = placeIn(statSync(file).size);
  const byte = Buffer.alloc(1);
  const descriptor = openSync(file, 'r+');
  readSync(descriptor, byte, 0, 1, at);
  byte.writeUInt8(byte.readUInt8() ^ bits);
  writeSync(descriptor, byte, 0, 1, at);
  closeSync(descriptor);
}
