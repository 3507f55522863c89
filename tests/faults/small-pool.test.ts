// @module-tag operations/full
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { isFull } from "../support/full.ts";
import { enter, enterApproved, like, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

const PATIENTS = isFull ? 12 : 6;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp({}, 2);
});
afterAll(() => testApp?.close());

// Waiting for a second connection while holding one deadlocks when enough requests do so.
test(
  "with two connections to the database many people at once are all served, from the case to the review and the deletion",
  { timeout: 180_000 },
  async () => {
    const kines: Person[] = [];
    const patients: Person[] = [];
    for (const n of [1, 2, 3])
      kines.push(await enterApproved(testApp.url, like(cast.carla, `Kine ${n}`, { license_number: `MN 70${n}` })));
    for (let n = 0; n < PATIENTS; n++)
      patients.push(await enter(testApp.url, like(cast.ana, `Paciente ${n}`), "sign up"));
    const reviewed = await Promise.all(
      patients.map(async ({ api, auth, token }, n) => {
        expect((await auth.refreshSession()).error).toBeNull();
        const kine = kines[n % kines.length]!;
        const { id } = await api.cases.create({ title: `Caso ${n}`, description: "Duele" });
        const study = new TextEncoder().encode(
          "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
        );
        const headers = { authorization: `Bearer ${await token()}` };
        const put = await fetch(`${testApp.url}/files/case-studies/${id}?name=a.pdf`, {
          method: "PUT",
          body: study,
          headers,
        });
        expect(put.status).toBe(200);
        await api.matches.accept({ id: (await kine.api.matches.apply({ case_id: id, message: "" })).id });
        await Promise.all([
          api.cases.mine(),
          api.cases.get({ id }),
          kine.api.matches.mine(),
          testApp.anonymous.profiles.publicProfile({ id: kine.id }),
        ]);
        await api.cases.close({ id });
        await api.reviews.create({ case_id: id, kine_id: kine.id, stars: 5, comment: "Muy bien." });
        if (n % 2) await api.accounts.delete();
        return id;
      }),
    );
    expect(new Set(reviewed).size).toBe(PATIENTS);
    const { count } = await testApp.db
      .selectFrom("reviews")
      .select((eb) => eb.fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(PATIENTS);
    console.log(`pool of 2: ${PATIENTS} people at once, ${PATIENTS * 11} calls, 0 refused`);
  },
);
