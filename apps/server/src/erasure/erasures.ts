import type { Vault } from '@ladder/event-store';
import { persons } from '@ladder/ledgers';
import type { ErasedList } from './erased-list.js';

/** Makes sure that whoever was erased is forgotten by the vault: at once, after a crash in between, and after an older backup was restored. */
export class Erasures {
  constructor(
    private readonly vault: Vault,
    private readonly list: ErasedList,
  ) {}

  /** Forgets a person's names and texts. The list comes first: a crash after it is made good at the next start. */
  async forget(tournament: string, kind: 'player' | 'official', id: string): Promise<void> {
    const person = persons[kind](tournament, id);
    this.list.add(person);
    await this.vault.forget(person);
  }

  /** Forgets again all on the list whom the vault still knows. */
  async makeGood(): Promise<void> {
    const listed = this.list.all();
    const forgotten = await this.vault.forgotten(listed);
    for (const person of listed) if (!forgotten.has(person)) await this.vault.forget(person);
  }
}
