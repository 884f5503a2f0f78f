export { formatCheckpoint, openCheckpoint, originOf, parseCheckpoint, signCheckpoint, tournamentOfOrigin } from './checkpoint.js';
export type { Checkpoint } from './checkpoint.js';
export { isMalformed } from './malformed.js';
export type { Malformed } from './malformed.js';
export { isConsistent, isIncluded, leafHash, MerkleTree } from './merkle.js';
export type { Consistency, Inclusion } from './merkle.js';
export { formatVerifierKey, parseVerifierKey, verifierKeyFor } from './signed-note.js';
export type { Signer, VerifierKey } from './signed-note.js';
