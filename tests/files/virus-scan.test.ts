import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openScan } from "../../app/platform/uploads/virus-scan.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { makeFolder } from "../support/folder.ts";
import { openTestApp } from "../support/test-app.ts";

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** A fake clamd that reads INSTREAM and answers as `verdict` says; undefined never answers. */
async function clamd(verdict: (bytes: Buffer) => string | undefined): Promise<string> {
  const path = join(makeFolder("clamd"), "clamd.ctl");
  const server = createServer((connection) => {
    let read = Buffer.alloc(0);
    connection.on("error", () => undefined);
    connection.on("data", (more) => {
      read = Buffer.concat([read, more as Buffer]);
      const command = "zINSTREAM\0";
      if (!read.subarray(0, command.length).equals(Buffer.from(command)))
        return void connection.end("UNKNOWN COMMAND\0");
      const parts: Buffer[] = [];
      for (let at = command.length; at + 4 <= read.length;) {
        const length = read.readUInt32BE(at);
        if (length === 0) {
          const answer = verdict(Buffer.concat(parts));
          return void (answer !== undefined && connection.end(answer));
        }
        parts.push(read.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
    });
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(path, listening));
  return path;
}

const verdictOf = (bytes: Buffer) => (bytes.includes("EICAR") ? "stream: Eicar-Test FOUND\0" : "stream: OK\0");

test("a file is shown whole to clamd, in chunks, and its verdict counts", async () => {
  const seen: number[] = [];
  const path = await clamd((bytes) => {
    seen.push(bytes.length);
    return verdictOf(bytes);
  });
  const scan = openScan({ path });
  expect(await scan(Buffer.alloc(200_000, "a"))).toBe(true);
  expect(await scan(Buffer.from("EICAR"))).toBe(false);
  expect(seen).toEqual([200_000, 5]);
});

test.each([
  ["that is not there", async () => join(makeFolder("clamd"), "none.ctl")],
  ["that never answers", () => clamd(() => undefined)],
  ["that answers nonsense", () => clamd(() => "INSTREAM size limit exceeded. ERROR\0")],
  ["that breaks off", () => clamd(() => "stream: OK")],
])("no file is taken by a clamd %s", async (_what, path) => {
  await expect(openScan({ path: await path() }, 500)(Buffer.from("a"))).rejects.toMatchObject({ code: "UNAVAILABLE" });
});

test("with CLAMAV_SOCKET what clamd finds is refused as an upload, and nothing is taken once it is gone", async () => {
  const path = await clamd((bytes) =>
    bytes.includes("IEND") && bytes.length > 100 ? "stream: Test FOUND\0" : "stream: OK\0",
  );
  const testApp = await openTestApp({ CLAMAV_SOCKET: path });
  try {
    const ana = await testApp.signUp(cast.ana);
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    const put = async (body: Buffer) => {
      const headers = { authorization: `Bearer ${await ana.token()}` };
      return (await fetch(`${testApp.url}/files/avatars`, { method: "PUT", body: Uint8Array.from(body), headers }))
        .status;
    };
    expect(await put(png)).toBe(200);
    expect(await put(Buffer.concat([png, Buffer.alloc(100)]))).toBe(415);
    servers.splice(0).forEach((server) => server.close());
    expect(await put(png)).toBe(503);
  } finally {
    await testApp.close();
  }
});
