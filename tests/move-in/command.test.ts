import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SECRET } from "../support/test-app.ts";
import { openMove, type TestMove } from "./moving.ts";
import { dumpOf } from "./source-database.ts";

let move: TestMove;
beforeAll(async () => {
  move = await openMove();
});
afterAll(() => move?.close());

async function run(...args: string[]): Promise<{ code: number | null; last: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../app/commands/move-in.ts"), ...args], {
    env: { ...process.env, DATABASE_URL: move.url, DATA_DIR: move.dataDir, SECRET },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += String(part)));
  const code = await new Promise<number | null>((ended) => child.on("close", ended));
  return { code, last: output.trim().split("\n").at(-1) ?? "" };
}

test("the command ends with 0 when all is clean, 2 while choices wait, 1 and one line when it refuses", async () => {
  const { source } = move;
  const files = ["--files", move.dataDir, "--report", move.report];
  expect(await run()).toMatchObject({ code: 1, last: expect.stringContaining("usage: npm run move-in -- --from") });
  expect(await run("--status")).toEqual({ code: 1, last: "Cannot move in: nobody moved in yet" });
  const dump = join(move.report, "old.sql");
  writeFileSync(dump, await dumpOf(source));
  const empty = "Cannot move in: auth.users has no row: the dump has the schema only";
  expect(await run("--from", dump, ...files)).toEqual({ code: 1, last: empty });
  await source.person("Ana");
  expect(await run("--from", source.url, ...files, "--dry-run")).toEqual({
    code: 0,
    last: "a rehearsal: nothing was written",
  });
  await source.person("Ana Bis", { user: { email: "ANA@example.com" } });
  expect(await run("--from", source.url, ...files)).toMatchObject({
    code: 2,
    last: expect.stringContaining("1 choices wait"),
  });
  const [line = ""] = move.readReport("informe.csv").match(/"email_twice".*/) ?? [];
  const choices = join(move.report, "elecciones.csv");
  writeFileSync(
    choices,
    `${move.readReport("informe.csv").split("\r\n")[0]}\r\n${line.trim().replace(/""$/, "left")}\r\n`,
  );
  expect(await run("--from", source.url, ...files, "--choices", choices)).toEqual({
    code: 0,
    last: "moved in: start the program",
  });
  expect(await run("--status")).toEqual({
    code: 0,
    last: "1 people moved in, 0 entered, 0 have no password, 0 were told",
  });
});
