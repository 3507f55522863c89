import { sql } from "kysely";
import { z } from "zod";
import { kine, member, patient } from "../../api/guards.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { type Act, mustAct, mustHoldFew, withFollowing } from "./acts.server.ts";
import { answerBy, mustBeFree } from "./bookings.server.ts";
import { Moved, Seen, SeenSeries } from "./booking-input.ts";
import { MOST_CHANGES } from "./booking.ts";
import { Changed } from "./booking-output.server.ts";
import {
  bookingDisputed,
  bookingMarked,
  bookingMoved,
  bookingsCancelled,
  bookingsConfirmed,
  bookingsDeclined,
  bookingsWithdrawn,
} from "./course.server.ts";
import { seeDates } from "./dates.server.ts";

/** A request that the viewer may answer: the other side's, in time. Throws BOOKING_OVER. */
function mustBeAsked({ state, asked_by, side, is_open }: Act): void {
  if (state !== "requested" || asked_by === side || !is_open) throw new AppError("BOOKING_OVER");
}

const mustStillBook = ({ can_book }: Act) => {
  if (!can_book) throw new AppError("AGENDA_OFF");
};

/** Confirms what the other side asked for, with `following` also the later ones of its series. */
export const confirm = member
  .meta({
    summary: "Confirms a booking that the other side asked for.",
    refuses: ["NOT_FOUND", "BOOKING_CHANGED", "BOOKING_OVER", "AGENDA_OFF"],
    writes: "once",
  })
  .input(SeenSeries)
  .output(Changed)
  .handler(({ input: { following = false, ...seen }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const act = await mustAct(tx, viewer.id, seen);
      mustBeAsked(act);
      mustStillBook(act);
      const ids = await withFollowing(tx, act, following);
      await sql`update bookings set state = 'confirmed', answer_by = null, moved_to = null, moved_by = null, levels_until = now()
        where id = any(${ids}::uuid[])`.execute(tx);
      await bookingsConfirmed(tx, { ...act, ids }, act.side);
      return { id: act.id, state: "confirmed" as const, bookings: ids.length };
    }),
  );

/** Declines what the other side asked for, with `following` also the later ones of its series. */
export const decline = member
  .meta({
    summary: "Declines a booking that the other side asked for.",
    refuses: ["NOT_FOUND", "BOOKING_CHANGED", "BOOKING_OVER"],
    writes: "once",
  })
  .input(SeenSeries)
  .output(Changed)
  .handler(({ input: { following = false, ...seen }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const act = await mustAct(tx, viewer.id, seen);
      mustBeAsked(act);
      const ids = await withFollowing(tx, act, following);
      await end(tx, act, ids, "declined");
      await bookingsDeclined(tx, { ...act, ids }, act.side);
      return { id: act.id, state: "declined" as const, bookings: ids.length };
    }),
  );

const end = (tx: Tx, { side }: Act, ids: readonly string[], state: "declined" | "withdrawn") =>
  sql`update bookings set state = ${state}, ended_at = now(), ended_by = ${side}, answer_by = null, moved_to = null, moved_by = null
    where id = any(${ids}::uuid[])`.execute(tx);

/**
 * Proposes another time for a booking, which keeps its own until the other side answers. A patient may propose only what is free to them, and one
 * that replaces another keeps its deadline.
 */
async function proposeTime(tx: Tx, act: Act, start: string): Promise<void> {
  mustStillBook(act);
  const { kine_id: kine, place_id: place, id, minutes } = act;
  const seen = await seeDates(tx, { kine, place, starts: [start], without: [id], minutes });
  if (act.sequence >= MOST_CHANGES) throw new AppError("TOO_MANY_BOOKINGS");
  if (act.side === "patient") {
    if (!seen.facts.is_on) throw new AppError("AGENDA_OFF");
    mustBeFree(seen);
    await mustHoldFew(tx, act);
  }
  const [{ at } = { at: 0 }] = seen.dates;
  await sql`update bookings set moved_to = to_timestamp(${at}::float8 * 60), moved_by = ${act.side},
    answer_by = least(${answerBy(sql`to_timestamp(${at}::float8 * 60)`)}, greatest(starts_at - interval '1 hour', now() + interval '10 minutes'),
      case when moved_by = ${act.side} and answer_by > now() then answer_by end) where id = ${id}`.execute(tx);
  await bookingMoved(tx, { ...act, ids: [id] }, act.side);
}

/** Answers a request with another time. */
export const propose = member
  .meta({
    summary: "Proposes another time for a booking that the other side asked for.",
    refuses: [
      "NOT_FOUND",
      "BOOKING_CHANGED",
      "BOOKING_OVER",
      "AGENDA_OFF",
      "SLOT_TAKEN",
      "SLOT_CLOSED",
      "TOO_MANY_BOOKINGS",
    ],
    writes: "once",
  })
  .input(Moved)
  .output(Changed)
  .handler(({ input: { start, ...seen }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const act = await mustAct(tx, viewer.id, seen);
      mustBeAsked(act);
      await proposeTime(tx, act, start);
      return { id: act.id, state: act.state, bookings: 1 };
    }),
  );

/** Proposes another time for a booking that is confirmed. */
export const move = member
  .meta({
    summary: "Proposes another time for a confirmed booking.",
    refuses: [
      "NOT_FOUND",
      "BOOKING_CHANGED",
      "BOOKING_OVER",
      "AGENDA_OFF",
      "SLOT_TAKEN",
      "SLOT_CLOSED",
      "TOO_MANY_BOOKINGS",
    ],
    writes: "once",
  })
  .input(Moved)
  .output(Changed)
  .handler(({ input: { start, ...seen }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const act = await mustAct(tx, viewer.id, seen);
      if (act.state !== "confirmed" || act.has_begun) throw new AppError("BOOKING_OVER");
      await proposeTime(tx, act, start);
      return { id: act.id, state: act.state, bookings: 1 };
    }),
  );

/** Takes the other side's time, or leaves the booking where it was. */
export const answer = member
  .meta({
    summary: "Answers the other time that was proposed for a booking.",
    refuses: ["NOT_FOUND", "BOOKING_CHANGED", "BOOKING_OVER", "AGENDA_OFF"],
    writes: "once",
  })
  .input(Seen.extend({ accepts: z.boolean() }))
  .output(Changed)
  .handler(({ input: { accepts, ...seen }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const act = await mustAct(tx, viewer.id, seen);
      if (act.moved_by === null || act.moved_by === act.side || !act.is_open) throw new AppError("BOOKING_OVER");
      if (accepts) mustStillBook(act);
      const of = { ...act, ids: [act.id] };
      if (accepts) {
        await sql`update bookings set state = 'confirmed', starts_at = moved_to, moved_to = null, moved_by = null, answer_by = null,
          levels_until = now() where id = ${act.id}`.execute(tx);
        await bookingsConfirmed(tx, of, act.side);
        return { id: act.id, state: "confirmed" as const, bookings: 1 };
      }
      await sql`update bookings set moved_to = null, moved_by = null, answer_by = case when state = 'requested' then answer_by end
        where id = ${act.id}`.execute(tx);
      await bookingsDeclined(tx, of, act.side);
      return { id: act.id, state: act.state, bookings: 1 };
    }),
  );

/**
 * Cancels a booking that has not begun, with `following` also the later ones of its series; takes an own request back, and declines the other
 * side's. Always possible; within its notice it is late.
 */
export const cancel = member
  .meta({
    summary: "Cancels a booking, or takes a request of the caller's back.",
    refuses: ["NOT_FOUND", "BOOKING_CHANGED", "BOOKING_OVER"],
    writes: "once",
  })
  .input(SeenSeries)
  .output(Changed)
  .handler(({ input: { following = false, ...seen }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const act = await mustAct(tx, viewer.id, seen);
      const { id, side, state } = act;
      if ((state !== "requested" && state !== "confirmed") || act.has_begun) throw new AppError("BOOKING_OVER");
      const ids = await withFollowing(tx, act, following);
      const of = { ...act, ids };
      if (state === "confirmed") {
        await bookingsCancelled(tx, of, side, true);
        return { id, state: "cancelled" as const, bookings: ids.length };
      }
      const ended = act.asked_by === side ? "withdrawn" : "declined";
      await end(tx, act, ids, ended);
      await (ended === "withdrawn" ? bookingsWithdrawn(tx, of) : bookingsDeclined(tx, of, side));
      return { id, state: ended, bookings: ids.length };
    }),
  );

/** Says whether the patient came, from the start of the session and for seven days. Nothing is ever marked by itself. */
export const mark = kine
  .meta({
    summary: "Marks a booking of the caller's as held or missed.",
    refuses: ["NOT_FOUND", "BOOKING_CHANGED", "BOOKING_OVER", "NOT_STARTED", "MARK_CLOSED"],
    writes: "once",
  })
  .input(Seen.extend({ as: z.enum(["held", "no_show"]) }))
  .output(Changed)
  .handler(({ input: { as, ...seen }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const act = await mustAct(tx, viewer.id, seen);
      if (act.side !== "kine") throw new AppError("NOT_FOUND");
      // The database refuses what is too early, too late or over.
      await sql`update bookings set state = ${as}, moved_to = null, moved_by = null, answer_by = null
        where id = ${act.id}`.execute(tx);
      if (act.state !== as) await bookingMarked(tx, { ...act, ids: [act.id] }, as);
      return { id: act.id, state: as, bookings: 1 };
    }),
  );

/** Says that the caller came to a session that was marked as missed, within seven days of the mark. */
export const dispute = patient
  .meta({
    summary: "Disputes that the caller missed a booking.",
    refuses: ["NOT_FOUND", "BOOKING_CHANGED", "BOOKING_OVER", "MARK_CLOSED"],
    writes: "once",
  })
  .input(Seen)
  .output(Changed)
  .handler(({ input, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const act = await mustAct(tx, viewer.id, input);
      if (act.state !== "no_show") throw new AppError("BOOKING_OVER");
      await sql`update bookings set disputed_at = coalesce(disputed_at, now()) where id = ${act.id}`.execute(tx);
      await bookingDisputed(tx, { ...act, ids: [act.id] });
      return { id: act.id, state: act.state, bookings: 1 };
    }),
  );
