import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let round = 0;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

const phone = () => `+54 11 4444-${6000 + ++round}`;
async function claimed(person: Person): Promise<Person> {
  await confirmAddresses(testApp.db, person);
  await sql`update auth.users set claimed_at = now() where id = ${person.id}`.execute(testApp.db);
  return person;
}
const mails = async ({ id }: Person) =>
  (
    await testApp.db
      .selectFrom("outgoing_messages")
      .select("id")
      .where("user_id", "=", id)
      .where("kind", "=", "phone_changed")
      .execute()
  ).length;
const change = ({ api }: Person, name: string, to: string | null) => api.profiles.update({ name, phone: to });

test.for(["a patient", "a specialist"] as const)(
  "%s is mailed that their phone was changed or taken out",
  async (who) => {
    const name = `Alguien Llamada ${++round}`;
    const person = await claimed(
      who === "a patient"
        ? await testApp.signUp(like(cast.ana, name, { phone: phone() }))
        : await testApp.approvedKine(like(cast.carla, name, { phone: phone(), license_number: "MN 71001" })),
    );
    const other = phone();
    await change(person, name, other);
    expect(await mails(person)).toBe(1);
    // The same one, and a change of something else, are no news.
    await change(person, name, other);
    await person.api.profiles.update({ name, location_city: "Flores" });
    expect(await mails(person)).toBe(1);
    // Taking it out comes first, which is mailed; adding a first one is not.
    await change(person, name, null);
    await change(person, name, phone());
    expect(await mails(person)).toBe(2);
  },
);

test("a mailbox that nobody has proven, or whose account is not claimed, is not written to", async () => {
  const name = "Casilla Ajena";
  const person = await testApp.signUp(like(cast.ana, name, { phone: phone() }));
  await change(person, name, phone());
  await confirmAddresses(testApp.db, person);
  await change(person, name, phone());
  expect(await mails(person)).toBe(0);
});

test("an intruder who changes it again and again fills no mailbox", async () => {
  const name = "Casilla Llena";
  const person = await claimed(await testApp.signUp(like(cast.ana, name, { phone: phone() })));
  for (let times = 0; times < 15; times++) await change(person, name, phone());
  expect(await mails(person)).toBeGreaterThanOrEqual(5);
  expect(await mails(person)).toBeLessThanOrEqual(11);
});
