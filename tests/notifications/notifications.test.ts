import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { expectDigest, sendDigest } from "../../app/domain/notifications/digest.server.ts";
import { deriveKey, sign } from "../../app/platform/crypto.server.ts";
import { unsubscribeToken } from "../../app/domain/notifications/unsubscribe-link.server.ts";
import { fellAsleep } from "../../app/domain/cases/course.server.ts";
import { applied } from "../../app/domain/matches/course.server.ts";
import { closeNotifications, notify, notifyInDigest } from "../../app/domain/notifications/notify.server.ts";
import { recordEvent } from "../../app/auth/core/audit.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { countJobs } from "../../app/platform/job-figures.server.ts";
import { TIMES } from "../mail/post.ts";
import { messagesTo } from "../support/outbox.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, SECRET, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let ana: Person;
let carla: Person;
let rita: Person;
let elena: Person;
const patient = like(cast.ana, "Ana Avisada");

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  ana = await testApp.signUp(patient);
  carla = await testApp.approvedKine(like(cast.carla, "Carla Avisada", { license_number: "MN 901" }));
  rita = await testApp.approvedKine(like(cast.carla, "Rita Avisada", { license_number: "MN 902" }));
  await confirmAddresses(testApp.db, ana, carla, rita);
  // No wave of a case reaches them, so their only notifications are those of the test.
  await sql`delete from kine_places`.execute(testApp.db);
  await sql`delete from notifications`.execute(testApp.db);
  await endQuietHours();
});
afterAll(() => testApp?.close());

const endQuietHours = () =>
  sql`insert into notification_hours (user_id, quiet_from, quiet_until) select id, '00:00', '00:00' from profiles
    on conflict (user_id) do update set quiet_from = '00:00', quiet_until = '00:00'`.execute(testApp.db);
const tokenOf = async ({ id, api }: Person, group: "reviews" | "digest") =>
  unsubscribeToken(SECRET, id, group, (await api.accounts.me()).email);
const newCase = async () =>
  (await ana.api.cases.create({ title: "Rodilla", description: "Me duele", studies_access: "verified" })).id;
const kindsOf = async ({ api }: Person) =>
  (await api.notifications.list({})).items.map(({ kind, count }) => `${kind} ${count}`);
const unread = async ({ api }: Person) => (await api.notifications.unseen()).count;
const rowsOf = ({ id }: Person) =>
  testApp.db.selectFrom("notifications").selectAll().where("user_id", "=", id).orderBy("id").execute();
/** Makes all waiting deliveries due now. */
const deliverNow = async () => {
  await sql`update notifications set due_at = now() where due_at > now()`.execute(testApp.db);
  await sql`update graphile_worker._private_jobs set run_at = now() where key like 'deliver:%'`.execute(testApp.db);
};
const step = (who: Person, delivery: string) =>
  vi.waitFor(async () => expect((await rowsOf(who)).at(-1)?.delivery).toBe(delivery), TIMES);

test("applications to a case are one unread notification that grows, and read it is written anew by the next", async () => {
  const id = await newCase();
  await carla.api.matches.apply({ case_id: id, message: null });
  await rita.api.matches.apply({ case_id: id, message: null });
  expect(await kindsOf(ana)).toEqual(["application_received 2"]);
  expect(await unread(ana)).toBe(1);
  expect(await ana.api.notifications.seen({ case_id: id })).toEqual({ count: 1 });
  expect(await unread(ana)).toBe(0);
  const sara = await testApp.approvedKine(like(cast.carla, "Sara Avisada", { license_number: "MN 903" }));
  await sara.api.matches.apply({ case_id: id, message: null });
  expect(await kindsOf(ana)).toEqual(["application_received 1", "application_received 2"]);
  // The withdrawal ends its notification.
  const { items } = await sara.api.matches.mine({});
  await sara.api.matches.withdraw({ id: items[0]!.id });
  expect(await kindsOf(ana)).toEqual(["application_received 2"]);
  expect(await unread(ana)).toBe(0);
});

test("what a person may see is listed and counted behind hundreds that they may not see", async () => {
  const pia = await testApp.signUp(like(cast.ana, "Pía Avisada"));
  const { id } = await pia.api.cases.create({ title: "Rodilla", description: "Me duele", studies_access: "verified" });
  await carla.api.matches.apply({ case_id: id, message: null });
  // Notifications for the other role, about cases that do not exist.
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into notifications (user_id, kind, case_id, delivery)
      select ${pia.id}::uuid, 'review_received', gen_random_uuid(), 'over' from generate_series(1, 250)`.execute(tx);
  });
  expect(await kindsOf(pia)).toEqual(["application_received 1"]);
  expect(await unread(pia)).toBe(1);
});

test("a decision is told to its specialist, a review to whom it is about, a request and a report to admins until they are decided", async () => {
  const id = await newCase();
  const first = (await carla.api.matches.apply({ case_id: id, message: null })).id;
  const second = (await rita.api.matches.apply({ case_id: id, message: null })).id;
  await ana.api.matches.accept({ id: first });
  await ana.api.matches.reject({ id: second });
  expect(await kindsOf(carla)).toEqual(["application_accepted 1"]);
  expect(await kindsOf(rita)).toEqual(["application_rejected 1"]);
  await ana.api.cases.close({ id });
  await ana.api.reviews.create({ case_id: id, kine_id: carla.id, stars: 4, comment: null });
  expect(await kindsOf(carla)).toEqual(["review_received 1", "application_accepted 1"]);
  await carla.api.reports.create({ subject: "profile", id: rita.id, reason: "other", details: null });
  await testApp.signUp(like(cast.carla, "Tina Espera", { license_number: "MN 904" }));
  expect((await kindsOf(elena)).toSorted()).toEqual(["report_waiting 1", "request_waiting 1"]);
  const [report] = (await elena.api.reports.list({ state: "open" })).items;
  await elena.api.reports.decide({ id: report!.id, decision: "Nada que hacer" });
  expect(await kindsOf(elena)).toEqual(["request_waiting 1"]);
});

test("reading one, some kinds or all of one's own changes nobody else's, and wakes the own pages", async () => {
  const before = await sql<{ count: string }>`select count(*) from live_events where type = 'inbox'`.execute(
    testApp.db,
  );
  expect(await unread(carla)).toBe(2);
  const [review] = (await carla.api.notifications.list({})).items;
  expect(await rita.api.notifications.seen({ id: review!.id })).toEqual({ count: 0 });
  expect(await carla.api.notifications.seen({ id: review!.id })).toEqual({ count: 1 });
  expect(await carla.api.notifications.seen({ id: review!.id })).toEqual({ count: 0 });
  expect(await unread(carla)).toBe(1);
  expect(await carla.api.notifications.seen({ kinds: ["application_accepted"] })).toEqual({ count: 1 });
  expect((await rita.api.notifications.seen({ all: true })).count).toBeGreaterThan(0);
  expect(await unread(rita)).toBe(0);
  const after = await sql<{ count: string }>`select count(*) from live_events where type = 'inbox'`.execute(testApp.db);
  expect(Number(after.rows[0]!.count)).toBeGreaterThan(Number(before.rows[0]!.count));
});

test(
  "what is not read within ten minutes goes by mail, once, with a button that ends such mails",
  { timeout: 180_000 },
  async () => {
    const id = await newCase();
    await carla.api.matches.apply({ case_id: id, message: null });
    await step(ana, "mail");
    const told = async () =>
      (await messagesTo(`${testApp.dataDir}/outbox`, patient.email)).filter(({ subject }) =>
        subject.startsWith("Tenés"),
      );
    expect(await told()).toEqual([]);
    await deliverNow();
    await vi.waitFor(async () => expect(await told()).toHaveLength(1), TIMES);
    const [mail] = await told();
    expect(mail!.subject).toBe("Tenés 1 respuesta nueva");
    expect(mail!.link).toContain(`/dashboard/patient/cases?caso=${id}`);
    // While the notification is unread, another application uses the same row and is delivered again.
    await rita.api.matches.apply({ case_id: id, message: null });
    await step(ana, "push");
    await deliverNow();
    await step(ana, "mail");
    await deliverNow();
    await vi.waitFor(
      async () => expect((await told()).map(({ subject }) => subject)).toContain("Tenés 2 respuestas nuevas"),
      TIMES,
    );
    expect((await rowsOf(ana)).filter((row) => row.case_id === id)).toHaveLength(1);
    // A notification that was read meanwhile is not delivered any more.
    await ana.api.notifications.seen({ all: true });
    const other = await newCase();
    await carla.api.matches.apply({ case_id: other, message: null });
    await step(ana, "mail");
    await ana.api.notifications.seen({ all: true });
    await deliverNow();
    await vi.waitFor(async () => expect((await rowsOf(ana)).at(-1)!.delivery).toBe("over"), TIMES);
    expect(await told()).toHaveLength(2);
  },
);

test("who has not confirmed their address is told that few mails go to it", async () => {
  const nora = await testApp.signUp(like(cast.ana, "Nora Sin Confirmar"));
  expect(await nora.api.notifications.settings()).toMatchObject({ is_proven: false });
  await confirmAddresses(testApp.db, nora);
  expect(await nora.api.notifications.settings()).toMatchObject({ is_proven: true });
});

test("a person chooses by group how they are told and when they are left alone, and only of their role", async () => {
  const quiet = { from: "22:30", until: "07:00", zone: "America/Argentina/Ushuaia" };
  const groups = [{ group: "own_cases" as const, push: false, mail: "daily" as const }];
  expect((await ana.api.notifications.settings()).groups.map(({ group }) => group)).toEqual([
    "own_cases",
    "messages",
    "bookings",
    "reviews",
    "news",
  ]);
  await ana.api.notifications.saveSettings({ groups, quiet });
  const saved = await ana.api.notifications.settings();
  expect(saved.quiet).toEqual(quiet);
  expect(saved.groups[0]).toEqual(groups[0]);
  expect(saved.groups.at(-1)).toEqual({ group: "news", push: false, mail: "off" });
  const refused = [
    { groups: [{ group: "operator" as const, push: true, mail: "off" as const }], quiet },
    { groups: [...groups, ...groups], quiet },
    { groups, quiet: { ...quiet, from: "24:00" } },
  ];
  for (const input of refused) expect(await outcome(ana.api.notifications.saveSettings(input))).toBe("BAD_INPUT");
  // Browsers use old names of time zones, which not every PostgreSQL knows.
  for (const [zone, kept] of [
    ["America/Cordoba", "America/Argentina/Cordoba"],
    ["America/Nowhere", "America/Argentina/Buenos_Aires"],
    ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ] as const) {
    await ana.api.notifications.saveSettings({ groups: [], quiet: { ...quiet, zone } });
    expect((await ana.api.notifications.settings()).quiet).toEqual({ ...quiet, zone: kept });
  }
  expect((await carla.api.notifications.settings()).quiet).toMatchObject({ from: "00:00" });
  await endQuietHours();
});

test("the link of a mail to an earlier address ends nothing any more, nor does one of before that names none", async () => {
  const kine = await testApp.approvedKine(like(cast.carla, "Nora Muda", { license_number: "MN 904" }));
  const mailOf = async () =>
    (await kine.api.notifications.settings()).groups.find(({ group }) => group === "reviews")?.mail;
  const press = (token: string) => outcome(testApp.anonymous.notifications.unsubscribe({ token }));
  const earlier = await tokenOf(kine, "reviews");
  const nameless = `${kine.id}.news.${sign(deriveKey(SECRET, "unsubscribe"), `${kine.id}\nnews`)}`;
  expect(await press(nameless)).toBe("ok");
  // The mail of the approval locks the profile before the account.
  await vi.waitFor(async () => expect(await countJobs(testApp.db)).toMatchObject({ due: 0, running: 0 }), TIMES);
  await testApp.db.transaction().execute(async (tx) => {
    await tx.updateTable("auth.users").set({ email: "nora.nueva@example.com" }).where("id", "=", kine.id).execute();
    await recordEvent(tx, { event: "email_changed", user_id: kine.id });
  });
  expect((await kine.api.accounts.me()).email).toBe("nora.nueva@example.com");
  expect([await press(earlier), await press(nameless), await mailOf()]).toEqual(["NOT_FOUND", "NOT_FOUND", "at_once"]);
  expect([await press(await tokenOf(kine, "reviews")), await mailOf()]).toEqual(["ok", "off"]);
});

test("one press ends the mails of a group without a session, a link that was altered or opened ends nothing", async () => {
  const token = await tokenOf(carla, "reviews");
  const mailOf = async () => (await carla.api.notifications.settings()).groups.find(({ group }) => group === "reviews");
  const press = (path: string, method = "POST") =>
    fetch(`${testApp.url}${path}`, {
      method,
      ...(method === "POST" && {
        body: "List-Unsubscribe=One-Click",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      }),
    });
  for (const wrong of [
    `${token}x`,
    token.replace("reviews", "own_cases"),
    token.replace(carla.id, rita.id),
    "x".repeat(5000),
    "%00",
  ])
    expect((await press(`/baja/${wrong}`)).status, wrong.slice(0, 60)).toBe(404);
  for (let n = 0; n < 1000; n += 50)
    await Promise.all(Array.from({ length: 50 }, () => press(`/baja/${token}`, "GET")));
  expect(await mailOf()).toMatchObject({ mail: "at_once" });
  const answers = await Promise.all(Array.from({ length: 5 }, () => press(`/baja/${token}`)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await mailOf()).toEqual({ group: "reviews", push: true, mail: "off" });
  const events = await sql`select from auth.audit_events e join auth.users u on u.audit_id = e.subject
    where event = 'unsubscribed_by_link' and u.id = ${carla.id}`.execute(testApp.db);
  expect(events.rows).toHaveLength(1);
  // The link of a digest unsubscribes from what digests contain, and from nothing else.
  await testApp.anonymous.notifications.unsubscribe({ token: await tokenOf(carla, "digest") });
  const mails = (await carla.api.notifications.settings()).groups.map(({ group, mail }) => `${group} ${mail}`);
  expect(mails).toEqual([
    "own_cases at_once",
    "messages at_once",
    "bookings at_once",
    "cases_in_zone off",
    "reviews off",
    "own_profile at_once",
    "news off",
  ]);
  expect(await outcome(testApp.anonymous.notifications.unsubscribe({ token: "altered" }))).toBe("NOT_FOUND");
  // Notifications too frequent for a mail of their own are in no digest either, until the person subscribes to one again.
  await testApp.anonymous.notifications.unsubscribe({ token: await tokenOf(rita, "digest") });
  const digestOf = async () => {
    const id = await newCase();
    await testApp.db
      .transaction()
      .execute((tx) => notifyInDigest(tx, { userId: rita.id, kind: "case_invitation", caseId: id }));
    await sql`update notification_hours set digest_on = null where user_id = ${rita.id}`.execute(testApp.db);
    await sendDigest(testApp.app.services, rita.id);
    const sent = sql`select from outgoing_messages where user_id = ${rita.id} and kind = 'notification_digest'`;
    return (await sent.execute(testApp.db)).rows.length;
  };
  expect(await digestOf()).toBe(0);
  const { quiet } = await rita.api.notifications.settings();
  await rita.api.notifications.saveSettings({ groups: [{ group: "reviews", push: true, mail: "daily" }], quiet });
  expect(await digestOf()).toBe(1);
});

test("what is closed is neither shown nor delivered, and a notification goes with its case", async () => {
  const id = await newCase();
  await carla.api.matches.apply({ case_id: id, message: null });
  expect(await unread(ana)).toBe(1);
  await testApp.db
    .transaction()
    .execute((tx) => closeNotifications(tx, { kinds: ["application_received"], caseId: id }));
  expect(await unread(ana)).toBe(0);
  await testApp.db
    .transaction()
    .execute((tx) => notify(tx, { userId: ana.id, kind: "application_received", caseId: id }))
    .then(() => expect(rowsOf(ana)).resolves.toContainEqual(expect.objectContaining({ case_id: id, done_at: null })));
  await ana.api.cases.withdraw({ id });
  expect((await rowsOf(ana)).filter((row) => row.case_id === id)).toEqual([]);
});

test("a case that is closed or leaves the lists ends what specialists were told of it", async () => {
  const kinds = ["case_in_zone", "case_invitation", "application_unanswered"] as const;
  const open = async (id: string) =>
    (await rowsOf(carla)).filter((row) => row.case_id === id && row.done_at === null).map(({ kind }) => kind);
  const told = async () => {
    const id = await newCase();
    for (const kind of kinds)
      await testApp.db.transaction().execute((tx) => notify(tx, { userId: carla.id, kind, caseId: id }));
    // The case's own wave may write the first of them again.
    expect((await open(id)).toSorted()).toEqual(kinds.toSorted());
    return id;
  };
  const asleep = await told();
  await testApp.db.transaction().execute(async (tx) => {
    await sql`update cases set dormant_at = now() where id = ${asleep}`.execute(tx);
    await fellAsleep(tx, { id: asleep, patient_id: ana.id });
  });
  expect(await open(asleep)).toEqual(["application_unanswered"]);
  const closed = await told();
  const { id } = await rita.api.matches.apply({ case_id: closed, message: null });
  await ana.api.matches.accept({ id });
  await ana.api.cases.close({ id: closed });
  expect(await open(closed)).toEqual([]);
});

test("of two applications at once the one that began earlier counts too", async () => {
  const id = await newCase();
  await testApp.db.transaction().execute(async (tx) => {
    await sql`select now()`.execute(tx);
    await rita.api.matches.apply({ case_id: id, message: null });
    const made = { case_id: id, kine_id: carla.id };
    const match = await tx.insertInto("matches").values(made).returning("id").executeTakeFirstOrThrow();
    await applied(tx, { ...match, ...made, patient_id: ana.id }, false);
  });
  expect((await kindsOf(ana))[0]).toBe("application_received 2");
});

test("a withdrawal does not end the notification of an application that is made at the same time", async () => {
  // Without the counters' trigger, whose locks would come first.
  await sql`alter table matches disable trigger matches_are_counted`.execute(testApp.db);
  const id = await newCase();
  const first = await carla.api.matches.apply({ case_id: id, message: null });
  let withdrawn: Promise<string> | undefined;
  await testApp.db.transaction().execute(async (tx) => {
    await tx.insertInto("matches").values({ case_id: id, kine_id: rita.id }).execute();
    withdrawn = outcome(carla.api.matches.withdraw({ id: first.id }));
    await vi.waitFor(async () => {
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      expect((await waiting.execute(testApp.db)).rows).not.toEqual([]);
    }, TIMES);
  });
  expect(await withdrawn).toBe("ok");
  expect((await kindsOf(ana))[0]).toBe("application_received 1");
  await sql`alter table matches enable trigger matches_are_counted`.execute(testApp.db);
});

test("a digest that is due is sent today, though more is expected for it meanwhile", async () => {
  await newCase();
  await testApp.db.transaction().execute(async (tx) => {
    await notifyInDigest(tx, { userId: elena.id, kind: "cases_without_application" });
    await sql`insert into case_levels (case_id, operator_told_at) select id, now() from cases on conflict (case_id)
      do update set operator_told_at = now()`.execute(tx);
    await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 minute'
      where key = ${`send_digest:${elena.id}`}`.execute(tx);
    // Other notifications of the same morning expect a digest too.
    await expectDigest(tx, elena.id);
  });
  const digests = async () =>
    (await messagesTo(`${testApp.dataDir}/outbox`, cast.elena.email)).filter(({ subject }) =>
      subject.startsWith("Tu resumen del día"),
    );
  await vi.waitFor(async () => expect(await digests()).toHaveLength(1), TIMES);
});
