import { sql } from "kysely";
import { z } from "zod";
import { kine, kineReads } from "../../api/guards.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { AgendaSettings, NewException, SavedPlace } from "./agenda-input.ts";
import { OwnAgenda } from "./agenda-output.server.ts";
import { asException, doesMeet, MOST_EXCEPTIONS, ownAgenda, ownExceptions, ownPlaces } from "./agenda-rows.server.ts";
import { agendaConfirmed } from "./course.server.ts";

const MOST_PLACES = 10;
const ById = z.object({ id: z.uuid() });

/** The caller's agenda: how turnos are taken, the places in use, and the exceptions of today and later. */
export const mine = kineReads
  .meta({ summary: "Returns the caller's agenda with its places and exceptions." })
  .output(OwnAgenda)
  .handler(async ({ context: { db, viewer } }) => {
    const of = { viewer: viewer.id };
    const [agenda, places, exceptions] = await Promise.all([
      ownAgenda.first(db, of),
      ownPlaces.all(db, of),
      ownExceptions.all(db, of),
    ]);
    const rest = { places, exceptions: exceptions.map(asException) };
    if (!agenda) return { agenda: null, shown_until: null, ...rest };
    const { shown_until, ...settings } = agenda;
    return { agenda: settings, shown_until, ...rest };
  });

/** Makes the caller's agenda where there is none, and locks it: changes of an agenda and claims in it come one after the other. */
async function openAgenda(tx: Tx, viewer: string): Promise<void> {
  await tx
    .insertInto("agendas")
    .values({ kine_id: viewer })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await lockAgenda(tx, viewer);
}

/** Locks a specialist's agenda, if there is one, for everybody who claims time in it. */
async function lockAgenda(tx: Tx, kineId: string): Promise<void> {
  await sql`select from agendas where kine_id = ${kineId} for no key update`.execute(tx);
}

/** Sets how the caller takes turnos. */
export const save = kine
  .meta({ summary: "Saves how the caller takes bookings.", writes: "once" })
  .input(AgendaSettings)
  .output(z.strictObject({ saved: z.literal(true) }))
  .handler(({ input, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const confirmed = { ...input, confirmed_at: sql<Date>`now()` };
      await tx
        .insertInto("agendas")
        .values({ kine_id: viewer.id, ...confirmed })
        .onConflict((conflict) => conflict.column("kine_id").doUpdateSet(confirmed))
        .execute();
      await agendaConfirmed(tx, viewer.id);
      return { saved: true as const };
    }),
  );

/** Says that the caller's agenda is up to date: its next free time is shown for another two weeks, where it is public. */
export const confirm = kine
  .meta({ summary: "Confirms that the caller's agenda is up to date.", writes: "once" })
  .output(z.strictObject({ confirmed: z.literal(true) }))
  .handler(({ context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await agendaConfirmed(tx, viewer.id);
      return { confirmed: true as const };
    }),
  );

/** Whether bookings lie ahead in a place. */
async function isInUse(db: Database, place: string): Promise<boolean> {
  const { rows } = await sql`select from bookings where place_id = ${place} and starts_at > now()
    and state in ('requested', 'confirmed') limit 1`.execute(db);
  return rows.length > 0;
}

/** Adds a place, or changes one of the caller's. */
export const savePlace = kine
  .meta({
    summary: "Adds or changes a place where the caller attends.",
    refuses: ["NOT_FOUND", "PLACE_IN_USE"],
    writes: "once",
  })
  .input(SavedPlace)
  .output(ById.strict())
  .handler(({ input: { id, ...fields }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await openAgenda(tx, viewer.id);
      await agendaConfirmed(tx, viewer.id);
      const places = await ownPlaces.all(tx, { viewer: viewer.id });
      if (id === undefined) {
        if (places.length >= MOST_PLACES) throw new AppError("BAD_INPUT", `Podés tener hasta ${MOST_PLACES} lugares.`);
        const added = { kine_id: viewer.id, ...fields };
        return tx.insertInto("agenda_places").values(added).returning("id").executeTakeFirstOrThrow();
      }
      const before = places.find((place) => place.id === id);
      if (!before) throw new AppError("NOT_FOUND");
      // The claims of what lies ahead are those of its kind of place.
      if (before.modality !== fields.modality && (await isInUse(tx, id))) throw new AppError("PLACE_IN_USE");
      await tx.updateTable("agenda_places").set(fields).where("id", "=", id).execute();
      return { id };
    }),
  );

/** Takes a place out of use with the hours that are of it alone; what happened there keeps its name. */
export const retirePlace = kine
  .meta({
    summary: "Retires a place where the caller attended.",
    refuses: ["NOT_FOUND", "PLACE_IN_USE"],
    writes: "once",
  })
  .input(ById)
  .output(z.strictObject({ retired: z.literal(true) }))
  .handler(({ input: { id }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await lockAgenda(tx, viewer.id);
      const { numUpdatedRows } = await tx
        .updateTable("agenda_places")
        .set({ retired_at: sql`coalesce(retired_at, now())` })
        .where("id", "=", id)
        .where("kine_id", "=", viewer.id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new AppError("NOT_FOUND");
      if (await isInUse(tx, id)) throw new AppError("PLACE_IN_USE");
      await tx.deleteFrom("availabilities").where("place_id", "=", id).execute();
      await agendaConfirmed(tx, viewer.id);
      return { retired: true as const };
    }),
  );

/** Closes days or hours, or opens extra ones; `bookings` counts those that lie within and stay as they are. */
export const block = kine
  .meta({ summary: "Closes some days or hours of the caller's agenda, or opens extra ones.", writes: "once" })
  .input(NewException)
  .output(z.strictObject({ id: z.uuid(), bookings: z.int() }))
  .handler(({ input, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await openAgenda(tx, viewer.id);
      await agendaConfirmed(tx, viewer.id);
      const held = await ownExceptions.all(tx, { viewer: viewer.id });
      if (held.length >= MOST_EXCEPTIONS)
        throw new AppError("BAD_INPUT", `Podés tener hasta ${MOST_EXCEPTIONS} cambios por delante.`);
      // Each of them is one more grid of times to look through.
      if (input.is_open && held.some((other) => other.is_open && doesMeet(input, asException(other))))
        throw new AppError("BAD_INPUT", "Ya agregaste horarios en ese rato.");
      const { id } = await tx
        .insertInto("agenda_exceptions")
        .values({ kine_id: viewer.id, ...input })
        .returning("id")
        .executeTakeFirstOrThrow();
      const { rows } = await sql`select from bookings b
        where b.kine_id = ${viewer.id} and b.state in ('requested', 'confirmed') and b.starts_at > now() and not ${input.is_open}
          and b.local_start::date between ${input.from_day}::date and ${input.until_day}::date
          and (${input.start_time}::time is null or b.local_start::time < ${input.end_time}::time
            and (b.local_start + make_interval(mins => b.minutes))::time > ${input.start_time}::time)`.execute(tx);
      return { id, bookings: rows.length };
    }),
  );

/** Takes a closed time or extra hours back. */
export const unblock = kine
  .meta({
    summary: "Takes a closed time or extra hours of the caller's agenda back.",
    refuses: ["NOT_FOUND"],
    writes: "once",
  })
  .input(ById)
  .output(z.strictObject({ removed: z.literal(true) }))
  .handler(({ input: { id }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await lockAgenda(tx, viewer.id);
      const { numDeletedRows } = await tx
        .deleteFrom("agenda_exceptions")
        .where("id", "=", id)
        .where("kine_id", "=", viewer.id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new AppError("NOT_FOUND");
      await agendaConfirmed(tx, viewer.id);
      return { removed: true as const };
    }),
  );
