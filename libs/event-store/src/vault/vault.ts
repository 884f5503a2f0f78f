/** A text that belongs to persons, on its way into the vault. Made by `seal`. */
export interface KeptText {
  /** The name under which the text is opened: random, so that it says nothing. */
  ref: string;
  /** Pseudonyms of everyone the text concerns, at least one. Forgetting any of them makes the text unreadable. */
  persons: readonly string[];
  text: string;
  /** 32 random bytes in hex, so that the commitment cannot be guessed back into the text. */
  salt: string;
}

/** What a text leaves behind in an event. */
export interface SealedText {
  ref: string;
  /** SHA-256 over the salt's bytes followed by the text in UTF-8, in hex. */
  commitment: string;
}

/** A text out of the vault, with the salt that proves its commitment. */
export interface OpenedText {
  text: string;
  salt: string;
}

/** Reads kept texts. */
export interface TextReader {
  /**
   * The texts behind `refs`. A ref that was never kept, or whose text concerns a person forgotten since, is absent.
   *
   * @throws StoreUnavailable when an entry is there and cannot be decrypted.
   */
  open(refs: readonly string[]): Promise<Map<string, OpenedText>>;
}

/**
 * Texts about persons, each encrypted under the keys of the persons it concerns. Texts enter it with the events that refer to them
 * (`EventStore.append`).
 */
export interface Vault extends TextReader {
  /**
   * What is left when a person was forgotten. `erased`: no file of the store holds the texts or the key. `requested`: nobody gets them any more, and
   * the server's files hold them until each of its nodes has scavenged.
   */
  readonly afterForgetting: 'erased' | 'requested';

  /**
   * Deletes every text that concerns the person, and the person's key. It cannot be undone: a text about this person that comes later is not kept.
   *
   * @param texts refs of texts that were kept before they came to concern the person: they are deleted too, whomever else they concern.
   * @returns how many texts were deleted; 0 for one who was forgotten before or never known.
   * @throws StoreUnavailable when it could not be made durable, or when the bytes of the key could not yet be wiped from the files. Both times: call again.
   */
  forget(person: string, texts?: readonly string[]): Promise<number>;

  /** Those of `persons` who were forgotten. */
  forgotten(persons: readonly string[]): Promise<Set<string>>;
}

/** What has to be had of a vault, and done to one, to move all of it to another. */
export interface MovableVault extends Vault {
  /** Everything that is kept, in pages. @throws StoreUnavailable for an entry that cannot be decrypted. */
  contents(): AsyncIterable<readonly KeptText[]>;

  /** Everyone who was forgotten, in pages. */
  everyoneForgotten(): AsyncIterable<readonly string[]>;

  /** Keeps texts apart from any event, durably; what is kept already stays as it is, and a text about somebody forgotten is not kept. */
  put(texts: readonly KeptText[]): Promise<void>;
}
