import type { Vault } from '@ladder/event-store';
import { ADMIN } from '@ladder/ledger';
import type { Ledger } from '@ladder/ledger';
import { persons } from '@ladder/ledgers';
import type { Ledgers } from '@ladder/ledgers';
import type { ErasedList } from './erased-list.js';

/** Who can be erased; an attendee is a player here. */
export type Erasable = 'player' | 'official';

/** Makes sure that whoever was erased is forgotten by the vault: at once, after a crash in between, and after an older backup was restored. */
export class Erasures {
  constructor(
    private readonly vault: Vault,
    private readonly list: ErasedList,
    private readonly ledgers: Ledgers,
  ) {}

  /**
   * Records an erasure, and forgets the person's names and texts.
   *
   * @param record records it in the ledger; throws if that is refused, and nobody is forgotten.
   */
  async erase<T>(tournament: string, kind: Erasable, id: string, record: () => Promise<T>): Promise<T> {
    this.list.begin(persons[kind](tournament, id));
    const recorded = await record();
    await this.#forgetRecorded(tournament, kind, id);
    return recorded;
  }

  /** Finishes what a crash cut short, and erases again whom an older backup has brought back. */
  async makeGood(): Promise<void> {
    for (const pseudonym of this.list.begun()) {
      const { tournament, kind, id } = personBehind(pseudonym);
      if (isErasable(kind)) await this.#forgetRecorded(tournament, kind, id);
    }
    this.list.settleBegun();
    const listed = this.list.all();
    const forgotten = await this.vault.forgotten(listed);
    for (const pseudonym of listed.filter((each) => !forgotten.has(each))) {
      // Recorded first: a crash in between is made good at the next start.
      await this.#recordAgain(pseudonym);
      await this.vault.forget(pseudonym);
    }
  }

  /** Forgets whom the ledger says to be erased, and the name of the team, which is of all who bear it. */
  async #forgetRecorded(tournament: string, kind: Erasable, id: string): Promise<void> {
    const ledger = await this.ledgers.read(tournament);
    if (!ledger || !isErased(ledger, kind, id)) return;
    const team = kind === 'player' ? ledger.players.get(id)?.team : undefined;
    for (const pseudonym of [persons[kind](tournament, id), ...(team ? [persons.team(tournament, team)] : [])]) {
      // The list comes first: a crash after it is made good at the next start.
      this.list.add(pseudonym);
      await this.vault.forget(pseudonym);
    }
  }

  /** A restored ledger may end before the erasure. It is refused where the ledger knows of it, or does not know the person yet. */
  async #recordAgain(pseudonym: string): Promise<void> {
    const { tournament, kind, id } = personBehind(pseudonym);
    if (!isErasable(kind)) return;
    await this.ledgers.execute(
      { tournament, by: ADMIN, key: null, fingerprint: null },
      (_ledger, sealing) => {
        const reason = sealing.seal('Erased before, and brought back by an older backup.', [persons.nobody(tournament)]);
        return { type: 'erase-person', kind, id, force: true, reason };
      },
      () => null,
    );
  }
}

function isErased(ledger: Ledger, kind: Erasable, id: string): boolean {
  return (kind === 'player' ? ledger.players : ledger.officials).get(id)?.erased ?? false;
}

/** What {@link persons} has put together. */
function personBehind(pseudonym: string): { tournament: string; kind: string; id: string } {
  const [tournament = '', kind = '', id = ''] = pseudonym.split('/');
  return { tournament, kind, id };
}

function isErasable(kind: string): kind is Erasable {
  return kind === 'player' || kind === 'official';
}
