import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy that sends each request to the next node in turn. Counts the requests per node. */
export async function openAlternating(nodes: string[]) {
  const sent = nodes.map(() => 0);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const index = turn++ % nodes.length;
    sent[index]! += 1;
    const { method, headers, url } = incoming;
    const onward = request(`${nodes[index]}${url}`, { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
