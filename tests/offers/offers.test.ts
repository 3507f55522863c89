import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { lapseOffer } from "../../app/domain/matches/lapse-offer.server.ts";
import { wokeUp } from "../../app/domain/cases/course.server.ts";
import { offerSeats } from "../../app/domain/matches/seats.server.ts";
import { CONSULTORIO, EVERY_DAY, SETTINGS } from "../bookings/agenda.ts";
import { TIMES } from "../mail/post.ts";
import { outcome, type Person } from "../support/people.ts";
import { type LevelsApp, openLevelsApp } from "../service-levels/levels-app.ts";

let app: LevelsApp;
let ana: Person;
let kines: Person[];
const PLACE = "Caballito";
const offer = { session: 20_000, times: ["2027-01-05T13:00:00.000Z"], modality: "domicilio" as const };

beforeAll(async () => {
  app = await openLevelsApp();
  ana = await app.patient(PLACE);
  kines = [];
  for (let count = 0; count < 4; count += 1) kines.push(await app.kine(PLACE));
});
afterAll(() => app?.close());
beforeEach(() => capOffers(0));

const capOffers = (most: number) =>
  app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from settings where key = 'offers_max'`.execute(tx);
    if (most > 0)
      await sql`insert into settings (key, value) values ('offers_max', to_jsonb(${most}::int))`.execute(tx);
  });

/** A case with applications of specialists who never sign in. */
async function caseWith(applications: number): Promise<string> {
  const id = await app.publish(ana);
  for (let count = 0; count < applications; count += 1) {
    const { id: kine_id } = await app.row(PLACE);
    await app.db.insertInto("matches").values({ case_id: id, kine_id }).execute();
  }
  return id;
}
const countApplications = async (caseId: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from matches where case_id = ${caseId}`.execute(
    app.db,
  );
  return rows[0]?.n;
};
const untilSomebodyWaits = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
    expect(rows).not.toEqual([]);
  }, TIMES);
/** Makes an offer expire. */
const pass = (matchId: string) =>
  app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update matches set offered_at = offered_at - interval '15 days', valid_until = valid_until - interval '15 days'
      where id = ${matchId}`.execute(tx);
  });
const apply = (kine: Person, case_id: string, more: object = {}) =>
  kine.api.matches.apply({ case_id, message: null, ...more });

describe("an offer", () => {
  test("is optional, is read by both sides and stands for two weeks at most", async () => {
    const [carla, rita] = kines as [Person, Person];
    const id = await app.publish(ana);
    await apply(rita, id);
    const { id: match } = await apply(carla, id, { offer });
    const { applications } = await ana.api.cases.get({ id });
    expect(applications.map((each) => each.offer)).toEqual([offer, null]);
    expect(applications[0]?.is_lapsed).toBe(false);
    const days = (applications[0]!.valid_until!.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(13.9);
    expect(days).toBeLessThan(14.1);
    expect((await carla.api.cases.view({ id })).match).toMatchObject({ id: match, offer });
    expect((await carla.api.matches.mine()).items[0]).toMatchObject({ offer, is_lapsed: false });
    expect(await outcome(apply(carla, await app.publish(ana), { offer, valid_days: 15 }))).toBe("BAD_INPUT");
  });

  test("changes while its application waits, which its patient is told; nobody else changes it", async () => {
    const [carla, rita] = kines as [Person, Person];
    const id = await app.publish(ana);
    const { id: match } = await apply(carla, id, { offer });
    expect(await outcome(rita.api.matches.edit({ id: match, offer: { session: 1 } }))).toBe("NOT_FOUND");
    expect(await carla.api.matches.edit({ id: match, offer: { session: 18_000 }, valid_days: 3 })).toEqual({
      has_offer: true,
    });
    expect((await ana.api.cases.get({ id })).applications[0]?.offer).toEqual({ session: 18_000 });
    expect(await app.told(ana.id, "offer_edited", id)).toBe(1);
    expect(await carla.api.matches.edit({ id: match, offer: null })).toEqual({ has_offer: false });
    await ana.api.matches.accept({ id: match });
    expect(await outcome(carla.api.matches.edit({ id: match, offer: { session: 1 } }))).toBe("MATCH_DECIDED");
  });

  test("is over by the clock: it is not accepted, its specialist is told once, and a renewed one stands", async () => {
    const [carla] = kines as [Person];
    const id = await app.publish(ana);
    const { id: match } = await apply(carla, id, { offer });
    await lapseOffer(app.app.services, match);
    expect(await app.told(carla.id, "offer_lapsed", id)).toBe(0);
    await pass(match);
    expect((await ana.api.cases.get({ id })).applications[0]?.is_lapsed).toBe(true);
    expect(await outcome(ana.api.matches.accept({ id: match }))).toBe("OFFER_LAPSED");
    for (let time = 0; time < 3; time += 1) await lapseOffer(app.app.services, match);
    expect(await app.told(carla.id, "offer_lapsed", id)).toBe(1);
    await carla.api.matches.edit({ id: match, offer });
    expect(await app.told(ana.id, "offer_edited", id)).toBe(1);
    expect(await outcome(ana.api.matches.accept({ id: match }))).toBe("ok");
  });

  test("that is edited all day disturbs its patient once, and not at all when it says the same", async () => {
    const [carla] = kines as [Person];
    const id = await app.publish(ana);
    const { id: match } = await apply(carla, id, { offer });
    const edit = async (facts: { session: number }) => {
      await carla.api.matches.edit({ id: match, offer: facts });
      await sql`update notifications set seen_at = now() where match_id = ${match} and kind = 'offer_edited'`.execute(
        app.db,
      );
      return app.told(ana.id, "offer_edited", id);
    };
    await carla.api.matches.edit({ id: match, offer });
    expect(await app.told(ana.id, "offer_edited", id)).toBe(0);
    for (const session of [18_000, 17_000, 16_000]) expect(await edit({ session })).toBe(1);
    expect((await ana.api.cases.get({ id })).applications[0]?.offer).toEqual({ session: 16_000 });
  });

  test("asks for no answer once its time is over, but may be rejected", async () => {
    const [carla] = kines as [Person];
    const id = await app.publish(ana);
    const { id: match } = await apply(carla, id, { offer });
    const pending = async () => (await ana.api.cases.mine({})).items.find((one) => one.id === id)?.pending_applications;
    const received = async () =>
      (await ana.api.notifications.list({})).items.filter(
        ({ kind, case_id }) => kind === "application_received" && case_id === id,
      );
    expect([await pending(), (await received()).length]).toEqual([1, 1]);
    await pass(match);
    expect([await pending(), (await received()).length]).toEqual([0, 0]);
    for (const hours of [30, 48, 100]) {
      await app.pass(id, hours);
      await app.runLevels(id);
    }
    expect(await app.told(ana.id, "applications_unanswered", id)).toBe(0);
    expect(await app.told(carla.id, "application_unanswered", id)).toBe(0);
    expect(await outcome(ana.api.matches.reject({ id: match }))).toBe("ok");
  });

  test("that lapses while its acceptance waits is not accepted", async () => {
    const [carla] = kines as [Person];
    const id = await app.publish(ana);
    const { id: match } = await apply(carla, id, { offer });
    await app.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update matches set valid_until = clock_timestamp() + interval '3 seconds' where id = ${match}`.execute(
        tx,
      );
    });
    let accepted: Promise<string> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await sql`select from cases where id = ${id} for no key update`.execute(tx);
      accepted = outcome(ana.api.matches.accept({ id: match }));
      await untilSomebodyWaits();
      await sql`select pg_sleep_until(valid_until) from matches where id = ${match}`.execute(tx);
    });
    expect(await accepted).toBe("OFFER_LAPSED");
  });

  test("is accepted as the patient saw it: one that changed meanwhile is refused, and looked at again", async () => {
    const [carla] = kines as [Person];
    const id = await app.publish(ana);
    const { id: match } = await apply(carla, id);
    const seen = async () => (await ana.api.cases.get({ id })).applications[0]?.offered_at?.toISOString() ?? null;
    const accept = (offered_at: string | null) => outcome(ana.api.matches.accept({ id: match, offered_at }));
    const before = await seen();
    expect(before).toBeNull();
    await carla.api.matches.edit({ id: match, offer });
    expect(await accept(before)).toBe("OFFER_CHANGED");
    const cheap = await seen();
    await carla.api.matches.edit({ id: match, offer: { session: 40_000 } });
    expect(await accept(cheap)).toBe("OFFER_CHANGED");
    expect(await accept(await seen())).toBe("ok");
    expect(await accept(await seen())).toBe("MATCH_DECIDED");
  });

  test("leaves no job behind when its application is withdrawn", async () => {
    const [carla] = kines as [Person];
    const id = await app.publish(ana);
    const { id: match } = await apply(carla, id, { offer });
    const jobs = async () =>
      (await sql`select from graphile_worker.jobs where key = ${`offer_lapse:${match}`}`.execute(app.db)).rows.length;
    expect(await jobs()).toBe(1);
    await carla.api.matches.withdraw({ id: match });
    expect(await jobs()).toBe(0);
  });

  test.each([
    ['{"session": -1}'],
    ['{"session": 1.5}'],
    ['{"session": "1"}'],
    ['{"sessions": 0}'],
    ['{"modality": "playa"}'],
    ['{"how": "trueque"}'],
    ['{"place": " "}'],
    ['{"times": ["mañana"]}'],
    ['{"times": []}'],
    ['{"times": [5]}'],
    ['{"times": [["2027-01-05T13:00:00.000Z"]]}'],
    ['{"times": ["2026-99-05T13:00:00.000Z"]}'],
    ['{"session": [20000]}'],
    ['{"session": null}'],
    ['{"place": 5}'],
    ['{"place": ["Caballito"]}'],
    ['{"modality": ["online"]}'],
    ['{"phone": "1122334455"}'],
    ["{}"],
    ["[]"],
  ])("the database takes no offer like %s", async (wrong) => {
    const { rows } = await sql<{ is_sound: boolean }>`select are_offer_facts(${wrong}::jsonb) as is_sound`.execute(
      app.db,
    );
    expect(rows[0]?.is_sound).toBe(false);
  });
});

describe("comparing", () => {
  test("shows those that wait and those accepted with the dates of what was checked, to the patient of the case only", async () => {
    const [carla, rita, sara] = kines as [Person, Person, Person];
    const id = await app.publish(ana);
    await carla.api.prices.save({ prices: [{ modality: "domicilio", session: 25_000, first: null, ten: null }] });
    await apply(carla, id);
    await apply(rita, id, { offer });
    const { id: gone } = await apply(sara, id);
    await ana.api.matches.reject({ id: gone });
    const { offers } = await ana.api.cases.compare({ id });
    expect(offers.map(({ kine_id }) => kine_id)).toEqual([rita.id, carla.id]);
    expect(offers[0]).toMatchObject({ offer, listed_price: null });
    expect(offers[1]).toMatchObject({ offer: null, listed_price: 25_000 });
    expect(offers[1]?.price_confirmed_at).toBeInstanceOf(Date);
    expect(JSON.stringify(offers)).not.toContain("phone");
    expect(await outcome((await app.patient(PLACE)).api.cases.compare({ id }))).toBe("CASE_NOT_FOUND");
  });
});

test("the place of an offer may be reported without a message, and the operator reads it, as the words of a case's facts", async () => {
  const [carla] = kines as [Person];
  const elena = await app.signIn(cast.elena);
  const facts = { operation: "Zqoperacion", activities: [{ name: "Zqcorrer", score: 2 }] };
  const id = await app.publish(ana, { facts });
  const { id: bare } = await apply(carla, await app.publish(ana), { offer: { session: 1 } });
  const report = (subject: "message" | "case", thing: string, by: Person) =>
    outcome(by.api.reports.create({ subject, id: thing, reason: "other", details: "Mirá" }));
  expect(await report("message", bare, ana)).toBe("NOT_FOUND");
  const { id: match } = await apply(carla, id, { offer: { place: "Zqlugar" } });
  expect(await report("message", match, ana)).toBe("ok");
  expect(await report("case", id, carla)).toBe("ok");
  const texts = (await elena.api.reports.list({ state: "open" })).items.map(({ text }) => text);
  expect(texts).toContain("Zqlugar");
  expect(texts).toContain("Desde hace días\nZqoperacion\nZqcorrer");
  expect(await elena.api.dossiers.caseFile({ id })).toMatchObject({ fact_words: "Zqoperacion\nZqcorrer" });
});

test("a comparison keeps who was accepted among the twenty that it shows, and says that there are more", async () => {
  const [carla] = kines as [Person];
  const id = await app.publish(ana);
  const { id: match } = await apply(carla, id);
  await ana.api.matches.accept({ id: match });
  const compared = () => ana.api.cases.compare({ id });
  expect(await compared()).toMatchObject({ has_more: false });
  for (let count = 0; count < 20; count += 1) {
    const { id: kine_id } = await app.row(PLACE);
    await app.db.insertInto("matches").values({ case_id: id, kine_id }).execute();
  }
  const { offers, has_more } = await compared();
  expect([offers.length, offers[0]?.kine_id, has_more]).toEqual([20, carla.id, true]);
});

describe("a profile's facts in a comparison", () => {
  test("are fresh, and its price is of the modality that is offered or asked for", async () => {
    const kine = await app.kine(PLACE);
    const coverages = [{ coverage_id: 1, how: "direct" as const, plans: null, extra: 0 }];
    await kine.api.coverages.replace({ coverages, refund_invoice: true });
    const price = { first: null, ten: null };
    await kine.api.prices.save({
      prices: [
        { modality: "online", session: 9_000, ...price },
        { modality: "domicilio", session: 25_000, ...price },
      ],
    });
    const id = await app.publish(ana, { coverage: { id: 1, plan: null } });
    const { id: match } = await apply(kine, id);
    const compared = async () => (await ana.api.cases.compare({ id })).offers[0];
    expect(await compared()).toMatchObject({ listed_price: 9_000, coverage_how: "direct" });
    await kine.api.matches.edit({ id: match, offer: { modality: "domicilio" } });
    expect(await compared()).toMatchObject({ listed_price: 25_000 });
    for (const table of ["kine_prices", "kine_coverages"])
      await sql`update ${sql.table(table)} set confirmed_at = now() - interval '200 days' where kine_id = ${kine.id}`.execute(
        app.db,
      );
    expect(await compared()).toMatchObject({ listed_price: null, price_confirmed_at: null, coverage_how: null });
  });

  test("include the first free time of an agenda that is shown, and none of one that is old", async () => {
    const kine = await app.kine(PLACE);
    await kine.api.availabilities.replace({ ranges: EVERY_DAY("08:00", "20:00") });
    await kine.api.agendas.save({ ...SETTINGS, is_public: true });
    await kine.api.agendas.savePlace(CONSULTORIO);
    const id = await app.publish(ana, { preferred_modality: "consultorio" });
    await apply(kine, id);
    const free = async () => (await ana.api.cases.compare({ id })).offers[0]?.free_at;
    await expect.poll(free).toBeInstanceOf(Date);
    expect((await ana.api.cases.get({ id })).applications[0]?.free_at).toEqual(await free());
    await sql`update agendas set confirmed_at = now() - interval '15 days' where kine_id = ${kine.id}`.execute(app.db);
    expect(await free()).toBeNull();
  });
});

describe("a cap of applications", () => {
  test("of a hundred at once on a case with four of five, exactly one more is taken", async () => {
    const id = await caseWith(4);
    const [first] = kines as [Person];
    const ids: string[] = [];
    for (let count = 0; count < 99; count += 1) ids.push((await app.row(PLACE)).id);
    await capOffers(5);
    const insert = (kine_id: string) =>
      app.db
        .insertInto("matches")
        .values({ case_id: id, kine_id })
        .execute()
        .then(
          () => "ok",
          (error: { constraint?: string }) => error.constraint ?? String(error),
        );
    const outcomes = await Promise.all([...ids.map(insert), outcome(apply(first, id))]);
    expect(outcomes.filter((each) => each === "ok")).toHaveLength(1);
    expect(outcomes.filter((each) => each === "matches_take_a_seat" || each === "CASE_FULL")).toHaveLength(99);
    expect(await countApplications(id)).toBe(5);
  });

  test("is seen by specialists as '3 de 5', and without one nothing is", async () => {
    const id = await caseWith(3);
    const [carla] = kines as [Person];
    expect(await carla.api.cases.view({ id })).toMatchObject({ seats: null, seats_taken: null, has_seat: true });
    await capOffers(5);
    expect(await carla.api.cases.view({ id })).toMatchObject({ seats: 5, seats_taken: 3, has_seat: true });
    const { items } = await carla.api.cases.available();
    expect(items.find((each) => each.id === id)).toMatchObject({ seats: 5, seats_taken: 3 });
  });

  test("lets specialists wait, and a rejection, a withdrawal and a lapse each tell them of the free seat once", async () => {
    const [carla, rita, sara] = kines as [Person, Person, Person];
    const free = {
      rejection: (match: string) => ana.api.matches.reject({ id: match }),
      withdrawal: (match: string) => carla.api.matches.withdraw({ id: match }),
      lapse: async (match: string) => {
        await pass(match);
        await lapseOffer(app.app.services, match);
      },
    };
    for (const leave of Object.values(free)) {
      await capOffers(0);
      const id = await app.publish(ana);
      const { id: match } = await apply(carla, id, { offer });
      await capOffers(1);
      expect(await outcome(apply(rita, id))).toBe("CASE_FULL");
      expect(await rita.api.matches.queue({ id })).toEqual({ is_queued: true });
      expect(await rita.api.cases.view({ id })).toMatchObject({ is_queued: true, has_seat: false });
      await sara.api.matches.queue({ id });
      await sara.api.matches.leaveQueue({ id });
      await offerSeats(app.app.services, id);
      expect(await app.told(rita.id, "seat_free", id)).toBe(0);
      await leave(match);
      for (let time = 0; time < 3; time += 1) await offerSeats(app.app.services, id);
      expect(await app.told(rita.id, "seat_free", id)).toBe(1);
      expect(await app.told(sara.id, "seat_free", id)).toBe(0);
      expect(await outcome(apply(rita, id))).toBe("ok");
      expect(await outcome(apply(sara, id))).toBe("CASE_FULL");
    }
  });

  test("an acceptance keeps its seat, and a lapsed offer is renewed only while there is one", async () => {
    const [carla, rita, sara] = kines as [Person, Person, Person];
    const id = await app.publish(ana);
    const { id: match } = await apply(carla, id, { offer });
    await capOffers(1);
    await pass(match);
    const { id: next } = await apply(rita, id);
    expect(await outcome(carla.api.matches.edit({ id: match, offer }))).toBe("CASE_FULL");
    await ana.api.matches.accept({ id: next });
    expect(await outcome(apply(sara, id))).toBe("CASE_FULL");
  });

  test("keeps the seats of up to three invited for two days, where there are any", async () => {
    const [carla, rita, sara, marta] = kines as [Person, Person, Person, Person];
    const id = await caseWith(1);
    await capOffers(3);
    await ana.api.cases.invite({ id, kine_id: carla.id });
    await ana.api.cases.invite({ id, kine_id: rita.id });
    // There is no seat left to reserve for a third invitation.
    await ana.api.cases.invite({ id, kine_id: marta.id });
    expect((await carla.api.cases.view({ id })).seat_until?.getTime()).toBeGreaterThan(Date.now() + 47 * 3_600_000);
    expect(await marta.api.cases.view({ id })).toMatchObject({ seat_until: null, has_seat: false });
    expect(await outcome(apply(sara, id))).toBe("CASE_FULL");
    expect(await outcome(apply(carla, id))).toBe("ok");
    expect(await sara.api.cases.view({ id })).toMatchObject({ seats_taken: 3 });
    await sara.api.matches.queue({ id });
    await sql`update case_alerts set seat_until = now() - interval '1 second' where case_id = ${id} and kine_id = ${rita.id}`.execute(
      app.db,
    );
    await offerSeats(app.app.services, id);
    expect(await app.told(sara.id, "seat_free", id)).toBe(1);
    expect(await outcome(apply(sara, id))).toBe("ok");
    expect(await outcome(apply(rita, id))).toBe("CASE_FULL");
  });

  test("a second invitation leaves the time at which the first one's seat comes free", async () => {
    const [carla, rita] = kines as [Person, Person];
    const id = await caseWith(0);
    await capOffers(3);
    await sql`delete from invitations_made`.execute(app.db);
    await ana.api.cases.invite({ id, kine_id: carla.id });
    await sql`update graphile_worker._private_jobs set run_at = run_at - interval '47 hours' where key = ${`seat_kept:${id}`}`.execute(
      app.db,
    );
    await ana.api.cases.invite({ id, kine_id: rita.id });
    const { rows } = await sql<{ is_soon: boolean }>`select run_at < now() + interval '2 hours' as is_soon
      from graphile_worker.jobs where key = ${`seat_kept:${id}`}`.execute(app.db);
    expect(rows).toEqual([{ is_soon: true }]);
  });

  test("who may not renew a lapsed offer waits for a seat like the others, and is told of it", async () => {
    const [carla, rita] = kines as [Person, Person];
    const id = await app.publish(ana);
    const { id: match } = await apply(carla, id, { offer });
    await capOffers(1);
    await pass(match);
    const { id: next } = await apply(rita, id);
    expect(await outcome(carla.api.matches.edit({ id: match, offer }))).toBe("CASE_FULL");
    expect(await carla.api.matches.queue({ id })).toEqual({ is_queued: true });
    await ana.api.matches.reject({ id: next });
    await offerSeats(app.app.services, id);
    expect(await app.told(carla.id, "seat_free", id)).toBe(1);
    const shown = async () =>
      (await carla.api.notifications.list({})).items.filter(
        ({ kind, case_id }) => kind === "seat_free" && case_id === id,
      );
    expect(await shown()).toHaveLength(1);
    await carla.api.matches.edit({ id: match, offer });
    expect(await shown()).toHaveLength(0);
  });

  test("an application of a suspended specialist takes no seat, which those who wait are told", async () => {
    const [carla] = kines as [Person];
    const elena = await app.signIn(cast.elena);
    const gone = await app.kine(PLACE);
    const id = await app.publish(ana);
    await apply(gone, id);
    await capOffers(1);
    expect(await carla.api.matches.queue({ id })).toEqual({ is_queued: true });
    await elena.api.moderation.suspend({ id: gone.id, reason: "Insulta" });
    await vi.waitFor(async () => expect(await app.told(carla.id, "seat_free", id)).toBe(1), TIMES);
    expect(await carla.api.cases.view({ id })).toMatchObject({ seats_taken: 0, has_seat: true });
    expect(await outcome(apply(carla, id))).toBe("ok");
  });

  test("a seat of a case that sleeps is kept from those who wait until it is awake", async () => {
    const [carla, rita] = kines as [Person, Person];
    const id = await app.publish(ana);
    const { id: match } = await apply(carla, id);
    await capOffers(1);
    await rita.api.matches.queue({ id });
    await sql`update cases set dormant_at = now() where id = ${id}`.execute(app.db);
    await ana.api.matches.reject({ id: match });
    await offerSeats(app.app.services, id);
    expect(await app.told(rita.id, "seat_free", id)).toBe(0);
    await app.db.transaction().execute(async (tx) => {
      await sql`update cases set dormant_at = null where id = ${id}`.execute(tx);
      await wokeUp(tx, { id, patient_id: ana.id });
    });
    await vi.waitFor(async () => expect(await app.told(rita.id, "seat_free", id)).toBe(1), TIMES);
  });

  test("a seat is kept from who waits while they are suspended", async () => {
    const [carla] = kines as [Person];
    const elena = await app.signIn(cast.elena);
    const away = await app.kine(PLACE);
    const id = await app.publish(ana);
    const { id: match } = await apply(carla, id);
    await capOffers(1);
    await away.api.matches.queue({ id });
    await elena.api.moderation.suspend({ id: away.id, reason: "Insulta" });
    await ana.api.matches.reject({ id: match });
    await offerSeats(app.app.services, id);
    expect(await app.told(away.id, "seat_free", id)).toBe(0);
    await elena.api.moderation.restore({ id: away.id, reason: "Se disculpó" });
    await vi.waitFor(async () => expect(await app.told(away.id, "seat_free", id)).toBe(1), TIMES);
  });

  test("nobody is called to a case in their zone that is full", async () => {
    const [carla, rita] = kines as [Person, Person];
    const id = await app.publish(ana);
    await apply(carla, id);
    await sql`select notify_person(${rita.id}, 'case_in_zone', ${id})`.execute(app.db);
    const called = async () =>
      (await rita.api.notifications.list({})).items.filter(
        ({ kind, case_id }) => kind === "case_in_zone" && case_id === id,
      );
    expect(await called()).toHaveLength(1);
    await capOffers(1);
    expect(await called()).toHaveLength(0);
  });

  test("a greater cap tells those who wait", async () => {
    const [carla, rita] = kines as [Person, Person];
    const elena = await app.signIn(cast.elena);
    const id = await app.publish(ana);
    await apply(carla, id);
    await capOffers(1);
    await rita.api.matches.queue({ id });
    await elena.api.settings.change({ key: "offers_max", value: 2 });
    await vi.waitFor(async () => expect(await app.told(rita.id, "seat_free", id)).toBe(1), TIMES);
  });

  test("a seat that comes free while a specialist asks to wait is not missed", async () => {
    const [carla, rita] = kines as [Person, Person];
    const id = await app.publish(ana);
    const { id: match } = await apply(carla, id);
    await capOffers(1);
    let queueing: Promise<{ is_queued: boolean }> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await sql`select from cases where id = ${id} for no key update`.execute(tx);
      queueing = rita.api.matches.queue({ id });
      await untilSomebodyWaits();
      await sql`update matches set status = 'rejected' where id = ${match}`.execute(tx);
    });
    expect(await queueing).toEqual({ is_queued: false });
  });

  test("waiting is for cases on offer only", async () => {
    const [carla] = kines as [Person];
    expect(await outcome(carla.api.matches.queue({ id: randomUUID() }))).toBe("CASE_NOT_FOUND");
    expect(await carla.api.matches.queue({ id: await app.publish(ana) })).toEqual({ is_queued: false });
  });
});
