import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy to a local server that can be cut: data in transit is lost too. */
export async function openLine(to: string) {
  const { port } = new URL(to);
  const open = new Set<Socket>();
  let isCut = false;
  let losesAnswer = false;
  const server = createServer((near) => {
    const far = connect(Number(port), "localhost");
    const end = () => {
      near.destroy();
      far.destroy();
    };
    let isUpload = false;
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on("error", end).on("close", () => (open.delete(socket), end()));
    }
    if (isCut) return end();
    near.on("data", (chunk: Buffer) => {
      if (chunk.includes("PUT /files/")) isUpload = true;
      far.write(chunk);
    });
    far.on("data", (chunk: Buffer) => {
      if (!isUpload || !losesAnswer) return near.write(chunk);
      losesAnswer = false;
      // Some bytes must arrive: the browser itself retries when a connection closes without any data.
      near.write(chunk.subarray(0, 9), end);
    });
  }).listen(0, "localhost");
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    mend: () => void (isCut = false),
    /** The next upload arrives, but its answer does not. */
    loseAnswer: () => void (losesAnswer = true),
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
