import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cast, type CastMember } from "../../app/demo/cast.ts";
import { applyHeld } from "../../app/domain/held-decisions/apply-held.server.ts";
import { TIMES } from "../mail/post.ts";
import { newKine } from "../support/new-kine.ts";
import { messagesTo } from "../support/outbox.ts";
import { allAnswered } from "../support/past.ts";
import { like, outcome, type Person, sessionClient } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageRelations, confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let ana: Person;
let round = 0;
beforeAll(async () => {
  testApp = await openTestApp();
  [elena, ana] = [await testApp.signIn(cast.elena), await testApp.signUp(cast.ana)];
  await confirmAddresses(testApp.db, ana);
});
afterAll(() => testApp?.close());

const member = (license_number: string, more: object = {}) =>
  like(cast.carla, `Kine Estrella ${++round}`, { license_number, phone: `+54 11 4444-${2000 + round}`, ...more });
/** An approved specialist who proved the address; where there was somebody before, it is said that they are not the same. */
async function provenKine(account: CastMember): Promise<Person> {
  const kine = await testApp.signUp(account);
  await confirmAddresses(testApp.db, kine);
  const request = await requestOf(kine);
  await elena.api.kineApplications.approve({ id: request.id, is_checked: true, past: allAnswered(request, false) });
  return kine;
}
async function reviewed(kine: Person, stars: number): Promise<Person> {
  const { id: case_id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await ana.api.matches.accept({ id: (await kine.api.matches.apply({ case_id })).id });
  await ana.api.cases.close({ id: case_id });
  await ana.api.reviews.create({ case_id, kine_id: kine.id, stars });
  await ageRelations(testApp.db, kine);
  return kine;
}
const leave = (kine: Person) => kine.api.accounts.delete();
const requestOf = async ({ id }: Person) =>
  (await elena.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === id)!;
const CABA = { location_city: "Palermo" };
const ratingOf = async ({ id }: Person) => {
  const { review_count, average_stars } = await testApp.anonymous.profiles.publicProfile({ id });
  return [review_count, average_stars];
};
type Earlier = { departures: { id: string; review_count: number }[] };
/** What the admin of a card read and answered. */
const past = ({ departures }: Earlier, ...is_same: boolean[]) => ({
  shown: departures.map(({ id }) => id),
  answers: departures.slice(0, is_same.length).map(({ id }, n) => ({ id, is_same: is_same[n]! })),
});
const changeOf = async ({ id }: Person) =>
  (await elena.api.profileChanges.list({})).items.find(({ kine_id }) => kine_id === id)!;
const dueOf = async (licence: string) => (await elena.api.licences.queue()).items.find(({ id }) => id === licence)!;
const dossierOf = ({ id }: Person) => elena.api.dossiers.person({ id });
/** An account with one review that was deleted, and a request of somebody who may be the same person. */
async function comesBack(left: string, comes = left, stars = 1) {
  await leave(await reviewed(await provenKine(member(left, CABA)), stars));
  const back = await testApp.signUp(member(comes, CABA));
  return { back, request: await requestOf(back) };
}
const approve = (request: { id: string }, given?: ReturnType<typeof past>) =>
  elena.api.kineApplications.approve({ id: request.id, is_checked: true, ...(given && { past: given }) });
const scoreOf = async ({ id }: Person) =>
  (await sql<{ score: number }>`select score from directory where kine_id = ${id}`.execute(testApp.db)).rows[0]!.score;
const kept = async (id: string) => {
  const { rows } = await sql`select d.review_count, d.review_stars, d.ranked_count, d.ranked_stars,
    array(select (a.stars, a.is_ranked, a.kine_id, a.is_replaced)::text from departure_authors a where a.departure_id = d.id) as authors
    from departures d where id = ${id}`.execute(testApp.db);
  return rows;
};

test.each([
  ["MP 81003", "MP 81003", "licence"],
  ["81004", "81004", "licence"],
  ["MP 81005", "MP 81005, Salta", "licence"],
  ["81007", "MN 81007", "licence"],
  ["MP 81008, Salta", "MP 81008, Salta", "licence"],
  ["MN 81009", "Mat. Nac. 081009", "licence"],
  ["MN 81010", "MP 81010, Salta", "number"],
])(
  "stars of %s pass to who comes with %s once an admin says so, whatever the licences say: the card says '%s'",
  async (left, comes, same) => {
    const { back, request } = await comesBack(left, comes);
    expect(request.departures).toMatchObject([
      { same: [same], has_licence: true, has_address: true, review_count: 1, is_same: null, is_of_another: false },
    ]);
    expect(await outcome(approve(request))).toBe("PAST_UNANSWERED");
    expect(await outcome(approve(request, past(request)))).toBe("PAST_UNANSWERED");
    expect(await outcome(elena.api.kineApplications.approve({ id: request.id, can_undo: true }))).toBe(
      "PAST_UNANSWERED",
    );
    await approve(request, past(request, true));
    expect(await ratingOf(back)).toEqual([1, 1]);
  },
);

test("stars do not pass by the same mailbox, a checked licence and a confirmed address without an answer", async () => {
  const account = member("MN 81101");
  await leave(await reviewed(await provenKine(account), 1));
  const back = await testApp.signUp(account);
  await confirmAddresses(testApp.db, back);
  const request = await requestOf(back);
  expect(request.departures).toMatchObject([{ same: expect.arrayContaining(["email", "licence"]), is_same: null }]);
  await approve(request, past(request, false));
  expect(await ratingOf(back)).toEqual([0, null]);
  expect((await dossierOf(back)).departures).toMatchObject([{ is_same: false, review_count: 1, average_stars: 1 }]);
});

test("an account that proved no address is told as such, and its stars pass to nobody but by an answer", async () => {
  await leave(await reviewed(await testApp.approvedKine(member("MN 81201")), 1));
  const owner = await testApp.signUp(member("MN 81201"));
  const request = await requestOf(owner);
  expect(request.departures).toMatchObject([{ same: ["licence"], has_address: false, review_count: 1, is_same: null }]);
  await approve(request, past(request, false));
  expect(await ratingOf(owner)).toEqual([0, null]);
});

test("an admin takes passed stars away and gives them again, and everything that counts them follows", async () => {
  const { back, request } = await comesBack("MN 81301", "MN 81301", 2);
  const [earlier] = request.departures;
  const before = await kept(earlier!.id);
  await approve(request, past(request, true));
  const fresh = await testApp.approvedKine(member("MN 81302", CABA));
  const answer = (is_same: boolean) =>
    elena.api.licences.answerPast({ kine_id: back.id, earlier_id: earlier!.id, is_same });
  for (const isSame of [false, true, true, false, false, true]) {
    await answer(isSame);
    expect(await ratingOf(back)).toEqual(isSame ? [1, 2] : [0, null]);
    await sql`select recount()`.execute(testApp.db);
    expect(await ratingOf(back)).toEqual(isSame ? [1, 2] : [0, null]);
    expect((await scoreOf(back)) < (await scoreOf(fresh))).toBe(isSame);
    expect((await dossierOf(back)).departures).toMatchObject([{ id: earlier!.id, is_same: isSame }]);
    if (!isSame) expect(await kept(earlier!.id)).toEqual(before);
  }
  const { rows } = await sql`select event from auth.audit_events e join auth.users u on u.audit_id = e.subject
    where u.id = ${back.id} and event like 'past_%' order by e.id`.execute(testApp.db);
  expect(rows).toHaveLength(7);
  expect(rows.slice(0, 2)).toEqual([{ event: "past_confirmed" }, { event: "past_denied" }]);
});

test("a review of the same mailbox takes the place of a star that passed, and gives it back when the star is taken away", async () => {
  const { back, request } = await comesBack("MN 81401", "MN 81401", 5);
  const { id } = request.departures[0]!;
  const before = await kept(id);
  await approve(request, past(request, true));
  await reviewed(back, 1);
  expect(await ratingOf(back)).toEqual([1, 1]);
  const answer = (is_same: boolean) => elena.api.licences.answerPast({ kine_id: back.id, earlier_id: id, is_same });
  await answer(false);
  expect(await ratingOf(back)).toEqual([1, 1]);
  expect(await kept(id)).toEqual(before);
  await answer(true);
  expect(await ratingOf(back)).toEqual([1, 1]);
});

test("stars are of one account: another is asked about them once they were taken away", async () => {
  const { back, request } = await comesBack("MN 81501");
  await approve(request, past(request, true));
  const { id } = request.departures[0]!;
  const other = await testApp.signUp(member("MP 81501, Salta"));
  const asking = await requestOf(other);
  expect(asking.departures).toMatchObject([{ id, same: ["number"], is_of_another: true }]);
  await approve(asking, past(asking));
  const yes = () => outcome(elena.api.licences.answerPast({ kine_id: other.id, earlier_id: id, is_same: true }));
  expect(await yes()).toBe("PROFILE_CHANGED");
  // A request whose answer was lost is sent again under its key.
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${await elena.token()}`,
    "idempotency-key": "an-answer-about-an-earlier-account",
  };
  const body = JSON.stringify({ kine_id: back.id, earlier_id: id, is_same: false });
  for (let time = 0; time < 2; time += 1) {
    const sent = await fetch(`${testApp.url}/api/licences/answerPast`, { method: "POST", headers, body });
    expect(await sent.json()).toEqual({ is_same: false });
  }
  expect(await yes()).toBe("ok");
  expect([await ratingOf(back), await ratingOf(other)]).toEqual([
    [0, null],
    [1, 1],
  ]);
});

test("an account that was deleted since the card was read is refused as a change, and so is an answer about what is not asked", async () => {
  const { back, request } = await comesBack("MN 81601");
  const late = await provenKine(member("MP 81601, Salta"));
  await elena.api.licences.doubt({ id: (await late.api.licences.mine()).items[0]!.id, reason: "No figura" });
  await leave(late);
  expect(await outcome(approve(request, past(request, true)))).toBe("PROFILE_CHANGED");
  const again = await requestOf(back);
  expect(again.departures).toHaveLength(2);
  const answers = [{ id: request.departures[0]!.id, is_same: true }];
  const shown = again.departures.map(({ id }) => id);
  const about = again.departures.find(({ review_count }) => review_count === 0)!;
  expect(await outcome(approve(again, { shown, answers: [...answers, { id: about.id, is_same: true }] }))).toBe(
    "PROFILE_CHANGED",
  );
  await approve(again, { shown, answers });
  expect(await ratingOf(back)).toEqual([1, 1]);
});

test("a change of profile and the queue of licences ask too; a doubt needs no answer, and a register's list waits for one", async () => {
  await leave(await reviewed(await provenKine(member("MN 81701")), 1));
  const kine = await testApp.approvedKine(member("MN 81702"));
  await kine.api.profiles.update({ name: "Kine Cambia", license_number: "MN 81701" });
  const change = await changeOf(kine);
  const approveChange = (given?: ReturnType<typeof past>) =>
    outcome(elena.api.profileChanges.approve({ id: change.id, ...(given && { past: given }) }));
  expect(await approveChange()).toBe("PAST_UNANSWERED");
  expect(await approveChange(past(change, true))).toBe("ok");
  expect(await ratingOf(kine)).toEqual([1, 1]);

  await leave(await reviewed(await provenKine(member("MN 81703")), 1));
  const { id } = await kine.api.licences.add({ kind: "MN", jurisdiction: "02", number: "81703" });
  const due = await dueOf(id);
  const verify = (given?: ReturnType<typeof past>) =>
    outcome(elena.api.licences.verify({ id, ...(given && { past: given }) }));
  expect(await verify()).toBe("PAST_UNANSWERED");
  expect(await outcome(elena.api.licences.doubt({ id, reason: "No figura" }))).toBe("ok");
  const open = due.departures.filter(({ is_same }) => is_same === null);
  const shown = due.departures.map(({ id: departure }) => departure);
  expect(await verify({ shown, answers: [{ id: open[0]!.id, is_same: true }] })).toBe("ok");
  // Both are of one mailbox.
  expect(await ratingOf(kine)).toEqual([1, 1]);
});

test("'Crear Especialista' makes no check where an earlier account with reviews may be the same person's: it waits among the licences", async () => {
  await leave(await reviewed(await provenKine(member("MN 81801")), 1));
  const { id, is_checked } = await elena.api.accounts.createKine(newKine({ license_number: "MN 81801" }));
  expect(is_checked).toBe(false);
  const due = (await elena.api.licences.queue()).items.find(({ kine_id }) => kine_id === id)!;
  await elena.api.licences.verify({ id: due.id, past: past(due, true) });
  expect((await dossierOf({ id } as Person)).review_count).toBe(1);
  expect((await elena.api.accounts.createKine(newKine())).is_checked).toBe(true);
  expect((await elena.api.accounts.createKine(newKine({ license_number: "MNK 81802" }))).is_checked).toBe(false);
});

test("with the next account go the stars that passed, by all that both were known by", async () => {
  const account = member("MN 81901");
  await leave(await reviewed(await provenKine(account), 1));
  const other = await testApp.signUp({ ...member("MN 81902"), email: account.email });
  await confirmAddresses(testApp.db, other);
  const request = await requestOf(other);
  expect(request.departures).toMatchObject([{ same: ["email"] }]);
  await approve(request, past(request, true));
  await leave(other);
  const third = await testApp.signUp(member("MN 81901"));
  const asking = await requestOf(third);
  expect(asking.departures).toMatchObject([
    { same: ["licence"], review_count: 1, is_same: null },
    { same: ["licence"], review_count: 0 },
  ]);
  await approve(asking, past(asking, true));
  expect(await ratingOf(third)).toEqual([1, 1]);
});

test("a No hides no finding, rejection or report, in the card and in the person's page", async () => {
  const account = member("MN 82001");
  const kine = await reviewed(await provenKine(account), 1);
  await elena.api.licences.doubt({ id: (await kine.api.licences.mine()).items[0]!.id, reason: "Es de otro" });
  await leave(kine);
  const back = await testApp.signUp(account);
  const request = await requestOf(back);
  const found = { found_false_at: expect.any(Date), review_count: 1 };
  expect(request.departures).toMatchObject([found]);
  await approve(request, past(request, false));
  expect((await dossierOf(back)).departures).toMatchObject([{ ...found, is_same: false }]);
  await leave(back);
  const again = await testApp.signUp(account);
  expect((await requestOf(again)).departures).toMatchObject([{ ...found, is_same: null }]);
});

test("a decision that waits its eight seconds carries the answers, and is dropped where an account was deleted meanwhile", async () => {
  const applied = async (request: { id: string }) => {
    const { id } = await testApp.db
      .selectFrom("held_decisions")
      .select("id")
      .where("application_id", "=", request.id)
      .executeTakeFirstOrThrow();
    await applyHeld(testApp.app.services, id);
  };
  const hold = async ({ id }: { id: string }, given?: ReturnType<typeof past>) =>
    elena.api.kineApplications.approve({ id, can_undo: true, ...(given && { past: given }) });
  const { back, request } = await comesBack("MN 82401");
  await hold(request, past(request, true));
  expect((await dossierOf(back)).review_count).toBe(0);
  await applied(request);
  expect(await ratingOf(back)).toEqual([1, 1]);
  const late = await provenKine(member("MN 82402"));
  await elena.api.licences.doubt({ id: (await late.api.licences.mine()).items[0]!.id, reason: "No figura" });
  const waits = await requestOf(await testApp.signUp(member("MP 82402, Salta")));
  await hold(waits);
  await leave(late);
  await applied(waits);
  expect((await elena.api.kineApplications.list()).items.map(({ id }) => id)).toContain(waits.id);
});

test("the confirmation of an address waits for no decision about its person", async () => {
  const account = { ...member("MN 82501"), email: "confirma.sola@example.com" };
  const kine = await testApp.approvedKine(account);
  const link = await vi.waitFor(async () => {
    const mail = (await messagesTo(join(testApp.dataDir, "outbox"), account.email)).at(-1);
    expect(mail?.subject).toMatch(/^Confirmá tu email/);
    return mail!.link;
  }, TIMES);
  const token_hash = new URLSearchParams(new URL(link).hash.slice(1)).get("token_hash")!;
  await testApp.db.transaction().execute(async (tx) => {
    await tx.selectFrom("profiles").select("id").where("id", "=", kine.id).forNoKeyUpdate().execute();
    const { error } = await sessionClient(testApp.url).verifyOtp({ token_hash, type: "signup" });
    expect(error).toBeNull();
  });
});

test("stars that passed before anybody was asked stay, are taken away and given again, also where their account is not known any more", async () => {
  const kine = await testApp.approvedKine(member("MN 82101"));
  await sql`insert into star_answers (kine_id, is_same, count, stars, shown_count, shown_stars, at)
    values (${kine.id}, true, 1, 4, 2, 7, now() - interval '1 year')`.execute(testApp.db);
  await sql`select recount()`.execute(testApp.db);
  const [earlier] = (await dossierOf(kine)).departures;
  expect(earlier).toMatchObject({ same: [], review_count: 2, average_stars: 3.5, is_same: true });
  for (const is_same of [false, true]) {
    await elena.api.licences.answerPast({ kine_id: kine.id, earlier_id: earlier!.id, is_same });
    expect(await ratingOf(kine)).toEqual(is_same ? [2, 3.5] : [0, null]);
  }
});

test("who is no approved specialist gets no stars, and an answer names an earlier account with reviews", async () => {
  const { request } = await comesBack("MN 82201");
  const { id } = request.departures[0]!;
  const answer = (kine_id: string, earlier: string) =>
    outcome(elena.api.licences.answerPast({ kine_id, earlier_id: earlier, is_same: true }));
  expect(await answer(request.profile_id, id)).toBe("NOT_FOUND");
  const kine = await testApp.approvedKine(member("MN 82202"));
  expect(await answer(kine.id, id)).toBe("NOT_FOUND");
});

test("a mailbox is known again in another spelling", async () => {
  const account = { ...member("MN 82301"), email: "zeta.cuatro@gmail.com" };
  await leave(await reviewed(await provenKine(account), 1));
  const back = await testApp.signUp({ ...member("MN 82302"), email: "zetacuatro+2@gmail.com" });
  expect((await requestOf(back)).departures).toMatchObject([{ same: ["email"] }]);
  const other = await testApp.signUp({ ...member("MN 82303"), email: "zetacinco@gmail.com" });
  expect((await requestOf(other)).departures).toEqual([]);
});

test("a finding goes along with a departure that has nothing else, and is shown to who admits the next account", async () => {
  const account = member("MN 85002");
  const kine = await provenKine(account);
  const [licence] = (await kine.api.licences.mine()).items;
  await elena.api.licences.deactivate({ id: licence!.id, reason: "Cancelada por sanción" });
  await leave(kine);
  const [back, other] = [await testApp.signUp(member("MN 85002")), await testApp.signUp(member("MN 85003"))];
  const shown = { same: ["licence"], found_false_at: expect.any(Date) };
  expect((await requestOf(back)).departures).toMatchObject([shown]);
  expect((await requestOf(other)).departures).toEqual([]);
  await back.api.accounts.delete();
  const same = await testApp.signUp({ ...member("MN 85004"), email: account.email });
  expect((await requestOf(same)).departures).toMatchObject([{ ...shown, same: ["email"] }]);
});

test("a finding about a licence that was never checked is shown once its holder let go of it, to themselves too", async () => {
  const kine = await testApp.approvedKine(member("MN 85100"));
  const add = () => kine.api.licences.add({ kind: "MN", jurisdiction: "02", number: "85101" });
  const { id } = await add();
  await elena.api.licences.doubt({ id, reason: "Es de otra persona" });
  await kine.api.licences.withdraw({ id });
  const shown = { id: kine.id, is_past: true, found_false_at: expect.any(Date) };
  const other = await testApp.signUp(member("MN 85101"));
  expect((await requestOf(other)).same_licence).toMatchObject([{ ...shown, is_own: false }]);
  const again = await add();
  const { items } = await elena.api.licences.queue();
  expect(items.find((due) => due.id === again.id)?.same_licence).toContainEqual(
    expect.objectContaining({ ...shown, is_own: true }),
  );
  await kine.api.profiles.update({ name: "Kine", license_number: "MN 85101" });
  const { items: changes } = await elena.api.profileChanges.list({});
  expect(changes.find(({ kine_id }) => kine_id === kine.id)?.same_licence).toContainEqual(
    expect.objectContaining({ ...shown, is_own: true }),
  );
});
