import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wrongCells } from "../access/cells.ts";
import { asViewer } from "../../app/platform/database/database.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { png } from "../files/png.ts";
import { type Principal, principals } from "../procedures/principals.ts";
import type { Kind, Row } from "../procedures/row.ts";
import { table } from "../procedures/table.ts";
import { openAccounts } from "../support/accounts.ts";
import { type KeptState, keepState } from "../support/database-snapshot.ts";
import { enter } from "../support/people.ts";
import { metaOf } from "../support/procedures.ts";
import { openMove, type TestMove } from "./moving.ts";
import { OLD_PASSWORD } from "./source-database.ts";

const DAY = 86_400_000;
const created_at = new Date(Date.now() - 25 * DAY).toISOString();
/** The principals that an old system has. Those of an old one whose address counts as confirmed here are named so. */
const PATIENTS = { owner: false, "other patient": true } satisfies Partial<Record<Principal, boolean>>;
const KINES = {
  "kine without application": false,
  "kine proposed": false,
  "kine accepted": true,
  "kine rejected": false,
  suspended: false,
} satisfies Partial<Record<Principal, boolean>>;
const WAITING = { "pending kine": "pending", "turned down kine": "rejected" } satisfies Partial<
  Record<Principal, string>
>;
/** Who applied to the owner's cases, where the case has been matched. */
const APPLIED = { "kine proposed": "proposed", "kine accepted": "accepted", "kine rejected": "rejected" } as const;

/** What these need of the owner's case has no counterpart in an old system: an agenda, a plan, a decision that waits. */
const ONLY_NEW = ["agendas.slots", "bookings.book", "bookings.preview", "matches.undoReject", "treatments.acceptPlan"];

let move: TestMove;
let node: Awaited<ReturnType<TestMove["open"]>>;
let state: KeptState;
let tried = 0;
const tokens: Partial<Record<Principal, string | null>> = { anonymous: null };
const subjects: Partial<Record<Kind, Record<string, object>>> = {};

/** Writes everybody and everything into the old system; returns the old ids of the objects by kind and state. */
async function writeSource({ source }: TestMove) {
  const user = (isConfirmed: boolean) => (isConfirmed ? {} : { email_confirmed_at: null });
  const people: Partial<Record<Principal, string>> = {};
  for (const [who, isConfirmed] of Object.entries(PATIENTS) as [Principal, boolean][])
    people[who] = await source.person(who, { user: user(isConfirmed) });
  for (const [n, [who, isConfirmed]] of (Object.entries(KINES) as [Principal, boolean][]).entries())
    people[who] = await source.kine(who, `MN 6100${n}`, {
      user: { ...user(isConfirmed), ...(who === "suspended" && { banned_until: "2999-01-01T00:00:00Z" }) },
    });
  for (const [n, [who, approval_status]] of (Object.entries(WAITING) as [Principal, string][]).entries())
    people[who] = await source.person(who, {
      role: "kine",
      user: user(false),
      profile: { approval_status, license_number: `MN 6200${n}` },
    });
  const cases: Record<string, string> = {};
  const matches: Record<string, string> = {};
  const study = `${people.owner!}/study/1.png`;
  move.file(`case-studies/${study}`, png);
  for (const status of ["open", "matched", "closed", "reviewed"]) {
    const id = await source.case(status, people.owner!, {
      status: status === "reviewed" ? "closed" : status,
      studies_urls: status === "matched" ? [study] : [],
      created_at,
    });
    cases[status] = id;
    for (const [who, decision] of Object.entries(APPLIED) as [Principal, string][])
      if (status !== "open" || decision !== "accepted")
        matches[`${status} ${decision}`] = await source.match(id, people[who]!, { status: decision, created_at });
  }
  const shown = await source.review(cases["reviewed"]!, people.owner!, people["kine accepted"]!, {
    created_at: new Date().toISOString(),
  });
  // Anybody writes a path of the old system.
  await source.case("foreign", people["other patient"]!, { studies_urls: [study], created_at });
  return { people, cases, matches, shown };
}

beforeAll(async () => {
  move = await openMove();
  const { people, cases, matches, shown } = await writeSource(move);
  await move.run();
  const moved = await move.rows<{ kind: string; old_id: string; new_id: string }>(
    "select kind, old_id, new_id from moved_rows",
  );
  const newId = (kind: string, old: string) =>
    moved.find((row) => row.kind === kind && row.old_id === old)?.new_id ?? expect.fail(`${kind} ${old} did not move`);
  const byState = (kind: string, ids: Record<string, string>) =>
    Object.fromEntries(Object.entries(ids).map(([name, old]) => [name, { id: newId(kind, old) }]));
  const everybody = byState("user", people);
  subjects.case = byState("case", cases);
  subjects.match = byState("match", matches);
  subjects.review = byState("review", { shown });
  subjects.account = subjects.profile = everybody;
  node = await move.open();
  for (const who of Object.keys(people).filter((each) => each !== "suspended") as Principal[]) {
    const email = `${who.replaceAll(" ", ".")}@example.com`;
    tokens[who] = await (await enter(node.url, { ...cast.ana, email, password: OLD_PASSWORD }, "sign in")).token();
  }
  tokens.admin = await (await enter(node.url, cast.elena, "sign in")).token();
  // The table holds for specialists whose licence an admin checked; a moved licence is only declared.
  const approved = Object.keys(KINES).map((who) => newId("user", people[who as Principal]!));
  // A moved patient is asked for the consent at the next edit.
  const { db, settings } = node.app.services;
  const accounts = await openAccounts({ db, secret: settings.secret, publicUrl: settings.publicUrl });
  await accounts.giveConsent(newId("user", people.owner!));
  const [admin] = await move.rows<{ id: string }>("select id from auth.users where email = $1", [cast.elena.email]);
  await asViewer(db, admin!.id, (tx) =>
    tx.updateTable("profiles").set({ license_checked_at: new Date() }).where("id", "in", approved).execute(),
  );
  state = await keepState(db, join(node.dataDir, "files"));
});
afterAll(async () => {
  await node?.close();
  await move?.close();
});

/** Calls a procedure as the principal; returns "ok" or an error code. */
async function call(who: Principal, procedure: string, input: object): Promise<string> {
  const answer = await node.app.fetch(
    new Request(`http://127.0.0.1/api/${procedure.replace(".", "/")}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(tokens[who] && { authorization: `Bearer ${tokens[who]}` }) },
      body: JSON.stringify(input),
    }),
    { remoteAddress: "127.0.0.1" },
  );
  return answer.ok ? "ok" : ((await answer.json()) as { code: string }).code;
}

const callers = principals.filter(
  (who) =>
    who === "anonymous" ||
    who === "admin" ||
    who in PATIENTS ||
    who in WAITING ||
    (who in KINES && who !== "suspended"),
);
const aboutMoved = Object.entries(table).filter(
  ([procedure, { about }]) =>
    about && !ONLY_NEW.includes(procedure) && ["case", "match", "review", "account", "profile"].includes(about.kind),
);

test("a study moves with its patient's case, and a case of another patient that names it goes without it", async () => {
  const studies = await move.rows<{ title: string; count: number; is_own: boolean }>(
    `select title, cardinality(studies_urls) as count, studies_urls[1] like patient_id || '/' || id || '/%' as is_own
      from cases where title in ('foreign', 'matched') order by title`,
  );
  expect(studies).toEqual([
    { title: "foreign", count: 0, is_own: null },
    { title: "matched", count: 1, is_own: true },
  ]);
});

describe("who moved may do with what moved what the table of procedures says", () => {
  test.each(aboutMoved)("%s", async (procedure, { about, input }: Row) => {
    const ofKind = subjects[about!.kind]!;
    const cells = Object.entries(about!.states)
      .filter(([name]) => ofKind[name])
      .flatMap(([name, expected]) =>
        callers.map((who) => ({
          who,
          expected: expected[who] as string,
          of: name,
          ask: (each: Principal) => call(each, procedure, input({ subjects } as never, ofKind[name]!)),
        })),
      );
    const isReading = metaOf(procedure).writes === undefined;
    tried += cells.length;
    expect(await wrongCells(cells, ({ expected }) => !isReading && expected === "ok", state.restore)).toEqual([]);
  });

  test("in more than a thousand cells", () => {
    console.log(`access over a moved database: ${tried} cells tried`);
    expect(tried).toBeGreaterThan(1_000);
  });
});
