import { styleText } from 'node:util';
import { wrap } from './wrap.js';

export type Style = Parameters<typeof styleText>[0];

/** Standard output or standard error: a stream that may be a terminal. */
export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** A phone held by a judge who walks. */
const PHONE_COLUMNS = 60;
const WIDEST = 100;

/** Where a command prints: its answer on standard output, everything else on standard error. */
export class Screen {
  constructor(
    private readonly output: Output,
    private readonly notes: Output,
  ) {}

  get width(): number {
    return Math.min(columnsOf(this.output), WIDEST);
  }

  /** A line of the answer, made of `paint`ed pieces. */
  line(text = ''): void {
    this.output.write(`${text}\n`);
  }

  /** A piece of a long answer as it is, when there is room for it. */
  write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.output.write(text, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  /** A text over as many lines as it needs, all but the first indented deeper by `hang`. */
  paragraph(text: string, { indent = 0, hang = 0, style = [] }: { indent?: number; hang?: number; style?: Style } = {}): void {
    wrap(printable(text), this.width - indent - hang).forEach((line, index) => {
      this.line(`${' '.repeat(index === 0 ? indent : indent + hang)}${this.paint(style, line)}`);
    });
  }

  heading(text: string): void {
    this.line();
    this.paragraph(text, { style: ['bold', 'underline'] });
  }

  /** A text in colour, where standard output is a terminal that shows colours and NO_COLOR is not set. */
  paint(style: Style, text: string): string {
    return styleText(style, printable(text), { stream: this.output });
  }

  /** The whole answer as one line of JSON. */
  json(value: unknown): void {
    this.line(JSON.stringify(value));
  }

  /** Rings, where somebody can hear it. */
  bell(): void {
    if (this.output.isTTY) this.output.write('\u0007');
  }

  /** A line that is no part of the answer. */
  note(text: string): void {
    this.#clear();
    this.notes.write(`${printable(text)}\n`);
  }

  /** How far a long work is: one line that is written over, seen on a terminal only. */
  progress(text: string): void {
    if (!this.notes.isTTY) return;
    this.#clear();
    this.notes.write(printable(text).slice(0, columnsOf(this.notes) - 1));
  }

  /** The long work is over: its line goes. */
  progressed(): void {
    this.#clear();
  }

  #clear(): void {
    if (this.notes.isTTY) this.notes.write('\r\u001b[2K');
  }
}

/** A terminal that does not know its width says 0. */
function columnsOf(output: Output): number {
  return output.columns !== undefined && output.columns > 0 ? output.columns : PHONE_COLUMNS;
}

/** Names and accounts are other people's: what would move the cursor or turn the direction of writing is shown as a space. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ');
}
