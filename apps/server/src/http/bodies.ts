import { FreeWords } from './fields.js';

// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- what is validated is that nothing is in it
export class NothingBody {}

/** A body that says why. */
export class ReasonBody {
  @FreeWords()
  reason!: string;
}
