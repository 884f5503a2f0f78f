import { rulingBody } from '../material/rulings.ts';
import { onTask } from '../measure/child.ts';
import { Connection } from './connection.ts';

/** One judge, who sends the next ruling when the last one is answered. */
export interface Judge {
  readonly tournament: string;
  readonly token: string;
  readonly players: number;
  /** The first ruling to send. */
  readonly next: number;
}

export interface ClosedLoop {
  readonly url: string;
  readonly judges: readonly Judge[];
  /** Ends after so many milliseconds, or when each judge has sent so many. */
  readonly ms: number;
  readonly each: number;
}

export interface Driven {
  readonly perSecond: number;
  /** Milliseconds from sending to the whole answer. */
  readonly latencies: readonly number[];
  /** The next ruling of each judge. */
  readonly next: readonly number[];
}

/** Drives a server by as many connections as there are judges. @throws at the first answer that is no success. */
onTask(async ({ url, judges, ms, each }: ClosedLoop): Promise<Driven> => {
  const connections = await Promise.all(judges.map(() => Connection.open(url)));
  const latencies: number[] = [];
  const begin = performance.now();
  const end = begin + ms;
  const next = await Promise.all(
    judges.map(async ({ tournament, token, players, next: first }, index) => {
      const connection = connections[index];
      if (connection === undefined) throw new Error('each judge has a connection');
      let ruling = first;
      for (let sent = performance.now(); sent < end && ruling < first + each; sent = performance.now()) {
        const { status, body } = await connection.post(
          `/v1/tournaments/${tournament}/rulings`,
          token,
          JSON.stringify(rulingBody(ruling, players)),
        );
        if (status !== 201) throw new Error(`${status} ${body}`);
        latencies.push(performance.now() - sent);
        ruling += 1;
      }
      return ruling;
    }),
  );
  const seconds = (performance.now() - begin) / 1_000;
  for (const connection of connections) connection.close();
  return { perSecond: latencies.length / seconds, latencies, next };
});
