/** What a stream is called on the server: events, vault and pulse are kept apart by how their names begin, whatever the streams are called here. */
export const EVENTS = 'log-';

/** One stream a person: key and texts. */
export const PERSONS = 'vault-person-';

/** Where each text lies, and who was forgotten. */
export const VAULT_INDEX = 'vault-index';

/** How far the vault has been looked through for texts that nothing refers to. */
export const VAULT_SWEPT = 'vault-swept';

/** The names of the streams, since the server keeps no list of them that could be asked for. */
export const STREAM_NAMES = 'names';

/** What each process writes to see it come back. */
export const PULSE = 'pulse';

/** Where it is asked how large an append may be: never does an event come to be there. */
export const NEVER_WRITTEN = 'never-written';
