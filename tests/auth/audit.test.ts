import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { recordEvent, sweepAuditEvents } from "../../app/auth/core/audit.server.ts";
import { raisedRateLimits } from "../../app/auth/limits/rate-limits.server.ts";
import { newKine } from "../support/new-kine.ts";
import { like } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";
import { newAuthenticator } from "./authenticator.ts";
import { addTotp, sure } from "./second-factors.ts";
import {
  ask,
  browser,
  newEmail,
  openService,
  ORIGIN,
  PASSWORD,
  patient,
  refresh,
  type Service,
  claimed,
} from "./service.ts";

const CHROME =
  "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

let service: Service;
let testApp: TestApp;
beforeAll(async () => {
  const limits = raisedRateLimits(1000);
  limits.sign_in_address.free = 3;
  service = await openService({ limits, trustedProxies: 1 });
  testApp = await openTestApp();
});
afterAll(async () => {
  await service?.close();
  await testApp?.close();
});

const eventsOf = (at: Pick<Service, "db">, userId: string) =>
  at.db
    .selectFrom("auth.audit_events as e")
    .innerJoin("auth.users as u", "u.audit_id", "e.subject")
    .leftJoin("auth.users as by", "by.audit_id", "e.actor")
    .select(["e.event", "by.id as actor", "e.session_id", "e.network", "e.device"])
    .where("u.id", "=", userId)
    .orderBy("e.id")
    .execute();
const namesOf = async (at: Pick<Service, "db">, userId: string) =>
  (await eventsOf(at, userId)).map(({ event }) => event);

test("what people do with their account and its factors is written down, each thing once and in order", async () => {
  const { client, user, email, session } = await claimed(service);
  await refresh(service, session.refresh_token);
  const other = browser(service);
  sure(await other.signInWithPassword({ email, password: PASSWORD }));
  sure(await client.updateUser({ password: "Vereda-azul-88" }));
  const { factorId } = await addTotp(client);
  const {
    codes: [code = ""],
  } = sure(await client.mfa.recoveryCodes.generate());
  sure(await client.mfa.recoveryCodes.verify({ code }));
  const { challenge_id, options } = sure(await client.passkey.startRegistration());
  const credential = newAuthenticator().create(options as never, { origin: ORIGIN });
  const passkey = sure(await client.passkey.verifyRegistration({ challengeId: challenge_id, credential }));
  sure(await client.passkey.delete({ passkeyId: passkey.id }));
  sure(await client.mfa.unenroll({ factorId }));
  await client.signOut({ scope: "local" });
  expect(await namesOf(service, user.id)).toEqual([
    "signed_up",
    "signed_in",
    "signed_in",
    "password_changed",
    "session_ended",
    "factor_added",
    "factor_verified",
    "recovery_codes_made",
    "recovery_codes_used",
    "passkey_added",
    "passkey_removed",
    "factor_removed",
    "signed_out",
  ]);
  expect(new Set((await eventsOf(service, user.id)).map(({ actor }) => actor))).toEqual(new Set([user.id]));
});

test("a refresh token that is used again is written down with its session", async () => {
  const { user, session } = await claimed(service);
  const next = await refresh(service, session.refresh_token);
  await refresh(service, String(next.json["refresh_token"]));
  expect((await refresh(service, session.refresh_token)).json).toMatchObject({ code: "refresh_token_already_used" });
  const [reused] = (await eventsOf(service, user.id)).slice(-1);
  expect(reused).toMatchObject({ event: "refresh_token_reused", session_id: expect.any(String) });
});

test("what an admin does to an account names the account and the admin", async () => {
  const elena = await testApp.signIn(cast.elena);
  expect(await eventsOf(testApp, elena.id)).toMatchObject([
    { event: "role_assigned", actor: null },
    { event: "signed_in" },
  ]);
  const { id } = await elena.api.accounts.createKine(newKine());
  expect(await eventsOf(testApp, id)).toMatchObject([{ event: "account_created_by_admin", actor: elena.id }]);
  const kine = await testApp.approvedKine(cast.carla);
  await confirmAddresses(testApp.db, kine);
  await elena.api.accounts.assignRole({ user_id: kine.id, role: "admin" });
  expect(await eventsOf(testApp, kine.id)).toMatchObject([
    { event: "signed_up", actor: kine.id },
    { event: "signed_in" },
    { event: "application_decided", actor: elena.id },
    { event: "role_assigned", actor: elena.id },
  ]);
});

test("a session that its person closes from another is written down, and so is the end of an account, which leads nowhere", async () => {
  const ana = await testApp.signUp(like(cast.ana, "Ana Que Se Va"));
  const elsewhere = await testApp.signIn(like(cast.ana, "Ana Que Se Va"));
  const theirs = (await ana.api.sessions.mine()).find(({ is_current }) => !is_current)!;
  await ana.api.sessions.end({ id: theirs.id });
  expect((await eventsOf(testApp, elsewhere.id)).at(-1)).toMatchObject({
    event: "session_ended",
    session_id: theirs.id,
  });
  await ana.api.accounts.delete();
  expect(await eventsOf(testApp, ana.id)).toEqual([]);
  const last = await testApp.db
    .selectFrom("auth.audit_events")
    .select(["event", "subject"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(last).toEqual({ event: "account_deleted", subject: expect.any(String) });
});

test("an event is there only when what it tells happened", async () => {
  const lines = () => service.db.selectFrom("auth.audit_events").select("id").execute();
  const before = await lines();
  const body = { email: newEmail(), password: PASSWORD, data: { ...patient, phone: "no" } };
  expect((await ask(service, "POST", "/signup", { body })).status).toBeGreaterThanOrEqual(400);
  const failing = service.db.transaction().execute(async (tx) => {
    await recordEvent(tx, { event: "keys_rotated", user_id: null });
    throw new Error("not after all");
  });
  await expect(failing).rejects.toThrow("not after all");
  expect(await lines()).toEqual(before);
});

test("events name nobody: a block of networks, and a browser that is known by name", async () => {
  const headers = { "x-forwarded-for": "203.0.113.77", "user-agent": CHROME };
  const email = newEmail();
  const signUp = await ask(service, "POST", "/signup", { headers, body: { email, password: PASSWORD, data: patient } });
  const { id } = signUp.json["user"] as { id: string };
  expect(await eventsOf(service, id)).toMatchObject([
    { network: "203.0.113.0/24", device: "Chrome en Android" },
    { network: "203.0.113.0/24", device: "Chrome en Android" },
  ]);
  await ask(service, "POST", "/token?grant_type=password", {
    headers: { "x-forwarded-for": "2001:db8:7:8:9::a", "user-agent": `${email}/1.0 (Ana Suárez) CanarioDePrueba` },
    body: { email, password: PASSWORD },
  });
  expect((await eventsOf(service, id)).at(-1)).toMatchObject({
    network: "2001:db8:7::/48",
    device: "Dispositivo sin identificar",
  });
  const { rows } = await sql<{ line: string }>`select e::text as line from auth.audit_events e`.execute(service.db);
  const written = rows.map(({ line }) => line).join("\n");
  for (const text of [email, id, "203.0.113.77", "2001:db8:7:8", "Suárez", "Canario", "5555-5555"])
    expect(written).not.toContain(text);
});

test("a flood of refused sign-ins leaves one line an hour for each block of networks", async () => {
  const { email, user } = await claimed(service);
  const from = (address: string) =>
    ask(service, "POST", "/token?grant_type=password", {
      headers: { "x-forwarded-for": address },
      body: { email, password: "Mal-mal-1" },
    });
  const answers = await Promise.all(Array.from({ length: 60 }, (_, turn) => from(`198.51.${100 + (turn % 2)}.9`)));
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(40);
  const refused = (await eventsOf(service, user.id)).filter(({ event }) => event === "sign_in_refused");
  expect(refused.map(({ network, actor }) => [network, actor]).toSorted()).toEqual([
    ["198.51.100.0/24", null],
    ["198.51.101.0/24", null],
  ]);
});

test("nobody changes or empties what was written; only its age lets it go", async () => {
  await claimed(service);
  const attempts = [
    "update auth.audit_events set device = 'x'",
    "delete from auth.audit_events",
    "truncate auth.audit_events",
  ];
  for (const role of ["origin", "replica"]) {
    for (const attempt of attempts) {
      const trying = service.db.transaction().execute(async (tx) => {
        await sql.raw(`set local session_replication_role = ${role}`).execute(tx);
        await sql.raw(attempt).execute(tx);
      });
      await expect(trying).rejects.toThrow("stays as it was written");
    }
  }
  const count = async () => (await service.db.selectFrom("auth.audit_events").select("id").execute()).length;
  const kept = await count();
  const days = (n: number) => sql<Date>`now() - make_interval(days => ${n}::int)`;
  await service.db
    .insertInto("auth.audit_events")
    .values([
      { event: "keys_rotated", at: days(401) },
      { event: "keys_rotated", at: days(399) },
    ])
    .execute();
  await sweepAuditEvents(service.db);
  expect(await count()).toBe(kept + 1);
});
