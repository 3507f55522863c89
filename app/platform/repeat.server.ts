/** A repeated task; `stop` ends it and waits for the current run. */
export type Repeated = { stop(): Promise<void> };

/**
 * Runs `work` every `ms` milliseconds without keeping the process alive. Runs never overlap: a longer one delays the next. Failures go to
 * `onError`.
 */
export function repeat(ms: number, work: () => Promise<unknown>, onError: (error: unknown) => void): Repeated {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= work()
      .catch(onError)
      .finally(() => (running = null));
  }, ms).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
