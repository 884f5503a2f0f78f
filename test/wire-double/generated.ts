import { createRequire } from 'node:module';

/** The client's generated files are CommonJS whose names only appear when they run, so that `import` does not see them. */
const require = createRequire(import.meta.url);

const FOLDER = '@eventstore/db-client/generated';

export const streams = require(`${FOLDER}/streams_pb.js`) as typeof import('@eventstore/db-client/generated/streams_pb.js');
export const persistent = require(`${FOLDER}/persistent_pb.js`) as typeof import('@eventstore/db-client/generated/persistent_pb.js');
export const shared = require(`${FOLDER}/shared_pb.js`) as typeof import('@eventstore/db-client/generated/shared_pb.js');
export const status = require(`${FOLDER}/status_pb.js`) as typeof import('@eventstore/db-client/generated/status_pb.js');
export const gossip = require(`${FOLDER}/gossip_pb.js`) as typeof import('@eventstore/db-client/generated/gossip_pb.js');
export const features = require(
  `${FOLDER}/serverfeatures_pb.js`,
) as typeof import('@eventstore/db-client/generated/serverfeatures_pb.js');
export const any = require('google-protobuf/google/protobuf/any_pb.js') as typeof import('google-protobuf/google/protobuf/any_pb.js');
export const empty = require('google-protobuf/google/protobuf/empty_pb.js') as typeof import('google-protobuf/google/protobuf/empty_pb.js');

export const { StreamsService } = require(
  `${FOLDER}/streams_grpc_pb.js`,
) as typeof import('@eventstore/db-client/generated/streams_grpc_pb.js');
export const { PersistentSubscriptionsService } = require(
  `${FOLDER}/persistent_grpc_pb.js`,
) as typeof import('@eventstore/db-client/generated/persistent_grpc_pb.js');
export const { GossipService } = require(
  `${FOLDER}/gossip_grpc_pb.js`,
) as typeof import('@eventstore/db-client/generated/gossip_grpc_pb.js');
export const { ServerFeaturesService } = require(
  `${FOLDER}/serverfeatures_grpc_pb.js`,
) as typeof import('@eventstore/db-client/generated/serverfeatures_grpc_pb.js');
