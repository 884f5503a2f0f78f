import type { EventStore } from '@ladder/event-store';
import type { Saga } from '@ladder/escalation';
import type { Projections } from '@ladder/projections';

/** How far, in events, the saga and the read models may be behind the log before the server is not ready. */
const NOT_FAR = 2_000n;

export interface Ready {
  readonly ready: boolean;
  /** What is wrong, by part; empty when ready. */
  readonly problems: Record<string, string>;
}

/** Ready only when the store answers, and the saga and the read models run and are not far behind. */
export class Readiness {
  constructor(
    private readonly store: EventStore,
    private readonly saga: Saga,
    private readonly projections: Projections,
  ) {}

  async look(): Promise<Ready> {
    const problems: Record<string, string> = {};
    const end = await this.store.lastPosition().catch((error: unknown) => {
      problems['store'] = error instanceof Error ? error.message : 'it does not answer';
      return 0n;
    });
    const { failing } = this.saga;
    if (failing.length > 0) problems['saga'] = `cannot settle ${failing.slice(0, 5).join(', ')}`;
    else if (end - this.saga.settled > NOT_FAR) problems['saga'] = `is ${end - this.saga.settled} events behind`;
    const broken = this.projections.failing;
    if (broken.length > 0) problems['projections'] = `fail: ${broken.slice(0, 5).join(', ')}`;
    else if (end - this.projections.position > NOT_FAR) problems['projections'] = `are ${end - this.projections.position} events behind`;
    return { ready: Object.keys(problems).length === 0, problems };
  }
}
