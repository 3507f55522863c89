import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signLink } from "../../app/platform/signed-links.server.ts";
import { type Cell, wrongCells } from "./cells.ts";
import { brokenLinks, everyStatus, photos, studyReads, uploads } from "./files.table.ts";
import { type AccessWorld, openAccessWorld, type StudiesAccess } from "./world.ts";
import { png } from "../files/png.ts";
import type { CaseState } from "../procedures/cases.table.ts";
import { type Principal, principals } from "../procedures/principals.ts";
import { subjectOf } from "../procedures/row.ts";
import { table } from "../procedures/table.ts";
import { isFull } from "../support/full.ts";
import { metaOf } from "../support/procedures.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let objects: AccessWorld;
let tried = 0;

beforeAll(async () => {
  testApp = await openTestApp();
  objects = await openAccessWorld(testApp);
});
afterAll(() => testApp?.close());

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

/** Tries each cell on the same state: reads and refusals concurrently, granted writes one by one. */
async function expectCells<Answer>(cells: Cell<Answer>[], granted: Answer, isReading = false) {
  const wrong = await wrongCells(cells, ({ expected }) => !isReading && expected === granted, objects.restore);
  tried += cells.length;
  expect(wrong).toEqual([]);
}

const cellsOf = <Answer>(
  row: Readonly<Record<Principal, Answer>>,
  ask: (who: Principal) => Promise<Answer>,
  of?: string,
) => principals.map((who) => ({ who, expected: row[who], ask, ...(of && { of }) }));

const aboutObjects = Object.keys(table).filter((procedure) => table[procedure]!.about);

// The short form tries each procedure over one of the interfaces, alternating between them.
describe.each(Object.keys(ways).map((way, turn) => [way, turn] as const))("over /%s", (way, turn) => {
  test.each(aboutObjects.filter((_, index) => isFull || index % 2 === turn))(
    "%s answers or refuses in each state as the table says",
    async (procedure) => {
      const row = table[procedure]!;
      const cells = Object.entries(row.about!.states).flatMap(([state, who]) => {
        const input = row.input(objects.world, subjectOf(objects.world, row, state));
        return cellsOf<string>(who, (each) => ways[way]!(each, procedure, input), state);
      });
      await expectCells(cells, "ok", metaOf(procedure).writes === undefined);
    },
  );
});

/** Sends a file over HTTP; returns the status. */
async function put(who: Principal, path: string): Promise<number> {
  const token = objects.tokens[who];
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return (await fetch(testApp.url + path, { method: "PUT", body: new Uint8Array(png), headers })).status;
}

test.each(Object.keys(uploads))(
  "a study sent to a case that is %s is taken or refused as the table says",
  async (about) => {
    const id = about === "open with five studies" ? objects.fullCase : objects.cases[about as CaseState].verified;
    const send = (who: Principal) => put(who, `/files/case-studies/${id}?name=a.png`);
    await expectCells(cellsOf(uploads[about as keyof typeof uploads], send), 200);
  },
);

test.each(Object.keys(photos))(
  "a photo for somebody else, the %s, is taken or refused as the table says",
  async (about) => {
    const id = objects.addedKines[about] ?? objects.people[about as Principal];
    await expectCells(
      cellsOf(photos[about]!, (who) => put(who, `/files/avatars/${id}`)),
      200,
    );
  },
);

/** The path with another study number in its file name; ids earlier in the path may end in "1" too. */
const numbered = (path: string, number: number) => path.replace(/1-(?=[^/]*$)/, `${number}-`);

/** A study link for the principal's session, or one of the invalid kinds. */
function linkOf(who: Principal, path: string, kind: (typeof brokenLinks)[number] | "own"): string {
  const { secret } = testApp.app.services.settings;
  const [file, session] = [`/files/case-studies/${path}`, objects.sessions[who]];
  const signedAt = who === "expired" ? Date.now() - 3_600_000 : undefined;
  if (kind === "unsigned") return file;
  if (kind === "of another study") {
    const other = signLink(secret, numbered(file, 2), session, Date.now());
    return file + other.slice(other.indexOf("?"));
  }
  if (kind === "of another session")
    return signLink(secret, file, objects.sessions["other patient"], Date.now()).replace(
      objects.sessions["other patient"],
      session,
    );
  // Expired by some seconds: the program uses the database's clock, which may be some milliseconds behind.
  if (kind === "past its time") return signLink(secret, file, session, Date.now() - 303_000);
  if (kind === "of another secret") return signLink(`${secret}!`, file, session, Date.now());
  return signLink(secret, file, session, signedAt ?? Date.now());
}

test("a study of a case that does not name it opens for nobody, though a file lies there", async () => {
  const stray = numbered(objects.studies[objects.cases.open.verified]!, 9);
  await testApp.app.services.storage.write("case-studies", stray, Buffer.from("%PDF-1.4 a study"));
  const open = async (who: Principal) => (await ask(who, "GET", linkOf(who, stray, "own"))).status;
  await expectCells(cellsOf(everyStatus(404), open), 200, true);
});

describe.each(Object.keys(studyReads))("a study of a case that is %s", (about) => {
  const [state, access] = about.split(" to ") as [CaseState, StudiesAccess];
  const read = (kind: Parameters<typeof linkOf>[2]) => async (who: Principal) => {
    const path = objects.studies[objects.cases[state][access]]!;
    return (await ask(who, "GET", linkOf(who, path, kind))).status;
  };

  test("opens by a link of one's own as the table says", () =>
    expectCells(cellsOf(studyReads[about]!, read("own")), 200, true));
  test.each(brokenLinks)("opens for nobody by a link that is %s", (kind) => {
    const nobody = everyStatus(404);
    if (kind === "of another session") nobody["other patient"] = studyReads[about]!["other patient"];
    return expectCells(cellsOf(nobody, read(kind)), 200, true);
  });
});

test("more than five thousand cells were tried", () => {
  console.log(`access by object state: ${tried} cells tried`);
  expect(tried).toBeGreaterThan(5_000);
});
