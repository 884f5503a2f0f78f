import { publicForm } from '@ladder/ledger';
import type { LedgerEvent } from '@ladder/ledger';

/** An event as it goes out, written once for all who read it: for those who read everything, and for the others. */
export interface Written {
  readonly event: LedgerEvent;
  readonly whole: string;
  readonly floor: string;
}

/** Writes an event as Server-Sent Events want it. */
export function written(event: LedgerEvent): Written {
  return { event, whole: block(event, true), floor: block(event, false) };
}

function block(event: LedgerEvent, mayReadWithheld: boolean): string {
  const form = publicForm(event, mayReadWithheld);
  return `id: ${form.position}\nevent: ${form.type}\ndata: ${JSON.stringify(form)}\n\n`;
}
