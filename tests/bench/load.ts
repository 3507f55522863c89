import { randomUUID } from "node:crypto";
import autocannon, { type Options, type Result } from "autocannon";

/** The parts of one request that override the load's defaults. */
type Sent = { path?: string; headers?: Record<string, string>; body?: string };

/** A repeated request; `next` is called for each. */
export type Asked = {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  next?: () => Sent;
  /** Each request has a new idempotency key, as a browser's mutations do. */
  isKeyed?: boolean;
};

/** A duration in seconds or an amount of requests, and the number of connections. */
export type Extent = { seconds: number; connections: number } | { amount: number; connections: number };

/** Requests per second, and the latency's median and 99th percentile in milliseconds. */
export type Figures = { perSecond: number; p50: number; p99: number };

/** Sends requests. Throws when any answer is not a success. */
export async function load({ url, method = "GET", headers = {}, next, isKeyed }: Asked, extent: Extent) {
  // Measured here, because autocannon rounds its own duration up to its ticks.
  const since = performance.now();
  let lastAt = since;
  const options: Options = {
    url,
    method,
    headers,
    connections: extent.connections,
    ...("amount" in extent ? { amount: extent.amount } : { duration: extent.seconds }),
    requests: [
      {
        setupRequest(request) {
          const sent = next?.() ?? {};
          const key = isKeyed && { "idempotency-key": randomUUID() };
          return { ...request, ...sent, headers: { ...headers, ...sent.headers, ...key } };
        },
      },
    ],
  };
  const result = await new Promise<Result>((resolve, reject) => {
    autocannon(options, (error: Error | null, answered) => (error ? reject(error) : resolve(answered))).on(
      "response",
      () => (lastAt = performance.now()),
    );
  });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0 || result["2xx"] === 0)
    throw new Error(`${url}: ${failed} of ${result.requests.total} failed: ${JSON.stringify(result.statusCodeStats)}`);
  const { p50, p99 } = result.latency;
  return {
    requests: result.requests.total,
    figures: { perSecond: result.requests.total / ((lastAt - since) / 1000), p50, p99 },
  };
}
