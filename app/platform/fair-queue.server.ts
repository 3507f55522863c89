import { AppError } from "../shared/app-error.server.ts";

/** Runs `work` when it is the turn of `key`, a user's id or network. Throws the queue's refusal when too much work of that key already waits. */
export type FairQueue = {
  <T>(key: string, work: () => Promise<T>): Promise<T>;
  /** How much waits for its turn. */
  waiting(): number;
};

/**
 * Runs at most `total` tasks at once, `perKey` of one user, and lets `waiting` of one user wait. First come, first served, except that a
 * user's second task never starts while another user waits for their first.
 */
export function openFairQueue({
  total,
  perKey,
  waiting,
  refusal = () => new AppError("UNAVAILABLE"),
}: {
  total: number;
  perKey: number;
  waiting: number;
  refusal?: () => Error;
}): FairQueue {
  const running: string[] = [];
  const queue: { key: string; start: () => void }[] = [];
  const fits = (key: string) => running.length < total && running.filter((one) => one === key).length < perKey;

  function startNext() {
    const fitting = queue.filter(({ key }) => fits(key));
    const next = fitting.find(({ key }) => !running.includes(key)) ?? fitting[0];
    if (!next) return;
    queue.splice(queue.indexOf(next), 1);
    running.push(next.key);
    next.start();
    startNext();
  }

  async function run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (queue.filter((one) => one.key === key).length >= waiting) throw refusal();
    await new Promise<void>((start) => {
      queue.push({ key, start });
      startNext();
    });
    try {
      return await work();
    } finally {
      running.splice(running.indexOf(key), 1);
      startNext();
    }
  }
  return Object.assign(run, { waiting: () => queue.length });
}
