/** Waits for `work`, at most `ms` milliseconds. Resolves to undefined when they have passed; rejects as `work` does. */
export async function atMost<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
