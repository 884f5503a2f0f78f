import type { Figure } from './measure/figure.ts';
import { onTask } from './measure/child.ts';

export interface Asked {
  /** The file in `figures/`, without `.ts`. */
  readonly name: string;
  readonly quick: boolean;
}

/** Measures one file's figures, in a process that holds nothing of the others. */
onTask(async ({ name, quick }: Asked): Promise<Figure[]> => {
  const { figure } = (await import(`./figures/${name}.ts`)) as { figure: (quick: boolean) => Promise<Figure[]> };
  return figure(quick);
});
