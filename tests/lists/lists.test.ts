import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { everyItem, like, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageAccounts, confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let ana: Person;
let bruno: Person;
let carla: Person;
let elena: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  ana = await testApp.signUp(cast.ana);
  bruno = await testApp.signUp(cast.bruno);
  carla = await testApp.approvedKine(cast.carla);
});
afterAll(() => testApp?.close());

/** A closed, unreviewed case of Ana's that Carla attended. */
async function attended(title: string) {
  const { id } = await ana.api.cases.create({ title, description: "Me duele" });
  const match = await carla.api.matches.apply({ case_id: id });
  await ana.api.matches.accept({ id: match.id });
  await ana.api.cases.close({ id });
  return { id, matchId: match.id };
}

test("a review is pending from the closing of a case until it is written, and then is one's own", async () => {
  expect((await ana.api.reviews.pending()).items).toEqual([]);
  const { id, matchId } = await attended("Hombro congelado");
  expect((await ana.api.reviews.pending()).items).toMatchObject([
    { id: matchId, case_id: id, kine_id: carla.id, name: "Carla Benítez", case_title: "Hombro congelado" },
  ]);
  expect((await bruno.api.reviews.pending()).items).toEqual([]);
  await ana.api.reviews.create({ case_id: id, kine_id: carla.id, stars: 4, comment: "Muy clara" });
  expect((await ana.api.reviews.pending()).items).toEqual([]);
  expect((await ana.api.reviews.mine({})).items).toMatchObject([
    { stars: 4, comment: "Muy clara", kine_name: "Carla Benítez", case_title: "Hombro congelado" },
  ]);
  expect((await bruno.api.reviews.mine({})).items).toEqual([]);
});

test("a case in course owes no review, nor does a rejected application", async () => {
  const before = (await ana.api.reviews.pending()).items.length;
  const { id } = await ana.api.cases.create({ title: "En curso", description: "Me duele" });
  const match = await carla.api.matches.apply({ case_id: id });
  await ana.api.matches.accept({ id: match.id });
  expect((await ana.api.reviews.pending()).items).toHaveLength(before);
});

test("the patient's list shows approved specialists, each phone only where it is listed, and never e-mail or licence", async () => {
  const listed = await testApp.approvedKine(like(cast.carla, "Lista", { license_number: "MN lista" }));
  const unlisted = await testApp.approvedKine(like(cast.carla, "Reservada", { license_number: "MN reservada" }));
  const pending = await testApp.signUp(cast.diego);
  await testApp.db
    .updateTable("profiles")
    .set({ phone_listed: false })
    .where("id", "in", [unlisted.id, carla.id])
    .execute();
  const seen = async (person: Person) => {
    const items = await everyItem((before) => person.api.profiles.specialists({ before }));
    return new Map(items.map((item) => [item.id, item]));
  };
  const brunos = await seen(bruno);
  expect(brunos.get(listed.id)?.phone).toBe("+54 11 5555-3333");
  expect(brunos.get(unlisted.id)?.phone).toBeNull();
  expect(brunos.get(carla.id)?.phone).toBeNull();
  expect(brunos.has(pending.id)).toBe(false);
  expect(Object.keys(brunos.get(listed.id)!).toSorted()).toEqual([
    "average_stars",
    "bio",
    "id",
    "license_checked",
    "location_city",
    "modalities",
    "name",
    "phone",
    "photo_url",
    "price_range",
    "rating_from",
    "review_count",
    "specialty",
  ]);
  // An accepted application reveals the contact, also of an unlisted specialist.
  expect((await seen(ana)).get(carla.id)).toMatchObject({
    phone: "+54 11 5555-3333",
    review_count: 1,
    average_stars: 4,
  });
  expect(await bruno.api.profiles.specialistCount()).toEqual({ count: brunos.size });
  await testApp.db.updateTable("profiles").set({ phone_listed: true }).where("id", "=", carla.id).execute();
});

test("pages follow each other without a gap or a repetition, both ways", async () => {
  const cases = Array.from({ length: 45 }, (_, n) => ({
    patient_id: bruno.id,
    title: `Página ${n}`,
    description: "x",
    location_city: null,
  }));
  for (const each of cases) await testApp.db.insertInto("cases").values(each).execute();
  for (const order of ["newest", "oldest"] as const) {
    const ids = (await everyItem((after) => elena.api.cases.list({ after, order }))).map(({ id }) => id);
    const expected = (
      await testApp.db
        .selectFrom("cases")
        .select("id")
        .orderBy("id", order === "newest" ? "desc" : "asc")
        .execute()
    ).map(({ id }) => id);
    expect(ids).toEqual(expected);
  }
  expect((await elena.api.cases.list({})).items).toHaveLength(20);
});

test("people are listed by name too, both ways, accents and capitals aside, and a new name has its place at once", async () => {
  const people = await testApp.db.selectFrom("profiles").select(["id", "name"]).execute();
  const plain = (name: string) => name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const expected = people
    .toSorted((one, other) =>
      plain(one.name) < plain(other.name) ? -1 : plain(one.name) > plain(other.name) ? 1 : one.id < other.id ? -1 : 1,
    )
    .map(({ id }) => id);
  const listed = async (order: "name" | "name_down") =>
    (await everyItem((after) => elena.api.accounts.list({ after, order }))).map(({ id }) => id);
  expect(await listed("name")).toEqual(expected);
  expect(await listed("name_down")).toEqual(expected.toReversed());
  const patients = (await everyItem((after) => elena.api.profiles.patients({ after, order: "name" }))).map(
    ({ id }) => id,
  );
  const kines = (await everyItem((after) => elena.api.profiles.kines({ after, order: "name" }))).map(({ id }) => id);
  expect([...patients, ...kines, elena.id].toSorted()).toEqual(expected.toSorted());
  expect(patients).toEqual(expected.filter((id) => patients.includes(id)));
  const license = () =>
    testApp.db.selectFrom("profiles").select("license_checked_at").where("id", "=", carla.id).executeTakeFirstOrThrow();
  const before = await license();
  await testApp.db.updateTable("profiles").set({ name: "Aaron Última" }).where("id", "=", bruno.id).execute();
  expect((await elena.api.profiles.patients({ order: "name" })).items[0]).toMatchObject({ id: bruno.id });
  expect((await elena.api.accounts.list({ order: "name_down", role: "kine" })).items.map(({ id }) => id)).toContain(
    carla.id,
  );
  // The role's copy of the name changes, not the role: a change of role would take the badge of a checked licence away.
  expect(await license()).toEqual(before);
  await testApp.db.updateTable("profiles").set({ name: cast.bruno.metadata.name }).where("id", "=", bruno.id).execute();
});

test("cases are listed by state and reviews by stars, without a gap or a repetition; a search is in order of age", async () => {
  const all = await testApp.db.selectFrom("cases").select(["id", "status"]).orderBy("status").orderBy("id").execute();
  const inState = (await everyItem((after) => elena.api.cases.list({ after, order: "status" }))).map(({ id }) => id);
  expect(inState).toEqual(all.map(({ id }) => id));
  const back = (await everyItem((after) => elena.api.cases.list({ after, order: "status_down" }))).map(({ id }) => id);
  expect(back).toEqual(inState.toReversed());
  const stars = (await everyItem((after) => elena.api.reviews.list({ after, order: "stars_down" }))).map(
    ({ stars }) => stars,
  );
  expect(stars).toEqual(stars.toSorted((one, other) => other - one));
  const search = "pagina";
  expect(await elena.api.cases.list({ search, order: "status" })).toEqual(await elena.api.cases.list({ search }));
});

test("requests of specialists are a queue too, the one that has waited longest first", async () => {
  const newest = (await everyItem((before) => elena.api.kineApplications.list({ state: "decided", before }))).map(
    ({ id }) => id,
  );
  const oldest = (
    await everyItem((before) => elena.api.kineApplications.list({ state: "decided", before, order: "oldest" }))
  ).map(({ id }) => id);
  expect(oldest).toEqual(newest.toReversed());
});

test.each([
  ["pagina 44", ["Página 44"]],
  ["PÁG 7", ["Página 7"]],
  ["hombro", ["Hombro congelado"]],
  ["cong hom", ["Hombro congelado"]],
  ["ombro", []],
  ["%", null],
  ["' | & ! :* (", null],
  ["hombro & !x", []],
])("a search for %j in the cases finds every title with words that begin so", async (search, titles) => {
  const { items } = await elena.api.cases.list({ search });
  if (titles) expect(items.map(({ title }) => title)).toEqual(titles);
  else expect(items).toHaveLength(20);
});

test("a case is found by its patient too, among those with the words in their title", async () => {
  const search = "bruno";
  const every = await everyItem((after) => elena.api.cases.list({ after }));
  const hers = every.filter(({ patient_name }) => patient_name === cast.bruno.metadata.name).map(({ id }) => id);
  expect(hers.length).toBeGreaterThan(20);
  const found = await everyItem((after) => elena.api.cases.list({ after, search }));
  expect(found.map(({ id }) => id)).toEqual(hers);
  const { items } = await elena.api.cases.list({ search: "ferreyra", status: "closed" });
  expect(items.map(({ title }) => title)).toEqual(["Hombro congelado"]);
});

test("cases are filtered by status and tell whose they are", async () => {
  const { items } = await elena.api.cases.list({ status: "closed" });
  expect(items).toMatchObject([{ title: "Hombro congelado", status: "closed", patient_name: "Ana Ferreyra" }]);
});

test("patients are listed with their cases, and found by name or e-mail", async () => {
  const { items } = await elena.api.profiles.patients({ search: "ferreyra" });
  expect(items).toMatchObject([
    {
      id: ana.id,
      name: "Ana Ferreyra",
      email: "ana@example.com",
      phone: "+54 11 4444-1111",
      birth_date: "1961-03-14",
      activity_level: "activo",
      case_count: 2,
    },
  ]);
  expect((await elena.api.profiles.patients({ search: "bruno@exa" })).items.map(({ id }) => id)).toEqual([bruno.id]);
  expect((await elena.api.profiles.patients({})).items.map(({ name }) => name)).not.toContain("Carla Benítez");
});

test("users are found by name or e-mail, filtered by the role that applies to them, and counted all the same", async () => {
  const people = await testApp.db.selectFrom("profiles").select("id").orderBy("id").execute();
  const total = people.length;
  const ids = people.map(({ id }) => id);
  expect((await everyItem((after) => elena.api.accounts.list({ after, order: "oldest" }))).map(({ id }) => id)).toEqual(
    ids,
  );
  expect((await everyItem((after) => elena.api.accounts.list({ after }))).map(({ id }) => id)).toEqual(
    ids.toReversed(),
  );
  const found = await elena.api.accounts.list({ search: "benítez" });
  expect(found).toMatchObject({
    total,
    next: null,
    items: [{ id: carla.id, email: "carla@example.com", role: "kine" }],
  });
  expect(Object.keys(found.items[0]!).toSorted()).toEqual([
    "approval_status",
    "created_at",
    "email",
    "id",
    "is_confirmed",
    "name",
    "role",
    "suspended_at",
    "suspension_reason",
    "terms_due",
  ]);
  expect((await elena.api.accounts.list({ search: "bruno@exa" })).items.map(({ id }) => id)).toEqual([bruno.id]);
  expect(await elena.api.accounts.list({ search: "bruno", role: "kine" })).toEqual({ items: [], next: null, total });
  expect((await elena.api.accounts.list({ role: "admin" })).items.map(({ id }) => id)).toEqual([elena.id]);
  expect((await elena.api.accounts.list({ role: "patient", order: "oldest" })).items.map(({ id }) => id)).toEqual([
    ana.id,
    bruno.id,
  ]);
  // Users with several roles are found by the highest only; users without a role by none.
  await testApp.db
    .insertInto("user_roles")
    .values([
      { user_id: bruno.id, role: "kine" },
      { user_id: bruno.id, role: "admin" },
    ])
    .execute();
  const underEach = async () => {
    const lists = await Promise.all(
      (["patient", "kine", "admin"] as const).map((role) => elena.api.accounts.list({ role, search: "bruno" })),
    );
    return lists.map(({ items }) => items.map(({ role }) => role));
  };
  expect(await underEach()).toEqual([[], [], ["admin"]]);
  await testApp.db.deleteFrom("user_roles").where("user_id", "=", bruno.id).execute();
  expect(await underEach()).toEqual([[], [], []]);
  expect((await elena.api.accounts.list({ search: "bruno" })).items).toMatchObject([{ id: bruno.id, role: null }]);
  await testApp.db.insertInto("user_roles").values({ user_id: bruno.id, role: "patient" }).execute();
});

test("specialists are listed with their rating, in every state of approval", async () => {
  await confirmAddresses(testApp.db, ana);
  const { items } = await elena.api.profiles.kines({ search: "benitez" });
  const recent = items[0]?.recent_applications ?? 0;
  expect(recent).toBeGreaterThan(0);
  expect(items).toMatchObject([
    {
      id: carla.id,
      email: "carla@example.com",
      review_count: 1,
      average_stars: 4,
      last_active_at: expect.any(Date),
      recent_accepted: recent,
    },
  ]);
  const pending = await elena.api.profiles.kines({ approval_status: "pending" });
  expect(pending.items.map(({ name }) => name)).toEqual(["Diego Molina"]);
  const oldest = await elena.api.profiles.kines({ order: "oldest" });
  expect(oldest.items[0]?.id).toBe(carla.id);
});

test("reviews are counted, averaged, filtered by stars and found by either name, also when a person is gone", async () => {
  const { id } = await attended("Rodilla");
  await ana.api.reviews.create({ case_id: id, kine_id: carla.id, stars: 5 });
  expect(await elena.api.reviews.totals()).toEqual({ count: 2, average: 4.5, waiting: 0, hidden: 0 });
  expect((await elena.api.reviews.list({ stars: 5 })).items).toMatchObject([
    { stars: 5, comment: null, patient_name: "Ana Ferreyra", kine_name: "Carla Benítez" },
  ]);
  expect((await elena.api.reviews.list({ search: "carla" })).items).toHaveLength(2);
  expect((await elena.api.reviews.list({ search: "ferr" })).items).toHaveLength(2);
  expect((await elena.api.reviews.list({ search: "bruno" })).items).toEqual([]);
  await testApp.db.updateTable("reviews").set({ kine_id: null }).where("stars", "=", 5).execute();
  expect((await ana.api.reviews.mine({})).items[0]).toMatchObject({ stars: 5, kine_name: null, case_title: "Rodilla" });
  expect((await elena.api.reviews.list({ stars: 5 })).items).toMatchObject([{ kine_name: null }]);
});

test.each(["+54 11 4444-1111", "1144441111", "(011) 4444 1111", "44441111", "4444-11", "5411 4444"])(
  "a person is found by the phone, typed as %j",
  async (search) => {
    expect((await elena.api.accounts.list({ search })).items.map(({ id }) => id)).toContain(ana.id);
    expect((await elena.api.accounts.list({ search: search.replaceAll("1", "9") })).items).toEqual([]);
  },
);

test("a phone is found however it was written and however it is searched, and others are not", async () => {
  const eva = await testApp.signUp(like(cast.ana, "Eva Escrita"));
  const forms = {
    city: ["+54 11 4777-2222", "011 15 4777-2222", "1147772222", "+54911154777-2222"],
    elsewhere: ["0351 15 477-2222", "+54 9 351 477-2222", "3514772222"],
    local: ["15 4777-2222", "4777-2222"],
  };
  const found = async (search: string) =>
    (await elena.api.accounts.list({ search })).items.some(({ id }) => id === eva.id);
  for (const [place, written] of Object.entries(forms))
    for (const phone of written) {
      await testApp.db.updateTable("profiles").set({ phone }).where("id", "=", eva.id).execute();
      const own =
        place === "local" ? [...forms.city, ...forms.local] : place === "city" ? [...written, ...forms.local] : written;
      for (const search of [...own, "0354 15 77-2222", "011 15 4777-2223"])
        expect(await found(search), `${phone} searched as ${search}`).toBe(own.includes(search));
    }
});

test("own cases, applications, reviews and requests come in pages without a gap, and are nobody else's", async () => {
  const dora = await testApp.signUp(like(cast.ana, "Dora Muchos"));
  const kine = await testApp.approvedKine(like(cast.carla, "Kine Muchos", { license_number: "MN muchos" }));
  await ageAccounts(testApp.db, dora);
  const cases: string[] = [];
  const matches: string[] = [];
  for (let n = 0; n < 23; n++) {
    const { id } = await dora.api.cases.create({ title: `Muchos ${n}`, description: "Me duele" });
    cases.unshift(id);
    matches.unshift((await kine.api.matches.apply({ case_id: id })).id);
    // A day later each: an application a day is within every limit.
    await sql`update applications_made set at = at - interval '1 day' where kine_id = ${kine.id}`.execute(testApp.db);
  }
  const ids = (items: { id: string }[]) => items.map(({ id }) => id);
  expect((await dora.api.cases.mine()).items).toHaveLength(20);
  expect(ids(await everyItem((before) => dora.api.cases.mine({ before })))).toEqual(cases);
  expect((await bruno.api.cases.mine({ before: cases[0] })).items.filter(({ id }) => cases.includes(id))).toEqual([]);
  expect(ids(await everyItem((before) => kine.api.matches.mine({ before })))).toEqual(matches);
  for (const [n, id] of matches.entries()) {
    await dora.api.matches.accept({ id });
    await dora.api.cases.close({ id: cases[n]! });
  }
  const owed = ids(await everyItem((before) => dora.api.reviews.pending({ before })));
  expect(owed).toEqual(matches);
  for (const case_id of cases) await dora.api.reviews.create({ case_id, kine_id: kine.id, stars: 4 });
  expect((await dora.api.reviews.pending()).items).toEqual([]);
  // As if each were another patient's: of one patient the last one counts.
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update reviews set is_replaced = false where kine_id = ${kine.id}`.execute(tx);
    await sql`select recount()`.execute(tx);
  });
  const received = await kine.api.reviews.received();
  expect(received).toMatchObject({ count: 23, average: 4 });
  expect(received.items).toHaveLength(20);
  expect(await everyItem((before) => kine.api.reviews.received({ before }))).toHaveLength(23);
  expect(await everyItem((before) => dora.api.reviews.mine({ before }))).toHaveLength(23);
});

test("the applications to a case come in pages, for its patient only", async () => {
  const { id: case_id } = await ana.api.cases.create({ title: "Muy pedido", description: "Me duele" });
  const { id: carlas } = await carla.api.matches.apply({ case_id });
  const others = await testApp.db
    .insertInto("auth.users")
    .values(Array.from({ length: 24 }, (_, n) => ({ email: `pedido${n}@example.com` })))
    .returning(["id", "email"])
    .execute();
  await testApp.db
    .insertInto("profiles")
    .values(others.map((each) => ({ ...each, name: "Kine", approval_status: "approved" as const })))
    .execute();
  await testApp.db
    .insertInto("user_roles")
    .values(others.map(({ id }) => ({ user_id: id, role: "kine" as const })))
    .execute();
  for (const { id } of others) await testApp.db.insertInto("matches").values({ case_id, kine_id: id }).execute();
  const found = await ana.api.cases.get({ id: case_id });
  expect(found.application_count).toBe(25);
  expect(found.applications).toHaveLength(20);
  const rest = await ana.api.cases.applications({ case_id, before: found.more_applications });
  expect(rest.items).toHaveLength(5);
  expect(rest.items.at(-1)).toMatchObject({ id: carlas, phone: null, email: null });
  expect(rest.next).toBeNull();
  expect((await bruno.api.cases.applications({ case_id })).items).toEqual([]);
  await testApp.db.deleteFrom("auth.users").where("email", "like", "pedido%").execute();
});

test("requests are listed to be decided and decided, in pages, and those to decide are counted", async () => {
  const before = (await elena.api.kineApplications.pendingCount()).count;
  const people = await testApp.db
    .insertInto("auth.users")
    .values(Array.from({ length: 21 }, (_, n) => ({ email: `solicita${n}@example.com` })))
    .returning(["id", "email"])
    .execute();
  await testApp.db
    .insertInto("profiles")
    .values(people.map((each) => ({ ...each, name: "Solicitante", approval_status: "pending" as const })))
    .execute();
  for (const { id } of people)
    await testApp.db.insertInto("kine_applications").values({ user_id: id, profile_id: id }).execute();
  expect(await elena.api.kineApplications.pendingCount()).toEqual({ count: before + 21 });
  const pending = await everyItem((id) => elena.api.kineApplications.list({ before: id }));
  expect(pending).toHaveLength(before + 21);
  expect(new Set(pending.map(({ status }) => status))).toEqual(new Set(["pending"]));
  await elena.api.kineApplications.approve({ id: pending[0]!.id, is_checked: true });
  expect((await elena.api.kineApplications.list({ state: "decided" })).items[0]).toMatchObject({
    id: pending[0]!.id,
    status: "approved",
  });
  expect(await elena.api.kineApplications.pendingCount()).toEqual({ count: before + 20 });
});
