// @module-tag operations/full
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../app/platform/database/database.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { askers } from "./people.ts";
import { askEverything, type Extent, type Findings, judge } from "./run.ts";
import { type Field, openField } from "./fixture.ts";
import { makeFolder } from "../support/folder.ts";
import { isFull } from "../support/full.ts";
import { prepareDataDir } from "../support/prepared.ts";
import { apiOf, enter, outcome } from "../support/people.ts";
import { freePort, type Program, ROOT, startProgram, untilAnswering } from "../start/program.ts";

/** The short form opens only the pages, as one caller of each kind: no session changes them. `exposure.test.ts` makes the calls as everybody. */
const EXTENT: Extent = isFull
  ? { what: "everything", as: askers }
  : { what: "pages", as: ["anonymous", "half owner", "owner", "carla", "admin"] };

let dataDir: string;
let program: Program;
let db: Database;
let field: Field;
let findings: Findings;

// The built program as deployed: its pages, its database and everything it logs.
beforeAll(async () => {
  dataDir = makeFolder("fields");
  await prepareDataDir(dataDir);
  const port = await freePort();
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: "127.0.0.1",
    CALL_LIMIT: "0",
    NODE_ENV: "production",
    NODE_DEBUG: "http,net",
    DEBUG: "*",
  };
  program = startProgram({ env, command: [join(ROOT, "node_modules/.bin/node"), join(ROOT, "app/process/main.ts")] });
  await untilAnswering(program, port);
  const text = (name: string) => readFileSync(join(dataDir, name), "utf8");
  const databasePort = text("postgres/postmaster.pid").split("\n")[3];
  const url = `postgres://kinexo:${text("postgres-password").trim()}@127.0.0.1:${databasePort}/kinexo`;
  ({ db } = openDatabase(url, { max: 2, onError: () => undefined }));
  const secret = text("secret").trim();
  const publicUrl = `http://localhost:${port}`;
  field = await openField({ url: `http://127.0.0.1:${port}`, publicUrl, db, dataDir, secret, hasPages: true });
  for (const name of ["secret", "postgres-password"]) field.canaries.literal(text(name).trim(), name, "the server");
  findings = await askEverything(field, EXTENT);
}, 600_000);

afterAll(async () => {
  await db?.destroy();
  program?.child.kill("SIGTERM");
  await program?.ended;
  rmSync(dataDir, { recursive: true, force: true });
});

test("no page, no answer and no file of the running program shows what the table does not list", () => {
  const { leaks, unseen } = judge(field, findings, EXTENT);
  console.log(
    `fields with pages: ${findings.answers} answers, ${findings.cells} cells, ${findings.seen.size} seen, ${leaks.length} wrong`,
  );
  expect(findings.answers).toBeGreaterThan(isFull ? 20_000 : 500);
  expect(leaks).toEqual([]);
  expect(unseen).toEqual([]);
  expect(findings.faults).toEqual([]);
});

/** Breaks each kind of statement in an unexpected way, and repairs it. */
const breakages: [what: string, breaking: string, mending: string][] = [
  ["a key that is taken", "create unique index broken on cases (title)", "drop index broken"],
  [
    "a column that is missing",
    "alter table cases rename injury_area to injury",
    "alter table cases rename injury to injury_area",
  ],
  [
    "a value that is missing",
    "alter table cases add column later text not null default 'x'; alter table cases alter later drop default",
    "alter table cases drop column later",
  ],
  [
    "a value of a person that is missing",
    "alter table profiles add column later text not null default 'x'; alter table profiles alter later drop default",
    "alter table profiles drop column later",
  ],
  [
    "a check that refuses",
    "alter table profiles add constraint broken check (bio not like 'zq%') not valid",
    "alter table profiles drop constraint broken",
  ],
];

test.each(breakages)(
  "%s in the database is told to nobody in the words of those who wrote",
  async (_, breaking, mending) => {
    const { canaries, target, tokens } = field;
    const api = apiOf(target.url, async () => tokens["other patient"]);
    const kine = apiOf(target.url, async () => tokens.carla);
    await sql.raw(breaking).execute(db);
    const told = [
      await outcome(
        api.cases.create({
          title: canaries.word("ct", "owner's open"),
          description: canaries.word("cd", "owner's open"),
        }),
      ),
      await outcome(
        enter(target.url, { ...cast.bruno, email: `${canaries.word("em", "newcomer")}@example.com` }, "sign up"),
      ),
      await outcome(
        kine.profiles.update({
          name: canaries.word("na", "carla"),
          bio: canaries.word("bi", "carla"),
          phone: canaries.phone("carla"),
        }),
      ),
    ];
    await sql.raw(mending).execute(db);
    expect(told.filter((one) => one !== "ok")).not.toEqual([]);
  },
);

const SECRETS = ["secret", "postgres-password"];

/** Everything the program wrote for operators: its two outputs and each non-data file in its folder. */
function written(): Record<string, string> {
  const files = readdirSync(dataDir).filter(
    (name) => statSync(join(dataDir, name)).isFile() && !SECRETS.includes(name),
  );
  const texts = files.map((name) => [name, readFileSync(join(dataDir, name), "utf8")] as const);
  return { stdout: program.out(), stderr: program.err(), ...Object.fromEntries(texts) };
}

/** The canaries in a sent message's headers and bodies, and its recipient. */
async function shownIn(file: string) {
  const { to, subject, text, html, headers } = await PostalMime.parse(readFileSync(join(dataDir, "outbox", file)));
  const found = field.canaries.find(JSON.stringify([subject, text, html, headers]));
  return { to: [...field.canaries.find(to?.[0]?.address ?? "")], found: [...found].toSorted() };
}

test("no message in the outbox shows anything of anybody but whom it is for", async () => {
  const mails = readdirSync(join(dataDir, "outbox"));
  const shown = await Promise.all(mails.map((name) => shownIn(name)));
  console.log(`mailed: ${mails.length} messages`);
  expect(shown).toContainEqual({ to: ["email of added kine"], found: ["email of added kine", "name of added kine"] });
  for (const { to, found } of shown)
    expect(found.filter((canary) => !to.includes(canary.replace("name of", "email of")))).toEqual([]);
});

test("after all of it neither the log nor any other file it writes holds a canary", () => {
  const logs = written();
  expect(logs["stderr"]).toContain("request failed");
  expect(logs["postgres.log"]).toContain("ERROR");
  const found = Object.entries(logs).map(([name, text]) => [name, [...field.canaries.find(text)]] as const);
  console.log(
    `written down: ${Object.entries(logs)
      .map(([name, { length }]) => `${name} ${length}`)
      .join(", ")} characters`,
  );
  expect(Object.fromEntries(found.filter(([, canaries]) => canaries.length > 0))).toEqual({});
});
