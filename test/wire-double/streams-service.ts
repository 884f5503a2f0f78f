import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { status } from '@grpc/grpc-js';
import type {
  sendUnaryData,
  ServerDuplexStream,
  ServerReadableStream,
  ServerUnaryCall,
  ServerWritableStream,
  ServiceError,
} from '@grpc/grpc-js';
import type * as pb from '@eventstore/db-client/generated/streams_pb.js';
import type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { any, empty, shared, status as rpc, streams } from './generated.js';
import { failure, tooLarge } from './faults.js';
import { matcherOf } from './filter.js';
import { eventAnswer, expectedIn, identifierOf, nameIn, proposedEvent } from './messages.js';
import { Deleted, WrongVersion } from './recorded-log.js';
import type { Expected, ProposedEvent, Recorded, RecordedEvent, RecordedLog } from './recorded-log.js';
import type { Surroundings } from './surroundings.js';

/** After so many events looked through, a filtered subscription says how far it has come, times the interval that was asked for. */
const SEARCH_WINDOW = 32;

const BACKWARDS = streams.ReadReq.Options.ReadDirection.BACKWARDS;

type Subscribing = ServerWritableStream<pb.ReadReq, pb.ReadResp>;

/** The service `event_store.client.streams.Streams`. */
export function streamsService(log: RecordedLog, around: Surroundings): IStreamsServer {
  return {
    read: (call) => void read(log, around, call),
    append: (call, answer) => void append(log, around, call, answer),
    batchAppend: (call) => batchAppend(log, around, call),
    delete: (call, answer) => remove(call, answer, (name, expected) => {
      log.delete(name, expected);
      return new streams.DeleteResp().setNoPosition(new shared.Empty());
    }), // prettier-ignore
    tombstone: (call, answer) => remove(call, answer, (name, expected) => {
      const at = log.tombstone(name, expected).toString();
      return new streams.TombstoneResp().setPosition(new streams.TombstoneResp.Position().setCommitPosition(at).setPreparePosition(at));
    }), // prettier-ignore
  };
}

async function read(log: RecordedLog, around: Surroundings, call: Subscribing): Promise<void> {
  const options = call.request.getOptions() ?? new streams.ReadReq.Options();
  const denied = around.refuses(call);
  if (denied) return void call.emit('error', denied);
  try {
    if (options.hasSubscription()) await subscribe(log, around, call, options);
    else await readOnce(log, call, options);
  } catch (error) {
    call.emit('error', serviceError(error));
  }
}

async function readOnce(log: RecordedLog, call: Subscribing, options: pb.ReadReq.Options): Promise<void> {
  const name = options.hasStream() ? nameIn(options.getStream()?.getStreamIdentifier()) : undefined;
  const events = name === undefined ? log.all : log.read(name);
  if (events === undefined) {
    call.write(
      new streams.ReadResp().setStreamNotFound(new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(name ?? ''))),
    );
  } else {
    const page = pageOf(events, startOf(log, events, options), options.getReadDirection() === BACKWARDS, options.getCount());
    for (const event of page.filter(matcherOf(options.getFilter()))) await send(call, eventAnswer(event));
  }
  call.end();
}

/** The index to begin at. `$all` forwards includes its position, and backwards does not. */
function startOf(log: RecordedLog, events: readonly RecordedEvent[], options: pb.ReadReq.Options): number {
  const backwards = options.getReadDirection() === BACKWARDS;
  const stream = options.getStream();
  const all = options.getAll();
  if ((stream ?? all)?.hasStart()) return backwards ? -1 : 0;
  if ((stream ?? all)?.hasEnd()) return backwards ? events.length - 1 : events.length;
  if (stream) {
    const first = events[0]?.revision ?? 0n;
    const wanted = Number(BigInt(stream.getRevision()) - first);
    return backwards ? Math.min(wanted, events.length - 1) : Math.max(wanted, 0);
  }
  const index = log.indexFrom(BigInt(all?.getPosition()?.getCommitPosition() ?? 0));
  return backwards ? index - 1 : index;
}

function pageOf(events: readonly RecordedEvent[], start: number, backwards: boolean, count: string): readonly RecordedEvent[] {
  const most = Number(count);
  if (!backwards) return events.slice(start, start + most);
  return start < 0 ? [] : events.slice(Math.max(0, start - most + 1), start + 1).toReversed();
}

/** What is there and what comes, until the caller goes. */
async function subscribe(log: RecordedLog, around: Surroundings, call: Subscribing, options: pb.ReadReq.Options): Promise<void> {
  const name = options.hasStream() ? nameIn(options.getStream()?.getStreamIdentifier()) : undefined;
  const matches = matcherOf(options.getFilter());
  const window = SEARCH_WINDOW * Math.max(1, options.getFilter()?.getCheckpointintervalmultiplier() ?? 1);
  let next = name === undefined ? afterPosition(log, options) : 0;
  const afterRevision = name === undefined ? -1n : lastSeenRevision(log, name, options);
  const { silenced } = around;
  const isSilent = (): boolean => around.silenced > silenced;
  let searched = 0;
  let caughtUp = false;
  await send(call, new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID())));

  let bell = Promise.withResolvers<undefined>();
  const ring = (): void => bell.resolve(undefined);
  const unlisten = log.listen(ring);
  const unsubscribed = around.subscribed(ring);
  call.on('cancelled', ring);
  call.on('close', ring);
  try {
    while (!call.cancelled && !call.destroyed) {
      const event = isSilent() ? undefined : log.all[next];
      if (event === undefined) {
        if (!caughtUp && !isSilent()) await send(call, new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()));
        caughtUp = true;
        await bell.promise;
        bell = Promise.withResolvers();
        continue;
      }
      next += 1;
      const wanted = name === undefined ? matches(event) : event.stream === name && event.revision > afterRevision;
      if (wanted) await send(call, eventAnswer(event));
      searched += 1;
      if (options.hasFilter() && searched >= window) {
        searched = 0;
        const at = event.position.toString();
        await send(
          call,
          new streams.ReadResp().setCheckpoint(new streams.ReadResp.Checkpoint().setCommitPosition(at).setPreparePosition(at)),
        );
      }
    }
  } finally {
    unlisten();
    unsubscribed();
  }
}

/** A subscription begins after the position that it names. */
function afterPosition(log: RecordedLog, options: pb.ReadReq.Options): number {
  const all = options.getAll();
  if (all?.hasStart()) return 0;
  if (all?.hasEnd()) return log.all.length;
  return log.indexFrom(BigInt(all?.getPosition()?.getCommitPosition() ?? 0) + 1n);
}

function lastSeenRevision(log: RecordedLog, name: string, options: pb.ReadReq.Options): bigint {
  const stream = options.getStream();
  if (stream?.hasStart()) return -1n;
  return stream?.hasEnd() ? (log.read(name)?.at(-1)?.revision ?? -1n) : BigInt(stream?.getRevision() ?? 0);
}

async function send(call: Subscribing, message: pb.ReadResp): Promise<void> {
  if (call.cancelled || call.destroyed || call.write(message)) return;
  const settled = new AbortController();
  const any = ['drain', 'close', 'cancelled'].map((event) => once(call, event, { signal: settled.signal }));
  await Promise.race(any);
  settled.abort();
  await Promise.allSettled(any);
}

async function append(
  log: RecordedLog,
  around: Surroundings,
  call: ServerReadableStream<pb.AppendReq, pb.AppendResp>,
  answer: sendUnaryData<pb.AppendResp>,
): Promise<void> {
  const denied = around.refuses(call);
  if (denied) {
    answer(denied);
    return;
  }
  let options = new streams.AppendReq.Options();
  const events: ProposedEvent[] = [];
  try {
    for await (const request of call as AsyncIterable<pb.AppendReq>) {
      if (request.hasOptions()) options = request.getOptions() ?? options;
      else events.push(proposedEvent(request.getProposedMessage() ?? new streams.AppendReq.ProposedMessage()));
    }
    if (sizeOf(events) > around.maxAppendSize) throw tooLarge(around.maxAppendSize);
    const name = nameIn(options.getStreamIdentifier());
    const recorded = await around.faults.around(name, () => log.append(name, expectedIn(options), events), () => around.cut(call)); // prettier-ignore
    answer(null, new streams.AppendResp().setSuccess(success(recorded)));
  } catch (error) {
    if (error instanceof WrongVersion) answer(null, new streams.AppendResp().setWrongExpectedVersion(wrongVersion(error)));
    else answer(serviceError(error));
  }
}

/** As a server counts. */
function sizeOf(events: readonly ProposedEvent[]): number {
  return events.reduce((sum, { type, data, metadata }) => sum + 2 * type.length + data.length + metadata.length, 0);
}

function success({ lastRevision, positions }: Recorded): pb.AppendResp.Success {
  const answer = new streams.AppendResp.Success().setCurrentRevision(lastRevision.toString());
  if (!positions) return answer.setNoPosition(new shared.Empty());
  return answer.setPosition(
    new streams.AppendResp.Position().setCommitPosition(positions.last.toString()).setPreparePosition(positions.first.toString()),
  );
}

function wrongVersion({ expected, current }: WrongVersion): pb.AppendResp.WrongExpectedVersion {
  const answer = new streams.AppendResp.WrongExpectedVersion();
  if (current === undefined) answer.setCurrentNoStream(new shared.Empty());
  else answer.setCurrentRevision(current.toString());
  if (expected === 'no_stream') answer.setExpectedNoStream(new shared.Empty());
  else if (expected === 'stream_exists') answer.setExpectedStreamExists(new shared.Empty());
  else if (expected === 'any') answer.setExpectedAny(new shared.Empty());
  else answer.setExpectedRevision(expected.toString());
  return answer;
}

/** Appends that share a call, each with its own answer; those of one call are recorded in the order in which they end. */
function batchAppend(log: RecordedLog, around: Surroundings, call: ServerDuplexStream<pb.BatchAppendReq, pb.BatchAppendResp>): void {
  const open = new Map<string, { options: pb.BatchAppendReq.Options; events: ProposedEvent[] }>();
  call.on('data', (request: pb.BatchAppendReq) => {
    const denied = around.refuses(call);
    if (denied) return void call.emit('error', denied);
    const id = request.getCorrelationId()?.getString() ?? '';
    const batch = open.get(id) ?? { options: request.getOptions() ?? new streams.BatchAppendReq.Options(), events: [] };
    open.set(id, batch);
    batch.events.push(...request.getProposedMessagesList().map(proposedEvent));
    if (!request.getIsFinal()) return;
    open.delete(id);
    const name = nameIn(batch.options.getStreamIdentifier());
    const answer = new streams.BatchAppendResp().setStreamIdentifier(identifierOf(name));
    answer.setCorrelationId(request.getCorrelationId());
    around.faults
      .around(
        name,
        () => log.append(name, batchExpected(batch.options), batch.events),
        () => around.cut(call),
      ) // prettier-ignore
      .then((recorded) => call.write(answer.setSuccess(batchSuccess(recorded))))
      .catch((error: unknown) => {
        if (error instanceof WrongVersion || error instanceof Deleted) call.write(answer.setError(batchRefusal(error)));
        else call.emit('error', serviceError(error));
      });
  });
  call.on('end', () => call.end());
}

function batchExpected(options: pb.BatchAppendReq.Options): Expected {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : BigInt(options.getStreamPosition());
}

function batchSuccess({ lastRevision, positions }: Recorded): pb.BatchAppendResp.Success {
  const answer = new streams.BatchAppendResp.Success().setCurrentRevision(lastRevision.toString());
  if (!positions) return answer.setNoPosition(new empty.Empty());
  return answer.setPosition(
    new shared.AllStreamPosition().setCommitPosition(positions.last.toString()).setPreparePosition(positions.first.toString()),
  );
}

function batchRefusal(error: WrongVersion | Deleted): InstanceType<typeof rpc.Status> {
  const details = new any.Any();
  if (error instanceof Deleted) {
    details.pack(
      new shared.StreamDeleted().setStreamIdentifier(identifierOf(error.stream)).serializeBinary(),
      'event_store.client.StreamDeleted',
    );
  } else {
    const wrong = new shared.WrongExpectedVersion();
    if (error.current === undefined) wrong.setCurrentNoStream(new empty.Empty());
    else wrong.setCurrentStreamRevision(error.current.toString());
    if (error.expected === 'no_stream') wrong.setExpectedNoStream(new empty.Empty());
    else if (error.expected === 'stream_exists') wrong.setExpectedStreamExists(new empty.Empty());
    else if (error.expected === 'any') wrong.setExpectedAny(new empty.Empty());
    else wrong.setExpectedStreamPosition(error.expected.toString());
    details.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion');
  }
  return new rpc.Status().setMessage(error.message).setDetails(details);
}

interface Removing {
  getOptions():
    | { getStreamIdentifier(): ReturnType<typeof identifierOf> | undefined; hasAny(): boolean; hasNoStream(): boolean; hasStreamExists(): boolean; getRevision(): string }
    | undefined; // prettier-ignore
}

function remove<Request extends Removing, Response>(
  call: ServerUnaryCall<Request, Response>,
  answer: sendUnaryData<Response>,
  work: (name: string, expected: Expected) => Response,
): void {
  const options = call.request.getOptions();
  try {
    answer(null, work(nameIn(options?.getStreamIdentifier()), options ? expectedIn(options) : 'any'));
  } catch (error) {
    answer(serviceError(error));
  }
}

function serviceError(error: unknown): ServiceError {
  if (error instanceof Deleted) {
    return failure(status.FAILED_PRECONDITION, error.message, 'stream-deleted', { 'stream-name': encodeURIComponent(error.stream) });
  }
  if (error instanceof WrongVersion) {
    return failure(status.FAILED_PRECONDITION, error.message, 'wrong-expected-version', {
      'stream-name': encodeURIComponent(error.stream),
      'expected-version': String(error.expected === 'no_stream' ? -1 : error.expected === 'any' ? -2 : error.expected),
      ...(error.current !== undefined && { 'actual-version': error.current.toString() }),
    });
  }
  if (error instanceof Error && 'code' in error) return error as ServiceError;
  return failure(status.UNKNOWN, String(error));
}
