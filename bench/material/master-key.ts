/** Wraps the keys of persons who do not exist. */
export const MASTER_KEY = new Uint8Array(32).fill(7);
