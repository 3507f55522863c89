import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cast, type CastMember } from "../../app/demo/cast.ts";
import { TIMES } from "../mail/post.ts";
import { messagesTo } from "../support/outbox.ts";
import { like, type Person, sessionClient } from "../support/people.ts";
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
async function provenKine(account: CastMember): Promise<Person> {
  const kine = await testApp.signUp(account);
  await confirmAddresses(testApp.db, kine);
  await elena.api.kineApplications.approve({ id: (await requestOf(kine)).id, is_checked: true });
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
const reviewsOf = async ({ id }: Person) => (await testApp.anonymous.profiles.publicProfile({ id })).review_count;
const CABA = { location_city: "Palermo" };
/** Opens the link that an address was sent last. */
async function openLink(address: string, type: "signup" | "email_change"): Promise<void> {
  const link = await vi.waitFor(async () => {
    const mail = (await messagesTo(join(testApp.dataDir, "outbox"), address)).at(-1);
    expect(mail?.subject).toMatch(type === "signup" ? /^Confirmá tu email/ : /^Confirmá tu nuevo email/);
    return mail!.link;
  }, TIMES);
  const token_hash = new URLSearchParams(new URL(link).hash.slice(1)).get("token_hash")!;
  expect((await sessionClient(testApp.url).verifyOtp({ token_hash, type })).error).toBeNull();
}
const doubtFirst = async (kine: Person) =>
  elena.api.licences.doubt({ id: (await kine.api.licences.mine()).items[0]!.id, reason: "La constancia no se lee" });

test.each([
  ["MP 81003", "MP 81003", false],
  ["81004", "81004", false],
  ["MP 81005", "MP 81005, Salta", false],
  ["MP 81006, Salta", "MP 81006", false],
  ["81007", "MN 81007", false],
  ["MP 81008, Salta", "MP 81008, Salta", true],
  ["MN 81009", "Mat. Nac. 081009", true],
])("stars of %s pass to %s, and its past is theirs: %s", async (left, comes, isOne) => {
  await leave(await reviewed(await provenKine(member(left, CABA)), 1));
  const other = await testApp.signUp(member(comes, CABA));
  const request = await requestOf(other);
  expect(request.departures).toMatchObject([{ same: ["licence"], is_theirs: isOne, review_count: 1 }]);
  await elena.api.kineApplications.approve({ id: request.id, is_checked: true });
  expect(await reviewsOf(other)).toBe(isOne ? 1 : 0);
});

test("stars pass once an admin completes at a check what the licence did not say", async () => {
  await leave(await reviewed(await provenKine(member("MP 81101, Córdoba")), 1));
  const back = await testApp.approvedKine(member("MP 81101", CABA));
  expect(await reviewsOf(back)).toBe(0);
  const [licence] = (await back.api.licences.mine()).items;
  await elena.api.licences.verify({ id: licence!.id, jurisdiction: "14" });
  expect(await reviewsOf(back)).toBe(1);
});

test("a finding about a licence is about all its declarations: none passes stars after it, until a later check", async () => {
  for (const isCheckedAgain of [false, true]) {
    const number = `8200${Number(isCheckedAgain)}`;
    const impostor = await provenKine(member(`MN 8201${Number(isCheckedAgain)}`));
    const add = () => impostor.api.licences.add({ kind: "MP", jurisdiction: "14", number });
    const first = await add();
    await elena.api.licences.verify({ id: first.id, method: "register" });
    await reviewed(impostor, 1);
    await impostor.api.licences.withdraw({ id: first.id });
    const second = await add();
    await elena.api.licences.doubt({ id: second.id, reason: "Es de otra persona" });
    if (isCheckedAgain) await elena.api.licences.verify({ id: second.id, method: "register" });
    await leave(impostor);
    expect(await reviewsOf(await testApp.approvedKine(member(`MP ${number}, Córdoba`)))).toBe(isCheckedAgain ? 1 : 0);
  }
});

test("an account that proved no address passes no stars, and is not said to have been anybody's", async () => {
  const posing = await testApp.approvedKine(member("MN 88000"));
  await leave(await reviewed(posing, 1));
  const owner = await testApp.signUp(member("MN 88000"));
  await confirmAddresses(testApp.db, owner);
  const request = await requestOf(owner);
  expect(request.departures).toMatchObject([{ same: ["licence"], is_theirs: false, review_count: 1 }]);
  await elena.api.kineApplications.approve({ id: request.id, is_checked: true });
  expect(await reviewsOf(owner)).toBe(0);
});

test("of the same mailbox stars pass whatever was found about the licence meanwhile", async () => {
  const account = member("MN 88001");
  const kine = await reviewed(await provenKine(account), 1);
  const [licence] = (await kine.api.licences.mine()).items;
  await elena.api.licences.doubt({ id: licence!.id, reason: "La constancia no se lee" });
  await leave(kine);
  const stranger = await testApp.approvedKine(member("MN 88001"));
  expect(await reviewsOf(stranger)).toBe(0);
  await leave(stranger);
  expect(await reviewsOf(await provenKine(account))).toBe(1);
});

test.each([
  ["MP 88201", "MP 88201", 1],
  ["88202", "MN 88202", 1],
  ["MP 88203, Salta", "MP 88203", 1],
  ["MN 88204", "MP 88204, Salta", 0],
])("of the same mailbox stars of %s pass to %s, whatever they leave out: %i", async (left, comes, passed) => {
  const account = member(left, CABA);
  await leave(await reviewed(await provenKine(account), 1));
  expect(await reviewsOf(await provenKine({ ...member(comes, CABA), email: account.email }))).toBe(passed);
});

test("stars of the same mailbox pass once its address is confirmed, and not before", async () => {
  const account = { ...member("MN 88301"), email: "vuelve.despues@example.com" };
  const kine = await reviewed(await provenKine(account), 1);
  await doubtFirst(kine);
  await leave(kine);
  const { email } = account;
  const back = await testApp.signUp(account);
  await elena.api.kineApplications.approve({ id: (await requestOf(back)).id, is_checked: true });
  expect(await reviewsOf(back)).toBe(0);
  await openLink(email, "signup");
  expect(await reviewsOf(back)).toBe(1);
});

test("a mailbox is known again in another spelling, and after a change of address", async () => {
  const account = { ...member("MN 88401"), email: "zeta.cuatro@gmail.com" };
  const kine = await reviewed(await provenKine(account), 1);
  await doubtFirst(kine);
  expect((await kine.auth.updateUser({ email: "otra.zeta@hotmail.com" })).error).toBeNull();
  await openLink("otra.zeta@hotmail.com", "email_change");
  await leave(kine);
  const stranger = await provenKine({ ...member("MN 88401"), email: "zetacinco@gmail.com" });
  expect(await reviewsOf(stranger)).toBe(0);
  await leave(stranger);
  const back = await testApp.signUp({ ...member("MN 88401"), email: "zetacuatro+2@gmail.com" });
  await confirmAddresses(testApp.db, back);
  const request = await requestOf(back);
  expect(request.departures).toMatchObject([{ same: expect.arrayContaining(["email", "licence"]), is_theirs: true }]);
  await elena.api.kineApplications.approve({ id: request.id, is_checked: true });
  expect(await reviewsOf(back)).toBe(1);
});

test("of the same mailbox no stars pass by a licence that was stated besides and never checked", async () => {
  for (const [n, isDoubted] of [true, false].entries()) {
    const account = member(`MN 8811${n}`);
    const kine = await reviewed(await provenKine(account), 5);
    const { id } = await kine.api.licences.add({ kind: "MN", jurisdiction: "02", number: `8812${n}` });
    if (isDoubted) await elena.api.licences.doubt({ id, reason: "Es de otra persona" });
    await leave(kine);
    const other = await provenKine({ ...member(`MN 8812${n}`), email: account.email });
    expect(await reviewsOf(other)).toBe(0);
    await leave(other);
    expect(await reviewsOf(await provenKine(account))).toBe(1);
  }
});

test("a finding goes along with a departure that has nothing else, and is shown to who admits the next account", async () => {
  const account = member("MN 85002");
  const kine = await provenKine(account);
  const [licence] = (await kine.api.licences.mine()).items;
  await elena.api.licences.deactivate({ id: licence!.id, reason: "Cancelada por sanción" });
  await leave(kine);
  const [back, other] = [await testApp.signUp(member("MN 85002")), await testApp.signUp(member("MN 85003"))];
  const shown = { same: ["licence"], is_theirs: false, found_false_at: expect.any(Date) };
  expect((await requestOf(back)).departures).toMatchObject([shown]);
  expect((await requestOf(other)).departures).toEqual([]);
  await back.api.accounts.delete();
  const same = await testApp.signUp({ ...member("MN 85004"), email: account.email });
  expect((await requestOf(same)).departures).toMatchObject([{ ...shown, same: ["email"], is_theirs: true }]);
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
