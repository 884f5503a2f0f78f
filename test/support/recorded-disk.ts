import { readFileSync } from 'node:fs';

/** What a process did to its folder, in the order in which it did it; and what it said to others meanwhile. */
export type Step =
  | { readonly does: 'write'; readonly file: string; readonly offset: number; readonly bytes: Buffer }
  | { readonly does: 'append'; readonly file: string; readonly bytes: Buffer }
  | { readonly does: 'cut'; readonly file: string; readonly size: number }
  | { readonly does: 'sync'; readonly file: string }
  | { readonly does: 'create'; readonly file: string }
  | { readonly does: 'create folder'; readonly file: string }
  | { readonly does: 'link'; readonly file: string; readonly as: string }
  | { readonly does: 'remove'; readonly file: string }
  | { readonly does: 'say'; readonly text: string };

/** What strace is to look at, so that {@link stepsIn} can read it. */
export const STRACE_OPTIONS = [
  '-f', '-y', '-xx', '-s', '2000000', '--seccomp-bpf', '-e',
  'trace=openat,write,writev,pwrite64,ftruncate,fsync,fdatasync,link,linkat,mkdir,mkdirat,rename,renameat,unlink,unlinkat',
] as const; // prettier-ignore

/**
 * Reads a trace of strace: what was done in a folder, and what went through sockets.
 *
 * @throws for a call that changes files there in a way that is not known here.
 */
export function stepsIn(trace: string, folder: string): Step[] {
  const unfinished = new Map<string, string>();
  const steps: Step[] = [];
  for (const line of readFileSync(trace, 'utf8').split('\n')) {
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const begun = /^(.*) <unfinished \.\.\.>$/.exec(rest)?.[1];
    if (begun !== undefined) unfinished.set(thread, begun);
    const ended = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)?.[1];
    const whole = ended === undefined ? rest : `${unfinished.get(thread) ?? ''}${ended}`;
    const [, call = '', asked = '', answered = ''] = /^(\w+)\((.*)\)\s+= (-?\d+.*)$/.exec(whole) ?? [];
    if (begun === undefined && call !== '' && !answered.startsWith('-1')) steps.push(...stepsOf(call, asked, folder));
  }
  return steps;
}

function stepsOf(call: string, asked: string, folder: string): Step[] {
  const descriptor = /^\d+<([^>]*)>/.exec(asked)?.[1];
  const file = descriptor === undefined ? '' : textOf(descriptor);
  const texts = [...asked.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, text = '']) => bytesOf(text));
  const [first = '', second = ''] = texts.map((each) => each.toString());
  const isHere = (path: string) => path === folder || path.startsWith(`${folder}/`);
  if (call === 'write' || call === 'writev') {
    const bytes = Buffer.concat(texts);
    if (file.startsWith('socket:') || file.startsWith('TCP')) return [{ does: 'say', text: bytes.toString() }];
    return isHere(file) ? [{ does: 'append', file, bytes }] : [];
  }
  if (call === 'openat') {
    if (!isHere(first) || !asked.includes('O_CREAT')) return [];
    return [{ does: 'create', file: first }, ...(asked.includes('O_TRUNC') ? [{ does: 'cut' as const, file: first, size: 0 }] : [])];
  }
  if (call.startsWith('mkdir')) return isHere(first) ? [{ does: 'create folder', file: first }] : [];
  if (call.startsWith('link')) return isHere(first) ? [{ does: 'link', file: first, as: second }] : [];
  if (call.startsWith('rename')) {
    return isHere(first)
      ? [
          { does: 'link', file: first, as: second },
          { does: 'remove', file: first },
        ]
      : [];
  }
  if (call.startsWith('unlink')) return isHere(first) ? [{ does: 'remove', file: first }] : [];
  if (!isHere(file)) return [];
  const number = Number(/, (\d+)$/.exec(asked)?.[1]);
  if (call === 'pwrite64') return [{ does: 'write', file, offset: number, bytes: Buffer.concat(texts) }];
  if (call === 'ftruncate') return [{ does: 'cut', file, size: number }];
  if (call === 'fsync' || call === 'fdatasync') return [{ does: 'sync', file }];
  throw new Error(`${call} of ${file} is not known here`);
}

function textOf(escaped: string): string {
  return bytesOf(escaped).toString();
}

function bytesOf(escaped: string): Buffer {
  return Buffer.from(escaped.replaceAll('\\x', ''), 'hex');
}
