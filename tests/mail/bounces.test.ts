import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { kineCreated } from "../../app/domain/accounts/messages.server.ts";
import { accountSuspended } from "../../app/domain/moderation/messages.server.ts";
import type { MessageKind } from "../../app/platform/mail/message.server.ts";
import { addressHash } from "../../app/platform/mail/bounces.server.ts";
import { messagesTo } from "../support/outbox.ts";
import { isFull } from "../support/full.ts";
import { outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";
import { answer, openMailServer } from "./smtp-server.ts";
import { TIMES } from "./post.ts";
import { KINDS, madeReport, seeded } from "./reports.ts";

const TOKEN = "a-token-of-the-tests-for-reports-of-mails";
const TOPIC = "arn:aws:sns:sa-east-1:123456789012:mails";
let testApp: TestApp;
let ana: Person;
let elena: Person;
let host: string;

beforeAll(async () => {
  testApp = await openTestApp({ MAIL_HOOK_TOKEN: TOKEN, MAIL_HOOK_TOPIC: TOPIC });
  ana = await testApp.signUp(cast.ana);
  await confirmAddresses(testApp.db, ana);
  elena = await testApp.signIn(cast.elena);
  host = new URL(testApp.app.services.settings.publicUrl).hostname;
});
afterAll(() => testApp?.close());
afterEach(async () => {
  await sql`delete from mail_states`.execute(testApp.db);
  await sql`update outgoing_messages set bounce = null`.execute(testApp.db);
});

/** A mail that was sent to somebody; its Message-ID. */
async function sent(person: Person, { daysAgo = 0, address = cast.ana.email as string } = {}) {
  const id = randomUUID();
  await sql`insert into outgoing_messages (id, user_id, kind, sent_at, address_hash, provider_class)
    values (${id}, ${person.id}, 'notification', now() - make_interval(days => ${daysAgo}), ${addressHash(id, address)}, 'other')`.execute(
    testApp.db,
  );
  return `${id}@${host}`;
}
const report = async (body: string, token = TOKEN) =>
  (await fetch(`${testApp.url}/hooks/mail/${token}`, { method: "POST", body })).status;
const kindOf = (name: string) => KINDS.find(([kind]) => kind === name)!;
const random = seeded(7);
const about = (kind: string, id: string) => madeReport(kindOf(kind), id, random).body;
const HARD = "Postfix, no such mailbox";
const SOFT = "a full mailbox";
const states = async () =>
  (await testApp.db.selectFrom("mail_states").select(["user_id", "state"]).execute()).map(({ state }) => state);
const ownState = async () => (await ana.api.accounts.me()).mail_state;

/** Queues a mail of this kind to somebody; whether it was sent. */
async function isSent<Told>(person: Person, kind: MessageKind<Told>, told: Told) {
  const { db, mail } = testApp.app.services;
  const id = await db
    .transaction()
    .execute((tx) => mail.post(tx, kind, { user_id: person.id, to: { name: "A", address: cast.ana.email }, told }));
  return vi.waitFor(async () => {
    const row = await db.selectFrom("outgoing_messages").select("sent_at").where("id", "=", id).executeTakeFirst();
    expect(row?.sent_at).not.toBeNull();
    return row !== undefined;
  }, TIMES);
}
const isPlainSent = (person: Person) => isSent(person, accountSuspended, { reason: "x" });

test("a mail that comes back for good leaves its account the mails about security, and says so until a link is used", async () => {
  expect(await isPlainSent(ana)).toBe(true);
  expect(await report(about(HARD, await sent(ana)))).toBe(204);
  expect(await ownState()).toBe("hard");
  expect(await isPlainSent(ana)).toBe(false);
  expect(await isSent(ana, kineCreated, { name: "A", email: cast.ana.email, token: "a" })).toBe(true);
  expect(await elena.api.pulse.mail()).toMatchObject({
    bounced: 1,
    reasons: expect.arrayContaining([{ provider: "other", code: "5.1.1", kind: "hard", count: 1 }]),
    stopped: [{ id: ana.id, state: "hard" }],
  });
  const [{ link }] = (await messagesTo(join(testApp.dataDir, "outbox"), cast.ana.email)) as unknown as [
    { link: string },
  ];
  const asked = new URLSearchParams(new URL(link).hash.slice(1));
  const body = JSON.stringify({ type: asked.get("type"), token_hash: asked.get("token_hash") });
  const verified = await fetch(`${testApp.url}/auth/v1/verify`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  expect(verified.status).toBe(200);
  expect(await ownState()).toBeNull();
  expect(await isPlainSent(ana)).toBe(true);
});

test("a complaint weighs more than a refusal, and an admin lets mails through again, once", async () => {
  await report(about(HARD, await sent(ana)));
  await report(about("a complaint (ARF)", await sent(ana)));
  await report(about(HARD, await sent(ana)));
  expect(await ownState()).toBe("complained");
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${await elena.token()}`,
    "idempotency-key": "a-key-to-clear-a-mail-state",
  };
  for (let time = 0; time < 2; time += 1) {
    const body = JSON.stringify({ id: ana.id });
    expect((await fetch(`${testApp.url}/api/mailStates/clear`, { method: "POST", headers, body })).status).toBe(200);
  }
  expect(await ownState()).toBeNull();
  expect(await outcome(elena.api.mailStates.clear({ id: ana.id }))).toBe("ALREADY_DONE");
  const { items } = await elena.api.audit.list({ event: "mail_state_cleared" });
  expect(items).toHaveLength(1);
});

test("three soft refusals in seven days pause the mails for seven, and two do not", async () => {
  await report(about(SOFT, await sent(ana, { daysAgo: 6 })));
  const twice = await sent(ana);
  for (let time = 0; time < 3; time += 1) await report(about(SOFT, twice));
  expect(await states()).toEqual([]);
  await report(about(SOFT, await sent(ana)));
  expect(await states()).toEqual(["soft"]);
  expect(await ownState()).toBeNull();
  expect(await isPlainSent(ana)).toBe(false);
  await sql`update mail_states set at = now() - interval '7 days 1 minute'`.execute(testApp.db);
  expect(await isPlainSent(ana)).toBe(true);
});

test("a report about another address than the account's, or about a mail of eight days ago, stops nothing", async () => {
  await report(about(HARD, await sent(ana, { address: "former@example.com" })));
  await report(about(HARD, await sent(ana, { daysAgo: 8 })));
  expect(await states()).toEqual([]);
});

test("forged reports change nothing, whoever they name", async () => {
  const real = (await sent(ana)).split("@")[0]!;
  const old = await sent(ana, { daysAgo: 8 });
  const forge = seeded(99);
  const count = isFull ? 5_000 : 300;
  const answers = new Set<number>();
  for (let n = 0; n < count; n += 20)
    await Promise.all(
      KINDS.map(async (kind, index) => {
        const id = [`${randomUUID()}@${host}`, `${real}@evil.example`, `${real}@${host}@${host}`, old, cast.ana.email][
          (n / 20 + index) % 5
        ]!;
        const { body, ses } = madeReport(kind, id, forge);
        const signed = { Type: "Notification", MessageId: "m", TopicArn: TOPIC, Timestamp: "t", SignatureVersion: "2" };
        const url = "https://sns.sa-east-1.amazonaws.com.evil.example/a.pem";
        const sns = { ...signed, Message: JSON.stringify(ses), Signature: "AAAA", SigningCertURL: url };
        answers.add(await report(ses ? JSON.stringify(sns) : body));
      }),
    );
  for (const body of ["", "{", "[]", "null", "x".repeat(100_000), "Content-Type: multipart/report\n\n"])
    answers.add(await report(body));
  expect([...answers]).toEqual([204]);
  // With the right id, but without the token.
  expect(await report(about(HARD, `${real}@${host}`), "another-token-of-the-tests-for-reports")).toBe(404);
  expect(await states()).toEqual([]);
  const touched = await testApp.db
    .selectFrom("outgoing_messages")
    .select("id")
    .where("bounce", "is not", null)
    .execute();
  expect(touched).toEqual([]);
});

test("a mail server that refuses the recipient at once counts as well, and one that refuses the content does not", async () => {
  const refuse = { words: "550 5.1.1 User unknown", code: 550 };
  const smtp = await openMailServer({
    onRcptTo: (_address, _session, done) => done(answer(refuse.code, refuse.words)),
  });
  const here = await openTestApp({ SMTP_URL: smtp.url });
  try {
    const bruno = await here.signUp(cast.bruno);
    await vi.waitFor(
      async () =>
        expect(
          await here.db
            .selectFrom("outgoing_messages")
            .select(["fail_code", "bounce"])
            .where("user_id", "=", bruno.id)
            .executeTakeFirst(),
        ).toEqual({ fail_code: "5.1.1", bounce: "hard" }),
      TIMES,
    );
    expect((await bruno.api.accounts.me()).mail_state).toBe("hard");
    Object.assign(refuse, { words: "550 5.7.1 Spam", code: 550 });
    const carla = await here.signUp(cast.ana);
    await vi.waitFor(
      async () =>
        expect(
          await here.db
            .selectFrom("outgoing_messages")
            .select("bounce")
            .where("user_id", "=", carla.id)
            .executeTakeFirst(),
        ).toEqual({ bounce: "soft" }),
      TIMES,
    );
    expect((await carla.api.accounts.me()).mail_state).toBeNull();
  } finally {
    await here.close();
    await smtp.close();
  }
});
