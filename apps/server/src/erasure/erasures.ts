import { analystPerson } from '@ladder/access';
import type { AnalystBook } from '@ladder/access';
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
    private readonly analysts: AnalystBook,
    private readonly report: (what: string) => void,
  ) {}

  /** How far somebody who was erased is gone. */
  get status(): Vault['afterForgetting'] {
    return this.vault.afterForgetting;
  }

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

  /** Forgets an analyst whose erasure is recorded. */
  async forgetAnalyst(id: string): Promise<void> {
    await this.#forget(analystPerson(id), []);
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
      const { tournament, kind, id } = personBehind(pseudonym);
      const ledger = kind === 'player' ? await this.ledgers.read(tournament) : undefined;
      await this.vault.forget(pseudonym, ledger ? textsAbout(ledger, id) : []);
    }
  }

  /** Forgets whom the ledger says to be erased, and the name of the team, which is of all who bear it. */
  async #forgetRecorded(tournament: string, kind: Erasable, id: string): Promise<void> {
    const ledger = await this.ledgers.read(tournament);
    if (!ledger || !isErased(ledger, kind, id)) return;
    const team = kind === 'player' ? ledger.players.get(id)?.team : undefined;
    const texts = kind === 'player' ? textsAbout(ledger, id) : [];
    for (const pseudonym of [persons[kind](tournament, id), ...(team ? [persons.team(tournament, team)] : [])]) {
      await this.#forget(pseudonym, texts);
    }
  }

  async #forget(pseudonym: string, texts: readonly string[]): Promise<void> {
    // The list comes first: a crash after it is made good at the next start.
    this.list.add(pseudonym);
    await this.vault.forget(pseudonym, texts);
    const unreached = this.list.addBesideBackups(pseudonym);
    if (unreached.length > 0) this.report(`${pseudonym} could not be noted beside ${unreached.join(', ')}`);
  }

  /** A restored ledger may end before the erasure. It is refused where the ledger knows of it, or does not know the person yet. */
  async #recordAgain(pseudonym: string): Promise<void> {
    const { tournament, kind, id } = personBehind(pseudonym);
    if (pseudonym === analystPerson(id)) {
      await this.analysts.execute({ by: ADMIN, key: null, fingerprint: null }, () => ({ type: 'erase', analyst: id }));
    }
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

/**
 * The texts of every ruling in which a player has or had a penalty, and of the appeals and questions about these: a ruling that was moved to
 * the player was written about before it was the player's.
 */
function textsAbout(ledger: Ledger, player: string): string[] {
  const rulings = new Set(ledger.players.get(player)?.penalties.map((id) => ledger.penalties.get(id)?.ruling));
  const sealed = [...rulings].flatMap((id) => {
    const ruling = ledger.rulings.get(id ?? '');
    if (!ruling) return [];
    const appeals = ruling.appeals.flatMap((each) => {
      const appeal = ledger.appeals.get(each);
      return appeal ? [appeal.grounds, appeal.decision?.reason] : [];
    });
    return [ruling.account, ruling.remedy, ...ruling.corrections.map((each) => each.reason), ...appeals];
  });
  const reviews = ledger.players.get(player)?.reviews.map((id) => ledger.reviews.get(id)?.reason) ?? [];
  return [...sealed, ...reviews].flatMap((each) => (each ? [each.ref] : []));
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
