import { createRouterClient, type RouterClient } from "@orpc/server";
import { sql } from "kysely";
import { register } from "../domain/accounts/register.server.ts";
import { joinModalities, MODALITIES, type Modality } from "../domain/profiles/modality.ts";
import { ACTIVITY_LEVELS, PRICE_RANGES } from "../domain/profiles/profile.ts";
import { asViewer } from "../platform/database/database.server.ts";
import { personAsViewer } from "../api/viewer.server.ts";
import { router } from "../router.server.ts";
import type { Services } from "../api/services.server.ts";
import { joinElena } from "./seed-admin.ts";
import { cast, type CastMember } from "./cast.ts";
import { answerLatestReview, answerQuestions, commonCoverages, saveOwnCoverage, stateFacts } from "./seed-facts.ts";
import { seedBookings } from "./seed-bookings.ts";
import { publishLives, seedLife, seedVisits } from "./seed-life.ts";
import { spreadDates } from "./spread-dates.ts";
import * as texts from "./demo-texts.ts";

const SPECIALISTS = 40;
const PENDING = 6;
const PATIENTS = 17;
const CASES = 58;

/** A pseudo-random generator with a fixed seed, so that every demo is the same. */
function dice(seed: number) {
  let state = seed;
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
  return { roll, pick: <T>(from: readonly T[]): T => from[roll(from.length)]! };
}

/**
 * Fills an app without cases with the cast, 40 specialists, 19 patients in all and 60 cases in every state. Uses the real procedures.
 * Returns lines that list the accounts.
 */
export async function seed(services: Services): Promise<string[]> {
  const { db, auth } = services;
  const some = await db.selectFrom("cases").select("id").limit(1).executeTakeFirst();
  if (some) return accountLines(services);
  const { roll, pick } = dice(2026);
  const demoPassword = await auth.hashPassword(cast.ana.password);

  const call = async (id: string) => {
    // The first admin's printed password is due, and nobody is there to change it.
    const viewer = { ...(await personAsViewer(db, id)), must_change_password: false };
    return createRouterClient(router, {
      context: { services, requestId: "demo", clientAddress: "127.0.0.1", findViewer: async () => viewer },
    });
  };
  const join = async (email: string, metadata: Record<string, unknown>, encrypted_password: string) =>
    db.transaction().execute(async (tx) => {
      const { id } = await auth.createUser(tx, { email, encrypted_password, metadata });
      await register(tx, { id, email, metadata });
      return id;
    });
  const joinCast = async (member: CastMember) =>
    join(member.email, member.metadata, await auth.hashPassword(member.password));

  const adminId = (
    await db.selectFrom("user_roles").select("user_id").where("role", "=", "admin").executeTakeFirstOrThrow()
  ).user_id;
  const admin = await call(adminId);
  await joinElena(services, (await call(adminId)).accounts.assignRole);

  const patients = [await joinCast(cast.ana), await joinCast(cast.bruno)];
  for (let n = 0; n < PATIENTS; n++) {
    const name = `${texts.firstNames[(n * 3) % 20]} ${texts.lastNames[(n * 7) % 20]}`;
    patients.push(
      await join(
        `paciente${n + 1}@example.com`,
        {
          role: "patient",
          name,
          phone: `+54 11 4${100 + n}-${2000 + roll(7999)}`,
          birth_date: `${1945 + roll(55)}-0${1 + roll(9)}-15`,
          activity_level: pick(ACTIVITY_LEVELS),
          location_city: pick(texts.barrios),
          accepted_terms: true,
        },
        demoPassword,
      ),
    );
  }
  const applicants = [await joinCast(cast.carla)];
  for (let n = 0; n < SPECIALISTS + PENDING; n++) {
    const modalities = MODALITIES.filter(() => roll(2) === 1) as Modality[];
    applicants.push(
      await join(
        `kine${n + 1}@example.com`,
        {
          role: "kine",
          name: `${texts.firstNames[(n * 7 + 1) % 20]} ${texts.lastNames[(n * 3 + Math.floor(n / 20)) % 20]}`,
          phone: `+54 11 5${100 + n}-${2000 + roll(7999)}`,
          license_number: `MN ${30_000 + n * 37}`,
          specialty: n === 11 ? texts.unknownSpecialty : pick(texts.specialties),
          price_range: pick(PRICE_RANGES),
          modalities: joinModalities(modalities.length ? modalities : ["consultorio"]),
          location_city: pick(texts.barrios),
          bio: pick(texts.bios),
          accepted_terms: true,
        },
        demoPassword,
      ),
    );
  }
  applicants.push(await joinCast(cast.diego));
  const kines = applicants.slice(0, SPECIALISTS);
  const applications = new Map<string, string>();
  for (let before: string | null | undefined; before !== null;) {
    const page: Awaited<ReturnType<typeof admin.kineApplications.list>> = await admin.kineApplications.list({ before });
    for (const { profile_id, id } of page.items) applications.set(profile_id, id);
    before = page.next;
  }
  for (const id of kines) await admin.kineApplications.approve({ id: applications.get(id)!, is_checked: true });
  for (const [n, id] of kines.entries()) {
    await (await call(id)).availabilities.replace({ ranges: demoWeek(n) });
  }
  const common = await commonCoverages(admin);
  await stateFacts(db, call, kines, common);
  const turnedDown = applications.get(applicants[SPECIALISTS]!)!;
  await admin.kineApplications.reject({ id: turnedDown, reason: "La matrícula no figura en el registro." });

  const coverages = new Map<string, Awaited<ReturnType<typeof saveOwnCoverage>>>();
  for (const [n, id] of patients.entries()) {
    const api = await call(id);
    const { version, sha256 } = await api.consents.health();
    await api.consents.giveHealth({ version, sha256 });
    coverages.set(id, await saveOwnCoverage(api, n, common));
  }
  // The cases and applications of months are made on one day.
  const limits = ["applications_a_day", "cases_published_a_day", "open_cases", "unconfirmed_cases"] as const;
  for (const key of limits) await admin.settings.change({ key, value: 1_000 });
  const lives = await publishLives(await call(patients[1]!));
  const closed: { patient: string; id: string }[] = [];
  for (let n = 0; n < CASES; n++) {
    const owner = patients[n % patients.length]!;
    const patient = await call(owner);
    const [title, description, injury_area] = texts.injuries[n % texts.injuries.length]!;
    const { id } = await patient.cases.create({
      title,
      description,
      injury_area,
      location_city: n % 20 === 7 ? texts.unknownPlaces[n % texts.unknownPlaces.length]! : pick(texts.barrios),
      preferred_modality: pick([...MODALITIES, null]),
      coverage: coverages.get(owner) ?? null,
    });
    const proposals: { id: string; kine_id: string }[] = [];
    // Carla applies to every third case, so that she has some to show.
    const applying = new Set([
      ...(n % 3 === 0 ? [kines[0]!] : []),
      ...Array.from({ length: roll(5) }, () => pick(kines)),
    ]);
    for (const kine_id of applying) {
      const { id: matchId } = await (await call(kine_id)).matches.apply({ case_id: id, message: pick(texts.messages) });
      proposals.push({ id: matchId, kine_id });
    }
    const chosen = proposals[0];
    if (chosen && n % 4 !== 0) {
      await patient.matches.accept({ id: chosen.id });
      if (proposals[1] && roll(2)) await patient.matches.reject({ id: proposals[1].id });
      if (n % 4 >= 2) {
        await patient.cases.close({ id });
        closed.push({ patient: owner, id });
        if (roll(5)) {
          await patient.reviews.create({ case_id: id, kine_id: chosen.kine_id, ...pick(texts.reviews) });
        }
      }
    }
  }
  // What unconfirmed people do counts little: no figure of the admins', no coverage in dispute, and a report of a false licence waits.
  await sql`update auth.users set email_confirmed_at = now() where email_confirmed_at is null`.execute(services.db);
  await answerQuestions(call, closed);
  await demoLicences(services, { adminId, kines, reporter: patients[2]!, call });
  await spreadDates(services, CASES / 2);
  // The specialist with an agenda has attended their patients for a while.
  await sql`update matches set decided_at = now() - interval '12 days' where kine_id = ${kines[0]!} and status = 'accepted'`.execute(
    db,
  );
  await seedBookings(await call(kines[0]!), await Promise.all(patients.map(call)));
  await seedLife({
    services,
    lives,
    patient: await call(patients[1]!),
    kine: await call(kines[0]!),
    kineId: kines[0]!,
  });
  await answerLatestReview(call, kines[0]!);
  await seedVisits(db, kines);
  for (const key of limits) await admin.settings.change({ key, value: null });
  for (const table of ["applications_made", "cases_published"] as const) await db.deleteFrom(table).execute();
  return accountLines(services);
}

/** The hours of the nth specialist: mornings and some afternoons on weekdays, and Saturdays for every fourth. */
function demoWeek(n: number) {
  const mornings = [1, 2, 3, 4, 5].map((weekday) => ({
    weekday,
    start_time: n % 2 ? "08:30" : "09:00",
    end_time: "13:00",
  }));
  const afternoons = [1, 3, 5]
    .slice(n % 3)
    .map((weekday) => ({ weekday, start_time: "15:00", end_time: n % 2 ? "19:00" : "20:30" }));
  const saturday = n % 4 === 0 ? [{ weekday: 6, start_time: "10:00", end_time: "14:00" }] : [];
  return [...mornings, ...afternoons, ...saturday];
}

type LicencesOf = {
  adminId: string;
  kines: string[];
  reporter: string;
  call: (id: string) => Promise<RouterClient<typeof router>>;
};

/** Second licences, checks of every age, and one licence in doubt: each state that a licence can have is shown. */
async function demoLicences({ db }: Services, { adminId, kines, reporter, call }: LicencesOf) {
  const admin = await call(adminId);
  for (const [n, id] of kines.entries()) {
    if (n % 4 !== 0) continue;
    const { licences } = await call(id);
    const added = await licences.add({ kind: "MP", jurisdiction: n % 8 ? "14" : "06", number: `${20_000 + n * 137}` });
    if (n % 8 === 0) await admin.licences.verify({ id: added.id });
    if (n % 16 === 4) await admin.licences.deactivate({ id: added.id, reason: "En su registro figura inactiva." });
  }
  // Checks range from fresh to lapsed, each of the day on which its licence was declared; Carla's is fresh.
  await asViewer(db, adminId, async (tx) => {
    for (const [n, id] of kines.entries()) {
      const checked_at = sql<Date>`now() - make_interval(days => ${(n * 37) % 260}::int)`;
      await tx
        .updateTable("licences")
        .set({ checked_at, declared_at: checked_at })
        .where("kine_id", "=", id)
        .where("is_first", "=", true)
        .execute();
    }
  });
  await (await call(reporter)).reports.create({ subject: "profile", id: kines[9]!, reason: "false_licence" });
}

function accountLines({ settings }: Services): string[] {
  return [
    "Cuentas de la demo:",
    ...Object.values(cast).map(({ email, password, role }) => `  ${email.padEnd(18)} ${password.padEnd(14)} ${role}`),
    `  paciente1@example.com … y kine1@example.com … usan la contraseña ${cast.ana.password}`,
    `Entrá en ${settings.publicUrl}/auth`,
  ];
}
