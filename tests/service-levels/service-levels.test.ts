import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addressHash, lookingToken } from "../../app/domain/service-levels/looking-link.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { sendDigest } from "../../app/domain/notifications/digest.server.ts";
import { confirmAddresses } from "../support/trust.ts";
import { runCaseLevels } from "../../app/domain/service-levels/case-levels.server.ts";
import { lookAtQueues } from "../../app/domain/service-levels/look-at-queues.server.ts";
import { TIMES } from "../mail/post.ts";
import { messagesTo } from "../support/outbox.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { type LevelsApp, openLevelsApp } from "./levels-app.ts";

const HOUR = 1;
const DAY = 24;
let app: LevelsApp;
let elena: Person;

beforeAll(async () => {
  app = await openLevelsApp();
  elena = await app.signIn(cast.elena);
});
afterAll(() => app?.close());

const isOffered = async (kine: Person, id: string) =>
  (await kine.api.cases.available({})).items.some((one) => one.id === id);
const own = async (patient: Person, id: string) => patient.api.cases.get({ id });
const operatorOf = () => app.told(elena.id, "cases_without_application");

test("each level of a case that nobody applies to fires once, at its hour, until it leaves the lists a month later", async () => {
  const patient = await app.patient("Caballito");
  const near = await app.kine("Caballito");
  const next = await app.row("Almagro");
  const far = await app.row("Moreno");
  const before = await operatorOf();
  const id = await app.publish(patient);
  const counts = async () => ({
    alerts: (await app.alerts(id)).map(({ kine_id }) => kine_id),
    quiet: await app.told(patient.id, "case_quiet", id),
    operator: (await operatorOf()) - before,
    asked: await app.told(patient.id, "still_looking", id),
    dormant: await app.told(patient.id, "case_dormant", id),
  });
  const at = async (hours: number) => {
    await app.pass(id, hours - passed);
    passed = hours;
    await app.runLevels(id);
    return counts();
  };
  let passed = 0;
  const none = { alerts: [near.id], quiet: 0, operator: 0, asked: 0, dormant: 0 };
  expect(await at(0)).toEqual(none);
  expect(await at(5.9 * HOUR)).toEqual(none);
  const second = { ...none, alerts: [near.id, next.id] };
  expect(await at(6.1 * HOUR)).toEqual(second);
  expect(await at(11.9 * HOUR)).toEqual(second);
  const all = { ...none, alerts: [near.id, next.id, far.id] };
  // Nobody is in the third ring.
  expect(await at(12.1 * HOUR)).toEqual(all);
  expect(await at(18.1 * HOUR)).toEqual(all);
  expect(await at(23.9 * HOUR)).toEqual(all);
  expect(await at(24.1 * HOUR)).toEqual({ ...all, quiet: 1 });
  expect(await at(47.9 * HOUR)).toEqual({ ...all, quiet: 1 });
  expect(await at(48.1 * HOUR)).toEqual({ ...all, quiet: 1, operator: 1 });
  expect(await at(6.9 * DAY)).toEqual({ ...all, quiet: 1, operator: 1 });
  const asked = { ...all, quiet: 1, operator: 1, asked: 1 };
  expect(await at(7.1 * DAY)).toEqual(asked);
  expect(await at(29 * DAY)).toEqual(asked);
  expect(await isOffered(near, id)).toBe(true);
  expect(await at(30.2 * DAY)).toEqual({ ...asked, dormant: 1 });
  expect(await at(80 * DAY)).toEqual({ ...asked, dormant: 1 });
  expect(await isOffered(near, id)).toBe(false);
  expect(await own(patient, id)).toMatchObject({ status: "open", is_dormant: true });
  expect((await patient.api.cases.mine({})).items.find((one) => one.id === id)?.is_dormant).toBe(true);
  expect(await patient.api.cases.keepLooking({ id })).toEqual({ is_dormant: false });
  expect(await isOffered(near, id)).toBe(true);
  await app.runLevels(id);
  expect(await counts()).toEqual({ ...asked, dormant: 1 });
});

test("a case in pause whose patient consents to nothing comes back only with the consent", async () => {
  const patient = await app.patient("Palermo");
  const id = await app.publish(patient);
  await sql`update cases set dormant_at = now() where id = ${id}`.execute(app.db);
  await sql
    .raw(
      `begin; set local session_replication_role = replica;
    update profiles set health_consent = null where id = '${patient.id}'; commit`,
    )
    .execute(app.db);
  expect(await outcome(patient.api.cases.keepLooking({ id }))).toBe("CONSENT_NEEDED");
  expect(await own(patient, id)).toMatchObject({ is_dormant: true });
  const { version, sha256 } = await patient.api.consents.health();
  await patient.api.consents.giveHealth({ version, sha256 });
  expect(await patient.api.cases.keepLooking({ id })).toEqual({ is_dormant: false });
});

test("a job of its own runs each level without anybody's help: a published case is told within seconds", async () => {
  const near = await app.row("Villa Lugano");
  const id = await app.publish(await app.patient("Villa Lugano"));
  await vi.waitFor(async () => expect((await app.alerts(id)).map(({ kine_id }) => kine_id)).toContain(near.id), TIMES);
  const { rows } = await sql<{ payload: object; hours: number }>`
    select j.payload, round(extract(epoch from j.run_at - now()) / 3600)::int as hours from graphile_worker._private_jobs j
    where j.key = ${`case_level:${id}`}`.execute(app.db);
  await vi.waitFor(() => expect(rows).toEqual([{ payload: { id }, hours: 6 }]), TIMES);
});

test("an application that nobody answers reminds its patient twice and tells its specialist once; accepted, both are asked once", async () => {
  const patient = await app.patient("Palermo");
  const kine = await app.kine("Palermo");
  const id = await app.publish(patient);
  const { id: matchId } = await kine.api.matches.apply({ case_id: id });
  const counts = async () => [
    await app.told(patient.id, "applications_unanswered", id),
    await app.told(kine.id, "application_unanswered", id),
    await app.told(patient.id, "nobody_wrote", id),
    await app.told(kine.id, "nobody_wrote_kine", id),
  ];
  let passed = 0;
  const at = async (hours: number) => {
    await app.pass(id, hours - passed);
    passed = hours;
    await app.runLevels(id);
    return counts();
  };
  expect(await at(23)).toEqual([0, 0, 0, 0]);
  expect(await at(25)).toEqual([1, 0, 0, 0]);
  expect(await at(71)).toEqual([1, 0, 0, 0]);
  expect(await at(73)).toEqual([2, 0, 0, 0]);
  expect(await at(6.9 * DAY)).toEqual([2, 0, 0, 0]);
  expect(await at(7.1 * DAY)).toEqual([2, 1, 0, 0]);
  expect(await at(10 * DAY)).toEqual([2, 1, 0, 0]);
  await patient.api.matches.accept({ id: matchId });
  expect(await at(10 * DAY + 47)).toEqual([2, 1, 0, 0]);
  expect(await at(10 * DAY + 49)).toEqual([2, 1, 1, 1]);
  expect(await at(40 * DAY)).toEqual([2, 1, 1, 1]);
  expect(await app.told(patient.id, "case_quiet", id)).toBe(0);
  expect(await app.told(patient.id, "case_dormant", id)).toBe(0);
});

test("who agreed on a turno, or says that they did without the program, is not asked, and one answers for both", async () => {
  const patient = await app.patient("Palermo");
  const kine = await app.kine("Palermo");
  const other = await app.kine("Palermo");
  const id = await app.publish(patient);
  const { id: matchId } = await kine.api.matches.apply({ case_id: id });
  const { id: otherId } = await other.api.matches.apply({ case_id: id });
  expect(await outcome(patient.api.matches.coordinate({ id: matchId }))).toBe("NOT_FOUND");
  for (const match of [matchId, otherId]) await patient.api.matches.accept({ id: match });
  await other.api.matches.coordinate({ id: otherId });
  await app.pass(id, 49);
  await app.runLevels(id);
  expect(await app.told(kine.id, "nobody_wrote_kine", id)).toBe(1);
  expect(await app.told(other.id, "nobody_wrote_kine", id)).toBe(0);
  expect(await app.told(patient.id, "nobody_wrote", id)).toBe(1);
  const asked = async (person: Person) =>
    (await person.api.notifications.list({})).items.filter(({ kind }) => kind.startsWith("nobody_wrote")).length;
  const stands = async () => (await kine.api.matches.mine({})).items[0]!.booking?.standing;
  expect([await asked(patient), await asked(kine), await stands()]).toEqual([1, 1, undefined]);
  for (const person of [patient, kine]) await person.api.notifications.seen({ all: true });
  expect([await asked(patient), await asked(kine)]).toEqual([1, 1]);
  await patient.api.matches.coordinate({ id: matchId });
  await kine.api.matches.coordinate({ id: matchId });
  expect([await asked(patient), await asked(kine), await stands()]).toEqual([0, 0, "outside"]);
});

test("several applications to one case remind its patient once a day at most", async () => {
  const patient = await app.patient("Núñez");
  const id = await app.publish(patient);
  for (const place of ["Núñez", "Belgrano", "Saavedra"]) {
    const { id: kine_id } = await app.row(place);
    await app.db.insertInto("matches").values({ case_id: id, kine_id }).execute();
    await app.pass(id, 1);
  }
  await app.pass(id, 21.5);
  await app.runLevels(id);
  await app.pass(id, 1);
  await app.runLevels(id);
  await app.pass(id, 1);
  await app.runLevels(id);
  expect(await app.told(patient.id, "applications_unanswered", id)).toBe(1);
});

test("of a case that is withdrawn, closed, accepted, out of consent, or of somebody suspended, no level fires", async () => {
  const kine = await app.kine("Flores");
  const before = await operatorOf();
  const ends: Record<string, (patient: Person, id: string) => Promise<unknown>> = {
    withdrawn: (patient, id) => patient.api.cases.withdraw({ id }),
    closed: async (patient, id) => {
      const match = await kine.api.matches.apply({ case_id: id });
      await patient.api.matches.accept(match);
      await patient.api.cases.close({ id });
    },
    accepted: async (patient, id) => patient.api.matches.accept(await kine.api.matches.apply({ case_id: id })),
    suspended: (patient) => app.suspend(patient.id, true),
    "out of consent": (patient) => patient.api.consents.withdrawHealth(),
    "closed by an admin": (_, id) => elena.api.moderation.closeCase({ id, reason: "Publicidad" }),
  };
  for (const [how, end] of Object.entries(ends)) {
    const patient = await app.patient("Flores");
    const id = await app.publish(patient, { location_city: "Ushuaia" });
    await end(patient, id);
    for (const hours of [7, 20, 25, 2 * DAY, 8 * DAY, 40 * DAY]) {
      await app.pass(id, hours);
      await app.runLevels(id);
    }
    for (const kind of ["case_quiet", "still_looking", "case_dormant", "applications_unanswered"] as const)
      expect([how, kind, await app.told(patient.id, kind)]).toEqual([how, kind, 0]);
    expect([how, await app.alerts(id)]).toEqual([how, []]);
  }
  expect((await operatorOf()) - before).toBe(0);
});

test("a program that was stopped for days passes over what a later level says better, and fires nothing twice", async () => {
  const patient = await app.patient("Boedo");
  const id = await app.publish(patient, { location_city: "Ushuaia" });
  await app.pass(id, 8 * DAY);
  await app.runLevels(id);
  expect(await app.told(patient.id, "case_quiet", id)).toBe(0);
  expect(await app.told(patient.id, "still_looking", id)).toBe(1);
  expect(await app.told(patient.id, "case_dormant", id)).toBe(0);
});

const tokenOf = async (id: string, email: string) => {
  const { asked_at } = await app.db
    .selectFrom("case_levels")
    .select(sql<number>`(extract(epoch from asked_at) * 1000)::float8`.as("asked_at"))
    .where("case_id", "=", id)
    .executeTakeFirstOrThrow();
  const { secret } = app.app.services.settings;
  return lookingToken(secret, { id, askedAt: asked_at, address: addressHash(secret, email) });
};

test("a thousand GETs of the signed link change nothing, one POST answers, and the second changes nothing", async () => {
  const member = like(cast.ana, "Quien Sigue");
  const patient = await app.signUp(member);
  const id = await app.publish(patient);
  await app.pass(id, 7.1 * DAY);
  await app.runLevels(id);
  const token = await tokenOf(id, member.email);
  const state = async () =>
    (
      await sql`select c.dormant_at is null as is_shown, l.answered_at from cases c join case_levels l on l.case_id = c.id where c.id = ${id}`.execute(
        app.db,
      )
    ).rows;
  const before = await state();
  for (let batch = 0; batch < 10; batch += 1)
    await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const query = encodeURIComponent(JSON.stringify({ json: { token, is_looking: false } }));
        const paths = ["/sigo-buscando", `/sigo-buscando?token=${token}`, `/rpc/cases/answerByLink?data=${query}`];
        await (await fetch(`${app.url}${paths[n % 3]}`)).arrayBuffer();
      }),
    );
  expect(await state()).toEqual(before);
  expect(await app.anonymous.cases.answerByLink({ token, is_looking: false })).toEqual({
    is_first: true,
    is_dormant: true,
  });
  const after = await state();
  expect(after).toMatchObject([{ is_shown: false }]);
  expect(await app.anonymous.cases.answerByLink({ token, is_looking: true })).toEqual({
    is_first: false,
    is_dormant: true,
  });
  expect(await state()).toEqual(after);
  const { rows } = await sql`select from auth.audit_events where event = 'case_answered_by_link'`.execute(app.db);
  expect(rows).toHaveLength(1);
});

test("a yes by the link keeps the case in the lists, and the question comes again a month later", async () => {
  const member = like(cast.ana, "Quien Dice Que Si");
  const patient = await app.signUp(member);
  const id = await app.publish(patient);
  await app.pass(id, 7.1 * DAY);
  await app.runLevels(id);
  expect(await app.anonymous.cases.answerByLink({ token: await tokenOf(id, member.email), is_looking: true })).toEqual({
    is_first: true,
    is_dormant: false,
  });
  await app.pass(id, 29 * DAY);
  await app.runLevels(id);
  expect(await own(patient, id)).toMatchObject({ is_dormant: false });
  expect(await app.told(patient.id, "still_looking", id)).toBe(1);
  await app.pass(id, 1.1 * DAY);
  await app.runLevels(id);
  expect(await app.told(patient.id, "still_looking", id)).toBe(2);
});

test("a link that was altered, is old, or goes to another address or a case that is not open is refused", async () => {
  const member = like(cast.ana, "Quien No Recibe");
  const patient = await app.signUp(member);
  const id = await app.publish(patient);
  await app.pass(id, 7.1 * DAY);
  await app.runLevels(id);
  const token = await tokenOf(id, member.email);
  const refused = (given: string) => outcome(app.anonymous.cases.answerByLink({ token: given, is_looking: false }));
  expect(await refused(token.replace(/.$/, (last) => (last === "A" ? "B" : "A")))).toBe("NOT_FOUND");
  expect(await refused(await tokenOf(id, "otra@example.com"))).toBe("NOT_FOUND");
  expect(await refused("x".repeat(200))).toBe("NOT_FOUND");
  expect(await refused("x".repeat(201))).toBe("BAD_INPUT");
  await app.suspend(patient.id, true);
  expect(await refused(token)).toBe("NOT_FOUND");
  await app.suspend(patient.id, false);
  await sql`update case_levels set asked_at = asked_at - interval '61 days' where case_id = ${id}`.execute(app.db);
  expect(await refused(await tokenOf(id, member.email))).toBe("NOT_FOUND");
  await elena.api.moderation.closeCase({ id, reason: "Publicidad" });
  expect(await refused(token)).toBe("NOT_FOUND");
});

test("requests and reports that wait for a day are told to every admin once, and those decided before are not", async () => {
  const patient = await app.patient();
  const applicant = await app.signUp(like(cast.diego, "Diego Espera", { license_number: "MN 99" }));
  const reported = await app.row("Retiro");
  await patient.api.reports.create({ subject: "profile", id: reported.id, reason: "other", details: "Algo" });
  const request = await app.db
    .selectFrom("kine_applications")
    .select("id")
    .where("user_id", "=", applicant.id)
    .executeTakeFirstOrThrow();
  const report = await app.db
    .selectFrom("reports")
    .select("id")
    .where("profile_id", "=", reported.id)
    .executeTakeFirstOrThrow();
  const late = () => Promise.all((["requests_late", "reports_late"] as const).map((kind) => app.told(elena.id, kind)));
  const run = async () => {
    await app.runQueue("requests", request.id);
    await app.runQueue("reports", report.id);
  };
  await run();
  expect(await late()).toEqual([0, 0]);
  await sql`update kine_applications set created_at = created_at - interval '25 hours'`.execute(app.db);
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update reports set created_at = created_at - interval '25 hours'`.execute(tx);
  });
  await run();
  await run();
  expect(await late()).toEqual([1, 1]);
  const decided = await app.signUp(like(cast.diego, "Diego Ya", { license_number: "MN 98" }));
  const other = (await elena.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === decided.id)!;
  await elena.api.kineApplications.approve({ id: other.id, is_checked: true });
  await sql`update kine_applications set created_at = created_at - interval '2 days' where id = ${other.id}`.execute(
    app.db,
  );
  await app.runQueue("requests", other.id);
  expect(await late()).toEqual([1, 1]);
});

test("a level follows its setting from the next run on", async () => {
  const patient = await app.patient();
  const id = await app.publish(patient, { location_city: "Ushuaia" });
  await app.pass(id, 3);
  await app.runLevels(id);
  expect(await app.told(patient.id, "case_quiet", id)).toBe(0);
  await elena.api.settings.change({ key: "patient_told_hours", value: 2 });
  await app.runLevels(id);
  expect(await app.told(patient.id, "case_quiet", id)).toBe(1);
  expect(await outcome(elena.api.settings.change({ key: "patient_told_hours", value: 0 }))).toBe("BAD_INPUT");
  expect(await outcome(elena.api.settings.change({ key: "patient_told_hours", value: "2" }))).toBe("BAD_INPUT");
  await elena.api.settings.change({ key: "patient_told_hours", value: null });
});

test("a patient invites three specialists at most, each once, and whoever is invited is told at once", async () => {
  const patient = await app.patient("Recoleta");
  const applied = await app.kine("Recoleta");
  const kines = [applied, ...(await Promise.all([1, 2, 3].map(() => app.row("Recoleta"))))];
  const id = await app.publish(patient);
  await app.runLevels(id);
  const { specialists, invitations_left } = await patient.api.cases.reach({ id });
  expect([specialists.length, invitations_left]).toEqual([3, 3]);
  for (const kine of kines.slice(0, 3)) await patient.api.cases.invite({ id, kine_id: kine.id });
  expect(await app.told(kines[0]!.id, "case_invitation", id)).toBe(1);
  expect(await outcome(patient.api.cases.invite({ id, kine_id: kines[0]!.id }))).toBe("ALREADY_DONE");
  expect(await outcome(patient.api.cases.invite({ id, kine_id: kines[3]!.id }))).toBe("TOO_MANY_INVITATIONS");
  expect(await patient.api.cases.reach({ id })).toMatchObject({
    invitations_left: 0,
    specialists: kines.slice(0, 3).map((kine) => ({ id: kine.id, is_invited: true })),
  });
  const other = await app.publish(patient);
  await sql`update invitations_made set at = at - interval '8 days'`.execute(app.db);
  await applied.api.matches.apply({ case_id: other });
  for (const kine_id of [kines[0]!.id, patient.id, elena.id])
    expect(await outcome(patient.api.cases.invite({ id: other, kine_id }))).toBe("NOT_FOUND");
  const parallel = await Promise.all(
    kines
      .slice(1)
      .flatMap(({ id: kine_id }) => [1, 2].map(() => outcome(patient.api.cases.invite({ id: other, kine_id })))),
  );
  expect(parallel.toSorted()).toEqual([...Array<string>(3).fill("ALREADY_DONE"), ...Array<string>(3).fill("ok")]);
});

test("a pair has one invitation a week, though the patient withdraws the case and publishes another", async () => {
  const patient = await app.patient("Villa Devoto");
  const kine = await app.row("Villa Devoto");
  const invite = async () => {
    const id = await app.publish(patient);
    return { id, outcome: await outcome(patient.api.cases.invite({ id, kine_id: kine.id })) };
  };
  const first = await invite();
  expect(first.outcome).toBe("ok");
  await patient.api.cases.withdraw({ id: first.id });
  const second = await invite();
  expect(second.outcome).toBe("TOO_MANY_INVITATIONS");
  const proposed = async () => (await patient.api.cases.reach({ id: second.id })).specialists.map(({ id }) => id);
  expect(await proposed()).not.toContain(kine.id);
  const parallel = await Promise.all([invite(), invite()]);
  expect(parallel.map((each) => each.outcome)).toEqual(["TOO_MANY_INVITATIONS", "TOO_MANY_INVITATIONS"]);
  await sql`update invitations_made set at = at - interval '7 days' where kine_id = ${kine.id}`.execute(app.db);
  expect(await proposed()).toContain(kine.id);
  const again = await Promise.all([invite(), invite()]);
  expect(again.map((each) => each.outcome).toSorted()).toEqual(["TOO_MANY_INVITATIONS", "ok"]);
});

test("a case that is widened by place or modality tells those who fit from then on", async () => {
  const patient = await app.patient("Mataderos");
  const far = await app.row("Moreno", { modalities: "domicilio" });
  const online = await app.row("Mataderos", { modalities: "online" });
  const id = await app.publish(patient, { preferred_modality: "domicilio" });
  const told = async () => (await app.alerts(id)).map(({ kine_id }) => kine_id);
  // While there are nearer specialists, only the patient may widen the case to the last ring.
  await app.pass(id, 25);
  await app.runLevels(id);
  expect(await told()).not.toContain(far.id);
  expect(await patient.api.cases.reach({ id })).toMatchObject({ can_widen_place: true });
  await patient.api.cases.widen({ id, to: "more_places" });
  await app.runLevels(id);
  expect(await told()).toContain(far.id);
  expect(await told()).not.toContain(online.id);
  await patient.api.cases.widen({ id, to: "any_modality" });
  await app.runLevels(id);
  expect(await told()).toContain(online.id);
  expect(await own(patient, id)).toMatchObject({ preferred_modality: null });
});

test("a case that is widened again tells nobody anew, and one in pause is neither widened nor invited to", async () => {
  const patient = await app.patient("Villa Luro");
  const id = await app.publish(patient, { preferred_modality: "domicilio" });
  await app.runLevels(id);
  const widen = (to: "any_modality" | "more_places") => patient.api.cases.widen({ id, to });
  expect(await widen("any_modality")).toEqual({ widened: true });
  await app.runLevels(id);
  const later = await app.row("Villa Luro", { modalities: "online" });
  expect(await widen("any_modality")).toEqual({ widened: false });
  await sql`update cases set preferred_modality = 'domicilio' where id = ${id}`.execute(app.db);
  expect(await widen("any_modality")).toEqual({ widened: false });
  expect(await own(patient, id)).toMatchObject({ preferred_modality: null });
  await app.runLevels(id);
  expect((await app.alerts(id)).map(({ kine_id }) => kine_id)).not.toContain(later.id);
  expect([await widen("more_places"), await widen("more_places")]).toEqual([{ widened: true }, { widened: false }]);
  await sql`update cases set dormant_at = now() where id = ${id}`.execute(app.db);
  expect(await outcome(widen("more_places"))).toBe("CASE_NOT_OPEN");
  expect(await outcome(patient.api.cases.invite({ id, kine_id: later.id }))).toBe("CASE_NOT_OPEN");
});

test("a case in pause that is accepted and then open again has its clock, and is in the lists", async () => {
  const patient = await app.patient("Monserrat");
  const kine = await app.kine("Monserrat");
  const id = await app.publish(patient);
  const match = await kine.api.matches.apply({ case_id: id });
  for (const hours of [7.1 * DAY, 24 * DAY]) {
    await app.pass(id, hours);
    await app.runLevels(id);
  }
  expect(await own(patient, id)).toMatchObject({ is_dormant: true });
  await patient.api.matches.accept(match);
  await sql`delete from graphile_worker._private_jobs where key = ${`case_level:${id}`} and locked_at is null`.execute(
    app.db,
  );
  await kine.api.accounts.delete();
  const { rows } = await sql`select from graphile_worker._private_jobs where key = ${`case_level:${id}`}`.execute(
    app.db,
  );
  expect(rows).toHaveLength(1);
  await app.runLevels(id);
  expect(await own(patient, id)).toMatchObject({ status: "open", is_dormant: false });
});

test("a request that is taken up again is told to the admins anew, and again when it is late", async () => {
  const applicant = await app.signUp(like(cast.diego, "Diego De Nuevo", { license_number: "MN 97" }));
  const { id } = (await elena.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === applicant.id)!;
  const told = () =>
    Promise.all((["request_waiting", "requests_late"] as const).map((kind) => app.told(elena.id, kind)));
  await sql`update kine_applications set created_at = created_at - interval '25 hours' where id = ${id}`.execute(
    app.db,
  );
  await app.runQueue("requests", id);
  const [waiting = 0, late = 0] = await told();
  await elena.api.kineApplications.reject({ id });
  await elena.api.kineApplications.reopen({ id });
  expect(await told()).toEqual([waiting + 1, late]);
  // A node of the version before leaves it without its job.
  const age = (hours: number) =>
    sql`update kine_applications set created_at = now() - make_interval(hours => ${hours}::int) where id = ${id}`.execute(
      app.db,
    );
  await age(0);
  await sql`select graphile_worker.remove_job(${`request_level:${id}`})`.execute(app.db);
  for (const _ of [1, 2]) await lookAtQueues(app.db);
  const { rows } = await sql`select from graphile_worker.jobs where key = ${`request_level:${id}`}`.execute(app.db);
  expect(rows).toHaveLength(1);
  await age(25);
  await app.runQueue("requests", id);
  await app.runQueue("requests", id);
  expect(await told()).toEqual([waiting + 1, late + 1]);
});

test("an admin who read of cases without an application is told of the next with the daily mail, and at once hours later", async () => {
  const patient = await app.patient("Retiro");
  await sql`delete from notifications where user_id = ${elena.id} and kind = 'cases_without_application'`.execute(
    app.db,
  );
  const inDigest = async () => {
    const id = await app.publish(patient, { location_city: "Ushuaia" });
    await app.pass(id, 49);
    await runCaseLevels(app.app.services, id);
    const { rows } = await sql<{ is_digest: boolean }>`select delivery = 'digest' as is_digest from notifications
      where user_id = ${elena.id} and kind = 'cases_without_application' order by id`.execute(app.db);
    return rows.map(({ is_digest }) => is_digest);
  };
  expect(await inDigest()).toEqual([false]);
  // The second case joins the open notification.
  expect(await inDigest()).toEqual([false]);
  await elena.api.notifications.seen({ kinds: ["cases_without_application"] });
  expect(await inDigest()).toEqual([false, true]);
  await elena.api.notifications.seen({ kinds: ["cases_without_application"] });
  await sql`update notifications set created_at = created_at - interval '5 hours' where user_id = ${elena.id}`.execute(
    app.db,
  );
  expect(await inDigest()).toEqual([false, true, false]);
});

test("no function and no trigger of ours touches the private tables of the job runner", async () => {
  const { rows } = await sql<{
    name: string;
  }>`select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'auth') and p.prosrc ~ 'graphile_worker\\._private'`.execute(app.app.services.db);
  expect(rows).toEqual([]);
});

test("a daily mail lists twenty things at most and counts the rest", async () => {
  const member = like(cast.carla, "Carla Resumen", { location_city: "Villa Real", license_number: "MN 4990" });
  const kine = await app.approvedKine(member);
  await confirmAddresses(app.db, kine);
  await sql`insert into notification_hours (user_id, quiet_from, quiet_until) values (${kine.id}, '00:00', '00:00')
    on conflict (user_id) do update set quiet_from = '00:00', quiet_until = '00:00'`.execute(app.db);
  const patient = await app.patient("Villa Real");
  for (let n = 0; n < 26; n += 1) await runCaseLevels(app.app.services, await app.publish(patient));
  await sendDigest(app.app.services, kine.id);
  await vi.waitFor(async () => {
    const digest = (await messagesTo(`${app.dataDir}/outbox`, member.email)).find(({ subject }) =>
      subject.includes("resumen"),
    );
    expect(digest?.subject).toContain("24 avisos");
    expect(digest?.text.match(/Hay un caso nuevo/g)).toHaveLength(20);
    expect(digest?.text).toContain("Y 4 más en tu cuenta.");
  }, TIMES);
});
