import { newTeamIds } from '@ladder/ledger';
import type { Ledger, Sealed, TeamReference } from '@ladder/ledger';
import { persons } from '@ladder/ledgers';
import type { Ledgers, Sealing } from '@ladder/ledgers';

/**
 * Finds teams by their names. The ledger holds none, so that they are compared here, where the vault can be read; a name that is new is
 * sealed for those who bear it, and for the team itself, since others may join it later.
 */
export class TeamNames {
  readonly #known: ReadonlyMap<string, string>;
  readonly #fresh: string[] = [];
  readonly #bearers: string[][] = [];

  private constructor(
    private readonly ledger: Ledger,
    known: ReadonlyMap<string, string>,
  ) {
    this.#known = known;
  }

  static async of(ledger: Ledger, ledgers: Ledgers): Promise<TeamNames> {
    const teams = [...ledger.teams.values()];
    const texts = await ledgers.texts(teams.map((team) => team.name));
    return new TeamNames(
      ledger,
      new Map(teams.flatMap(({ id, name }) => (texts.has(name.ref) ? [[texts.get(name.ref) ?? '', id] as const] : []))),
    );
  }

  /** The team of this name, for a player who joins it. */
  refer(name: string | undefined, player: string): TeamReference | null {
    if (name === undefined) return null;
    const existing = this.#known.get(name);
    if (existing !== undefined) return { existing };
    const index = this.#fresh.indexOf(name);
    if (index >= 0) {
      this.#bearers[index]?.push(player);
      return { fresh: index };
    }
    this.#fresh.push(name);
    this.#bearers.push([player]);
    return { fresh: this.#fresh.length - 1 };
  }

  /** The names that are new, sealed. */
  sealed(tournament: string, sealing: Sealing): Sealed[] {
    const ids = newTeamIds(this.ledger, this.#fresh.length);
    return this.#fresh.map((name, index) => {
      const bearers = (this.#bearers[index] ?? []).map((player) => persons.player(tournament, player));
      return sealing.seal(name, [...bearers, ...ids.slice(index, index + 1).map((id) => persons.team(tournament, id))]);
    });
  }
}
