import { sql } from "kysely";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { shownUntil } from "./first-slot.server.ts";

/** The most changes of an agenda that lie ahead. */
export const MOST_EXCEPTIONS = 100;
const SETTINGS = [
  "is_on",
  "is_instant",
  "on_holidays",
  "lead_min",
  "horizon_days",
  "notice_hours",
  "is_public",
] as const;
const PLACE = [
  "id",
  "modality",
  "label",
  "address",
  "arrival",
  "session_min",
  "buffer_min",
  "travel_min",
  "seats",
] as const;

export const ownAgenda = prepared("agendas.mine", (db, { viewer }: { viewer: string }) =>
  db
    .selectFrom("agendas as a")
    .select([...SETTINGS, shownUntil.as("shown_until")])
    .where("kine_id", "=", viewer),
);
export const ownPlaces = prepared("agendas.mine places", (db, { viewer }: { viewer: string }) =>
  db
    .selectFrom("agenda_places")
    .select(PLACE)
    .where("kine_id", "=", viewer)
    .where("retired_at", "is", null)
    .orderBy("id"),
);
export const ownExceptions = prepared("agendas.mine exceptions", (db, { viewer }: { viewer: string }) =>
  db
    .selectFrom("agenda_exceptions as e")
    .innerJoin("agendas as a", "a.kine_id", "e.kine_id")
    .select(["e.id", "e.from_day", "e.until_day", "e.start_time", "e.end_time", "e.is_open"])
    .where("e.kine_id", "=", viewer)
    .where("e.until_day", ">=", sql<string>`(now() at time zone a.zone)::date`)
    .orderBy("e.from_day")
    .orderBy("e.id")
    .limit(MOST_EXCEPTIONS),
);

type StoredException = Awaited<ReturnType<typeof ownExceptions.all>>[number];
/** An exception with its times as "09:30". */
export const asException = ({ start_time, end_time, from_day, until_day, ...rest }: StoredException) => ({
  ...rest,
  from_day: String(from_day),
  until_day: String(until_day),
  start_time: start_time?.slice(0, 5) ?? null,
  end_time: end_time?.slice(0, 5) ?? null,
});

type Hours = { from_day: string; until_day: string; start_time: string | null; end_time: string | null };

/** Whether two stretches of hours meet on some day. */
export const doesMeet = (one: Hours, other: Hours) =>
  one.from_day <= other.until_day &&
  other.from_day <= one.until_day &&
  (one.start_time ?? "00:00") < (other.end_time ?? "24:00") &&
  (other.start_time ?? "00:00") < (one.end_time ?? "24:00");

export const namesOfPlaces = prepared("names of places", (db, { kine }: { kine: string }) =>
  db
    .selectFrom("agenda_places")
    .select(["id", "modality", "label", "session_min"])
    .where("kine_id", "=", kine)
    .where("retired_at", "is", null)
    .orderBy("id"),
);

export const exceptionsOf = prepared(
  "exceptions of days",
  (db, { viewer, from, until }: { viewer: string; from: string; until: string }) =>
    db
      .selectFrom("agenda_exceptions")
      .select(["id", "from_day", "until_day", "start_time", "end_time", "is_open"])
      .where("kine_id", "=", viewer)
      .where("until_day", ">=", sql<string>`${from}::date`)
      .where("from_day", "<=", sql<string>`${until}::date`)
      .orderBy("id"),
);
