/** Repeated work; `stop` ends it and waits for the run under way. */
export type Repeated = { stop(): Promise<void> };

/**
 * Runs `work` every `ms` milliseconds without keeping the process alive. Runs never overlap: one that takes longer delays the next.
 * A failure goes to `onError`.
 */
export function repeat(ms: number, work: () => Promise<unknown>, onError: (error: unknown) => void): Repeated {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= work().catch(onError).finally(() => (running = null));
  }, ms).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
