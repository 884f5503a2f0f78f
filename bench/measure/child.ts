/* eslint-disable @typescript-eslint/no-unnecessary-type-parameters -- who calls names what the program takes, so that it is checked */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What a child process answers to its task. */
type Reply<Answer> = { readonly answer: Answer } | { readonly failed: string };

/** A process that goes on after its answer, until it is stopped. */
export interface Running<Answer> {
  readonly answer: Answer;
  stop(): Promise<void>;
}

/**
 * Runs a program of this folder in a process of its own, hands it a task and waits for its answer. It goes on until it is stopped.
 *
 * @param program relative to `bench/`.
 * @param flags of Node, such as `--cpu-prof`.
 * @throws what the program throws, as text.
 */
export async function start<Task, Answer>(program: string, task: Task, flags: readonly string[] = []): Promise<Running<Answer>> {
  const child = fork(fileURLToPath(new URL(`../${program}`, import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning', ...flags],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  child.send({ task });
  const reply = await firstMessage<Reply<Answer>>(child, program);
  const ended = once(child, 'exit');
  if ('failed' in reply) {
    child.disconnect();
    await ended;
    throw new Error(`${program}: ${reply.failed}`);
  }
  return {
    answer: reply.answer,
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
}

/** As {@link start}, for a program whose work is done with its answer. */
export async function ask<Task, Answer>(program: string, task: Task): Promise<Answer> {
  const running = await start<Task, Answer>(program, task);
  await running.stop();
  return running.answer;
}

/** The other side: takes the task, answers, and ends when the process that asked is done with it. */
export function onTask<Task, Answer>(
  work: (task: Task) => Promise<Answer> | Answer,
  end: () => Promise<void> = () => Promise.resolve(),
): void {
  process.once('message', ({ task }: { task: Task }) => {
    void Promise.resolve(task)
      .then(work)
      .then(
        (answer): Reply<Answer> => ({ answer }),
        (error: unknown): Reply<Answer> => ({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
      )
      .then((reply) => process.send?.(reply));
  });
  process.once('disconnect', () => void end().then(() => process.exit()));
}

async function firstMessage<Message>(child: ChildProcess, program: string): Promise<Message> {
  const died = once(child, 'exit').then(([code]: unknown[]) => {
    throw new Error(`${program} ended with ${String(code)} before it answered`);
  });
  const [message] = (await Promise.race([once(child, 'message'), died])) as [Message];
  died.catch(() => undefined);
  return message;
}
