import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { png } from "../files/png.ts";
import type { Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

const ROOT = join(import.meta.dirname, "../..");

const pdf = new TextEncoder().encode("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");

let testApp: TestApp;
let people: Record<"ana" | "carla" | "elena", Person>;
let caseId: string;
let matchId: string;

beforeAll(async () => {
  testApp = await openTestApp();
  const [ana, carla] = [await testApp.signUp(cast.ana), await testApp.approvedKine(cast.carla)];
  people = { ana, carla, elena: await testApp.signIn(cast.elena) };
  ({ id: caseId } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" }));
  ({ id: matchId } = await carla.api.matches.apply({ case_id: caseId }));
  const { id: licence } = await carla.api.licences.add({ kind: "MP", jurisdiction: "06", number: "700" });
  await put(ana, `/files/case-studies/${caseId}?name=a.png`);
  await put(carla, `/files/messages/${matchId}`, pdf);
  await put(carla, `/files/licence-evidence/${licence}?name=a.png`);
});
afterAll(() => testApp?.close());

async function put(who: Person, path: string, body = new Uint8Array(png)) {
  const headers = { authorization: `Bearer ${await who.token()}` };
  const { status } = await fetch(testApp.url + path, { method: "PUT", headers, body });
  expect([path, status]).toEqual([path, 200]);
}

/** Each kind of signed link, by the folder of its file: who opens it, and how they get it. */
const links: Record<string, { who: keyof typeof people; get(): Promise<string | null | undefined> }> = {
  "case-studies": {
    who: "carla",
    get: async () => (await people.carla.api.cases.view({ id: caseId })).studies[0]?.url,
  },
  messages: {
    who: "ana",
    get: async () =>
      (await people.ana.api.conversations.read({ id: matchId })).items.find(({ file }) => file)?.file?.url,
  },
  "licence-evidence": {
    who: "elena",
    get: async () => (await people.elena.api.licences.queue({})).items.find((each) => each.evidence_url)?.evidence_url,
  },
  exports: { who: "ana", get: async () => (await people.ana.api.exports.ask()).url },
  audit: { who: "elena", get: async () => (await people.elena.api.audit.csv({})).url },
  lists: { who: "elena", get: async () => (await people.elena.api.downloads.csv({ list: "users" })).url },
};

/** What the guard of a member refuses, each with its end. */
const missing: Record<string, (id: string) => Promise<() => Promise<unknown>>> = {
  "a temporary password": async (id) => {
    const set = (must_change_password: boolean) =>
      testApp.db.updateTable("auth.users").set({ must_change_password }).where("id", "=", id).execute();
    await set(true);
    return () => set(false);
  },
  "a second factor not shown": async (id) => {
    const factor = { user_id: id, factor_type: "webauthn", status: "verified" } as const;
    await testApp.db.insertInto("auth.mfa_factors").values(factor).execute();
    return () => testApp.db.deleteFrom("auth.mfa_factors").where("user_id", "=", id).execute();
  },
};

test.each(Object.entries(missing))("with %s no signed link opens, and afterwards each does", async (_, begin) => {
  for (const [folder, { who, get }] of Object.entries(links)) {
    const url = await get();
    expect([folder, url?.startsWith(`/files/${folder}/`)]).toEqual([folder, true]);
    const status = async () => (await fetch(`${testApp.url}${url}`)).status;
    const end = await begin(people[who].id);
    expect([folder, await status()]).toEqual([folder, folder === "case-studies" ? 404 : 403]);
    await end();
    expect([folder, await status()]).toEqual([folder, 200]);
  }
});

test("every link is opened through the guard: nothing else reads one, and each kind that is signed was tried", () => {
  const files = globSync("app/**/*.{ts,tsx}", { cwd: ROOT }).map((file) => ({
    file,
    text: readFileSync(join(ROOT, file), "utf8"),
  }));
  const reading = files.filter(({ text }) => /\breadSignedLink\b/.test(text)).map(({ file }) => file);
  expect(reading.toSorted()).toEqual(["app/api/link-viewer.server.ts", "app/platform/signed-links.server.ts"]);
  const signing = files.filter(({ text }) => /\bsignLink\(/.test(text) && !text.includes("export function signLink"));
  const folders = signing.flatMap(({ text }) =>
    [...text.matchAll(/\/files\/([a-z-]+)\//g)].map(([, folder]) => folder),
  );
  expect([...new Set(folders)].toSorted()).toEqual(Object.keys(links).toSorted());
});
