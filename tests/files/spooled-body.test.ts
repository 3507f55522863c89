import { readdirSync, readlinkSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen } from "../../app/process/http-server.ts";
import { spooled } from "../../app/platform/uploads/spooled-body.server.ts";
import { makeFolder } from "../support/folder.ts";

const LENGTH = 4_000_000;
const TIMES = 20;

const folder = makeFolder("spooled");
let server: Server;
let port: number;
const outcomes: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    const received = spooled(request, { length: LENGTH, folder }, async (read) => String((await read()).length));
    void received
      .catch((error: { code: string }) => error.code)
      .then((outcome) => {
        outcomes.push(outcome);
        response.end(outcome);
      });
  });
  port = await listen(server, 0, "127.0.0.1");
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  rmSync(folder, { recursive: true });
});

/** The files of the folder that this process holds open. */
const open = () =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
    } catch {
      return false;
    }
  });

test.skipIf(process.platform !== "linux")(
  "a body whose sender goes away, at whatever byte, leaves no file open and none in the folder",
  async () => {
    const sizes = Array.from({ length: TIMES }, (_, n) => 256 * 1024 + n * 8_192);
    for (const size of sizes) {
      const socket = connect(port, "127.0.0.1", () => {
        socket.end(
          Buffer.concat([
            Buffer.from(`PUT / HTTP/1.1\r\nhost: x\r\ncontent-length: ${LENGTH}\r\n\r\n`),
            Buffer.alloc(size),
          ]),
        );
      });
      socket.on("error", () => undefined).resume();
    }
    await expect.poll(() => outcomes.length).toBe(TIMES);
    expect(new Set(outcomes)).toEqual(new Set(["UNAVAILABLE"]));
    await expect.poll(open).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    const whole = await fetch(`http://127.0.0.1:${port}/`, { method: "PUT", body: Buffer.alloc(LENGTH) });
    expect(await whole.text()).toBe(String(LENGTH));
    expect(open()).toEqual([]);
  },
);
