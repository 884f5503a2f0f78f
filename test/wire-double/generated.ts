import { createRequire } from 'node:module';
import type * as StreamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type * as PersistentPb from '@eventstore/db-client/generated/persistent_pb.js';
import type * as SharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type * as StatusPb from '@eventstore/db-client/generated/status_pb.js';
import type * as GossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import type * as ServerfeaturesPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type * as StreamsGrpcPb from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type * as PersistentGrpcPb from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import type * as GossipGrpcPb from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import type * as ServerfeaturesGrpcPb from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type * as AnyPb from 'google-protobuf/google/protobuf/any_pb.js';
import type * as EmptyPb from 'google-protobuf/google/protobuf/empty_pb.js';

/** The client's generated files are CommonJS whose names only appear when they run, so that `import` does not see them. */
const require = createRequire(import.meta.url);

const FOLDER = '@eventstore/db-client/generated';

export const streams = require(`${FOLDER}/streams_pb.js`) as typeof StreamsPb;
export const persistent = require(`${FOLDER}/persistent_pb.js`) as typeof PersistentPb;
export const shared = require(`${FOLDER}/shared_pb.js`) as typeof SharedPb;
export const status = require(`${FOLDER}/status_pb.js`) as typeof StatusPb;
export const gossip = require(`${FOLDER}/gossip_pb.js`) as typeof GossipPb;
export const features = require(`${FOLDER}/serverfeatures_pb.js`) as typeof ServerfeaturesPb;
export const any = require('google-protobuf/google/protobuf/any_pb.js') as typeof AnyPb;
export const empty = require('google-protobuf/google/protobuf/empty_pb.js') as typeof EmptyPb;

export const { StreamsService } = require(`${FOLDER}/streams_grpc_pb.js`) as typeof StreamsGrpcPb;
export const { PersistentSubscriptionsService } = require(`${FOLDER}/persistent_grpc_pb.js`) as typeof PersistentGrpcPb;
export const { GossipService } = require(`${FOLDER}/gossip_grpc_pb.js`) as typeof GossipGrpcPb;
export const { ServerFeaturesService } = require(`${FOLDER}/serverfeatures_grpc_pb.js`) as typeof ServerfeaturesGrpcPb;
