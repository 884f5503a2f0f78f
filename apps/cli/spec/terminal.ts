import { Writable } from 'node:stream';
import { run } from '../src/program.js';
import { Screen } from '../src/screen/screen.js';

/** A stream that keeps what it is told; no terminal, so nothing is in colour. */
class Kept extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Somebody who types one command line, and may press Ctrl-C. */
export class Terminal {
  readonly #out = new Kept();
  readonly #err = new Kept();
  readonly #stop = new AbortController();

  /** The exit code, once the command has ended. */
  readonly ended: Promise<number>;

  constructor(words: readonly string[], env: NodeJS.ProcessEnv = {}) {
    this.ended = run(words, { screen: new Screen(this.#out, this.#err), env, stopping: this.#stop.signal });
  }

  get out(): string {
    return this.#out.text;
  }

  get err(): string {
    return this.#err.text;
  }

  /** Waits until standard output holds a text. */
  async shows(text: string, patience = 30_000): Promise<void> {
    const deadline = Date.now() + patience;
    while (!this.out.includes(text)) {
      if (Date.now() > deadline) throw new Error(`"${text}" was never shown, only: ${this.out}${this.err}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Ctrl-C; resolves when the command has ended. */
  async interrupt(): Promise<number> {
    this.#stop.abort();
    return this.ended;
  }
}

/** Runs a command line to its end. */
export async function ladder(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const terminal = new Terminal(words);
  const code = await terminal.ended;
  return { code, out: terminal.out, err: terminal.err };
}

/** Runs a command that must succeed, with its answer in JSON. */
export async function answerOf<T>(...words: string[]): Promise<T> {
  const { code, out, err } = await ladder(...words, '--json');
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as T;
}
