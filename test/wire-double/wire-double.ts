import { randomUUID } from 'node:crypto';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { ServiceError } from '@grpc/grpc-js';
import { Door } from './door.js';
import { Faults, notLeader } from './faults.js';
import { features, gossip, GossipService, PersistentSubscriptionsService, ServerFeaturesService, StreamsService } from './generated.js';
import { uuidOf } from './messages.js';
import { persistentService } from './persistent-service.js';
import { RecordedLog } from './recorded-log.js';
import { streamsService } from './streams-service.js';
import type { Call, Surroundings } from './surroundings.js';

/** What a cluster's gossip tells of one of its nodes. */
export interface Member {
  readonly host: string;
  readonly port: number;
  readonly leads: boolean;
}

/**
 * A server for tests that speaks the protocol of EventStoreDB and KurrentDB to the real client, out of the client's own generated definitions.
 * Its log is in memory and outlives `restart`.
 *
 * It does not imitate: access control and users, links and their resolution, metadata of streams besides `$tb`, scavenging, message timeouts and
 * statistics of persistent subscriptions, projections, replication (every node sees one log), and disks.
 */
export class WireDouble implements Surroundings {
  readonly log = new RecordedLog();
  readonly faults = new Faults();
  /** What gossip answers; itself, as leader, unless told otherwise. */
  members: Member[] = [];
  /** How many bytes an append may have: as docker-compose.yml sets it. */
  maxAppendSize = 8 * 1024 * 1024;
  /** Where the leader is, if it is somewhere else: calls that require it are sent there. */
  leader: { host: string; port: number } | undefined;
  /** How often each method that is counted was called. */
  readonly calls = { getSupportedMethods: 0, gossip: 0 };
  readonly #doors: Door[] = [];
  readonly #looks = new Set<() => void>();
  readonly #credentials: ServerCredentials;
  #server: Server | undefined;
  #port = 0;
  #silenced = 0;

  private constructor(credentials: ServerCredentials) {
    this.#credentials = credentials;
  }

  /** @param tls certificate and key in PEM; without them the server speaks in the clear. */
  static async start(tls?: { cert: Buffer; key: Buffer }): Promise<WireDouble> {
    const credentials = tls
      ? ServerCredentials.createSsl(null, [{ cert_chain: tls.cert, private_key: tls.key }], false)
      : ServerCredentials.createInsecure();
    const double = new WireDouble(credentials);
    await double.#listen();
    return double;
  }

  /** A new way to this server, which can be cut apart from others. */
  async door(): Promise<Door> {
    const door = new Door(this.#port);
    await door.open();
    this.#doors.push(door);
    return door;
  }

  /** Ends at once, as a process that is killed, and comes back on the same port with the same log. */
  async restart(): Promise<void> {
    this.#server?.forceShutdown();
    await this.#listen();
  }

  async stop(): Promise<void> {
    this.#server?.forceShutdown();
    this.#server = undefined;
    for (const look of this.#looks) look();
    await Promise.all(this.#doors.map((door) => door.close()));
  }

  /** How many subscriptions are open, those of groups not counted. */
  get subscriptions(): number {
    return this.#looks.size;
  }

  /** Lets the subscriptions that are open give nothing any more, without ending them. */
  silenceSubscriptions(): void {
    this.#silenced += 1;
  }

  get silenced(): number {
    return this.#silenced;
  }

  refuses({ metadata }: Call): ServiceError | undefined {
    const wantsLeader = metadata.get('requires-leader')[0] === 'true';
    return this.leader && wantsLeader ? notLeader(this.leader.host, this.leader.port) : undefined;
  }

  cut(call: Call): void {
    const port = Number(call.getPeer().split(':').at(-1));
    this.#doors.some((door) => door.cutFrom(port));
  }

  subscribed(look: () => void): () => void {
    this.#looks.add(look);
    return () => this.#looks.delete(look);
  }

  async #listen(): Promise<void> {
    const server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
    server.addService(StreamsService, { ...streamsService(this.log, this) });
    server.addService(PersistentSubscriptionsService, { ...persistentService(this.log, this) });
    server.addService(GossipService, {
      read: (_call: unknown, answer: (error: null, info: unknown) => void) => answer(null, this.#gossip()),
    });
    server.addService(ServerFeaturesService, {
      getSupportedMethods: (_call: unknown, answer: (error: null, methods: unknown) => void) => answer(null, this.#supported()),
    });
    this.#port = await new Promise<number>((resolve, reject) => {
      server.bindAsync(`127.0.0.1:${this.#port}`, this.#credentials, (error, port) => {
        if (error) reject(error);
        else resolve(port);
      });
    });
    this.#server = server;
  }

  #gossip(): InstanceType<typeof gossip.ClusterInfo> {
    this.calls.gossip += 1;
    const info = new gossip.ClusterInfo();
    for (const { host, port, leads } of this.members) {
      const state = leads ? gossip.MemberInfo.VNodeState.LEADER : gossip.MemberInfo.VNodeState.FOLLOWER;
      const member = new gossip.MemberInfo().setState(state).setIsAlive(true).setTimeStamp('0');
      info.addMembers(member.setInstanceId(uuidOf(randomUUID())).setHttpEndPoint(new gossip.EndPoint().setAddress(host).setPort(port)));
    }
    return info;
  }

  #supported(): InstanceType<typeof features.SupportedMethods> {
    this.calls.getSupportedMethods += 1;
    const supported = new features.SupportedMethods().setEventStoreServerVersion('26.0.3');
    const services = [
      ['event_store.client.streams.streams', Object.keys(StreamsService), []],
      [
        'event_store.client.persistent_subscriptions.persistentsubscriptions',
        Object.keys(PersistentSubscriptionsService),
        ['stream', 'all'],
      ],
    ] as const;
    for (const [service, methods, known] of services) {
      for (const name of methods) {
        const method = new features.SupportedMethod().setServiceName(service).setMethodName(name.toLowerCase());
        supported.addMethods(method.setFeaturesList([...known]));
      }
    }
    return supported;
  }
}
