import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast, type CastMember } from "../../app/demo/cast.ts";
import { deleteRows } from "../../app/domain/accounts/delete-rows.server.ts";
import { replayDeletions } from "../../app/domain/deletions/replay-deletions.server.ts";
import { removeExpiredRows } from "../../app/server/retention.server.ts";
import { allAnswered } from "../support/past.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageAccounts, ageRelations, confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let ana: Person;
let round = 0;

const SAID = "Te espero sin turno en el fondo del galpón";

beforeAll(async () => {
  testApp = await openTestApp();
  [elena, ana] = [await testApp.signIn(cast.elena), await testApp.signUp(cast.ana)];
  await confirmAddresses(testApp.db, ana);
});
afterAll(() => testApp?.close());

const member = (license_number: string, more: object = {}) =>
  like(cast.carla, `Kine ${++round}`, { license_number, phone: `+54 11 4444-${6000 + round}`, ...more });

/** An approved specialist, checked by an admin, who is said to be the same person as who was there before. */
async function checkedKine(account: CastMember): Promise<Person> {
  const kine = await testApp.signUp(account);
  const request = await requestOf(kine);
  await elena.api.kineApplications.approve({ id: request.id, is_checked: true, past: allAnswered(request, true) });
  return kine;
}

/** The same, who proved the address. */
async function provenKine(account: CastMember): Promise<Person> {
  const kine = await checkedKine(account);
  await confirmAddresses(testApp.db, kine);
  return kine;
}

/** A specialist with a review of two stars and an open, an upheld and a rejected report, who then deletes the account. */
const leaveBadly = async (account: CastMember) => leaveBadlyAs(await provenKine(account));

async function leaveBadlyAs(kine: Person): Promise<Person> {
  const { id: case_id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
  const { id } = await kine.api.matches.apply({ case_id, message: SAID });
  await ana.api.reports.create({ subject: "message", id, reason: "misconduct", details: "Da miedo" });
  await ana.api.matches.accept({ id });
  await ana.api.cases.close({ id: case_id });
  await ana.api.reviews.create({ case_id, kine_id: kine.id, stars: 2 });
  await ageRelations(testApp.db, kine);
  const [upheld, rejected] = [
    await testApp.signUp(like(cast.bruno, `Denuncia ${++round}`)),
    await testApp.signUp(like(cast.bruno, `Denuncia ${++round}`)),
  ];
  for (const [reporter, is_upheld] of [
    [upheld, true],
    [rejected, false],
  ] as const) {
    const report = await reporter.api.reports.create({
      subject: "profile",
      id: kine.id,
      reason: "offensive",
      details: is_upheld ? "Insultó" : "Mentira",
    });
    await elena.api.reports.decide({ id: report.id, decision: is_upheld ? "Es cierto" : "No es cierto", is_upheld });
  }
  await kine.api.accounts.delete();
  return kine;
}
const requestOf = async ({ id }: Person) =>
  (await elena.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === id)!;
const profileOf = ({ id }: Person) => testApp.anonymous.profiles.publicProfile({ id });

test("who deletes a reported account and comes back with the licence waits for an admin who sees reports and stars, and inherits the stars", async () => {
  await leaveBadly(member("MN 68736"));
  const back = await testApp.signUp(
    like(cast.diego, "Otro Nombre", { license_number: "mn-68.736", phone: "+54 11 4444-9999" }),
  );
  const request = await requestOf(back);
  expect(request.departures).toMatchObject([
    {
      same: ["licence"],
      is_same: null,
      review_count: 1,
      average_stars: 2,
      is_suspended: false,
      left_at: expect.any(Date),
    },
  ]);
  expect(request.departures[0]!.reports).toMatchObject([
    { reason: "misconduct", details: "Da miedo", text: SAID, decision: null },
    { reason: "offensive", details: "Insultó", decision: "Es cierto" },
  ]);
  const past = allAnswered(request, true);
  await elena.api.kineApplications.approve({ id: request.id, is_checked: true, past });
  expect(await profileOf(back)).toMatchObject({ review_count: 1, average_stars: 2 });
  expect((await elena.api.dossiers.person({ id: back.id })).departures[0]!.reports).toHaveLength(2);
  const points = async (id: string) =>
    (await sql<{ score: number }>`select score from directory where kine_id = ${id}`.execute(testApp.db)).rows[0]!
      .score;
  // Another one with the same profile and no past.
  const fresh = await testApp.approvedKine(
    like(cast.diego, "Sin Pasado", { license_number: "MN 68737", phone: "+54 11 4444-9998" }),
  );
  expect(await points(back.id)).toBeLessThan(await points(fresh.id));
  await sql`select recount()`.execute(testApp.db);
  expect(await profileOf(back)).toMatchObject({ review_count: 1, average_stars: 2 });
  // Leaving again takes them along, once.
  await confirmAddresses(testApp.db, back);
  await back.api.accounts.delete();
  const third = await checkedKine(
    like(cast.diego, "Tercer Nombre", { license_number: "MN 68736", phone: "+54 11 4444-9997" }),
  );
  expect(await profileOf(third)).toMatchObject({ review_count: 1, average_stars: 2 });
});

test("who deletes an account whose admission was rejected and comes back with the licence waits for an admin who sees the rejection", async () => {
  const rejected = await testApp.signUp(member("MN 72001"));
  const [first, open] = [await requestOf(rejected), await testApp.signUp(member("MN 72002"))];
  await confirmAddresses(testApp.db, rejected);
  await elena.api.kineApplications.reject({ id: first.id, reason: "La matrícula es falsa" });
  await rejected.api.accounts.delete();
  await open.api.accounts.delete();
  const back = await testApp.signUp(
    like(cast.diego, "Vuelve Rechazado", { license_number: "mn 72.001", phone: "+54 11 4444-9996" }),
  );
  expect((await requestOf(back)).departures).toMatchObject([
    { same: ["licence"], rejection: { reason: "La matrícula es falsa", decided_at: expect.any(Date) }, reports: [] },
  ]);
  const { rows } = await sql`select from departures where position('falsa'::bytea in sealed) > 0`.execute(testApp.db);
  expect(rows).toEqual([]);
  // Who asked and was not decided about left nothing, nor does an approval that followed the rejection.
  const other = await testApp.signUp(
    like(cast.diego, "Vuelve Sin Nada", { license_number: "MN 72002", phone: "+54 11 4444-9995" }),
  );
  expect((await requestOf(other)).departures).toEqual([]);
  await elena.api.kineApplications.approve({ id: (await requestOf(back)).id });
  await back.api.accounts.delete();
  const third = await testApp.signUp(
    like(cast.diego, "Tercera Vez", { license_number: "MN 72001", phone: "+54 11 4444-9994" }),
  );
  expect((await requestOf(third)).departures).toHaveLength(1);
});

/** Who is suspended has no session: a replay after a restored backup deletes them. */
async function suspendedThenDeleted({ id }: Person): Promise<void> {
  await elena.api.moderation.suspend({ id, reason: "Trato indebido" });
  const { secret } = testApp.app.services.settings;
  await testApp.db.transaction().execute((tx) => deleteRows(tx, id, { secret, at: null }));
}

test("who proved no address leaves a past by a licence that an admin admitted or checked, and nothing for whose address, phone or number they used", async () => {
  const account = member("MN 74001");
  const impostor = await testApp.signUp(account);
  await elena.api.kineApplications.reject({ id: (await requestOf(impostor)).id, reason: "Título falso" });
  await impostor.api.accounts.delete();
  const { phone } = account.metadata;
  const posing = await testApp.signUp({ ...like(cast.ana, "Se Hace Pasar", { phone }), email: account.email });
  const { id: case_id } = await posing.api.cases.create({ title: "Rodilla", description: "Amenaza" });
  const reporter = await testApp.approvedKine(member("MN 74002"));
  await reporter.api.reports.create({ subject: "case", id: case_id, reason: "offensive", details: "Me amenazó" });
  await posing.api.accounts.delete();
  const victim = await testApp.signUp(account);
  await confirmAddresses(testApp.db, victim);
  expect((await requestOf(victim)).departures).toEqual([]);
  expect((await elena.api.dossiers.person({ id: victim.id })).departures).toEqual([]);
  // What they could do by themselves follows them: an admin let them in with that licence, or checked one besides.
  const admitted = await testApp.signUp(member("MN 74003"));
  await elena.api.kineApplications.approve({ id: (await requestOf(admitted)).id });
  const besides = await admitted.api.licences.add({ kind: "MP", jurisdiction: "06", number: "74004" });
  await elena.api.licences.verify({ id: besides.id });
  await admitted.api.licences.add({ kind: "MP", jurisdiction: "06", number: "74005" });
  await suspendedThenDeleted(admitted);
  const known = async (licence: string) =>
    (await requestOf(await testApp.signUp(member(licence)))).departures.map(({ same }) => same);
  expect(await known("MN 74003")).toEqual([["licence"]]);
  expect(await known("MP 74004, Buenos Aires")).toEqual([["licence"]]);
  expect(await known("MP 74005, Buenos Aires")).toEqual([]);
});

test("the address and the phone are known again too, another licence of the same number as such, and a suspension is told", async () => {
  const account = member("MN 70001");
  const suspended = await testApp.approvedKine(account);
  await confirmAddresses(testApp.db, suspended);
  await suspendedThenDeleted(suspended);
  const sameAddress = await testApp.signUp({
    ...account,
    metadata: { ...account.metadata, license_number: "MN 70002", phone: "11 15 3333-0000" },
  });
  const samePhone = await testApp.signUp(
    like(cast.diego, "Mismo Teléfono", {
      license_number: "MN 70003",
      phone: String(account.metadata["phone"]).replaceAll(/[ -]/g, ""),
    }),
  );
  const provincial = await testApp.signUp(
    like(cast.diego, "Provincial", { license_number: "MP 70001", phone: "11 3333-0001" }),
  );
  expect((await requestOf(sameAddress)).departures).toMatchObject([
    { same: ["email"], is_suspended: true, average_stars: null },
  ]);
  expect((await requestOf(samePhone)).departures).toMatchObject([{ same: ["phone"], is_suspended: true }]);
  expect((await requestOf(provincial)).departures).toMatchObject([{ same: ["number"], is_suspended: true }]);
});

/** Closes a case of the patient with the specialist, and reviews them. */
async function reviewed(patient: Person, kine: Person, stars: number): Promise<string> {
  const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await patient.api.matches.accept({ id: (await kine.api.matches.apply({ case_id })).id });
  await patient.api.cases.close({ id: case_id });
  return (await patient.api.reviews.create({ case_id, kine_id: kine.id, stars })).id;
}
const ratingOf = async (kine: Person) => {
  const { review_count, average_stars } = await profileOf(kine);
  return [review_count, average_stars];
};
const inherited = async ({ id }: Person) =>
  (
    await sql<{ count: number; stars: number }>`select count, stars from inherited_stars where kine_id = ${id}`.execute(
      testApp.db,
    )
  ).rows[0];
const provenPatient = async (name: string) => {
  const patient = await testApp.signUp(like(cast.ana, name));
  await confirmAddresses(testApp.db, patient);
  return patient;
};

test("of one mailbox one star counts: a review of the specialist who came back takes the place of the one that passed to them, while it is in sight", async () => {
  const [gone, stays, leaves] = [
    await provenKine(member("MN 73001")),
    await provenPatient(`Queda ${++round}`),
    `Se va ${++round}`,
  ];
  const left = await provenPatient(leaves);
  await reviewed(stays, gone, 5);
  await reviewed(left, gone, 5);
  await left.api.accounts.delete();
  await ageRelations(testApp.db, gone);
  await gone.api.accounts.delete();
  const back = await provenKine(member("MN 73001"));
  expect(await ratingOf(back)).toEqual([2, 5]);
  const id = await reviewed(stays, back, 1);
  expect(await ratingOf(back)).toEqual([2, 3]);
  // The order waits a week for the new one, and has forgotten the other.
  expect(await inherited(back)).toEqual({ count: 1, stars: 5 });
  const again = await testApp.signUp(like(cast.ana, leaves));
  const unproven = await reviewed(again, back, 1);
  expect(await ratingOf(back)).toEqual([3, 7 / 3]);
  await confirmAddresses(testApp.db, again);
  expect(await ratingOf(back)).toEqual([2, 1]);
  await sql`select recount()`.execute(testApp.db);
  expect(await ratingOf(back)).toEqual([2, 1]);
  await elena.api.moderation.hideReview({ id, reason: "Insulta" });
  expect(await ratingOf(back)).toEqual([2, 3]);
  await elena.api.moderation.showReview({ id, edited_at: null });
  expect(await ratingOf(back)).toEqual([2, 1]);
  await again.api.reviews.withdraw({ id: unproven });
  expect(await ratingOf(back)).toEqual([2, 3]);
  expect(await inherited(back)).toEqual({ count: 1, stars: 5 });
  // With the next account go the stars that count, and by whose mailboxes they are.
  await back.api.accounts.delete();
  const third = await checkedKine(member("MN 73001"));
  expect(await ratingOf(third)).toEqual([2, 3]);
  await reviewed(stays, third, 4);
  expect(await ratingOf(third)).toEqual([2, 4.5]);
});

test("a review that came before the answer takes the place of the star of its mailbox", async () => {
  const [gone, patient] = [await provenKine(member("MN 73101")), await provenPatient(`Antes ${++round}`)];
  await reviewed(patient, gone, 5);
  const [back, other] = [
    await testApp.approvedKine(member("MN 73102")),
    await testApp.approvedKine(member("MN 73103")),
  ];
  await reviewed(patient, back, 2);
  await gone.api.accounts.delete();
  await back.api.licences.add({ kind: "MN", jurisdiction: "02", number: "73101" });
  const { departures } = await elena.api.dossiers.person({ id: back.id });
  expect((await elena.api.dossiers.person({ id: other.id })).departures).toEqual([]);
  await elena.api.licences.answerPast({ kine_id: back.id, earlier_id: departures[0]!.id, is_same: true });
  expect(await ratingOf(back)).toEqual([1, 2]);
});

test("stars pass as the order took them: those of who proved no address are in the average alone", async () => {
  const gone = await provenKine(member("MN 73201"));
  for (const stars of [5, 5, 5])
    await reviewed(await testApp.signUp(like(cast.bruno, `Nadie ${++round}`)), gone, stars);
  const proven = await provenPatient(`Alguien ${++round}`);
  await ageAccounts(testApp.db, proven);
  await reviewed(proven, gone, 3);
  await ageRelations(testApp.db, gone);
  await gone.api.accounts.delete();
  const back = await provenKine(member("MN 73201"));
  expect(await ratingOf(back)).toEqual([4, 4.5]);
  expect(await inherited(back)).toEqual({ count: 1, stars: 3 });
  await back.api.accounts.delete();
  expect(await inherited(await checkedKine(member("MN 73201")))).toEqual({ count: 1, stars: 3 });
});

test("whoever asks for a licence is shown its past and who has it, also where it was only stated or named besides, and an admin decides", async () => {
  const holder = await testApp.approvedKine(member("MN 80101"));
  const besides = await holder.api.licences.add({ kind: "MP", jurisdiction: "14", number: "55512" });
  await elena.api.licences.verify({ id: besides.id, method: "register" });
  const taker = await testApp.approvedKine(member("MN 80102"));
  await confirmAddresses(testApp.db, taker);
  await taker.api.profiles.update({ name: "Kine Toma", license_number: "MP 55512, Córdoba" });
  const changeOf = async ({ id }: Person) =>
    (await elena.api.profileChanges.list({})).items.find(({ kine_id }) => kine_id === id)!;
  const change = await changeOf(taker);
  expect(change.same_licence).toMatchObject([{ id: holder.id }]);
  await elena.api.profileChanges.approve({ id: change.id });
  await leaveBadlyAs(taker);
  // Its next check asks, and nothing passes by itself.
  const again = { id: besides.id, method: "register" } as const;
  expect(await outcome(elena.api.licences.verify(again))).toBe("PAST_UNANSWERED");
  const past = allAnswered(await elena.api.dossiers.person({ id: holder.id }), false);
  await elena.api.licences.verify({ ...again, past });
  expect(await ratingOf(holder)).toEqual([0, null]);

  await leaveBadly(member("MN 90001"));
  const naming = await testApp.signUp(member("MN 90777 MP 90001"));
  expect((await requestOf(naming)).departures).toMatchObject([{ same: ["licence"], review_count: 1 }]);
});

test("who kept an account that had the licence, or was rejected with it, is named beside who asks for it", async () => {
  const kept = await testApp.approvedKine(member("MN 80301"));
  const besides = await kept.api.licences.add({ kind: "MP", jurisdiction: "14", number: "80302" });
  await elena.api.licences.verify({ id: besides.id, method: "register" });
  await kept.api.licences.withdraw({ id: besides.id });
  await elena.api.moderation.suspend({ id: kept.id, reason: "Acoso" });
  const rejected = await testApp.signUp(member("MN 80303"));
  await elena.api.kineApplications.reject({ id: (await requestOf(rejected)).id, reason: "El título es falso" });
  const asking = async (licence: string) => requestOf(await testApp.signUp(member(licence)));
  expect((await asking("MP 80302, Córdoba")).same_licence).toMatchObject([
    { id: kept.id, is_past: true, is_suspended: true },
  ]);
  expect((await asking("MN 80303")).same_licence).toMatchObject([
    { id: rejected.id, approval_status: "rejected", rejection_reason: "El título es falso" },
  ]);
});

test("nothing in clear is kept, nothing of who left without a past, and what is kept goes after 24 months, reports 12 after their decision", async () => {
  const account = member("MN 71001234");
  await leaveBadly(account);
  const clean = await testApp.approvedKine(member("MN 71002"));
  await clean.api.accounts.delete();
  const dump = async () => {
    const tables = ["departures", "departure_keys", "departure_reports", "deletions", "closed_handles"];
    const rows = await Promise.all(
      tables.map((table) => sql`select t::text as text from ${sql.table(table)} t`.execute(testApp.db)),
    );
    return JSON.stringify(rows.map((each) => each.rows));
  };
  const kept = await dump();
  for (const text of [SAID, "Insultó", "71001234", account.email, "Kine", "Da miedo"])
    expect(kept, text).not.toContain(text);
  // Nor does the number's plain hash stand there: it has a key.
  const { rows } =
    await sql`select from departure_keys where hash in (sha256('mn71001234'), sha256('71001234'), sha256(${account.email}::text::bytea))`.execute(
      testApp.db,
    );
  expect(rows).toEqual([]);
  const back = () =>
    testApp.signUp(
      like(cast.diego, `Vuelve ${++round}`, { license_number: "MN 71002", phone: `11 3333-1${100 + round}` }),
    );
  expect((await requestOf(await back())).departures).toEqual([]);
  await sql`update departure_reports set kept_until = now() - interval '1 minute'`.execute(testApp.db);
  await removeExpiredRows(testApp.db);
  const returned = await testApp.signUp(
    like(cast.diego, `Vuelve ${++round}`, { license_number: "MN 71001234", phone: `11 3333-2${100 + round}` }),
  );
  expect((await requestOf(returned)).departures).toMatchObject([{ review_count: 1, reports: [] }]);
  await sql`update departures set left_at = now() - interval '24 months 1 minute'`.execute(testApp.db);
  expect((await requestOf(returned)).departures).toEqual([]);
  await removeExpiredRows(testApp.db);
  expect((await sql`select from departure_keys`.execute(testApp.db)).rows).toEqual([]);
});

test("a deletion that a restored backup undid is noted again, as of its day", async () => {
  const kine = await testApp.approvedKine(member("MN 72001"));
  const { id: case_id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await ana.api.matches.accept({ id: (await kine.api.matches.apply({ case_id })).id });
  await ana.api.cases.close({ id: case_id });
  await ana.api.reviews.create({ case_id, kine_id: kine.id, stars: 1 });
  const { services } = testApp.app;
  const hash = createHash("sha256").update(kine.id).digest("hex");
  const at = new Date("2026-05-05T12:00:00.000Z");
  // As the storage notes a deletion that this database does not know.
  await services.storage.write("deletions", `account-${hash}-${at.getTime()}`, Buffer.alloc(0));
  expect(await replayDeletions(services)).toBe(1);
  const { rows } = await sql<{
    left_at: Date;
  }>`select left_at from departures where left_at = ${at.toISOString()}::timestamptz`.execute(testApp.db);
  expect(rows).toHaveLength(1);
  expect(await outcome(kine.api.profiles.mine())).toBe("NOT_SIGNED_IN");
});
