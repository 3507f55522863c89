import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { RING_KM } from "../../app/domain/service-levels/levels.ts";
import { unfitSpecialties } from "../../app/domain/service-levels/specialty-fit.ts";
import { runCaseLevels } from "../../app/domain/service-levels/case-levels.server.ts";
import type { Person } from "../support/people.ts";
import { type LevelsApp, openLevelsApp } from "./levels-app.ts";

let app: LevelsApp;
let patient: Person;
let other: Person;

beforeAll(async () => {
  app = await openLevelsApp();
  patient = await app.patient("Caballito");
  other = await app.patient("Caballito");
});
afterAll(() => app?.close());

/** A pseudo-random generator: each run of the test tries the same cases. */
function dice(seed: number) {
  let state = seed;
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
  return { roll, pick: <T>(from: readonly T[]): T => from[roll(from.length)]! };
}

const PLACES = [
  "Caballito",
  "Caballito",
  "Almagro",
  "Flores",
  "Palermo",
  "Quilmes",
  "Moreno",
  "Rosario",
  "Un lugar cualquiera",
];
const MODALITIES = ["consultorio", "domicilio", "online"] as const;
const SPECIALTIES = [
  "Kinesiología deportiva",
  "Kinesiología respiratoria",
  "Kinesiología pediátrica",
  "Reiki",
  undefined,
];
const TEXTS = ["consultorio", "domicilio, online", "virtual", "consultorio, domicilio, online"];

/** The test's own record of a specialist. */
type KnownKine = {
  id: string;
  place: string;
  modalities: string;
  specialty: string | undefined;
  coverages: number[];
  isActive: boolean;
};

async function newKine({ roll, pick }: ReturnType<typeof dice>): Promise<KnownKine> {
  const known = { place: pick(PLACES), modalities: pick(TEXTS), specialty: pick(SPECIALTIES), isActive: roll(8) > 0 };
  const { id } = await app.row(known.place, {
    modalities: known.modalities,
    ...(known.specialty && { specialty: known.specialty }),
  });
  const coverages = roll(3) === 0 ? [1 + roll(3)] : [];
  for (const coverage_id of coverages)
    await app.db.insertInto("kine_coverages").values({ kine_id: id, coverage_id, how: "direct" }).execute();
  if (!known.isActive) await sql`delete from user_roles where user_id = ${id}`.execute(app.db);
  return { id, coverages, ...known };
}

/** The distance between two places of the vocabulary in km, by their centres, or null. */
async function distance(one: string, other: string): Promise<number | null> {
  const { rows } = await sql<{ km: number }>`
    select sqrt(power((a.latitude - b.latitude)::float8, 2) + power((a.longitude - b.longitude)::float8 * cos(radians(a.latitude::float8)), 2))
      * 111.2 as km from places a, places b where a.name = ${one} and b.name = ${other} and a.kind <> 'locality' and b.kind <> 'locality'`.execute(
    app.db,
  );
  return rows[0]?.km ?? null;
}

test("whatever the cases and specialists, a wave tells at most fifteen at once and nobody more than three times a day, and only those who fit", async () => {
  const random = dice(7);
  const kines: KnownKine[] = [];
  for (let n = 0; n < 90; n += 1) kines.push(await newKine(random));
  const { rows: far } = await sql<{
    id: string;
  }>`select p.id from profiles p where p.location_city = 'Rosario'`.execute(app.db);
  for (let n = 0; n < 24; n += 1) {
    const modality = random.pick([...MODALITIES, null]);
    const coverage = random.roll(3) === 0 ? { id: 1 + random.roll(3), plan: null } : null;
    const zone = random.pick(["Rodilla", "Tórax", "Mandíbula", undefined]);
    const id = await app.publish(n % 2 === 0 ? patient : other, {
      preferred_modality: modality,
      coverage,
      injury_area: zone,
      location_city: "Caballito",
    });
    const steps = random.roll(4);
    for (let step = 0; step <= steps; step += 1) {
      await runCaseLevels(app.app.services, id);
      await app.pass(id, 6.1);
      // In PostgreSQL, whose times are finer than a Date's: the case's own job may begin a wave in the same millisecond.
      const { rows: waves } = await sql<{ at_once: number }>`select count(*) filter (where is_at_once)::int as at_once
        from case_alerts where case_id = ${id} group by told_at`.execute(app.db);
      for (const { at_once } of waves) expect(at_once).toBeLessThanOrEqual(15);
    }
    const unfit = unfitSpecialties(
      zone === "Rodilla" ? "rodilla" : zone === "Tórax" ? "torax" : zone ? "mandibula" : null,
      65,
    );
    for (const { kine_id } of await app.alerts(id)) {
      const kine = kines.find((one) => one.id === kine_id)!;
      const isOnline = /online|virtual/.test(kine.modalities);
      expect(kine.isActive).toBe(true);
      if (kine.specialty?.includes("respiratoria")) expect(unfit).not.toContain("respiratoria");
      if (kine.specialty?.includes("pediátrica")) expect(unfit).not.toContain("pediatrica");
      if (coverage && kine.coverages.length > 0) expect(kine.coverages).toContain(coverage.id);
      if (modality === "online") expect(isOnline).toBe(true);
      else if (modality) expect(kine.modalities).toContain(modality);
      const km = await distance("Caballito", kine.place);
      const isNear = km !== null && km <= RING_KM[3];
      expect(isNear || (isOnline && modality !== "consultorio" && modality !== "domicilio")).toBe(true);
    }
  }
  const { rows } = await sql<{ most: number }>`select max(n)::int as most from
    (select count(*) as n from case_alerts where is_at_once group by kine_id) c`.execute(app.db);
  expect(rows[0]?.most).toBe(3);
  const { rows: ofOne } = await sql<{ most: number }>`select max(n)::int as most from (select count(*) as n
    from case_alerts a join cases c on c.id = a.case_id where is_at_once group by kine_id, patient_id) c`.execute(
    app.db,
  );
  expect(ofOne[0]?.most).toBe(2);
  expect(far.length).toBeGreaterThan(0);
});

test("of waves at the same time, none tells a specialist for the fourth time that day", async () => {
  const { id: kine } = await app.row("Villa Riachuelo");
  const ids: string[] = [];
  for (let n = 0; n < 8; n += 1)
    ids.push(await app.publish(n % 2 === 0 ? patient : other, { location_city: "Villa Riachuelo" }));
  await Promise.all(ids.map((id) => runCaseLevels(app.app.services, id)));
  const alerts = await app.db.selectFrom("case_alerts").select("is_at_once").where("kine_id", "=", kine).execute();
  expect(alerts).toHaveLength(8);
  expect(alerts.filter(({ is_at_once }) => is_at_once)).toHaveLength(3);
  const { rows } = await sql<{
    delivery: string;
    n: number;
  }>`select (delivery = 'digest') as is_digest, count(*)::int as n
    from notifications where user_id = ${kine} and kind = 'case_in_zone' group by 1 order by 1`.execute(app.db);
  expect(rows).toEqual([
    { is_digest: false, n: 3 },
    { is_digest: true, n: 5 },
  ]);
});

test("who states the case's coverage comes first in a ring, and narrow specialties are told of their zones and ages alone", async () => {
  const plain = await app.row("Versalles");
  const covered = await app.row("Versalles");
  const otherwise = await app.row("Versalles");
  const lungs = await app.row("Versalles", { specialty: "Kinesiología respiratoria" });
  for (const [kine, coverage_id] of [
    [covered, 1],
    [otherwise, 2],
  ] as const)
    await app.db.insertInto("kine_coverages").values({ kine_id: kine.id, coverage_id, how: "direct" }).execute();
  const id = await app.publish(patient, {
    location_city: "Versalles",
    injury_area: "Rodilla",
    coverage: { id: 1, plan: null },
  });
  await runCaseLevels(app.app.services, id);
  const told = (await app.alerts(id)).map(({ kine_id }) => kine_id);
  expect(told).toContain(plain.id);
  expect(told).toContain(covered.id);
  expect(told).not.toContain(otherwise.id);
  expect(told).not.toContain(lungs.id);
  expect((await patient.api.cases.reach({ id })).specialists[0]?.id).toBe(covered.id);
  // Nobody here has a licence: under the operator's strict rule nobody uses up one of the day's alerts.
  const elena = await app.signIn(cast.elena);
  await elena.api.settings.change({ key: "licence_rule", value: "strict" });
  expect((await patient.api.cases.reach({ id })).specialists).toEqual([]);
  await elena.api.settings.change({ key: "licence_rule", value: null });
  expect(unfitSpecialties(null, null)).toEqual([]);
  expect(unfitSpecialties("torax", 30)).toEqual(["atm", "vestibular", "piso-pelvico", "pediatrica", "geriatrica"]);
});

test("publishing again and inviting tell a specialist at once twice a day at most for one patient and three times in all, the rest with the daily mail", async () => {
  const again = await app.row("Villa Soldati");
  const invited = await app.row("Villa Soldati");
  const isAtOnce = async (id: string, kine: string) =>
    (await app.alerts(id)).find(({ kine_id }) => kine_id === kine)?.is_at_once;
  const invite = async (who: Person, kine_id: string) => {
    const id = await app.publish(who, { location_city: "Ushuaia" });
    await sql`delete from invitations_made`.execute(app.db);
    await who.api.cases.invite({ id, kine_id });
    return isAtOnce(id, kine_id);
  };
  for (const isNow of [true, true, false]) expect(await invite(patient, invited.id)).toBe(isNow);
  for (const isNow of [true, false]) expect(await invite(other, invited.id)).toBe(isNow);
  const publish = async (who: Person) => {
    const id = await app.publish(who, { location_city: "Villa Soldati" });
    await runCaseLevels(app.app.services, id);
    const told = [await isAtOnce(id, again.id), await isAtOnce(id, invited.id)];
    await who.api.cases.withdraw({ id });
    return told;
  };
  for (const isNow of [true, true, false, false]) expect(await publish(patient)).toEqual([isNow, false]);
  for (const isNow of [true, false]) expect(await publish(other)).toEqual([isNow, false]);
  expect(await invite(other, again.id)).toBe(false);
  const { rows } = await sql`select kind, delivery from notifications where user_id = ${again.id}`.execute(app.db);
  expect(rows).toEqual([{ kind: "case_invitation", delivery: "digest" }]);
});
