import { join } from "node:path";
import type { AnyProcedure } from "@orpc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { signLink } from "../../app/platform/signed-links.server.ts";
import { brokenLinks, photos, studyReads, uploads } from "./files.table.ts";
import type { CaseState, Principal } from "./states.rows.ts";
import { states } from "./states.table.ts";
import { type Objects, openObjects, roleAsked, type StudiesAccess } from "./states.fixture.ts";
import { keepState } from "../support/database-snapshot.ts";
import { procedures } from "../support/procedures.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let objects: Objects;
let kept: Awaited<ReturnType<typeof keepState>>;
const counted = { cells: 0, wrong: 0 };

beforeAll(async () => {
  testApp = await openTestApp();
  objects = await openObjects(testApp);
  kept = await keepState(testApp.db, join(testApp.dataDir, "files"));
});
afterAll(() => testApp?.close());

const caseOf = (state: string) => objects.cases[state as CaseState].verified;
const moderated = (who: string) => (who === "suspended" ? objects.suspended : objects.people[who as Principal]);
const inputs: Record<string, (about: string) => object> = {
  "cases.get": (about) => ({ id: caseOf(about) }),
  "cases.close": (about) => ({ id: caseOf(about) }),
  "cases.update": (about) => ({
    id: caseOf(about),
    version: 1,
    title: "Otra",
    description: "Ya no",
    studies_access: "accepted",
    removed_studies: ["1-00000000.pdf"],
  }),
  "cases.withdraw": (about) => ({ id: caseOf(about) }),
  "cases.applications": (about) => ({ case_id: caseOf(about) }),
  "cases.studyViews": (about) => ({ case_id: caseOf(about) }),
  "cases.view": (about) => ({ id: caseOf(about) }),
  "matches.apply": (about) => ({ case_id: caseOf(about) }),
  "matches.withdraw": (about) => ({ id: objects.matches[about] }),
  "matches.accept": (about) => ({ id: objects.matches[about] }),
  "matches.reject": (about) => ({ id: objects.matches[about] }),
  "reviews.create": (about) => {
    const [state = "", kine] = about.split(": ") as [string, Principal];
    return { case_id: caseOf(state), kine_id: objects.people[kine], stars: 4 };
  },
  "kineApplications.approve": (about) => ({ id: objects.applications[about] }),
  "kineApplications.reject": (about) => ({ id: objects.applications[about], reason: "No alcanza" }),
  "kineApplications.reopen": (about) => ({ id: objects.applications[about] }),
  "profileChanges.approve": (about) => ({ id: objects.changes[about] }),
  "profileChanges.reject": (about) => ({ id: objects.changes[about], reason: "No coincide" }),
  "accounts.assignRole": (about) => ({ user_id: objects.people[roleAsked(about).who], role: roleAsked(about).role }),
  "moderation.suspend": (about) => ({ id: moderated(about), reason: "Spam" }),
  "moderation.restore": (about) => ({ id: moderated(about), reason: "Error" }),
  "moderation.hideReview": (about) => ({ id: objects.reviews[about], reason: "Insultos" }),
  "moderation.showReview": (about) => ({ id: objects.reviews[about] }),
  "moderation.closeCase": (about) => ({ id: caseOf(about), reason: "Publicidad" }),
  "reports.decide": (about) => ({ id: objects.reports[about], decision: "Sin falta" }),
  "reports.create": (about) => {
    const [subject = "", what = ""] = about.split(": ");
    const named: Record<string, (what: string) => string | undefined> = {
      profile: moderated,
      case: caseOf,
      message: (match) => objects.matches[match],
      review: (review) => objects.reviews[review],
    };
    return { subject, id: named[subject]!(what), reason: "other" };
  },
  "sessions.end": (about) => ({ id: objects.sessions[about as Principal] }),
  "profiles.publicProfile": (about) => ({ id: objects.people[about as Principal] }),
};

/** Answers a request in process, as the principal. */
async function ask(who: Principal, method: string, path: string, body?: BodyInit): Promise<Response> {
  const token = objects.tokens[who];
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(typeof body === "string" && { "content-type": "application/json" }),
  };
  return testApp.app.fetch(new Request(`http://127.0.0.1${path}`, { method, body, headers }), {
    remoteAddress: "127.0.0.1",
  });
}

/** Both HTTP interfaces of a procedure; each returns "ok" or an error code. */
const ways: Record<string, (who: Principal, procedure: string, input: object) => Promise<string>> = {
  async rpc(who, procedure, input) {
    const answer = await ask(who, "POST", `/rpc/${procedure.replace(".", "/")}`, JSON.stringify({ json: input }));
    const { json } = (await answer.json()) as { json: { code?: string } };
    return answer.ok ? "ok" : (json.code ?? String(answer.status));
  },
  async api(who, procedure, input) {
    const answer = await ask(who, "POST", `/api/${procedure.replace(".", "/")}`, JSON.stringify(input));
    return answer.ok ? "ok" : ((await answer.json()) as { code: string }).code;
  },
};

/** Procedures that change nothing even when admitted. */
const READING = ["cases.get", "cases.view", "cases.applications", "profiles.publicProfile"];

/**
 * Runs each cell of a row: first the refused principals, who must change nothing, then the admitted ones, each on the same state,
 * or all at once for reads.
 */
async function expectRow<Answer>(
  row: Record<Principal, Answer>,
  granted: Answer,
  tried: (who: Principal) => Promise<Answer>,
  isReading = false,
) {
  const wrong: string[] = [];
  const cells = Object.entries(row) as [Principal, Answer][];
  const tryOne = async ([who, expected]: [Principal, Answer]) => {
    const seen = await tried(who);
    counted.cells += 1;
    if (seen !== expected) wrong.push(`${who}: ${String(seen)} instead of ${String(expected)}`);
  };
  for (const cell of cells.filter(([, expected]) => isReading || expected !== granted)) await tryOne(cell);
  const changed = await kept.restore();
  if (changed > 0) wrong.push(`those who may change nothing changed ${changed} rows`);
  for (const cell of isReading ? [] : cells.filter(([, expected]) => expected === granted)) {
    await tryOne(cell);
    await kept.restore();
  }
  counted.wrong += wrong.length;
  expect(wrong).toEqual([]);
}

/** Whether a procedure's input names its object by id. */
function takesId({ "~orpc": { inputSchema } }: AnyProcedure): boolean {
  if (!inputSchema) return false;
  const shape = z.toJSONSchema(inputSchema as z.ZodType, { io: "input", unrepresentable: "any" });
  return /"(id|\w+_id)":\{[^}]*"format":"uuid"/.test(JSON.stringify(shape));
}

test("every procedure that takes an id has its rows, and a call that tries them", () => {
  const names = [...procedures()]
    .filter(([, procedure]) => takesId(procedure))
    .map(([name]) => name)
    .toSorted();
  expect(names.length).toBeGreaterThan(10);
  expect(Object.keys(states).toSorted()).toEqual(names);
  expect(Object.keys(inputs).toSorted()).toEqual(names);
});

describe.each(Object.keys(ways))("over /%s", (way) => {
  test.each(Object.keys(states))("%s answers or refuses in each state as the table says", async (procedure) => {
    for (const [about, row] of Object.entries(states[procedure]!)) {
      await expectRow(
        row,
        "ok",
        (who) => ways[way]!(who, procedure, inputs[procedure]!(about)),
        READING.includes(procedure),
      );
    }
  });
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test.each(Object.keys(uploads))(
  "a study sent to a case that is %s is taken or refused as the table says",
  async (about) => {
    const id = about === "open with five studies" ? objects.fullCase : caseOf(about);
    await expectRow(
      uploads[about as keyof typeof uploads],
      200,
      async (who) => (await ask(who, "PUT", `/files/case-studies/${id}?name=a.png`, png)).status,
    );
  },
);

test.each(Object.keys(photos))(
  "a photo for somebody else, the %s, is taken or refused as the table says",
  async (about) => {
    const id = objects.addedKines[about] ?? objects.people[about as Principal];
    await expectRow(photos[about]!, 200, async (who) => (await ask(who, "PUT", `/files/avatars/${id}`, png)).status);
  },
);

/** A study link for the principal's session, or one of the invalid kinds. */
function linkOf(who: Principal, path: string, kind: (typeof brokenLinks)[number] | "own"): string {
  const { secret } = testApp.app.services.settings;
  const [file, session] = [`/files/case-studies/${path}`, objects.sessions[who]];
  const later = who === "expired" ? Date.now() - 3_600_000 : undefined;
  if (kind === "unsigned") return file;
  if (kind === "of another study")
    return signLink(secret, file.replace("1-", "2-"), session, Date.now()).replace("2-0", "1-0");
  if (kind === "of another session")
    return signLink(secret, file, objects.sessions["other patient"], Date.now()).replace(
      objects.sessions["other patient"],
      session,
    );
  if (kind === "past its time") return signLink(secret, file, session, Date.now() - 300_000);
  if (kind === "of another secret") return signLink(`${secret}!`, file, session, Date.now());
  return signLink(secret, file, session, later ?? Date.now());
}

test("a study of a case that does not name it opens for nobody, though a file lies there", async () => {
  const stray = objects.studies[objects.cases.open.verified]!.replace("1-", "9-");
  await testApp.app.services.storage.write("case-studies", stray, Buffer.from("%PDF-1.4 a study"));
  const nobody = Object.fromEntries(Object.keys(objects.tokens).map((who) => [who, 404])) as Record<Principal, number>;
  await expectRow(nobody, 200, async (who) => (await ask(who, "GET", linkOf(who, stray, "own"))).status, true);
});

describe.each(Object.keys(studyReads))("a study of a case that is %s", (about) => {
  const [state, access] = about.split(" to ") as [CaseState, StudiesAccess];
  const read = (kind: Parameters<typeof linkOf>[2]) => async (who: Principal) => {
    const path = objects.studies[objects.cases[state][access]]!;
    return (await ask(who, "GET", linkOf(who, path, kind))).status;
  };

  test("opens by a link of one's own as the table says", () => expectRow(studyReads[about]!, 200, read("own"), true));
  test.each(brokenLinks)("opens for nobody by a link that is %s", (kind) => {
    const nobody = Object.fromEntries(Object.keys(objects.tokens).map((who) => [who, 404])) as Record<
      Principal,
      number
    >;
    if (kind === "of another session") nobody["other patient"] = studyReads[about]!["other patient"];
    return expectRow(nobody, 200, read(kind), true);
  });
});

test("more than five thousand cells were tried, and none was wrong", () => {
  console.log(`access by object state: ${counted.cells} cells tried, ${counted.wrong} wrong`);
  expect(counted.cells).toBeGreaterThan(5_000);
  expect(counted.wrong).toBe(0);
});
