import type { Random } from './random.js';

/** Something that is on its way between a node and the store. */
interface Step {
  readonly node: string;
  readonly isRequest: boolean;
  readonly arrive: () => void;
}

/** What is on its way: nothing arrives by itself, each arrival is a choice of the run. */
export class Steps {
  #pending: Step[] = [];
  /** Nodes of which everything is slow at present. */
  readonly slow = new Set<string>();

  constructor(private readonly random: Random) {}

  get size(): number {
    return this.#pending.length;
  }

  /** Resolves when it arrives, should it ever. */
  travel(node: string, isRequest: boolean): Promise<void> {
    return new Promise((arrive) => this.#pending.push({ node, isRequest, arrive }));
  }

  /** Lets one of them arrive, whichever: the network keeps no order. */
  arriveOne(): void {
    const quick = this.#pending.filter(({ node }) => !this.slow.has(node));
    const among = quick.length > 0 && this.random.chance(0.95) ? quick : this.#pending;
    const step = among[this.random.below(among.length)];
    if (!step) return;
    this.#pending = this.#pending.filter((each) => each !== step);
    step.arrive();
  }

  /** A node dies: no answer reaches it any more, and a request that it has sent may still arrive. */
  cut(node: string): void {
    this.#pending = this.#pending.filter((step) => step.node !== node || (step.isRequest && this.random.chance(0.5)));
  }
}
