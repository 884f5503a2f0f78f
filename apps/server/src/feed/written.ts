import { publicForm } from '@ladder/ledger';
import type { LedgerEvent } from '@ladder/ledger';

/** An event as Server-Sent Events want it, written once for all who read it. */
export class Written {
  #whole: string | undefined;
  #floor: string | undefined;

  constructor(readonly event: LedgerEvent) {}

  /** For those who read everything. */
  get whole(): string {
    return (this.#whole ??= block(this.event, true));
  }

  /** For the others. */
  get floor(): string {
    return (this.#floor ??= block(this.event, false));
  }
}

function block(event: LedgerEvent, mayReadWithheld: boolean): string {
  const form = publicForm(event, mayReadWithheld);
  return `id: ${form.position}\nevent: ${form.type}\ndata: ${JSON.stringify(form)}\n\n`;
}
