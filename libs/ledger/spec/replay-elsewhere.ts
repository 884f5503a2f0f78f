/**
 * Plays the histories on standard input in this process and prints each event's stored bytes. Time and dice are taken away first, and the
 * sources are run as they stand: an import names the built file, so each is led back to its source.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const source = new URL('../../', import.meta.url);

registerHooks({
  resolve(specifier, context, next) {
    const room = /^@ladder\/(.+)$/.exec(specifier)?.[1];
    if (room !== undefined) return next(new URL(`${room}/src/index.ts`, source).href, context);
    const ours = context.parentURL?.startsWith(source.href) && specifier.startsWith('.');
    return next(ours ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});

const { played } = await import('./playing.js');
const { encode } = await import('../src/index.js');
const stories = JSON.parse(readFileSync(0, 'utf8')) as Parameters<typeof played>[0][];

const taken = (what: string) => () => {
  throw new Error(`a verdict asked for ${what}`);
};
Date.now = taken('the time');
Math.random = taken('a random number');

for (const story of stories) for (const event of played(story).events) console.log(encode(event));
