// @module-tag operations/full
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSandbox } from "../../app/platform/uploads/sandbox.server.ts";
import { makeFolder } from "../support/folder.ts";
import { isRoot, ROOT } from "../start/program.ts";

const NOBODY = 65_534;
const isLinux = process.platform === "linux";
const isOpenToAll = (statSync(ROOT).mode & 0o005) === 0o005;
const DENIED = "ERR_ACCESS_DENIED";

const server = createServer((socket) => socket.end());
let port = 0;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

/** What a program could do in the sandbox of this user's data folder, with the system's limits alone and with Node's too. */
function probed(user: number) {
  const dataDir = makeFolder("sandbox");
  writeFileSync(join(dataDir, "secret"), "a secret", { mode: 0o600 });
  chownSync(join(dataDir, "secret"), user, user);
  chownSync(dataDir, user, user);
  chmodSync(dataDir, 0o700);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, "tests/files/sandbox/run.ts"), dataDir, String(port)],
    {
      uid: user,
      gid: user,
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "", SECRET: "a secret of the server" },
    },
  );
  rmSync(dataDir, { recursive: true });
  rmSync("/tmp/kinexo-probe", { force: true });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as { layers: string[]; system: Record<string, unknown>; node: Record<string, unknown> };
}

test.skipIf(!isRoot || !isLinux)(
  "what root opens files with is another user without a network, whatever code runs there (needs root)",
  () => {
    const { layers, system, node } = probed(0);
    expect(layers).toEqual(["own user", "no data folder", "no network", "no file but its code", "no environment"]);
    expect(system).toMatchObject({
      uid: 64_999,
      secret: "EACCES",
      environment: "EACCES",
      written: "EFBIG",
      kill: "EPERM",
      connect: "ENETUNREACH",
    });
    expect(node).toMatchObject({
      secret: DENIED,
      environment: DENIED,
      written: DENIED,
      program: DENIED,
      connect: DENIED,
    });
  },
);

test.skipIf(!isRoot || !isLinux || !isOpenToAll)(
  "what an ordinary user opens files with sees no data folder, no process and no network (needs root, and a project that others can read)",
  () => {
    const { layers, system, node } = probed(NOBODY);
    expect(layers).toEqual([
      "no network",
      "no data folder",
      "no other process",
      "no file but its code",
      "no environment",
    ]);
    expect(system).toMatchObject({ secret: "EACCES", environment: "EACCES", kill: "ESRCH", connect: "ENETUNREACH" });
    expect(node).toMatchObject({
      secret: DENIED,
      environment: DENIED,
      written: DENIED,
      program: DENIED,
      connect: DENIED,
    });
  },
);

test.skipIf(!isLinux)(
  "the process that opens files has no secret in its environment, and is the user that it should be",
  async () => {
    process.env["SECRET"] = "a secret of the server";
    const sandbox = openSandbox("/nonexistent");
    const child = sandbox.start();
    delete process.env["SECRET"];
    try {
      const message = () => new Promise((resolve) => child.once("message", resolve));
      expect(await message()).toBe("ready");
      const answered = message();
      child.send({ purpose: "study", bytes: Buffer.from("no picture") });
      expect(await answered).toEqual({ file: null, problem: "format" });
      const environment = readFileSync(`/proc/${child.pid}/environ`, "utf8");
      expect(environment).toContain("PATH=");
      expect(environment).not.toContain("secret");
      if (sandbox.layers.includes("own user")) {
        const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
        expect(status).toMatch(/^Uid:\t64999\t64999\t64999\t64999\nGid:\t64999\t64999\t64999\t64999$/m);
        expect(status).toMatch(/^NoNewPrivs:\t1$/m);
      }
    } finally {
      child.kill("SIGKILL");
      await wait(50);
    }
  },
);

test("nothing is said to hold that was not tried", { tags: "operations/short" }, () => {
  const without = spawnSync(
    process.execPath,
    [
      "-e",
      `
    import(${JSON.stringify(join(ROOT, "app/platform/uploads/sandbox.server.ts"))}).then(({ openSandbox }) => console.log(JSON.stringify(openSandbox("/nonexistent").layers)))`,
    ],
    { encoding: "utf8", env: { PATH: "/nonexistent" } },
  );
  expect(JSON.parse(without.stdout)).toEqual(["no file but its code", "no environment"]);
});
