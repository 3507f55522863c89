import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { agendaNextJob } from "../../app/domain/agendas/agenda-next.server.ts";
import { bestRated } from "../../app/domain/profiles/best-rated.server.ts";
import { shareTag } from "../../app/domain/profiles/share-image.server.ts";
import { runCaseLevels } from "../../app/domain/service-levels/case-levels.server.ts";
import { CONSULTORIO, EVERY_DAY, SETTINGS } from "../bookings/agenda.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageRelations } from "../support/trust.ts";

let testApp: TestApp;
let kine: Person;
let observer: Person;
const before: Record<string, unknown> = {};

const fact = (column: string) => async () =>
  (
    await sql<{ value: unknown }>`
      select to_jsonb(f) -> ${column} as value from directory_facts(array[${kine.id}]::uuid[]) f`.execute(testApp.db)
  ).rows[0]!.value;
const count = (table: string) => async () =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(testApp.db)).rows[0]!.n;

/** Each row of docs/visibility.md, and what it says of the specialist. */
const rows: Record<string, () => Promise<unknown>> = {
  "Estrellas en el orden": fact("score"),
  "Promedio del sitio": async () => {
    await sql`update directory_state set day = '-infinity'`.execute(testApp.db);
    await sql`select directory_keep(100)`.execute(testApp.db);
    return (await sql`select mean_stars from directory_state`.execute(testApp.db)).rows;
  },
  "Quien recién empieza": fact("newcomer"),
  "Horas de respuesta": fact("reply_hours"),
  Insignia: fact("listed"),
  "Primer turno": async () => {
    await agendaNextJob.run(
      testApp.app.services,
      { id: kine.id },
      { isLast: false, signal: AbortSignal.timeout(60_000) },
    );
    return (await testApp.anonymous.profiles.publicProfile({ id: kine.id })).first_slot;
  },
  Coberturas: fact("coverages"),
  "Mejor calificados": async () => (await bestRated(testApp.db)).map(({ id }) => id),
  "Actos inmediatos": count("acts_at_once"),
  "Avisos del día de un especialista": count("kine_alert_days"),
  "Avisos inmediatos de un caso": async () =>
    (await sql`select from case_alerts where is_at_once`.execute(testApp.db)).rows.length,
  Invitaciones: async () =>
    (await sql`select from notifications where kind = 'case_invitation' and delivery <> 'digest'`.execute(testApp.db))
      .rows.length,
  "Direcciones cortas": count("handles"),
  "Matrículas reservadas": async () => testApp.anonymous.accounts.licenseAvailable({ license_number: "MN 90909" }),
  "Casos abiertos": async () =>
    (await sql`select from case_openings where kine_id = ${kine.id}`.execute(testApp.db)).rows.length,
  "Lista de casos": async () =>
    (
      await sql`select patient_id from cases where status <> 'closed' and not is_confirmed(patient_id)
        group by patient_id having count(*) > 6`.execute(testApp.db)
    ).rows,
  "Espera habitual": async () => {
    const { id } = await observer.api.cases.create({ title: "Codo", description: "Me duele" });
    const { first_application_minutes } = await observer.api.cases.outlook({ id });
    await observer.api.cases.withdraw({ id });
    return first_application_minutes;
  },
  "Dibujos de imágenes": async () => {
    const profile = await testApp.anonymous.profiles.publicProfile({ id: kine.id });
    return testApp.app.services.shareImages.get(shareTag(profile, testApp.app.services.settings.productName));
  },
  // Last: it hides every review of theirs.
  "Reseñas ocultas": async () => {
    const elena = await testApp.signIn(cast.elena);
    for (const { id } of await testApp.db.selectFrom("reviews").select("id").where("kine_id", "=", kine.id).execute())
      await elena.api.moderation.hideReview({ id, reason: "Cuentas falsas" });
    return (await testApp.anonymous.profiles.publicProfile({ id: kine.id })).hidden_count;
  },
};

beforeAll(async () => {
  testApp = await openTestApp();
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await tx.deleteFrom("settings").where("key", "=", "unconfirmed_cases").execute();
  });
  kine = await testApp.approvedKine(like(cast.carla, "Objetivo", { location_city: "Palermo" }));
  observer = await testApp.signUp(like(cast.bruno, "Bruno Mira"));
  const osde = (await testApp.db.selectFrom("coverages").select("id").where("short", "=", "OSDE").executeTakeFirst())!
    .id;
  const stated = { coverage_id: osde, how: "direct" as const, plans: null, extra: 0 };
  await kine.api.coverages.replace({ coverages: [stated], refund_invoice: false });
  // An agenda of three times a day.
  await kine.api.availabilities.replace({ ranges: EVERY_DAY("08:00", "17:00") });
  await kine.api.agendas.save({ ...SETTINGS, is_public: true });
  const { id: place_id } = await kine.api.agendas.savePlace({ ...CONSULTORIO, session_min: 180 });
  await kine.api.agendas.confirm();
  for (const [name, read] of Object.entries(rows)) before[name] = await read();
  // Six throwaway accounts do all that they can; a week passes.
  for (let n = 0; n < 6; n += 1) {
    const { api } = await testApp.signUp(like(cast.ana, `Descartable ${n}`, { location_city: "Palermo" }));
    const says = {
      title: "Rodilla",
      description: "Me duele",
      location_city: "Palermo",
      coverage: { id: osde, plan: null },
    };
    const invited = await api.cases.create(says);
    await api.cases.invite({ id: invited.id, kine_id: kine.id });
    const { id } = await api.cases.create(says);
    await api.matches.accept({ id: (await kine.api.matches.apply({ case_id: id, message: `Caso ${n}` })).id });
    await api.cases.close({ id });
    await api.reviews.create({ case_id: id, kine_id: kine.id, stars: n % 2 ? 1 : 5 });
    await api.coverages.answer({ case_id: id, kine_id: kine.id, answer: "no" });
    const { id: goesOn } = await api.cases.create(says);
    const { id: match_id } = await kine.api.matches.apply({ case_id: goesOn, message: `Turno ${n}` });
    await api.matches.accept({ id: match_id });
    const { slots } = await api.agendas.slots({ match_id });
    await api.bookings.book({ match_id, place_id, starts: slots.slice(0, 3).map(({ local_start }) => local_start) });
    for (let more = 0; more < 7; more += 1) await outcome(api.cases.create(says));
    await api.reports.create({ subject: "profile", id: kine.id, reason: "false_licence" });
  }
  await testApp.signUp(like(cast.carla, "Usurpadora", { license_number: "MN 90909" }));
  for (const { id } of await testApp.db.selectFrom("cases").select("id").where("status", "=", "open").execute())
    await runCaseLevels(testApp.app.services, id);
  await ageRelations(testApp.db, kine);
});
afterAll(() => testApp?.close());

test.each(Object.entries(rows))("a throwaway account moves nothing of %s", async (name, read) => {
  expect(await read()).toEqual(before[name]);
});

test("what the specialist confirms of a throwaway account takes its time in Primer turno", async () => {
  const [asked] = (await kine.api.bookings.mine()).upcoming;
  await kine.api.bookings.confirm({ id: asked!.id, sequence: asked!.sequence });
  expect(await rows["Primer turno"]!()).not.toEqual(before["Primer turno"]);
});

test("docs/visibility.md has a row for each budget and each figure of the order", () => {
  const page = readFileSync(new URL("../../docs/visibility.md", import.meta.url), "utf8");
  const named = [...page.matchAll(/^\| ([^|]+) \|/gm)]
    .map(([, name]) => name!.trim())
    .filter((name) => !/^(-+|qué)$/.test(name));
  expect(named.toSorted()).toEqual(Object.keys(rows).toSorted());
});
