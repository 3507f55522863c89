import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestListener } from "../../app/process/http-server.ts";
import { makeFolder } from "../support/folder.ts";

const folder = makeFolder("static");
const clientDir = join(folder, "client");
let server: Server;

beforeAll(async () => {
  mkdirSync(join(clientDir, "assets"), { recursive: true });
  const files = {
    "assets/a-1.js": "plain",
    "assets/a-1.js.br": "brotli",
    "assets/a-1.js.gz": "gzip",
    "icon.svg": "<svg/>",
    "late.svg": "<svg></svg>",
    "../secret": "no",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(clientDir, name), text);
  server = createServer(requestListener(async () => new Response("the app", { status: 404 }), { clientDir }));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});
afterAll(() => {
  server?.closeAllConnections();
  server?.close();
  rmSync(folder, { recursive: true });
});

/** Sends a path literally, which `fetch` would normalise. */
function ask(path: string, headers: Record<string, string> = {}, method = "GET") {
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      request({ port, host: "127.0.0.1", path, method, headers }, (answer) => {
        let text = "";
        answer
          .on("data", (part) => (text += String(part)))
          .on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
      })
        .on("error", reject)
        .end();
    },
  );
}

test.each([
  [{}, "plain", undefined],
  [{ "accept-encoding": "gzip" }, "gzip", "gzip"],
  [{ "accept-encoding": "gzip, br" }, "brotli", "br"],
  [{ "accept-encoding": "br;q=0" }, "plain", undefined],
])("a file of the pages is given as it was packed, to %j", async (headers, text, encoding) => {
  for (const path of ["/assets/a-1.js", "/assets/a-1.js?x"]) {
    const answer = await ask(path, headers);
    expect(answer).toMatchObject({ status: 200, text });
    expect(answer.headers).toMatchObject({
      "content-type": expect.stringContaining("javascript"),
      vary: "accept-encoding",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(answer.headers["content-encoding"]).toBe(encoding);
  }
});

test("a file whose name may come again with another content is asked for anew", async () => {
  expect((await ask("/icon.svg")).headers["cache-control"]).toBe("public, max-age=300");
  expect(await ask("/icon.svg", {}, "HEAD")).toMatchObject({ status: 200, text: "" });
});

test.each([
  "/../secret",
  "/assets/../../secret",
  "/%2e%2e/secret",
  "/assets",
  "/",
  "//icon.svg",
  "/assets/a-2.js",
  "/constructor",
])("what is no file of the folder is left to the app: %s", async (path) => {
  expect(await ask(path)).toMatchObject({ status: 404, text: "the app" });
});

test("a file that could not be read once, as when too many are open, is given as soon as it can be", async () => {
  const [here, away] = [join(clientDir, "late.svg"), join(folder, "late.svg")];
  renameSync(here, away);
  expect((await ask("/late.svg")).status).toBe(500);
  renameSync(away, here);
  expect(await ask("/late.svg")).toMatchObject({ status: 200, text: "<svg></svg>" });
});

test("a file is sent without asking any short way, where callers are counted", async () => {
  const paths: string[] = [];
  const counting = createServer(
    requestListener(
      async () => new Response("the app"),
      { clientDir },
      (incoming) => paths.push(incoming.url ?? "") < 0,
    ),
  );
  await new Promise<void>((listening) => counting.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(counting.address() as AddressInfo).port}`;
  for (const path of ["/icon.svg", "/assets/a-1.js", "/other"]) await fetch(url + path);
  counting.closeAllConnections();
  counting.close();
  expect(paths).toEqual(["/other"]);
});

test("what is sent to a file is left to the app", async () => {
  expect(await ask("/icon.svg", {}, "POST")).toMatchObject({ status: 404, text: "the app" });
});
