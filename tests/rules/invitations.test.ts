import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { lapseInvitations } from "../../app/auth/flows/invitations.server.ts";
import { revocations } from "../../app/domain/deletions/replay-revocations.server.ts";
import { removeExpiredRows } from "../../app/server/retention.server.ts";
import { asMember, newKine } from "../support/new-kine.ts";
import { messagesTo } from "../support/outbox.ts";
import { like, outcome, type Person, sessionClient } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { codeNow } from "../auth/second-factors.ts";
import { ageAdmins, confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  await ageAdmins(testApp.db, elena);
});
afterAll(() => testApp?.close());
// A proof lasts five minutes, and a slow machine takes longer.
beforeEach(async () => {
  await elena.api.accounts.confirmPassword({ password: cast.elena.password });
});

const OWN = "Propia2026x";

/** The mails to an address, once there are as many. */
const mailsTo = (address: string, count: number) =>
  vi.waitFor(
    async () => {
      const mails = await messagesTo(join(testApp.dataDir, "outbox"), address);
      expect(mails).toHaveLength(count);
      return mails;
    },
    { timeout: 60_000 },
  );

const tokenOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get("token_hash") ?? "";

/** A specialist whom an admin invites: the input, their id and the token of the link that they are sent. */
async function invited(by: Person) {
  const kine = newKine({ password: undefined });
  const { id } = await by.api.accounts.createKine(kine);
  const [mail] = await mailsTo(kine.email, 1);
  return { ...kine, id, mail: mail!, token: tokenOf(mail!.link) };
}

/** The outcome of using the token of a link, and the session client in which it was used. */
async function use(token_hash: string, type: "invite" | "recovery" = "invite") {
  const auth = sessionClient(testApp.url);
  const { error } = await auth.verifyOtp({ token_hash, type });
  return { auth, code: error?.code ?? "ok" };
}

/** Uses the token of a link in a person's own session, which claims their account. */
async function follow(person: Person, type: string, token_hash: string) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${await person.token()}` };
  const body = JSON.stringify({ type, token_hash });
  expect((await fetch(`${testApp.url}/auth/v1/verify`, { method: "POST", headers, body })).status).toBe(200);
}

async function choose(auth: ReturnType<typeof sessionClient>, accepted_terms?: boolean) {
  const change: { password: string; accepted_terms?: boolean | undefined } = { password: OWN, accepted_terms };
  return (await auth.updateUser(change)).error?.code ?? "ok";
}

/** Another admin than the first. */
async function anotherAdmin(name: string): Promise<Person> {
  const person = await testApp.signUp(like(cast.ana, name));
  await confirmAddresses(testApp.db, person);
  await elena.api.accounts.assignRole({ user_id: person.id, role: "admin" });
  return person;
}

const termsOf = (id: string) =>
  testApp.db.selectFrom("consents").select("document").where("user_id", "=", id).execute();

test("a specialist without a temporary password accepts the terms by the link, and only with them sets the password", async () => {
  const kine = await invited(elena);
  expect(kine.mail.text).not.toContain("temporal");
  expect(kine.mail.text).toContain("aceptás los términos");
  expect(await termsOf(kine.id)).toEqual([]);
  expect(await elena.api.dossiers.person({ id: kine.id })).toMatchObject({ terms_due: true });

  const { auth, code } = await use(kine.token);
  expect(code).toBe("ok");
  expect((await auth.getUser()).data.user?.app_metadata).toMatchObject({ must_change_password: true, terms_due: true });
  expect(await choose(auth)).toBe("terms_required");
  expect(await choose(auth, false)).toBe("terms_required");
  expect(await choose(auth, true)).toBe("ok");
  expect(await termsOf(kine.id)).toEqual([{ document: "terms" }]);
  expect(await elena.api.dossiers.person({ id: kine.id })).toMatchObject({ terms_due: false, is_confirmed: true });
  const own = await testApp.signIn({ email: kine.email, password: OWN, role: "kine", metadata: {} });
  expect(await outcome(own.api.cases.available({}))).toBe("ok");

  expect((await use(kine.token)).code).toBe("otp_expired");
  expect(await outcome(elena.api.accounts.inviteAgain({ id: kine.id }))).toBe("ALREADY_DONE");
});

test("who was invited finds the way in by a recovery as well, and accepts the terms there too", async () => {
  const kine = await invited(elena);
  await sessionClient(testApp.url).resetPasswordForEmail(kine.email);
  const [, recovery] = await mailsTo(kine.email, 2);
  const { auth, code } = await use(tokenOf(recovery!.link), "recovery");
  expect(code).toBe("ok");
  expect(await choose(auth)).toBe("terms_required");
  expect(await choose(auth, true)).toBe("ok");
  expect((await use(kine.token)).code).toBe("otp_expired");
});

test.for(["suspended", "no admin any more"] as const)(
  "the invitations of an admin who is %s lead to nothing until another admin sends one",
  async (end) => {
    const omar = await anotherAdmin(`Omar Invitador ${end}`);
    const [unread, opened] = [await invited(omar), await invited(omar)];
    const { auth, code } = await use(opened.token);
    expect(code).toBe("ok");
    if (end === "suspended") await elena.api.moderation.suspend({ id: omar.id, reason: "Cuenta robada" });
    else await elena.api.accounts.assignRole({ user_id: omar.id, role: "patient" });

    expect((await use(unread.token)).code).toBe("otp_expired");
    expect(await choose(auth, true)).toBe("otp_expired");
    await elena.api.accounts.inviteAgain({ id: unread.id });
    const [, again] = await mailsTo(unread.email, 2);
    const second = await use(tokenOf(again!.link));
    expect(second.code).toBe("ok");
    expect(await choose(second.auth, true)).toBe("ok");
  },
);

test("a withdrawn invitation is not replaced by a recovery", async () => {
  const omar = await anotherAdmin("Omar Suspendido");
  const kine = await invited(omar);
  await elena.api.moderation.suspend({ id: omar.id, reason: "Cuenta robada" });
  await sessionClient(testApp.url).resetPasswordForEmail(kine.email);
  // The request is answered, with silence.
  await vi.waitFor(
    async () => expect(await testApp.db.selectFrom("auth.message_requests").select("id").execute()).toEqual([]),
    { timeout: 60_000 },
  );
  // A request whose answer was lost is sent again under its key.
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${await elena.token()}`,
    "idempotency-key": "invitation-of-a-withdrawn-one",
  };
  for (let time = 0; time < 2; time += 1) {
    const body = JSON.stringify({ id: kine.id });
    const sent = await fetch(`${testApp.url}/api/accounts/inviteAgain`, { method: "POST", headers, body });
    expect(sent.status).toBe(200);
  }
  const mails = await mailsTo(kine.email, 2);
  expect(mails.map(({ link }) => new URLSearchParams(new URL(link).hash.slice(1)).get("type"))).toEqual([
    "invite",
    "invite",
  ]);
});

test.for([
  ["another role", (id: string) => elena.api.accounts.assignRole({ user_id: id, role: "patient" })],
  ["a suspension", (id: string) => elena.api.moderation.suspend({ id, reason: "No es quien dice" })],
] as const)("an invitation ends with %s of whom it invites", async ([, change]) => {
  const kine = await invited(elena);
  await change(kine.id);
  expect((await use(kine.token)).code).toBe("otp_expired");
});

test("another invitation replaces the one before, and an address of somebody else opens nothing", async () => {
  const [kine, other] = [await invited(elena), await invited(elena)];
  await elena.api.accounts.inviteAgain({ id: kine.id });
  const [, again] = await mailsTo(kine.email, 2);
  expect((await use(kine.token)).code).toBe("otp_expired");
  const answer = await fetch(`${testApp.url}/auth/v1/verify`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type: "invite", token: tokenOf(again!.link), email: other.email }),
  });
  expect([answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([403, "otp_expired"]);
  expect((await use(tokenOf(again!.link))).code).toBe("ok");
});

test("who was invited is shown, told of cases and invited to them nowhere before they accept the terms", async () => {
  const kine = await invited(elena);
  const patient = await testApp.signUp(like(cast.ana, "Lee Listas"));
  await confirmAddresses(testApp.db, patient);
  const shown = async () => {
    const { items } = await patient.api.profiles.specialists({});
    const { id: case_id } = await patient.api.cases.create({
      title: "Dolor de hombro",
      description: "Me duele al levantar el brazo.",
      injury_area: "hombro",
      location_city: kine.location_city,
      preferred_modality: "consultorio",
    });
    const invitation = await outcome(patient.api.cases.invite({ id: case_id, kine_id: kine.id }));
    await vi.waitFor(async () => expect((await told(case_id)).length).toBeGreaterThan(0), { timeout: 20_000 });
    return {
      profile: await outcome(testApp.anonymous.profiles.publicProfile({ id: kine.id })),
      isListed: items.some(({ id }) => id === kine.id),
      invitation,
      isTold: (await told(case_id)).some(({ kine_id }) => kine_id === kine.id),
    };
  };
  const told = (case_id: string) =>
    testApp.db.selectFrom("case_alerts").select("kine_id").where("case_id", "=", case_id).execute();
  // Somebody whom every case there is told to.
  await testApp.approvedKine(like(cast.carla, "Vecina Del Barrio", { location_city: kine.location_city }));
  expect(await shown()).toEqual({ profile: "NOT_FOUND", isListed: false, invitation: "NOT_FOUND", isTold: false });

  const { auth } = await use(kine.token);
  expect(await choose(auth, true)).toBe("ok");
  expect(await shown()).toEqual({ profile: "ok", isListed: true, invitation: "ok", isTold: true });
});

test.for(["suspended", "no admin any more", "gone"] as const)(
  "the accounts with a temporary password of an admin who is %s end, replaced or not, until their mailbox has claimed them or, replaced, after 30 days",
  async (end) => {
    const omar = await anotherAdmin(`Omar Temporal ${end}`);
    const [unused, opened, replaced, claimed, old] = [newKine(), newKine(), newKine(), newKine(), newKine()];
    const ids = [];
    for (const kine of [unused, opened, replaced, claimed, old])
      ids.push((await omar.api.accounts.createKine(kine)).id);
    const session = await testApp.signIn(asMember(opened));
    for (const kine of [replaced, claimed, old])
      expect((await (await testApp.signIn(asMember(kine))).auth.updateUser({ password: OWN })).error).toBeNull();
    const mail = (await mailsTo(claimed.email, 2)).find(({ link }) => link.includes("type=invite"));
    const own = await testApp.signIn(asMember({ ...claimed, password: OWN }));
    await follow(own, "invite", tokenOf(mail!.link));
    await sql`update auth.users set created_at = now() - interval '31 days' where id = any(${[ids[0], ids[4]]}::uuid[])`.execute(
      testApp.db,
    );
    if (end === "suspended") await elena.api.moderation.suspend({ id: omar.id, reason: "Cuenta robada" });
    else if (end === "gone") await omar.api.accounts.delete();
    else await elena.api.accounts.assignRole({ user_id: omar.id, role: "patient" });

    await expect(testApp.signIn(asMember(unused))).rejects.toMatchObject({ code: "invalid_credentials" });
    expect(await outcome(session.api.accounts.me())).toBe("NOT_SIGNED_IN");
    expect(await outcome(testApp.anonymous.profiles.publicProfile({ id: ids[0]! }))).toBe("NOT_FOUND");
    await expect(testApp.signIn(asMember({ ...replaced, password: OWN }))).rejects.toMatchObject({
      code: "invalid_credentials",
    });
    expect(await outcome(testApp.anonymous.profiles.publicProfile({ id: ids[2]! }))).toBe("NOT_FOUND");
    expect(await outcome(own.api.cases.available({}))).toBe("ok");
    expect(await outcome(testApp.anonymous.profiles.publicProfile({ id: ids[3]! }))).toBe("ok");
    expect((await testApp.signIn(asMember({ ...old, password: OWN }))).id).toBe(ids[4]);
    expect(await outcome(elena.api.accounts.inviteAgain({ id: ids[0]! }))).toBe("ok");
  },
);

test("an invitation that was sent again is worth nothing once the password is set", async () => {
  const kine = await invited(elena);
  const { auth } = await use(kine.token);
  await elena.api.accounts.inviteAgain({ id: kine.id });
  // Between the two, the first link told that it ended what was there.
  const [, , again] = await mailsTo(kine.email, 3);
  expect(await choose(auth, true)).toBe("ok");
  expect((await use(tokenOf(again!.link))).code).toBe("otp_expired");
});

test("who reads the terms for long sets the password all the same, within an hour", async () => {
  const [reader, later] = [await invited(elena), await invited(elena)];
  const sessions = [await use(reader.token), await use(later.token)] as const;
  const age = (id: string, minutes: number) =>
    sql`update auth.sessions set created_at = now() - make_interval(mins => ${minutes}) where user_id = ${id}`.execute(
      testApp.db,
    );
  await age(reader.id, 55);
  await age(later.id, 65);
  expect(await choose(sessions[0].auth, true)).toBe("ok");
  expect(await choose(sessions[1].auth, true)).toBe("reauthentication_needed");
});

test.for(["suspended", "kine_at_most"] as const)(
  "a backup of before brings back no invitation of an admin who was revoked since (%s)",
  async (kind) => {
    const omar = await anotherAdmin(`Omar Restaurado ${kind}`);
    const kine = await invited(omar);
    await testApp.db.transaction().execute((tx) => revocations[kind]!.revoke(tx, omar.id));
    expect((await use(kine.token)).code).toBe("otp_expired");
  },
);

test("an admin who disowns a way in withdraws the specialists whom the intruder made, and no earlier ones", async () => {
  const member = like(cast.ana, "Omar Intruso");
  const owner = await anotherAdmin("Omar Intruso");
  const earlier = await invited(owner);
  await sql`update auth.users set claimed_at = now() where id = ${owner.id}`.execute(testApp.db);
  await sql`update auth.users set invited_at = now() - interval '2 hours' where id = ${earlier.id}`.execute(testApp.db);
  const intruder = await testApp.signIn(member);
  const [made, temporary, replaced] = [await invited(intruder), newKine(), newKine()];
  for (const kine of [temporary, replaced]) await intruder.api.accounts.createKine(kine);
  const accomplice = await testApp.signIn(asMember(replaced));
  expect((await accomplice.auth.updateUser({ password: OWN })).error).toBeNull();
  expect(await outcome(accomplice.api.cases.available({}))).toBe("ok");
  const { data } = await intruder.auth.mfa.enroll({ factorType: "totp", friendlyName: "Ajena" });
  const code = codeNow(data?.type === "totp" ? data.totp.secret : "");
  expect((await intruder.auth.mfa.challengeAndVerify({ factorId: data!.id, code })).error).toBeNull();
  const told = await vi.waitFor(
    async () => {
      const mails = await messagesTo(join(testApp.dataDir, "outbox"), member.email);
      return mails.find(({ link }) => link.includes("type=not_me"))!.link;
    },
    { timeout: 60_000 },
  );
  const body = JSON.stringify({ token: tokenOf(told) });
  const headers = { "content-type": "application/json" };
  expect((await fetch(`${testApp.url}/auth/v1/undo`, { method: "POST", headers, body })).status).toBe(200);
  expect((await use(made.token)).code).toBe("otp_expired");
  await expect(testApp.signIn(asMember(temporary))).rejects.toMatchObject({ code: "invalid_credentials" });
  expect(await outcome(accomplice.api.cases.available({}))).toBe("NOT_SIGNED_IN");
  expect((await use(earlier.token)).code).toBe("ok");
});

test("an admin who disowns a way in puts in doubt whom the intruder vouched for, until an admin looks again, and nobody else", async () => {
  const member = like(cast.ana, "Omar Vouched");
  const owner = await anotherAdmin("Omar Vouched");
  await sql`update auth.users set claimed_at = now() where id = ${owner.id}`.execute(testApp.db);
  const { id: before } = await owner.api.accounts.createKine(newKine());
  const { id: others } = await elena.api.accounts.createKine(newKine());
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update licences set decided_at = decided_at - interval '2 hours' where kine_id = ${before}`.execute(tx);
    await sql`update kine_applications set approved_at = approved_at - interval '2 hours' where profile_id = ${before}`.execute(
      tx,
    );
    await sql`update auth.users set invited_at = invited_at - interval '2 hours' where id = ${before}`.execute(tx);
  });
  const intruder = await testApp.signIn(member);
  const made = await invited(intruder);
  const { auth } = await use(made.token);
  expect(await choose(auth, true)).toBe("ok");
  const applicant = await testApp.signUp(like(cast.carla, "Cómplice Pendiente", { license_number: "MN 771177" }));
  const { items } = await intruder.api.kineApplications.list({ state: "pending" });
  const { id } = items.find(({ profile_id }) => profile_id === applicant.id)!;
  await intruder.api.kineApplications.approve({ id, is_checked: true });
  const badges = () =>
    Promise.all(
      [made.id, applicant.id, before, others].map((kine) =>
        testApp.anonymous.profiles.publicProfile({ id: kine }).then(
          ({ license_checked }) => license_checked,
          () => null,
        ),
      ),
    );
  expect(await badges()).toEqual([true, true, true, true]);
  const { data } = await intruder.auth.mfa.enroll({ factorType: "totp", friendlyName: "Ajena" });
  const code = codeNow(data?.type === "totp" ? data.totp.secret : "");
  expect((await intruder.auth.mfa.challengeAndVerify({ factorId: data!.id, code })).error).toBeNull();
  const told = await vi.waitFor(
    async () => {
      const mails = await messagesTo(join(testApp.dataDir, "outbox"), member.email);
      return mails.find(({ link }) => link.includes("type=not_me"))!.link;
    },
    { timeout: 60_000 },
  );
  const body = JSON.stringify({ token: tokenOf(told) });
  const headers = { "content-type": "application/json" };
  expect((await fetch(`${testApp.url}/auth/v1/undo`, { method: "POST", headers, body })).status).toBe(200);
  // Who admitted them is disowned as well.
  expect(await badges()).toEqual([null, null, true, true]);
  const waiting = (await elena.api.kineApplications.list({ state: "pending" })).items;
  for (const { id } of waiting.filter(({ profile_id }) => [made.id, applicant.id].includes(profile_id)))
    await elena.api.kineApplications.approve({ id });
  expect(await badges()).toEqual([false, false, true, true]);
  const reports = (await elena.api.reports.list({ state: "open" })).items;
  const of = (subject: string) => reports.find(({ subject_id }) => subject_id === subject)!;
  await elena.api.reports.decide({ id: of(applicant.id).id, decision: "Figura en el registro", is_upheld: false });
  await elena.api.reports.decide({ id: of(made.id).id, decision: "No figura", is_upheld: true });
  expect(await badges()).toEqual([false, true, true, true]);
});

test("a withdrawn invitation keeps its address from nobody, a standing one and a suspended person's do", async () => {
  const [standing, withdrawn, suspended] = [await invited(elena), await invited(elena), await invited(elena)];
  await elena.api.accounts.assignRole({ user_id: withdrawn.id, role: "patient" });
  await elena.api.moderation.suspend({ id: suspended.id, reason: "No es quien dice" });
  const register = (email: string) => testApp.signUp({ ...cast.ana, email, password: OWN });
  for (const { email } of [standing, suspended])
    await expect(register(email)).rejects.toMatchObject({ code: "user_already_exists" });
  const own = await register(withdrawn.email);
  expect(own.id).not.toBe(withdrawn.id);
  expect(await outcome(own.api.cases.mine())).toBe("ok");
  expect((await use(withdrawn.token)).code).toBe("otp_expired");
  expect((await use(standing.token)).code).toBe("ok");
});

test("what nobody took over lapses thirty days after the last invitation: link, recovery and temporary password", async () => {
  const [lapsed, again, temporary, taken] = [await invited(elena), await invited(elena), newKine(), newKine()];
  const [{ id }, { id: takenId }] = [
    await elena.api.accounts.createKine(temporary),
    await elena.api.accounts.createKine(taken),
  ];
  const takenOver = await testApp.signIn(asMember(taken));
  await takenOver.auth.updateUser({ password: OWN });
  const opened = await use(lapsed.token);
  const ids = [lapsed.id, again.id, id, takenId];
  await sql`update auth.users set invited_at = now() - interval '29 days 23 hours' where id = any(${ids}::uuid[])`.execute(
    testApp.db,
  );
  await lapseInvitations(testApp.db);
  expect((await testApp.signIn(asMember(temporary))).id).toBe(id);
  await sql`update auth.users set invited_at = now() - interval '31 days' where id = any(${ids}::uuid[])`.execute(
    testApp.db,
  );
  await elena.api.accounts.inviteAgain({ id: again.id });
  await removeExpiredRows(testApp.db);

  expect(await choose(opened.auth, true)).toBe("otp_expired");
  await sessionClient(testApp.url).resetPasswordForEmail(lapsed.email);
  await expect(testApp.signIn(asMember(temporary))).rejects.toMatchObject({ code: "invalid_credentials" });
  expect(await elena.api.dossiers.person({ id })).toMatchObject({ terms_due: true });
  expect(await outcome(testApp.anonymous.profiles.publicProfile({ id }))).not.toBe("ok");
  expect((await testApp.signIn({ ...asMember(taken), password: OWN })).id).toBe(takenId);
  const [, mail] = await mailsTo(again.email, 2);
  expect((await use(tokenOf(mail!.link))).code).toBe("ok");
  // The address goes back to its owner, and what they ask for under it is theirs; the recovery of the lapsed account was answered with silence.
  const own = await testApp.signUp({ ...cast.ana, email: lapsed.email, password: OWN });
  expect(own.id).not.toBe(lapsed.id);
  const links = (await messagesTo(join(testApp.dataDir, "outbox"), lapsed.email)).map(({ link }) => link);
  expect(links.filter((link) => link.includes("type=recovery"))).toEqual([]);
});

test("an admin who misspelt an address invites the same licence again, until somebody accepted", async () => {
  const misspelt = await invited(elena);
  const { license_number } = misspelt;
  const right = newKine({ password: undefined, license_number: ` ${license_number.toLowerCase()} ` });
  const { id } = await elena.api.accounts.createKine(right);
  expect((await use(misspelt.token)).code).toBe("otp_expired");
  expect(await testApp.db.selectFrom("profiles").select("id").where("id", "=", misspelt.id).execute()).toEqual([]);
  const [mail] = await mailsTo(right.email, 1);
  expect(await choose((await use(tokenOf(mail!.link))).auth, true)).toBe("ok");
  expect(await outcome(elena.api.accounts.createKine(newKine({ license_number })))).toBe("LICENSE_TAKEN");
  expect(await testApp.db.selectFrom("profiles").select("id").where("id", "=", id).execute()).toHaveLength(1);
});

test("a specialist who chose a password keeps the account that ended with its admin: neither a sign-up nor another invitation removes it", async () => {
  const omar = await anotherAdmin("Omar Se Fue");
  const kine = newKine();
  const { id } = await omar.api.accounts.createKine(kine);
  expect((await (await testApp.signIn(asMember(kine))).auth.updateUser({ password: OWN })).error).toBeNull();
  await elena.api.accounts.assignRole({ user_id: omar.id, role: "patient" });
  await expect(testApp.signUp({ ...cast.ana, email: kine.email, password: OWN })).rejects.toMatchObject({
    code: "user_already_exists",
  });
  const { license_number } = kine;
  expect(await outcome(elena.api.accounts.createKine(newKine({ license_number })))).toBe("LICENSE_TAKEN");
  expect(await outcome(elena.api.accounts.createKine(newKine({ email: kine.email })))).toBe("EMAIL_TAKEN");
  expect(await elena.api.dossiers.person({ id })).toMatchObject({ terms_due: true });
  await elena.api.accounts.inviteAgain({ id });
  // Between the two, the first password was told.
  const mail = (await mailsTo(kine.email, 3)).findLast(({ link }) => link.includes("type=invite"));
  expect(await choose((await use(tokenOf(mail!.link))).auth, true)).toBe("ok");
});

test("a specialist who became an admin stays one when the admin who made the account leaves", async () => {
  const omar = await anotherAdmin("Omar Fundador");
  const kine = newKine();
  const { id } = await omar.api.accounts.createKine(kine);
  const own = await testApp.signIn(asMember(kine));
  await own.auth.updateUser({ password: OWN });
  await confirmAddresses(testApp.db, { id });
  await elena.api.accounts.assignRole({ user_id: id, role: "admin" });
  await elena.api.accounts.assignRole({ user_id: omar.id, role: "patient" });
  expect(await outcome(own.api.accounts.list({}))).toBe("ok");
  expect((await testApp.signIn(asMember({ ...kine, password: OWN }))).id).toBe(id);
});

test("an account that ended goes back to its former address as well", async () => {
  const omar = await anotherAdmin("Omar Casilla");
  const kine = newKine();
  const { id } = await omar.api.accounts.createKine(kine);
  const own = await testApp.signIn(asMember(kine));
  await own.auth.updateUser({ password: OWN });
  await confirmAddresses(testApp.db, { id });
  const theirs = newKine().email;
  await own.auth.updateUser({ email: theirs });
  const [asked] = await mailsTo(theirs, 1);
  const verify = { type: "email_change", token_hash: tokenOf(asked!.link) } as const;
  expect((await sessionClient(testApp.url).verifyOtp(verify)).error).toBeNull();
  await elena.api.accounts.assignRole({ user_id: omar.id, role: "patient" });
  const changed = (await mailsTo(kine.email, 4)).find(({ link }) => link.includes("type=old_address"));
  const body = JSON.stringify({ token: tokenOf(changed!.link) });
  const headers = { "content-type": "application/json" };
  expect((await fetch(`${testApp.url}/auth/v1/undo`, { method: "POST", headers, body })).status).toBe(200);
  expect(await elena.api.dossiers.person({ id })).toMatchObject({ email: kine.email, terms_due: true });
});
