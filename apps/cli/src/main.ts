import { run } from './program.js';
import { Screen } from './screen/screen.js';

/** `ladder` in a terminal. Ctrl-C reaches it twice where npm passes it on, so only the first one counts. */
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());

// Whoever reads the answer may have seen enough (`ladder replay … | head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await run(process.argv.slice(2), {
  screen: new Screen(process.stdout, process.stderr),
  env: process.env,
  stopping: stop.signal,
});
