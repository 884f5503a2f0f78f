import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import type { ServerDuplexStream, ServiceError } from '@grpc/grpc-js';
import type * as pb from '@eventstore/db-client/generated/persistent_pb.js';
import type { IPersistentSubscriptionsServer } from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import { failure } from './faults.js';
import { matcherOf } from './filter.js';
import { persistent } from './generated.js';
import { fill, nameIn } from './messages.js';
import { Group } from './group.js';
import type { Consumer, Delivery } from './group.js';
import type { RecordedLog } from './recorded-log.js';
import type { Surroundings } from './surroundings.js';

type Connection = ServerDuplexStream<pb.ReadReq, pb.ReadResp>;

/** The service `event_store.client.persistent_subscriptions.PersistentSubscriptions`. */
export function persistentService(log: RecordedLog, around: Surroundings): IPersistentSubscriptionsServer {
  const groups = new Map<string, Group>();
  const unimplemented = (_call: unknown, answer: (error: ServiceError) => void): void =>
    answer(failure(status.UNIMPLEMENTED, 'The wire double does not imitate this.'));
  return {
    create(call, answer) {
      const options = call.request.getOptions() ?? new persistent.CreateReq.Options();
      const key = keyOf(options.hasAll() ? undefined : nameIn(options.getStream()?.getStreamIdentifier()), options.getGroupName());
      if (groups.has(key)) {
        answer(failed('exists', status.ALREADY_EXISTS, key));
        return;
      }
      groups.set(key, groupOf(log, options));
      answer(null, new persistent.CreateResp());
    },
    delete(call, answer) {
      const options = call.request.getOptions() ?? new persistent.DeleteReq.Options();
      const key = keyOf(options.hasAll() ? undefined : nameIn(options.getStreamIdentifier()), options.getGroupName());
      const group = groups.get(key);
      groups.delete(key);
      group?.close();
      if (group) answer(null, new persistent.DeleteResp());
      else answer(failed('does-not-exist', status.NOT_FOUND, key));
    },
    replayParked(call, answer) {
      const options = call.request.getOptions() ?? new persistent.ReplayParkedReq.Options();
      const group = groups.get(keyOf(options.hasAll() ? undefined : nameIn(options.getStreamIdentifier()), options.getGroupName()));
      group?.replayParked();
      if (group) answer(null, new persistent.ReplayParkedResp());
      else answer(failed('does-not-exist', status.NOT_FOUND, options.getGroupName()));
    },
    read: (call) => connect(groups, around, call),
    update: unimplemented,
    getInfo: unimplemented,
    list: unimplemented,
    restartSubsystem: unimplemented,
  };
}

function keyOf(stream: string | undefined, group: string): string {
  return `${stream ?? '$all'}::${group}`;
}

function failed(what: 'exists' | 'does-not-exist', code: status, key: string): ServiceError {
  const [stream = '', group = ''] = key.split('::');
  return failure(code, `The group ${key} ${what}`, `persistent-subscription-${what}`, { 'stream-name': stream, 'group-name': group });
}

function groupOf(log: RecordedLog, options: pb.CreateReq.Options): Group {
  const all = options.getAll();
  const stream = all ? undefined : nameIn(options.getStream()?.getStreamIdentifier());
  const matches = stream === undefined ? matcherOf(all?.getFilter()) : (event: { stream: string }) => event.stream === stream;
  const start = all ?? options.getStream();
  const position = all?.getPosition()?.getCommitPosition();
  const from = start?.hasEnd() ? log.all.length : position === undefined ? 0 : log.indexFrom(BigInt(position));
  const settings = options.getSettings();
  return new Group(
    log,
    matches,
    from,
    settings?.getMaxRetryCount() ?? 10,
    settings?.getNamedConsumerStrategy() === persistent.CreateReq.ConsumerStrategy.PINNED,
  );
}

/** One who takes part in a group: the first message says in which, all others what became of deliveries. */
function connect(groups: ReadonlyMap<string, Group>, around: Surroundings, call: Connection): void {
  let group: Group | undefined;
  let consumer: Consumer | undefined;
  const leave = (): void => {
    if (consumer) group?.leave(consumer);
    consumer = undefined;
  };
  call.on('data', (request: pb.ReadReq) => {
    const options = request.getOptions();
    if (!options) {
      if (consumer) settle(group, consumer, request);
      return;
    }
    const denied = around.refuses(call);
    const key = keyOf(options.hasAll() ? undefined : nameIn(options.getStreamIdentifier()), options.getGroupName());
    group = groups.get(key);
    if (denied ?? !group) {
      call.emit('error', denied ?? failed('does-not-exist', status.NOT_FOUND, key));
      return;
    }
    call.write(
      new persistent.ReadResp().setSubscriptionConfirmation(
        new persistent.ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID()),
      ),
    );
    consumer = {
      bufferSize: options.getBufferSize(),
      inFlight: new Map(),
      deliver: (delivery) => void call.write(answerWith(delivery)),
      drop: () => call.emit('error', failure(status.CANCELLED, 'The group was deleted', 'persistent-subscription-dropped')),
    };
    group.join(consumer);
  });
  call.on('cancelled', leave);
  call.on('close', leave);
  call.on('end', () => {
    leave();
    call.end();
  });
}

function settle(group: Group | undefined, consumer: Consumer, request: pb.ReadReq): void {
  const ack = request.getAck();
  const nack = request.getNack();
  for (const id of ack?.getIdsList() ?? []) group?.acknowledge(consumer, id.getString());
  for (const id of nack?.getIdsList() ?? [])
    group?.refuse(consumer, id.getString(), nack?.getAction() ?? persistent.ReadReq.Nack.Action.UNKNOWN);
  if (nack?.getAction() === persistent.ReadReq.Nack.Action.STOP) consumer.drop();
}

function answerWith({ event, retries }: Delivery): pb.ReadResp {
  const recorded = fill(new persistent.ReadResp.ReadEvent.RecordedEvent(), event);
  const read = new persistent.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(event.position.toString()).setRetryCount(retries);
  return new persistent.ReadResp().setEvent(read);
}
