import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnalystBook, Attempts, SettingError, Tokens, pseudonymsOf } from '@ladder/access';
import { Saga } from '@ladder/escalation';
import { MAX_APPEND_BYTES, StoreUnavailable } from '@ladder/event-store';
import { UnknownEvent } from '@ladder/ledger';
import { Ledgers, tournamentIn } from '@ladder/ledgers';
import { Analytics, facts, openProjections } from '@ladder/projections';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { destination, pino } from 'pino';
import type { Logger } from 'pino';
import { failpointOf } from './failpoint.js';
import { CheckpointBook } from './audit/checkpoint-book.js';
import { Checkpoints } from './audit/checkpoints.js';
import { ErasedList } from './erasure/erased-list.js';
import { Erasures } from './erasure/erasures.js';
import { FeedHub } from './feed/feed-hub.js';
import { Answers } from './http/answers.js';
import { BodyPipe } from './http/body.pipe.js';
import { answerNoHttp } from './http/no-http.js';
import { Problem } from './http/problem.js';
import { ProblemFilter, answer } from './http/problem.filter.js';
import { WhoGuard, assertAllDeclared } from './http/who.guard.js';
import { asSetting } from './listening.js';
import { openStore } from './open-store.js';
import type { OpenedStore } from './open-store.js';
import { describe } from './openapi.js';
import { Backups } from './operations/backups.js';
import { Metrics } from './operations/metrics.js';
import { Readiness } from './operations/readiness.js';
import { Sweeping } from './operations/sweeping.js';
import { CONTROLLERS, ServerModule } from './server.module.js';
import { SQLITE } from './settings.js';
import type { Settings } from './settings.js';
import { startWorker } from './worker.js';

/** Where a running server says how it is reached, for the commands that go through it. */
export const SERVER_FILE = 'server.json';

const BODY_LIMIT = 1024 * 1024;
const HANG_UP_MS = 50;
/** Within this a request must have come in whole; it is looked at every half minute. */
const REQUEST_MS = 60_000;

export interface Running {
  readonly url: string;
  /** The administrator's key, if it was made at this start: to be shown once. */
  readonly adminKey: string | null;
  /** Finishes what was acknowledged, and lets go of everything. */
  stop(): Promise<void>;
}

/**
 * Starts a server: the composition root.
 *
 * @throws SettingError naming the setting that keeps it from starting.
 */
export async function startServer(settings: Settings): Promise<Running> {
  assertAllDeclared(CONTROLLERS);
  // On standard error: standard output is for answers.
  const log = pino({ level: settings.log, base: null }, destination(2));
  const opened = await openStore(
    settings,
    (error) => {
      log.fatal({ err: error }, 'the disk failed under a write: ending, to recover at the next start');
      process.exit(1);
    },
    (error) => log.warn({ err: error }, 'the subscription is opened again'),
  );
  try {
    return await serve(settings, opened, log);
  } catch (error) {
    await opened.store.close();
    throw error instanceof StoreUnavailable || error instanceof UnknownEvent ? unusable(error, settings) : error;
  }
}

async function serve(settings: Settings, opened: OpenedStore, log: Logger): Promise<Running> {
  const { keys, store, vault } = opened;
  if (store.maxAppendBytes < MAX_APPEND_BYTES) {
    log.warn(
      { bytes: store.maxAppendBytes },
      'the server takes less in one append than the largest calls need: set its MaxAppendSize to 8388608',
    );
  }
  const failpoint = failpointOf(settings.failpoint);
  const ledgers = new Ledgers(failpoint.store(store), vault);
  if (settings.role === 'worker') return { ...(await startWorker(settings, opened, failpoint.ledgers(ledgers), log)), adminKey: null };
  const book = new CheckpointBook(settings.folder, await store.lastPosition(), opened.shared);
  const projections = await openProjections({
    folder: settings.folder,
    store,
    besides: [facts({ vault, pseudonym: pseudonymsOf(keys) })],
    tournamentIn,
    report: (what, error) => log.error({ what, err: error }, 'a read model'),
  }).catch((error: unknown) => {
    book.close();
    throw error;
  });
  // Beside workers, a node that answers requests leaves the saga to them.
  const saga =
    settings.role === 'api'
      ? undefined
      : new Saga(store, failpoint.ledgers(ledgers), projections.sagaProgress, (what, error) =>
          log.error({ what, err: error }, 'the saga cannot settle'),
        );
  const sweeping = saga && opened.shared ? new Sweeping(opened.sweep, log) : undefined;
  const analysts = new AnalystBook(failpoint.store(store), vault);
  const erased = new ErasedList(settings.folder);
  const erasures = new Erasures(vault, erased, ledgers, analysts, (what) => log.error({ what }, 'erasure'));
  const checkpoints = new Checkpoints(store, book, keys.checkpoints, (what, error) => log.error({ what, err: error }, 'checkpoints'));
  const hub = new FeedHub(store, (error) => log.error({ err: error }, 'the feed cannot follow the log'));
  const metrics = new Metrics(saga, hub);
  const tokens = new Tokens(keys);
  const analytics = new Analytics(settings.folder);
  const runKey = randomBytes(32).toString('base64url');

  const readiness = new Readiness(opened, saga, projections);
  const filter = new ProblemFilter(log, (error) => readiness.storeFailed(error));
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 200 },
    // A GET of a feed stays open, and one of an audit pack is recorded: neither is for whoever only looks whether it is there.
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // Who still comes while the server ends is answered like everyone else.
    return503OnClosing: false,
    requestTimeout: REQUEST_MS,
    // Whoever names no host is told so by us, and not by a bare status.
    http: { requireHostHeader: false },
    frameworkErrors: (error: unknown, _request: unknown, reply: unknown) => answer(reply as FastifyReply, filter.problemOf(error)),
  });
  const fastify = adapter.getInstance();
  answerNoHttp(fastify.server);
  // JSON is all that is spoken here: any other body is answered 415.
  fastify.removeContentTypeParser('text/plain');
  metrics.measure(fastify);
  failpoint.http(fastify);
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    done(request.headers.host === undefined ? new Problem('malformed-http', 'Say which host is asked, in the header Host.') : undefined);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    log.info(
      { method: request.method, route: request.routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
    done();
  });

  const app = await NestFactory.create<NestFastifyApplication>(
    ServerModule.with({
      answers: new Answers(ledgers, keys),
      keys,
      tokens,
      attempts: new Attempts(),
      projections,
      analytics,
      analysts,
      hub,
      readiness,
      metrics,
      backups: new Backups(opened, erased),
      checkpoints,
      erasures,
      vault,
    }),
    adapter,
    { logger: false, bodyParser: false },
  );
  app.useGlobalGuards(new WhoGuard(keys, runKey, tokens, ledgers, analysts));
  app.useGlobalPipes(new BodyPipe());
  app.useGlobalFilters(filter);
  describe(app);
  const serverFile = join(settings.folder, SERVER_FILE);
  const stop = async () => {
    rmSync(serverFile, { force: true });
    await hub.stop();
    await closed(app);
    await sweeping?.stop();
    await saga?.stop();
    await checkpoints.stop();
    await analytics.stop();
    await projections.stop();
    await store.close();
  };
  try {
    await erasures.makeGood();
    await app.init();
    await saga?.start();
    sweeping?.start();
    hub.start();
    checkpoints.start();
    const url = await listen(app, settings);
    writeFileSync(serverFile, JSON.stringify({ pid: process.pid, url, key: runKey }), { mode: 0o600 });
    return { url, adminKey: keys.createdAdminKey, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Closes an application with its last answer: connections that clients keep open for later would hold it for more than a minute. */
async function closed(app: NestFastifyApplication): Promise<void> {
  const hangUp = setInterval(() => app.getHttpServer().closeIdleConnections(), HANG_UP_MS);
  try {
    await app.close();
  } finally {
    clearInterval(hangUp);
  }
}

/** The setting that named a store, or a folder, that cannot be used after all. */
function unusable({ message }: StoreUnavailable | UnknownEvent, { store }: Settings): SettingError {
  const setting = store === SQLITE ? 'LADDER_DATA' : 'LADDER_STORE';
  return new SettingError(setting, `${setting}: ${message}`);
}

async function listen(app: NestFastifyApplication, { host, port }: Settings): Promise<string> {
  try {
    await app.listen(port, host);
  } catch (error) {
    throw asSetting(error, host, port);
  }
  const address = app.getHttpServer().address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
}
