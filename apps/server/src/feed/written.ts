import { publicForm } from '@ladder/ledger';
import type { LedgerEvent } from '@ladder/ledger';

/** Events that follow each other in one ledger, as Server-Sent Events want them: bytes, made once for all who lack the same of them. */
export class Written {
  readonly #whole: Buffer[] = [];
  readonly #floor: Buffer[] = [];

  /** The officials whose grants they change. */
  readonly concerns: ReadonlySet<string>;

  constructor(readonly events: readonly LedgerEvent[]) {
    this.concerns = new Set(events.flatMap((event) => changedGrant(event) ?? []));
  }

  /** The last so many of them, for those who read everything. */
  whole(count: number): Buffer {
    return (this.#whole[count] ??= blocks(this.events.slice(-count), true));
  }

  /** The same for the others. */
  floor(count: number): Buffer {
    return (this.#floor[count] ??= blocks(this.events.slice(-count), false));
  }
}

function blocks(events: readonly LedgerEvent[], mayReadWithheld: boolean): Buffer {
  const forms = events.map((event) => publicForm(event, mayReadWithheld));
  return Buffer.from(forms.map((form) => `id: ${form.position}\nevent: ${form.type}\ndata: ${JSON.stringify(form)}\n\n`).join(''));
}

function changedGrant({ type, data }: LedgerEvent): string | undefined {
  if (type === 'PersonErased') return data.kind === 'official' ? data.id : undefined;
  return type === 'OfficialRevoked' || type === 'OfficialRolesChanged' || type === 'PairingIssued' ? data.official : undefined;
}
