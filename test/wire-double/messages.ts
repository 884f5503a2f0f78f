import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import { shared, streams } from './generated.js';
import type { Expected, ProposedEvent, RecordedEvent } from './recorded-log.js';

/** A .NET tick is 100 nanoseconds. */
const TICKS_PER_MILLISECOND = 10_000n;

export function nameIn(identifier: StreamIdentifier | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
}

export function identifierOf(name: string): StreamIdentifier {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(name));
}

export function uuidOf(id: string): UUID {
  return new shared.UUID().setString(id);
}

/** What all three recorded events of the protocol have in common. */
interface RecordedMessage {
  setId(value: UUID): unknown;
  setStreamIdentifier(value: StreamIdentifier): unknown;
  setStreamRevision(value: string): unknown;
  setCommitPosition(value: string): unknown;
  setPreparePosition(value: string): unknown;
  setData(value: Uint8Array): unknown;
  setCustomMetadata(value: Uint8Array): unknown;
  getMetadataMap(): { set(key: string, value: string): unknown };
}

/** Fills a message of the protocol with an event. */
export function fill<T extends RecordedMessage>(message: T, event: RecordedEvent): T {
  message.setId(uuidOf(event.id));
  message.setStreamIdentifier(identifierOf(event.stream));
  message.setStreamRevision(event.revision.toString());
  message.setCommitPosition(event.position.toString());
  message.setPreparePosition(event.position.toString());
  message.setData(event.data);
  message.setCustomMetadata(event.metadata);
  const metadata = message.getMetadataMap();
  metadata.set('type', event.type);
  metadata.set('content-type', event.contentType);
  metadata.set('created', (BigInt(event.created) * TICKS_PER_MILLISECOND).toString());
  return message;
}

export function eventAnswer(event: RecordedEvent): ReadResp {
  const recorded = fill(new streams.ReadResp.ReadEvent.RecordedEvent(), event);
  const read = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(event.position.toString());
  return new streams.ReadResp().setEvent(read);
}

/** A proposed event of either kind of append. */
interface ProposedMessage {
  getId(): UUID | undefined;
  getMetadataMap(): { get(key: string): string | undefined };
  getCustomMetadata_asU8(): Uint8Array;
  getData_asU8(): Uint8Array;
}

export function proposedEvent(message: ProposedMessage): ProposedEvent {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: Uint8Array.from(message.getData_asU8()),
    metadata: Uint8Array.from(message.getCustomMetadata_asU8()),
  };
}

/** Where the stream is expected to end, as every request that changes one says. */
export function expectedIn(options: {
  hasAny(): boolean;
  hasNoStream(): boolean;
  hasStreamExists(): boolean;
  getRevision(): string;
}): Expected {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : BigInt(options.getRevision());
}
