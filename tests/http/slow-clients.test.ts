// @module-tag operations/full
import type { Server } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen, openHttpServer, requestListener } from "../../app/process/http-server.ts";
import { cast } from "../../app/demo/cast.ts";
import { enter } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

/** Shorter timeouts than the program's, in the same proportion. */
const PATIENCE = { headers: 3_000, request: 12_000, silence: 8_000, look: 500 };
const EACH = 10;

let testApp: TestApp;
let server: Server;
let port: number;

beforeAll(async () => {
  testApp = await openTestApp();
  server = openHttpServer(PATIENCE);
  const answer: typeof testApp.app.fetch = async (request, info) =>
    new URL(request.url).pathname === "/endless" ? new Response(endless()) : testApp.app.fetch(request, info);
  server.on("request", requestListener(answer, { clientDir: null } as Parameters<typeof requestListener>[1]));
  port = await listen(server, 0, "127.0.0.1");
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await testApp?.close();
});

let endlessOnes = 0;
/** A response body that never ends by itself. */
function endless(): ReadableStream<Uint8Array> {
  endlessOnes += 1;
  return new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    cancel: () => void (endlessOnes -= 1),
  });
}

type Client = { socket: Socket; cutAfter: Promise<number> };
function open(first: string): Client {
  const since = performance.now();
  const socket = connect(port, "127.0.0.1", () => socket.write(first));
  const cutAfter = new Promise<number>((cut) =>
    socket.once("close", () => cut(performance.now() - since)).on("error", () => undefined),
  );
  return { socket, cutAfter };
}
/** A client that sends `first` and reads the answer. */
function read(first: string): Client {
  const client = open(first);
  client.socket.resume();
  return client;
}
/** A client that sends `first` and then one byte at a time. */
function drip(first: string): Client {
  const client = read(first);
  const timer = setInterval(() => client.socket.write("x"), 300);
  void client.cutAfter.then(() => clearInterval(timer));
  return client;
}
const cutOf = async (clients: Client[]) => Math.max(...(await Promise.all(clients.map(({ cutAfter }) => cutAfter))));

test("clients that send headers or a body byte by byte, say nothing, or do not read are cut, and nobody else waits for them", async () => {
  const ana = await enter(`http://127.0.0.1:${port}`, cast.ana, "sign up");
  const token = await ana.token();
  const { id } = await ana.api.cases.create({ title: "Rodilla", description: "Duele" });
  const head = `HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n`;
  const times = <T>(make: () => T) => Array.from({ length: EACH }, make);
  const slow = {
    headers: times(() => drip("GET / HTTP/1.1\r\nhost: x\r\nx-slow: ")),
    bodies: times(() =>
      drip(`POST /rpc/cases/create ${head}content-type: application/json\r\ncontent-length: 100000\r\n\r\n{`),
    ),
    uploads: times(() => drip(`PUT /files/case-studies/${id}?name=a.pdf ${head}content-length: 100000\r\n\r\n%PDF`)),
    silent: times(() => read(`POST /rpc/cases/create ${head}content-length: 100000\r\n\r\n`)),
    readers: times(() => open("GET /endless HTTP/1.1\r\nhost: x\r\n\r\n")),
  };
  for (const { socket } of slow.readers) socket.pause();
  await expect.poll(() => endlessOnes).toBe(EACH);
  let [tried, failed, slowest] = [0, 0, 0];
  let over = false;
  const others = (async () => {
    while (!over) {
      const since = performance.now();
      await ana.api.cases.mine().catch(() => (failed += 1));
      tried += 1;
      slowest = Math.max(slowest, performance.now() - since);
      await wait(20);
    }
  })();
  const [headers, bodies, uploads, silent] = [
    await cutOf(slow.headers),
    await cutOf(slow.bodies),
    await cutOf(slow.uploads),
    await cutOf(slow.silent),
  ];
  await expect.poll(() => endlessOnes).toBe(0);
  over = true;
  await others;
  for (const { socket } of slow.readers) socket.destroy();
  console.log(
    `slow clients: ${5 * EACH} of five kinds, all cut (ms: headers ${Math.round(headers)}, bodies ${Math.round(bodies)}, uploads ` +
      `${Math.round(uploads)}, silent ${Math.round(silent)}); ${tried} other calls meanwhile, ${failed} failed, slowest ${Math.round(slowest)} ms`,
  );
  expect(failed).toBe(0);
  expect(tried).toBeGreaterThan(20);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});
