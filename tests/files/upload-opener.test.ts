// @module-tag operations/full
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, globSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { afterEach, expect, test, vi } from "vitest";
import { logSandbox } from "../../app/platform/uploads/log-sandbox.server.ts";
import { exposuresWith } from "../../app/platform/uploads/sandbox.server.ts";
import { openUploadWorkers } from "../../app/platform/uploads/workers.server.ts";
import { isRoot, type Program, ROOT, startProgram } from "../start/program.ts";
import { makeFolder } from "../support/folder.ts";

/** The user of the opener's container. */
const OPENER = 64_999;
const isOpenToAll = (statSync(ROOT).mode & 0o005) === 0o005;
const STRACE = spawnSync("sh", ["-c", "command -v strace"], { encoding: "utf8" }).stdout.trim();
const log = { warn: vi.fn<(details: object | string, text?: string) => void>() };
const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: "#0F4C5C" } });
const PDF = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
);

const folders: string[] = [];
const programs: Program[] = [];
afterEach(async () => {
  for (const program of programs.splice(0)) {
    program.child.kill();
    await program.ended;
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  log.warn.mockClear();
});

/** Starts the program that opens files, as its own user where the tests run as root, by way of `wrapper`. */
async function startOpener(wrapper: string[] = []) {
  const folder = makeFolder("opener");
  folders.push(folder);
  if (isRoot) chownSync(folder, OPENER, OPENER);
  const socket = join(folder, "opener.sock");
  const [file = "", ...args] = [...wrapper, process.execPath, join(ROOT, "app/platform/uploads/upload-opener.ts")];
  const program = startProgram({
    command: [file, ...args],
    // Without `unshare`: as in a container.
    env: { UPLOADS_SOCKET: socket, NODE_COMPILE_CACHE: "", PATH: "/nonexistent" },
    ...(isRoot && { uid: OPENER }),
  });
  programs.push(program);
  for (let tries = 0; !existsSync(socket); tries += 1) {
    if (tries > 300) throw new Error(`no socket: ${program.err()}`);
    await wait(100);
  }
  return { socket, folder, program };
}

test.skipIf(!isRoot || !isOpenToAll)(
  "another container's program opens uploads as another user, and without it they wait (needs root, and a project that others can read)",
  async () => {
    const { socket, program } = await startOpener();
    const workers = openUploadWorkers(log as never, { dataDir: "/nonexistent", socket, cores: 3 });
    const png = await picture.clone().png().toBuffer();
    expect(await workers.layers()).toEqual(expect.arrayContaining(["own user", "no data folder", "no environment"]));
    const cleaned = await Promise.all([workers.clean("ana", "study", png), workers.clean("bruno", "study", PDF)]);
    expect(cleaned.map((file) => file?.extension)).toEqual(["png", "pdf"]);
    const hasty = openUploadWorkers(log as never, { dataDir: "/nonexistent", socket, longestMs: 1 });
    expect(await hasty.open("carla", "study", png)).toEqual({ file: null, problem: "broken" });
    expect(hasty.deaths).toBe(1);
    expect((await workers.clean("ana", "study", png))?.extension).toBe("png");
    program.child.kill();
    await program.ended;
    expect(await workers.layers()).toBeNull();
    await expect(workers.clean("ana", "study", png)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    workers.close();
  },
);

type Profile = {
  defaultAction: string;
  syscalls: { names: string[]; action: string; args?: { index: number; value: number; op: string }[] }[];
};
const profile = JSON.parse(readFileSync(join(ROOT, "deploy/seccomp-opener.json"), "utf8")) as Profile;

test(
  "the profile of the container that opens uploads refuses every call that it does not name, and every network",
  { tags: "operations/short" },
  () => {
    expect(profile.defaultAction).toBe("SCMP_ACT_ERRNO");
    const allowed = profile.syscalls.flatMap(({ names, action, args }) =>
      action === "SCMP_ACT_ALLOW" && !args ? names : [],
    );
    const dangerous = [
      "socket",
      // Its rule allows no new namespaces; clone3, whose flags a rule cannot see, answers ENOSYS.
      "clone",
      "clone3",
      "unshare",
      "setns",
      "mount",
      "ptrace",
      "bpf",
      "keyctl",
      "process_vm_readv",
      "io_uring_setup",
    ];
    expect(dangerous.filter((name) => allowed.includes(name))).toEqual([]);
    const sockets = profile.syscalls.filter(({ names }) => names.includes("socket"));
    // AF_UNIX.
    expect(sockets).toEqual([
      { names: ["socket", "socketpair"], action: "SCMP_ACT_ALLOW", args: [{ index: 0, value: 1, op: "SCMP_CMP_EQ" }] },
    ]);
  },
);

test.skipIf(!STRACE)("the profile names every call that opening files makes (needs strace)", async () => {
  const folder = makeFolder("traces");
  folders.push(folder);
  if (isRoot) chownSync(folder, OPENER, OPENER);
  const { socket, program } = await startOpener([STRACE, "-D", "-ff", "-qq", "-o", join(folder, "calls")]);
  const workers = openUploadWorkers(log as never, { dataDir: "/nonexistent", socket, cores: 2 });
  for (const [extension, bytes] of [
    ["png", await picture.clone().png().toBuffer()],
    ["jpg", await picture.clone().jpeg().toBuffer()],
    ["webp", await picture.clone().webp().toBuffer()],
    ["pdf", PDF],
  ] as const)
    expect((await workers.clean("ana", extension === "webp" ? "photo" : "study", bytes))?.extension).toBe(extension);
  workers.close();
  program.child.kill();
  await program.ended;
  const calls = globSync(`${folder}/calls.*`).flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      // What is refused outside of the profile too is no need; libuv does without io_uring.
      .filter((line) => !/= -1 E(PERM|NOSYS|ACCES)|AF_INET|^io_uring/.test(line))
      .flatMap((line) => /^([a-z]\w+)\(/.exec(line)?.[1] ?? []),
  );
  const named = new Set(profile.syscalls.flatMap(({ names }) => names));
  expect(new Set(calls).size).toBeGreaterThan(40);
  expect([...new Set(calls)].filter((name) => !named.has(name)).toSorted()).toEqual([]);
});

test("a start without some layers warns of what an upload could reach", { tags: "operations/short" }, async () => {
  expect(exposuresWith(["no file but its code", "no environment"])).toEqual(["network", "data", "processes"]);
  expect(exposuresWith(["own user", "no data folder", "no network"])).toEqual([]);
  expect(exposuresWith(["no other process", "no data folder", "no network"])).toEqual([]);
  await logSandbox({ layers: async () => ["own user", "no data folder"] }, log as never);
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    { layers: ["own user", "no data folder"], exposed: ["network"] },
    "uploads are opened without some layers of the sandbox",
  );
});
