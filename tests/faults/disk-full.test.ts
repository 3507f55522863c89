// @module-tag operations/full
import { execFileSync } from "node:child_process";
import { closeSync, openSync, readdirSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { openCrashable } from "./crashable-server.ts";
import { makeFolder } from "../support/folder.ts";
import { enter, everyItem, type Person } from "../support/people.ts";
import { isRoot } from "../start/program.ts";
import { isFull } from "../support/full.ts";

const ROUNDS = isFull ? 10 : 1;
const PDF = `%PDF-1.4\n1 0 obj<</Type/Catalog/X(${"x".repeat(100_000)})>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`;

let disk: string;
let server: Awaited<ReturnType<typeof openCrashable>>;
let ana: Person;

beforeAll(async () => {
  if (!isRoot) return;
  disk = makeFolder("disk");
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=220m,mode=711", "tmpfs", disk]);
  server = await openCrashable(join(disk, "data"));
  await server.start();
  ana = await enter(server.url, cast.ana, "sign up");
});
afterAll(async () => {
  if (!isRoot) return;
  await server?.stop();
  execFileSync("umount", [disk]);
  rmdirSync(disk);
});

/** Fills the disk; returns a function that frees it. */
function fill(): () => void {
  const path = join(disk, "ballast");
  const file = openSync(path, "w");
  for (const size of [1_048_576, 4_096]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch {
      // The disk is full for this size.
    }
  }
  closeSync(file);
  return () => rmSync(path);
}

test.skipIf(!isRoot)(
  "while the disk is full writes are answered or refused with 503, nothing that was answered is lost, and all goes on when there is room (needs root)",
  { timeout: 60_000 + ROUNDS * 120_000 },
  async () => {
    const answers: Record<string, number> = {};
    const kept: string[] = [];
    const count = (what: string | number) => (answers[what] = (answers[what] ?? 0) + 1);
    const { id: caseId } = await ana.api.cases.create({ title: "Con estudios", description: "Duele" });
    let studies = 0;
    async function upload() {
      const headers = { authorization: `Bearer ${await ana.token()}` };
      const put = await fetch(`${server.url}/files/case-studies/${caseId}?name=a.pdf`, {
        method: "PUT",
        body: PDF,
        headers,
      });
      if (put.status === 200) studies += 1;
      return put.status;
    }
    expect(await upload()).toBe(200);
    async function write(n: number) {
      await ana.api.cases.create({ title: `Caso ${n}`, description: "Duele ".repeat(300) }).then(
        ({ id }) => {
          kept.push(id);
          count("written");
        },
        (error: { status?: number; code?: string }) =>
          count(error.code === "TOO_MANY_CASES" ? error.code : (error.status ?? "unanswered")),
      );
      count(`study ${await upload()}`);
    }
    for (let round = 0; round < ROUNDS; round++) {
      const makeRoom = fill();
      const until = Date.now() + 8_000;
      for (let n = 0; Date.now() < until; n++) {
        await write(n);
        await wait(100);
      }
      makeRoom();
      await expect.poll(() => fetch(`${server.url}/healthz`).then(({ status }) => status, String)).toBe(200);
      expect((await ana.auth.refreshSession()).error).toBeNull();
      const { id } = await ana.api.cases.create({ title: "Otra vez", description: "Hay lugar" });
      kept.push(id);
    }
    const mine = new Set((await everyItem((before) => ana.api.cases.mine({ before }))).map(({ id }) => id));
    const lost = kept.filter((id) => !mine.has(id));
    const files = readdirSync(join(disk, "data/files/case-studies", ana.id, caseId));
    console.log(`disk full ${ROUNDS} times: ${JSON.stringify(answers)}, ${lost.length} acknowledged writes lost`);
    expect(lost).toEqual([]);
    expect(files.filter((name) => !name.startsWith(".")).length).toBeGreaterThanOrEqual(studies);
    expect(files.filter((name) => name.startsWith("."))).toEqual([]);
    const other = Object.keys(answers).filter(
      (key) => !["written", "503", "TOO_MANY_CASES", "study 200", "study 503", "study 409"].includes(key),
    );
    expect(other).toEqual([]);
    expect(answers["study 503"]).toBeGreaterThan(0);
  },
);
