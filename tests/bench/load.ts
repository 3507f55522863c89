import { randomUUID } from "node:crypto";
import autocannon from "autocannon";

export const CONNECTIONS = 32;

/** A repeated request; `body` is called for each. */
export type Asked = {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  connections?: number;
  path?: () => string;
  body?: () => string;
  /** Each request has a new idempotency key, as a browser's mutations do. */
  isKeyed?: true;
};

/** Requests per second, and the latency's median and 99th percentile in milliseconds. */
export type Figures = { perSecond: number; p50: number; p99: number };

/** Sends requests for a number of seconds on 32 connections by default. Throws when any answer is not a success. */
export async function load(
  { url, method = "GET", headers = {}, connections = CONNECTIONS, path, body, isKeyed }: Asked,
  seconds: number,
): Promise<Figures> {
  const result = await autocannon({
    url,
    method,
    headers,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          ...(path && { path: path() }),
          ...(body && { body: body() }),
          ...(isKeyed && { headers: { ...headers, "idempotency-key": randomUUID() } }),
        }),
      },
    ],
  });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0 || result["2xx"] === 0)
    throw new Error(`${url}: ${failed} of ${result.requests.total} failed: ${JSON.stringify(result.statusCodeStats)}`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}
