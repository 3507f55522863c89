import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A proxy before PostgreSQL that can lose an answer: the statement runs, but its result is dropped. */
export async function openLosingProxy(url: string) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let sought: { asked: string; after: string } | null = null;
  let lost = 0;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    let isLost = false;
    let hasBegun = false;
    const end = () => [near, far].forEach((socket) => socket.destroy());
    for (const socket of [near, far]) {
      sockets.add(socket.on("error", end).on("close", () => (sockets.delete(socket), end())));
    }
    near.on("data", (asked) => {
      hasBegun ||= sought !== null && asked.includes(sought.after);
      if (sought !== null && hasBegun && asked.includes(sought.asked)) [isLost, sought, lost] = [true, null, lost + 1];
      far.write(asked);
    });
    far.on("data", (answer) => (isLost ? end() : near.write(answer)));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const own = (server.address() as AddressInfo).port;
  return {
    url: Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(own) }).href,
    /** Drops the connection after the next statement that contains `asked` has run, on a connection that was sent `after` before. */
    loseAnswerTo(asked: string, after = asked) {
      sought = { asked, after };
    },
    lost: () => lost,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
