// @module-tag operations/full
import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { emptyDatabase, restore, run } from "../operator/backup-commands.ts";
import { makeFolder } from "../support/folder.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, openTestAppOn, type TestApp } from "../support/test-app.ts";

const CASES = 14;
const ACTS_OF_EACH = 5;

let testApp: TestApp;
let folder: string;

beforeAll(async () => {
  folder = makeFolder("replay-order");
  testApp = await openTestApp();
});
afterAll(async () => {
  await testApp?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Random numbers from 0 to `below`, the same in each run. */
function numbersFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Matter = { patient: Person; id: string; matches: string[] };

/** A case with a study, to which each specialist applied or not, and whose patient accepted each, or not. */
async function matter(n: number, kines: Person[], random: (below: number) => number): Promise<Matter> {
  const patient = await testApp.signUp(like(cast.ana, `Orden ${n}`));
  const { id } = await patient.api.cases.create({ title: `Caso ${n}`, description: "Me duele" });
  await fetch(`${testApp.url}/files/case-studies/${id}?name=a.pdf`, {
    method: "PUT",
    body: new Uint8Array(Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n")),
    headers: { authorization: `Bearer ${await patient.token()}` },
  });
  const matches: string[] = [];
  for (const kine of kines) {
    if (random(4) === 0) continue;
    const match = (await kine.api.matches.apply({ case_id: id, message: `Hola ${n}` })).id;
    if (random(2) === 0) await patient.api.matches.accept({ id: match });
    matches.push(match);
  }
  return { patient, id, matches };
}

/** What each specialist may read of each case, more or less, and what others read of it. */
async function reading(at: TestApp) {
  const { rows } = await sql<{ what: string; level: number }>`
    select c.title || ' ' || k.name as what, case case_access(c.id, k.id) when 'offered' then 1 when 'applied' then 2 when 'accepted' then 3 else 0 end as level
      from cases c cross join profiles k join user_roles r on r.user_id = k.id and r.role = 'kine'
    union all select title || ' studies', cardinality(studies_urls) from cases
    union all select title || ' shared studies', (studies_access = 'verified')::int from cases
    union all select title || ' shared name', (identity_access = 'verified')::int from cases
    union all select title || ' kept', 1 from cases
    union all select title || ' in course', (status <> 'closed')::int from cases
    union all select p.name || ' consents', (p.health_consent is not null)::int from profiles p
    union all select p.name || ' not blocked by ' || o.name, (not exists (select from blocks where blocker_id = o.id and blocked_id = p.id))::int
      from profiles p cross join profiles o`.execute(at.db);
  return new Map(rows.map(({ what, level }) => [what, level]));
}

test(
  "notes of random acts, replayed on an earlier copy, give back nothing that the acts had ended",
  { timeout: 400_000 },
  async () => {
    const random = numbersFrom(20_261_130);
    const kines: Person[] = [];
    for (const n of [1, 2, 3])
      kines.push(await testApp.approvedKine(like(cast.carla, `Kine Orden ${n}`, { license_number: `MN 4750${n}` })));
    const matters: Matter[] = [];
    for (let n = 0; n < CASES; n += 1) matters.push(await matter(n, kines, random));
    const archive = join(folder, "copy");
    const env = { DATABASE_URL: testApp.databaseUrl, DATA_DIR: testApp.dataDir };
    expect(await run("backup", [archive], env)).toMatchObject({ code: 0 });

    const edit = async ({ patient, id }: Matter, removed: boolean) => {
      const { version, title, description, studies } = await patient.api.cases.get({ id });
      const removed_studies = removed ? studies.map(({ name }) => name) : [];
      const access = { studies_access: "accepted", identity_access: "accepted" } as const;
      await patient.api.cases.update({ id, version, title, description, removed_studies, ...access });
    };
    const endAll = async ({ patient, matches }: Matter) => {
      for (const id of matches) await outcome(patient.api.matches.end({ id }));
    };
    const acts: ((of: Matter, match: string) => Promise<unknown>)[] = [
      ({ patient }, id) => patient.api.matches.accept({ id }),
      ({ patient }, id) => patient.api.matches.reject({ id }),
      ({ patient }, id) => patient.api.matches.end({ id }),
      endAll,
      endAll,
      (of) => edit(of, false),
      (of) => edit(of, true),
      ({ patient, id }) => patient.api.cases.close({ id }),
      ({ patient, id }) => patient.api.cases.withdraw({ id }),
      ({ patient }) => patient.api.consents.withdrawHealth(),
      ({ patient }, id) => patient.api.conversations.block({ id }),
      (_, id) => kines[random(kines.length)]!.api.conversations.block({ id }),
      (_, id) => kines[random(kines.length)]!.api.matches.withdraw({ id }),
    ];
    const done = new Set<number>();
    for (let round = 0; round < ACTS_OF_EACH; round += 1)
      for (const of of matters) {
        const act = random(acts.length);
        const match = of.matches[random(of.matches.length)] ?? of.id;
        if ((await outcome(acts[act]!(of, match))) === "ok") done.add(act);
      }
    // What only an open case lets its patient do, after the last acceptance ended; and a block whose conversation goes with the case.
    for (const [n, of] of matters.entries()) {
      if (n % 3 === 0) await outcome(acts[10]!(of, of.matches[0] ?? of.id));
      await endAll(of);
      if (n % 2 === 0) await outcome(edit(of, true));
      if (n % 3 === 0) await outcome(acts[8]!(of, of.id));
      if (n % 7 === 1) await outcome(acts[9]!(of, of.id));
    }
    expect(done.size).toBeGreaterThanOrEqual(acts.length - 3);
    await kines[2]!.api.accounts.delete();
    const live = await reading(testApp);

    const database = await emptyDatabase();
    const dataDir = join(folder, "restored");
    const ledger = join(testApp.dataDir, "files/deletions");
    expect(
      await restore(archive, { DATABASE_URL: database.url, DATA_DIR: dataDir }, "--deletions", ledger),
    ).toMatchObject({ code: 0 });
    const restored = await openTestAppOn(database, { dataDir });
    try {
      const back = [...(await reading(restored))].filter(([what, level]) => level > (live.get(what) ?? 0));
      expect(back).toEqual([]);
    } finally {
      await restored.close();
    }
  },
);
