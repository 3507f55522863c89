import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { member, memberReads } from "../../api/guards.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { shownToOthers } from "../contacts/shown-to-others.ts";
import { MOST_ASKED_OF_PAIR, MOST_BOOKINGS, MOST_OPEN_OF_PAIR, MOST_OPEN_OF_PATIENT } from "./booking.ts";
import { NewBookings, Starts } from "./booking-input.ts";
import { Booked, OwnBookings, Preview } from "./booking-output.server.ts";
import { pastOf, upcomingOf } from "./booking-rows.server.ts";
import { partnersOf } from "./partners.server.ts";
import { busyTimes, isFreeOf } from "./busy-times.server.ts";
import { bookingsAsked } from "./course.server.ts";
import { type Dates, nearestTo, seeDates } from "./dates.server.ts";
import { accountsOf, endOfTreatment, lockPair, mustBook, mustSeeTimes, type Pair } from "./pair.server.ts";

/** The caller's turnos, as patient or specialist: what is ahead, what is over, and with whom they may agree on others. */
export const mine = memberReads
  .meta({ summary: "Lists the caller's bookings." })
  .output(OwnBookings)
  .handler(async ({ context: { db, viewer, services } }) => {
    const [upcoming, past, partners] = await Promise.all([
      upcomingOf(services, viewer.id),
      pastOf(services, viewer.id),
      partnersOf.all(db, { viewer: viewer.id }),
    ]);
    return {
      upcoming,
      past,
      partners: partners.map(({ name, ...rest }) => ({ ...shownToOthers(services, { name: name ?? "" }), ...rest })),
    };
  });

/** Says of each of some times whether it is free, and which one near it is. */
export const preview = memberReads
  .meta({
    summary: "Tells which of some times of an agenda are free, with the nearest alternatives.",
    refuses: ["NOT_FOUND", "AGENDA_OFF", "TREATMENT_OVER", "SLOT_CLOSED"],
  })
  .input(Starts)
  .output(Preview)
  .handler(async ({ input: { match_id, place_id, starts }, context: { db, viewer } }) => {
    const { kine_id, side } = await mustSeeTimes(db, viewer.id, match_id);
    const seen = await seeDates(db, { kine: kine_id, place: place_id, starts, withNearest: true });
    if (side === "patient" && !seen.facts.is_on) throw new AppError("AGENDA_OFF");
    return {
      dates: seen.dates.map(({ local_start, state, at }) => ({
        local_start,
        state,
        nearest: state === "free" ? null : nearestTo(seen, at),
      })),
    };
  });

/**
 * Asks for up to forty times of one place, all or none. They hold their time until the other side answers, or a patient's are confirmed at
 * once where the specialist says so. A specialist may ask for any time that nobody has. Once the treatment has ended, only who ended it asks, and
 * nothing is confirmed at once.
 */
export const book = member
  .meta({
    summary: "Asks for bookings of an accepted application, all or none.",
    refuses: [
      "NOT_FOUND",
      "AGENDA_OFF",
      "TREATMENT_OVER",
      "SLOT_CLOSED",
      "SLOT_TAKEN",
      "PATIENT_BUSY",
      "TOO_MANY_BOOKINGS",
    ],
    writes: "once",
  })
  .input(NewBookings)
  .output(Booked)
  .handler(({ input: { match_id, place_id, starts, anyway = false }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const pair = await mustBook(tx, viewer.id, match_id);
      // One after the other for each mailbox, so that its requests are counted; before every other lock.
      await lockMailbox.run(tx, { patient: pair.patient_id });
      await lockPair(tx, pair);
      const endedBy = await endOfTreatment(tx, match_id);
      if (endedBy !== null && endedBy !== pair.side) throw new AppError("TREATMENT_OVER");
      const seen = await seeDates(tx, { kine: pair.kine_id, place: place_id, starts });
      if (pair.side === "patient") {
        if (!seen.facts.is_on) throw new AppError("AGENDA_OFF");
        mustBeFree(seen);
        if (!anyway) await mustHaveTime(tx, pair, seen);
      }
      await mustBeFew(tx, pair, starts.length);
      const mayBeInstant = pair.side === "patient" && seen.facts.is_instant && endedBy === null;
      const isInstant = mayBeInstant && !(await missesSessions(tx, pair));
      const added = await insert(tx, pair, seen, isInstant);
      const [first] = added;
      if (!first) throw new AppError("BAD_INPUT");
      await bookingsAsked(tx, { ...pair, ids: added.map(({ id }) => id) }, pair.side, isInstant);
      return { id: first.id, state: first.state, bookings: added.length };
    }),
  );

const lockMailbox = prepared(
  "bookings of a mailbox",
  (_, { patient }: { patient: string }) =>
    sql`select pg_advisory_xact_lock(hashtextextended('bookings of ' || mailbox_of(${patient}::uuid), 0))`,
  { isDeferred: true },
);

/** Throws SLOT_TAKEN or SLOT_CLOSED unless a patient may have every date. */
export function mustBeFree({ dates }: Dates): void {
  if (dates.some(({ state }) => state === "taken")) throw new AppError("SLOT_TAKEN");
  if (dates.some(({ state }) => state !== "free")) throw new AppError("SLOT_CLOSED");
}

async function mustHaveTime(tx: Tx, { patient_id }: Pair, { place, dates }: Dates): Promise<void> {
  const busy = await busyTimes.all(tx, { patient: patient_id });
  if (!dates.every(({ at }) => isFreeOf(busy, at, place.session_min))) throw new AppError("PATIENT_BUSY");
}

/**
 * Limits how much of an agenda one person holds, in all applications of the pair and all accounts of the patient's mailbox: the requests that
 * wait, what lies ahead, and what was asked for within a day. A patient whose address is not proven may be anybody: they ask for no more than three
 * sessions.
 */
async function mustBeFew(tx: Tx, { kine_id, patient_id, side }: Pair, asked: number): Promise<void> {
  const held = await heldBy.first(tx, { kine: kine_id, patient: patient_id, side });
  if (!held) throw new Error("a count has a row");
  const { of_pair, of_patient, ahead, of_today, is_counted } = held;
  const isMany = of_pair >= MOST_OPEN_OF_PAIR || ahead + asked > MOST_BOOKINGS || of_today + asked > MOST_ASKED_OF_PAIR;
  const isManyOfPatient =
    side === "patient" && (of_patient >= MOST_OPEN_OF_PATIENT || (!is_counted && ahead + asked > MOST_OPEN_OF_PAIR));
  if (isMany || isManyOfPatient) throw new AppError("TOO_MANY_BOOKINGS");
}

type Held = { of_pair: number; of_patient: number; ahead: number; of_today: number; is_counted: boolean };
const heldBy = prepared(
  "bookings held",
  (_, { kine, patient, side }: { kine: string; patient: string; side: string }) => {
    const isOfPair = sql`b.kine_id = ${kine}::uuid`;
    const isAhead = sql`b.state in ('requested', 'confirmed') and b.starts_at > now()`;
    const isOfToday = sql`b.created_at > now() - interval '24 hours'`;
    const isOfSide = sql`asked_by = ${side}::text::booking_side`;
    return sql<Held>`
    select count(distinct coalesce(b.series_id, b.id)) filter (where ${isOfPair} and b.${isOfSide} and b.state = 'requested' and ${isAhead})::int as of_pair,
      count(distinct coalesce(b.series_id, b.id)) filter (where b.asked_by = 'patient' and b.state = 'requested' and ${isAhead})::int as of_patient,
      count(*) filter (where ${isOfPair} and ${isAhead})::int as ahead,
      (count(*) filter (where ${isOfPair} and b.${isOfSide} and ${isOfToday}) + (select count(distinct l.booking_id) from left_bookings l
        where l.kine_id = ${kine}::uuid and l.patient_id in ${accountsOf(patient)} and l.${isOfSide}
          and l.created_at > now() - interval '24 hours'))::int as of_today,
      is_counted(${patient}::uuid) as is_counted
    from bookings b join matches m on m.id = b.match_id join cases c on c.id = m.case_id
    where c.patient_id in ${accountsOf(patient)} and (${isAhead} or ${isOfToday})`;
  },
);

/**
 * Whether a patient, in all accounts of their mailbox, missed two sessions of a specialist within 60 days and disputes neither: no request of
 * theirs is confirmed at once. A session that went with its case or its account while it could be marked counts as missed.
 */
async function missesSessions(tx: Tx, { kine_id, patient_id }: Pair): Promise<boolean> {
  return (await missed.all(tx, { kine: kine_id, patient: patient_id })).length === 2;
}

const missed = prepared(
  "missed sessions",
  (_, { kine, patient }: { kine: string; patient: string }) => sql`
    (select b.id from bookings b join matches m on m.id = b.match_id join cases c on c.id = m.case_id
      where b.kine_id = ${kine}::uuid and c.patient_id in ${accountsOf(patient)} and b.state = 'no_show' and b.disputed_at is null
        and b.starts_at > now() - interval '60 days' limit 2)
    union all (select distinct booking_id from left_bookings where kine_id = ${kine}::uuid and patient_id in ${accountsOf(patient)} and state in ('no_show', 'confirmed')
      and starts_at > now() - interval '60 days' limit 2) limit 2`,
);

async function insert(tx: Tx, pair: Pair, { facts, place, dates }: Dates, isInstant: boolean): Promise<Made[]> {
  return added.all(tx, {
    match: pair.match_id,
    kine: pair.kine_id,
    side: pair.side,
    place: place.id,
    series: dates.length > 1 ? randomUUID() : null,
    minutes: place.session_min,
    zone: facts.zone,
    state: isInstant ? "confirmed" : "requested",
    starts: `{${dates.map(({ at }) => at).join()}}`,
  });
}

type Made = { id: string; state: "confirmed" | "requested" };
type Added = Record<"match" | "kine" | "side" | "place" | "zone" | "state" | "starts", string> & {
  series: string | null;
  minutes: number;
};
/** The wall time of each is written by its trigger. */
const added = prepared(
  "bookings.book",
  (_, { match, kine, side, place, series, minutes, zone, state, starts }: Added) => sql<Made>`
    insert into bookings (match_id, kine_id, place_id, series_id, starts_at, minutes, zone, local_start, asked_by, state, answer_by)
      select ${match}::uuid, ${kine}::uuid, ${place}::uuid, ${series}::uuid, t.at, ${minutes}::int, ${zone}, t.at at time zone ${zone},
        ${side}::text::booking_side, ${state}::text::booking_state, case when ${state} = 'requested' then ${answerBy(sql<Date>`t.at`)} end
      from (select to_timestamp(m * 60.0) as at from unnest(${starts}::int[]) as m) t
      returning id, state`,
);

/** Until when a question about a time stands: a day, or two hours before the time; with less notice, half an hour. */
export const answerBy = (
  at: RawBuilder<Date>,
) => sql<Date>`greatest(least(now() + interval '24 hours', ${at} - interval '2 hours'),
  least(now() + interval '30 minutes', ${at}))`;
