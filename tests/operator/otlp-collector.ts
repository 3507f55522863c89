import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as the collector receives it. */
export type Told = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number; message?: string };
  events: unknown[];
};
type Body = { resourceSpans: { scopeSpans: { spans: Told[] }[] }[] };

/** A trace collector with OTLP over HTTP on a free port; `isDeaf` accepts requests and never answers. */
export async function openCollector({ isDeaf = false } = {}) {
  const texts: string[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      if (request.url === "/v1/traces") texts.push(text);
      if (!isDeaf) response.setHeader("content-type", "application/json").end("{}");
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Everything received, as raw text. */
    text: () => texts.join("\n"),
    spans: () =>
      texts
        .flatMap((text) => (JSON.parse(text) as Body).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
