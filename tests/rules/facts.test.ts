import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { withoutIds } from "../support/without-ids.ts";

/** Specified facts about data and calls that no screen shows. */
let testApp: TestApp;
let ana: Person;
let carla: Person;
let elena: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  ana = await testApp.signUp(cast.ana);
  carla = await testApp.approvedKine(cast.carla);
});
afterAll(() => testApp?.close());

/** A case of Ana's that Carla applied to. */
async function applied(title: string, patient = ana) {
  const { id } = await patient.api.cases.create({ title, description: "Me duele" });
  return { id, match: (await carla.api.matches.apply({ case_id: id })).id };
}

const fields: Record<string, string[]> = {
  profiles: [
    "id",
    "name",
    "email",
    "phone",
    "birth_date",
    "activity_level",
    "location_city",
    "photo_url",
    "license_number",
    "specialty",
    "price_range",
    "modalities",
    "bio",
    "approval_status",
    "created_at",
  ],
  public_profiles: [
    "id",
    "name",
    "specialty",
    "price_range",
    "modalities",
    "location_city",
    "bio",
    "photo_url",
    "phone",
  ],
  user_roles: ["user_id", "role"],
  cases: [
    "id",
    "patient_id",
    "title",
    "description",
    "injury_area",
    "location_city",
    "preferred_modality",
    "studies_urls",
    "status",
    "created_at",
    "accepted_kine_id",
  ],
  matches: ["id", "case_id", "kine_id", "status", "message", "created_at"],
  reviews: ["id", "case_id", "patient_id", "kine_id", "stars", "comment", "created_at"],
  availabilities: ["id", "kine_id", "weekday", "start_time", "end_time"],
  kine_applications: ["id", "user_id", "profile_id", "created_at", "approved_at", "approved_by", "rejection_reason"],
  admin_views: ["admin_id", "entity_type", "entity_id"],
};

test.each(Object.entries(fields))("%s has the fields of its entity", async (table, expected) => {
  const { rows } = await sql<{ name: string }>`
    select column_name::text as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(
    testApp.db,
  );
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(expected));
});

test.each([
  ["app_role", ["patient", "kine", "admin"]],
  ["approval_status", ["pending", "approved", "rejected"]],
  ["case_status", ["open", "matched", "closed"]],
  ["match_status", ["proposed", "accepted", "rejected"]],
  ["modality", ["consultorio", "domicilio", "online"]],
  ["activity_level", ["sedentario", "activo", "deportista"]],
  ["viewed_entity", ["application", "case", "patient", "review"]],
])("%s has the values %j", async (type, values) => {
  const { rows } = await sql<{ value: string }>`
    select e.enumlabel::text as value from pg_enum e join pg_type t on t.oid = e.enumtypid where t.typname = ${type}
    order by e.enumsortorder`.execute(testApp.db);
  expect(rows.map(({ value }) => value)).toEqual(values);
});

test.each([
  ["assign_role", "_user_id uuid, _role app_role"],
  ["approve_kine_application", "_application_id uuid, _approved boolean, _rejection_reason text DEFAULT NULL::text"],
])("the database has %s(%s)", async (name, parameters) => {
  const { rows } = await sql<{ parameters: string }>`
    select pg_get_function_arguments(oid) as parameters from pg_proc where proname = ${name}`.execute(testApp.db);
  expect(rows).toEqual([{ parameters }]);
});

test("own cases, own applications, reviews and applications of specialists stand newest first", async () => {
  const [older, newer, bruno] = [await applied("Primero"), await applied("Segundo"), await testApp.signUp(cast.bruno)];
  for (const { match } of [older, newer]) await ana.api.matches.accept({ id: match });
  for (const { id } of [older, newer]) {
    await ana.api.cases.close({ id });
    await ana.api.reviews.create({ case_id: id, kine_id: carla.id, stars: 5 });
  }
  const newest = ["Segundo", "Primero"];
  expect((await ana.api.cases.mine()).items.map(({ title }) => title)).toEqual(newest);
  expect((await carla.api.matches.mine()).items.map(({ title }) => title)).toEqual(newest);
  // Of one patient's two the later one counts.
  const other = await applied("Tercero", bruno);
  await bruno.api.matches.accept({ id: other.match });
  await bruno.api.cases.close({ id: other.id });
  await bruno.api.reviews.create({ case_id: other.id, kine_id: carla.id, stars: 4 });
  const received = (await carla.api.reviews.received()).items.map(({ case_title }) => case_title);
  expect(received).toEqual(["Tercero", "Segundo"]);
  expect((await ana.api.reviews.mine({})).items.map(({ case_title }) => case_title)).toEqual(newest);
  const late = await testApp.signUp(like(cast.diego, "Tarde", { license_number: "MN tarde" }));
  const applicants = async (state: "pending" | "decided") =>
    (await elena.api.kineApplications.list({ state })).items.map(({ profile_id }) => profile_id);
  expect([await applicants("pending"), await applicants("decided")]).toEqual([[late.id], [carla.id]]);
});

test("a decided application names the admin and the moment", async () => {
  const [kept] = await testApp.db.selectFrom("kine_applications").selectAll().where("user_id", "=", carla.id).execute();
  expect(kept).toMatchObject({
    status: "approved",
    approved_by: elena.id,
    approved_at: expect.any(Date),
    rejection_reason: null,
  });
});

test("a specialist who is not approved has no public profile, and is approved by nobody but an admin", async () => {
  const waiting = await testApp.signUp(like(cast.diego, "Espera", { license_number: "MN 990001" }));
  expect(await outcome(testApp.anonymous.profiles.publicProfile({ id: waiting.id }))).toBe("NOT_FOUND");
  const pending = (await elena.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === waiting.id)!;
  for (const person of [waiting, ana, carla]) {
    expect(await outcome(person.api.kineApplications.approve({ id: pending.id, is_checked: true }))).toMatch(
      /NOT_ALLOWED|APPROVAL_PENDING/,
    );
  }
  await elena.api.kineApplications.approve({ id: pending.id, is_checked: true });
  expect(await outcome(testApp.anonymous.profiles.publicProfile({ id: waiting.id }))).toBe("ok");
});

test("a specialist reads a patient's age and never the birth date", async () => {
  const { id } = await applied("Edad");
  const seen = await carla.api.cases.view({ id });
  expect(seen.poster_age).toBeGreaterThan(60);
  expect(withoutIds(seen)).not.toContain("1961");
  expect(Object.keys(seen)).not.toContain("poster_birth_date");
});

test("without settings the first admin gets a password of its own", async () => {
  const own = await openTestApp({ ADMIN_EMAIL: "", ADMIN_PASSWORD: "" });
  expect(own.app.firstAdmin).toMatchObject({
    email: "admin@kinexo.local",
    password: expect.stringMatching(/^.{10,}A1$/),
  });
  const { email, password } = own.app.firstAdmin!;
  const person = await own.signIn({ email, password, role: "admin", metadata: {} });
  // It was printed, so it must be changed before anything else.
  expect(await person.api.accounts.me()).toMatchObject({ role: "admin", must_change_password: true });
  // The operator chose the address, so that a second factor protects the account at once.
  expect(
    await own.db.selectFrom("auth.users").select("claimed_at").where("email", "=", email).executeTakeFirst(),
  ).toEqual({ claimed_at: expect.any(Date) });
  await own.close();
});
