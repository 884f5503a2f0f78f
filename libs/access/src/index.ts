export { Attempts } from './attempts.js';
export type { Admission } from './attempts.js';
export { fingerprint } from './fingerprint.js';
export { Keys, openKeys, vaultKeyOf } from './keys.js';
export { pairingCode, pairingHash, pairingSecret, pairingUrl, readPairingCode } from './pairing.js';
export type { PairingCode } from './pairing.js';
export { SettingError } from './setting-error.js';
export { TOKEN_DAYS, Tokens } from './tokens.js';
export type { Grant } from './tokens.js';
