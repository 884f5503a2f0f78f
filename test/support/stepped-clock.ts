/**
 * Loaded before a program (`node --import`): its clock is as many milliseconds ahead as the file says that CLOCK_FILE names, at any time
 * anew. Timers run as ever.
 */
import { readFileSync } from 'node:fs';

const file = process.env['CLOCK_FILE'] ?? '';
const Real = Date;
const now = (): number => Real.now() + Number(readFileSync(file, 'utf8'));

class SteppedDate extends Real {
  constructor(...args: [] | [string | number | Date]) {
    super(args[0] ?? now());
  }

  static override now(): number {
    return now();
  }
}

globalThis.Date = SteppedDate as DateConstructor;
