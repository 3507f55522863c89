import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { DB } from "../../db/types.ts";
import { cast } from "../../app/demo/cast.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import { like, type Person } from "../support/people.ts";
import type { TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

/** A database handle whose work `undo` rolls back: each transaction of the program is a savepoint of one that never commits. */
export async function openUndoable(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const words: Record<string, string> = {
    begin: "savepoint inner_work",
    commit: "release savepoint inner_work",
    rollback: "rollback to savepoint inner_work",
  };
  const inside = {
    query: (text: string | object, values?: unknown[]) =>
      typeof text === "string" ? client.query(words[text] ?? text, values as string[]) : client.query(text as never),
    release: () => undefined,
  };
  const pool = { connect: async () => inside, end: async () => undefined };
  const db: Database = new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as never }) });
  return {
    db,
    begin: () => client.query("begin"),
    undo: () => client.query("rollback"),
    /** Changes rows without the database's triggers. */
    plant: async (statement: string) => {
      await client.query("set local session_replication_role = replica");
      await client.query(statement);
      await client.query("set local session_replication_role = origin");
    },
    close: () => client.end(),
  };
}

/** Canaries: texts in the data that must never appear in a notification. */
export const CANARIES = {
  title: "Zqtituloprivado",
  description: "Zqdolorsecreto",
  city: "Zqciudadreservada",
  patient: "Zqpaciente",
  kine: "Zqespecialista",
  message: "Zqmensajeprivado",
  comment: "Zqcomentarioprivado",
} as const;

/** A booking of an accepted application in every state that a kind of notification is about. */
async function plantBookings({ db }: TestApp, matchId: string, kineId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into agendas (kine_id) values (${kineId})`.execute(tx);
    await sql`insert into agenda_places (kine_id, modality, label, session_min) values (${kineId}, 'consultorio', ${CANARIES.city}, 60)`.execute(
      tx,
    );
    await sql`insert into bookings (match_id, kine_id, place_id, starts_at, minutes, local_start, zone, state, asked_by, moved_to, moved_by, answer_by, ended_at)
      select ${matchId}, ${kineId}, p.id, s.at, 60, s.at at time zone a.zone, a.zone, s.state::booking_state, s.asked_by::booking_side,
        case when s.moved_by is not null then s.at + interval '1 day' end, s.moved_by::booking_side,
        case when s.state = 'requested' or s.moved_by is not null then now() + interval '1 day' end,
        case when s.state in ('cancelled', 'declined') then now() end
      from agendas a join agenda_places p on p.kine_id = a.kine_id cross join lateral (values
        (now() + interval '10 hours', 'confirmed', 'patient', null),
        (((now() at time zone a.zone)::date + 1 + time '23:50') at time zone a.zone, 'confirmed', 'patient', null),
        (now() + interval '3 days', 'requested', 'patient', null), (now() + interval '4 days', 'requested', 'kine', null),
        (now() + interval '5 days', 'confirmed', 'patient', 'patient'), (now() + interval '7 days', 'confirmed', 'kine', 'kine'),
        (now() + interval '9 days', 'cancelled', 'patient', null), (now() + interval '10 days', 'declined', 'patient', null),
        (now() - interval '1 day', 'no_show', 'patient', null), (now() - interval '2 days', 'confirmed', 'patient', null)
      ) as s (at, state, asked_by, moved_by) where a.kine_id = ${kineId}`.execute(tx);
    await sql`insert into bookings (match_id, kine_id, source, state, asked_by, starts_at, local_start, minutes, zone, told_at)
      select ${matchId}, kine_id, 'noted', 'held', 'kine', now() - interval '3 days', now() - interval '3 days', 60, zone, now() + interval '1 hour'
      from agendas where kine_id = ${kineId}`.execute(tx);
    await sql`insert into authorisations (match_id, coverage_id, sessions, valid_from, valid_until, stated_by, told_at)
      values (${matchId}, 1, 10, current_date, current_date + 10, 'patient', now())`.execute(tx);
    await sql`insert into case_levels (case_id, measure_asked_at, finished_asked_at) select case_id, now(), now() from matches where id = ${matchId}
      on conflict (case_id) do update set measure_asked_at = now(), finished_asked_at = now()`.execute(tx);
    await sql`insert into treatments (match_id, planned, proposed_at, ended_at, ended_by, end_reason)
      values (${matchId}, 10, now(), now(), 'kine', 'well')`.execute(tx);
  });
}

/**
 * The people and objects of every kind of notification: a case with decided, undecided and lapsed applications, a closed one with a review,
 * one without applications, a dormant one, and a specialist's application and a report that have waited for too long.
 */
export async function openNotifiedWorld(testApp: TestApp) {
  const ana = await testApp.signUp(like(cast.ana, `${CANARIES.patient} Ana`));
  const kines: Person[] = [];
  for (const name of ["Primera", "Segunda", "Tercera", "Quinta", "Sexta"])
    kines.push(
      await testApp.approvedKine(
        like(cast.carla, `${CANARIES.kine} ${name}`, { license_number: `MN 77${kines.length}` }),
      ),
    );
  const [carla, rita, sara, vera, tina] = kines as [Person, Person, Person, Person, Person];
  // Nobody has quiet hours unless a test sets them: the clock of the machine may show any hour.
  await sql`insert into notification_hours (user_id, quiet_from, quiet_until) select id, '00:00', '00:00' from profiles
    on conflict (user_id) do update set quiet_from = '00:00', quiet_until = '00:00'`.execute(testApp.db);
  await confirmAddresses(testApp.db, ana, ...kines);
  const create = () =>
    ana.api.cases.create({
      title: CANARIES.title,
      description: CANARIES.description,
      location_city: CANARIES.city,
      studies_access: "verified",
    });
  const { id: caseId } = await create();
  const apply = async (kine: Person) =>
    (await kine.api.matches.apply({ case_id: caseId, message: CANARIES.message })).id;
  const accepted = await apply(carla);
  const rejected = await apply(rita);
  const proposed = await apply(sara);
  const lapsed = await apply(vera);
  await ana.api.matches.accept({ id: accepted });
  await ana.api.matches.reject({ id: rejected });
  const ended = await apply(tina);
  await ana.api.matches.accept({ id: ended });
  await ana.api.matches.end({ id: ended });
  for (const writer of [ana, carla]) await writer.api.conversations.send({ id: accepted, body: CANARIES.message });
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update matches set offer = '{"session": 20000}', offered_at = now() - interval '3 days',
      valid_until = now() - interval '1 day' where id = ${lapsed}`.execute(tx);
  });
  const { id: closedId } = await create();
  await ana.api.matches.accept({ id: (await carla.api.matches.apply({ case_id: closedId, message: null })).id });
  await ana.api.cases.close({ id: closedId });
  const { id: reviewId } = await ana.api.reviews.create({
    case_id: closedId,
    kine_id: carla.id,
    stars: 5,
    comment: CANARIES.comment,
  });
  // The answer to the review is in sight; another answer waits, and another review is hidden.
  const elena = await testApp.signIn(cast.elena);
  await carla.api.reviews.reply({ review_id: reviewId, body: "Muchas gracias" });
  await elena.api.moderation.askEdit({ id: reviewId, reason: CANARIES.comment });
  const { id: againId } = await create();
  await ana.api.matches.accept({ id: (await rita.api.matches.apply({ case_id: againId, message: null })).id });
  await ana.api.cases.close({ id: againId });
  const { id: hiddenId } = await ana.api.reviews.create({ case_id: againId, kine_id: rita.id, stars: 1 });
  await rita.api.reviews.reply({ review_id: hiddenId, body: "No hacías los ejercicios" });
  await elena.api.moderation.hideReview({ id: hiddenId, reason: CANARIES.comment });
  // Two appeals are decided, and one waits.
  const appeal = { about: "review" as const, text: CANARIES.comment };
  await ana.api.appeals.ask({ ...appeal, review_id: hiddenId });
  await carla.api.reports.create({ subject: "review", id: reviewId, reason: "other" });
  for (const { id } of (await elena.api.reports.list({ state: "open" })).items)
    await elena.api.reports.decide({ id, decision: CANARIES.comment });
  await carla.api.appeals.ask({ ...appeal, review_id: reviewId });
  for (const { id, edited_at } of (await elena.api.appeals.list({})).items)
    await elena.api.appeals.decide({ id, outcome: "kept", decision: CANARIES.comment, edited_at });
  await sql`begin; set local session_replication_role = replica; insert into appeals (review_id, by_id, about, text)
    values ('${sql.raw(hiddenId)}', '${sql.raw(rita.id)}', 'reply', 'Otra vez'); commit`.execute(testApp.db);
  const { id: silentId } = await create();
  const silent = (await tina.api.matches.apply({ case_id: silentId, message: null })).id;
  await ana.api.matches.accept({ id: silent });
  await sara.api.reports.create({ subject: "case", id: caseId, reason: "other", details: CANARIES.message });
  await testApp.signUp(like(cast.carla, `${CANARIES.kine} Cuarta`, { license_number: "MN 780" }));
  const [{ id: quietId }, { id: asleepId }] = [await create(), await create()];
  await sql`insert into case_levels (case_id, asked_at, operator_told_at) values (${quietId}, now(), now())
    on conflict (case_id) do update set asked_at = now(), operator_told_at = now()`.execute(testApp.db);
  await sql`update cases set dormant_at = now() where id = ${asleepId}`.execute(testApp.db);
  for (const queue of ["kine_applications", "reports"])
    await sql`update ${sql.table(queue)} set late_told_at = now()`.execute(testApp.db);
  await plantBookings(testApp, accepted, carla.id);
  const people = { ana, carla, rita, sara, tina, vera, elena };
  return {
    ...people,
    caseId,
    closedId,
    quietId,
    asleepId,
    silentId,
    silent,
    accepted,
    rejected,
    ended,
    proposed,
    lapsed,
    reviewId,
    hiddenId,
  };
}
