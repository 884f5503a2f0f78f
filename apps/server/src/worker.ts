import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { NO_PROGRESS, Saga, WakingLog } from '@ladder/escalation';
import type { Ledgers } from '@ladder/ledgers';
import type { Logger } from 'pino';
import { listening } from './listening.js';
import type { OpenedStore } from './open-store.js';
import { Readiness } from './operations/readiness.js';
import { Sweeping } from './operations/sweeping.js';
import type { Settings } from './settings.js';

/** A worker that runs: where its health is asked, and how it ends. */
export interface Worker {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a node that settles what ledgers owe, as one of several, and answers nothing but how it is. */
export async function startWorker(settings: Settings, opened: OpenedStore, ledgers: Pick<Ledgers, 'settle'>, log: Logger): Promise<Worker> {
  const saga = new Saga(new WakingLog(opened.store), ledgers, NO_PROGRESS, (what, error) =>
    log.error({ what, err: error }, 'the saga cannot settle'),
  );
  // Its place in the log is nowhere kept, so that it is never far behind.
  const readiness = new Readiness({ ...opened, notFar: 2n ** 63n }, saga, undefined);
  const server = createServer((request, response) => void answer(request.url, response, readiness));
  const sweeping = new Sweeping(opened.sweep, log);
  await saga.start();
  sweeping.start();
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await sweeping.stop();
    await saga.stop();
    await opened.store.close();
  };
  try {
    return { url: await listening(server, settings), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function answer(url: string | undefined, response: ServerResponse, readiness: Readiness): Promise<void> {
  const { status, body } = await answerTo(url, readiness);
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body));
}

async function answerTo(url: string | undefined, readiness: Readiness): Promise<{ status: number; body: unknown }> {
  switch (url) {
    case '/health/live':
      return { status: 200, body: { status: 'live' } };
    case '/health/ready': {
      const { ready, problems } = await readiness.look();
      return { status: ready ? 200 : 503, body: { status: ready ? 'ready' : 'not-ready', problems } };
    }
    default:
      return { status: 404, body: { status: 'This node is a worker: it answers nothing but /health/live and /health/ready.' } };
  }
}
