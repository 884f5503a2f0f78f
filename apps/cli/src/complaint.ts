/** Something that the person at the terminal can put right. `message` is one line that says how. */
export class Complaint extends Error {
  override readonly name = 'Complaint';
}

/** What went wrong, in one line for standard error. */
export function lineOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, ' ');
}
