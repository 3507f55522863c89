// @module-tag operations/full
import type { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openUploadWorkers } from "../../app/platform/uploads/workers.server.ts";
import { isCleaned, MOST_BYTES } from "../../app/platform/uploads/sandboxed/clean-file.ts";
import { makeFolder } from "../support/folder.ts";

const machine = vi.hoisted(() => ({ isFull: false }));
vi.mock("node:child_process", async (original) => {
  const real = await original<{ spawn: typeof spawn }>();
  const spawned = (file: string, ...more: [string[], object]) =>
    real.spawn(machine.isFull ? "/no/such/program" : file, ...more);
  return { ...real, spawn: spawned };
});

const log = { warn: vi.fn<(details: object, text: string) => void>() };
const dataDir = makeFolder("processes");
let png: Buffer;
beforeAll(async () => {
  png = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#0F4C5C" } })
    .png()
    .toBuffer();
});
afterAll(() => rmSync(dataDir, { recursive: true }));

test("a process that has to go for another person's file takes no file along", async () => {
  const some = openUploadWorkers(log as never, { dataDir, cores: 3 });
  try {
    await some.clean("ana", "study", png);
    const answers = await Promise.all([some.clean("bruno", "study", png), some.clean("ana", "study", png)]);
    expect(answers.map((answer) => answer?.extension)).toEqual(["png", "png"]);
    expect(some.deaths).toBe(0);
    expect((await some.clean("ana", "study", png))?.extension).toBe("png");
  } finally {
    some.close();
  }
});

test(
  "where no process can be started a file is answered UNAVAILABLE at once, nobody waits for it, and it was nobody's fault",
  { tags: "operations/short" },
  async () => {
    const some = openUploadWorkers(log as never, { dataDir, cores: 2 });
    try {
      machine.isFull = true;
      const outcomes = await Promise.all(
        ["ana", "bruno"].map((person) => some.clean(person, "study", png).catch(({ code }: { code: string }) => code)),
      );
      expect(outcomes).toEqual(["UNAVAILABLE", "UNAVAILABLE"]);
      machine.isFull = false;
      expect((await some.clean("ana", "study", png))?.extension).toBe("png");
      expect(some.deaths).toBe(0);
    } finally {
      machine.isFull = false;
      some.close();
    }
  },
);

const bytes = new Uint8Array(8);
test.each<[what: string, answer: unknown, isKept: boolean]>([
  ["none", null, true],
  ["a PDF", { extension: "pdf", bytes }, true],
  ["nothing", undefined, false],
  ["a text", "pdf", false],
  ["a way out of the folder", { extension: "x/../../../secret", bytes }, false],
  ["an ending that no study has", { extension: "html", bytes }, false],
  ["no bytes", { extension: "pdf", bytes: "text" }, false],
  ["too many bytes", { extension: "pdf", bytes: new Uint8Array(MOST_BYTES + 1) }, false],
])("what a process answers is a file or none, and nothing else is believed: %s", (_what, answer, isKept) => {
  expect(isCleaned("study", answer === null ? { file: null, problem: "broken" } : { file: answer })).toBe(isKept);
  expect(isCleaned("study", { file: null, problem: answer })).toBe(false);
  expect(isCleaned("study", answer)).toBe(false);
});
