import { between } from "./conversations.table.ts";
import { type Cell, kines, members, patients, type Who } from "./principals.ts";
import { about, type Row, row, type World } from "./row.ts";

/** The results by the states of case and application: only an acceptance in a case that is not closed gives the right to book. */
const byMatch = (accepted: Cell) => ({
  "open proposed": members("NOT_FOUND"),
  "open rejected": between("kine rejected", "AGENDA_OFF"),
  "matched proposed": members("NOT_FOUND"),
  "matched accepted": between("kine accepted", accepted),
  "matched rejected": between("kine rejected", "AGENDA_OFF"),
  "closed proposed": members("NOT_FOUND"),
  "closed accepted": between("kine accepted", "AGENDA_OFF"),
  "closed rejected": between("kine rejected", "AGENDA_OFF"),
  "reviewed proposed": members("NOT_FOUND"),
  "reviewed accepted": between("kine accepted", "AGENDA_OFF"),
  "reviewed rejected": between("kine rejected", "AGENDA_OFF"),
  "without words": members("NOT_FOUND"),
  missing: members("NOT_FOUND"),
});

/** A booking of the owner with the accepted specialist, in every state that decides what they may do. */
export const bookingStates = [
  "requested",
  "asked",
  "confirmed",
  "moved",
  "begun",
  "missed",
  "over",
  "missing",
] as const;
type BookingState = (typeof bookingStates)[number];

const sides = (owner: Cell, kine: Cell): Who => ({
  ...members("NOT_FOUND"),
  owner,
  "owner in an old session": owner,
  "kine accepted": kine,
});
const over = sides("BOOKING_OVER", "BOOKING_OVER");
const acts = (cells: Partial<Record<BookingState, Who>>, otherwise = over) =>
  ({
    ...Object.fromEntries(bookingStates.map((state) => [state, otherwise])),
    missing: members("NOT_FOUND"),
    ...cells,
  }) as Record<BookingState, Who>;

const answers = acts({ requested: sides("BOOKING_OVER", "ok"), asked: sides("ok", "BOOKING_OVER") });
const ofKine = (cell: Cell) => kines("NOT_FOUND", "NOT_FOUND", cell, "NOT_FOUND");
const ofOwner = (cell: Cell) => patients(cell, "NOT_FOUND");
const noPatient = { missing: patients("NOT_FOUND") };
const noKine = { missing: kines("NOT_FOUND") };

const booking = ({ id }: { id: string }) => ({ id, sequence: 0 });
const ofBooking = (states: Record<BookingState, Who>, usual: BookingState, more: object = {}) =>
  about("booking", usual, states, (subject) => ({ ...booking(subject), ...more }));
const times = ({ agenda: { place_id, start } }: World, { id }: { id: string }) => ({
  match_id: id,
  place_id,
  starts: [start],
});
const ofTimes = (of: Row): Row => ({ ...of, input: (world, subject) => times(world, subject as { id: string }) });
const moving = (states: Record<BookingState, Who>, usual: BookingState): Row => {
  const of = ofBooking(states, usual);
  return { ...of, input: (world, subject) => ({ ...booking(subject as { id: string }), start: world.agenda.start }) };
};

/** Who may act on a treatment: the two people, the specialist, or the patient; by the state of the application they accepted. */
type Of = (state: "accepted" | "rejected", cell: Cell) => Who;
const pairOf: Of = (state, cell) => between(state === "accepted" ? "kine accepted" : "kine rejected", cell);
const kineOf: Of = (state, cell) =>
  state === "accepted"
    ? kines("NOT_FOUND", "NOT_FOUND", cell, "NOT_FOUND")
    : kines("NOT_FOUND", "NOT_FOUND", "NOT_FOUND", cell);
const ownerOf: Of = (_, cell) => patients(cell, "NOT_FOUND");
const inCourse = { accepted: "ok", closed: "TREATMENT_OVER", rejected: "TREATMENT_OVER" } as const;
/** When the plan of the accepted application was proposed. */
export const PROPOSED_AT = "2026-01-02T03:04:05.678Z";
function ofTreatment(of: Of, cells: Record<"accepted" | "closed" | "rejected", Cell>, more: object = {}): Row {
  const nothing = of("accepted", "NOT_FOUND");
  const states = {
    "open proposed": nothing,
    "open rejected": of("rejected", cells.rejected),
    "matched proposed": nothing,
    "matched accepted": of("accepted", cells.accepted),
    "matched rejected": of("rejected", cells.rejected),
    "closed proposed": nothing,
    "closed accepted": of("accepted", cells.closed),
    "closed rejected": of("rejected", cells.rejected),
    "reviewed proposed": nothing,
    "reviewed accepted": of("accepted", cells.closed),
    "reviewed rejected": of("rejected", cells.rejected),
    "without words": nothing,
    missing: nothing,
  };
  return about("match", "matched accepted", states, ({ id }) => ({ match_id: id, ...more }));
}

const settings = {
  is_on: true,
  is_instant: false,
  on_holidays: true,
  lead_min: 60,
  horizon_days: 28,
  notice_hours: 24,
};
const place = {
  modality: "consultorio",
  label: "Consultorio",
  address: null,
  arrival: null,
  session_min: 60,
  buffer_min: 0,
  travel_min: 0,
  seats: 1,
};
const day = { from_day: "2030-01-02", until_day: "2030-01-02", start_time: null, end_time: null, is_open: false };

export const bookings: Record<string, Row> = {
  "agendas.mine": row(kines("ok")),
  "agendas.save": row(kines("ok"), () => settings),
  "agendas.confirm": row(kines("ok")),
  "agendas.savePlace": about("place", "free", { free: ofKine("ok"), used: ofKine("ok"), ...noKine }, ({ id }) => ({
    id,
    ...place,
  })),
  "agendas.retirePlace": about("place", "free", { free: ofKine("ok"), used: ofKine("PLACE_IN_USE"), ...noKine }),
  "agendas.block": row(kines("ok"), () => day),
  "agendas.unblock": about("exception", "present", { present: ofKine("ok"), ...noKine }),
  "agendas.slots": about("match", "matched accepted", byMatch("ok"), ({ id }) => ({ match_id: id })),
  "agendas.week": row(kines("ok"), ({ agenda: { start } }) => ({ from: start.slice(0, 10) })),
  "bookings.preview": ofTimes(about("match", "matched accepted", byMatch("ok"))),
  "bookings.book": ofTimes(about("match", "matched accepted", byMatch("ok"))),
  "bookings.confirm": ofBooking(answers, "requested"),
  "bookings.decline": ofBooking(answers, "requested"),
  "bookings.propose": moving(answers, "requested"),
  "bookings.answer": ofBooking(acts({ moved: sides("ok", "BOOKING_OVER") }), "moved", { accepts: true }),
  "bookings.move": moving(acts({ confirmed: sides("ok", "ok"), moved: sides("ok", "ok") }), "confirmed"),
  "bookings.cancel": ofBooking(
    acts({
      requested: sides("ok", "ok"),
      asked: sides("ok", "ok"),
      confirmed: sides("ok", "ok"),
      moved: sides("ok", "ok"),
    }),
    "confirmed",
  ),
  "bookings.mark": ofBooking(
    acts(
      {
        confirmed: ofKine("NOT_STARTED"),
        moved: ofKine("NOT_STARTED"),
        begun: ofKine("ok"),
        missed: ofKine("ok"),
        ...noKine,
      },
      ofKine("BOOKING_OVER"),
    ),
    "begun",
    { as: "held" },
  ),
  "bookings.dispute": ofBooking(acts({ missed: ofOwner("ok"), ...noPatient }, ofOwner("BOOKING_OVER")), "missed"),
  "bookings.mine": row(members("ok")),
  "calendars.feeds": row(members("ok")),
  "calendars.create": row(members("ok")),
  "calendars.revoke": about("calendar", "present", {
    present: { ...members("NOT_FOUND"), owner: "ok", "owner in an old session": "ok" },
    missing: members("NOT_FOUND"),
  }),
  "treatments.read": ofTreatment(pairOf, { accepted: "ok", closed: "ok", rejected: "NOT_FOUND" }),
  "treatments.sheet": ofTreatment(pairOf, { accepted: "ok", closed: "ok", rejected: "NOT_FOUND" }),
  "treatments.plan": ofTreatment(kineOf, inCourse, { planned: 10 }),
  "treatments.acceptPlan": ofTreatment(ownerOf, inCourse, { planned: 8, proposed_at: PROPOSED_AT }),
  "treatments.noteSession": ofTreatment(kineOf, inCourse, {
    day: new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10),
  }),
  "treatments.authorise": ofTreatment(pairOf, inCourse, {
    coverage_id: 1,
    number: null,
    sessions: 10,
    valid_from: "2030-01-01",
    valid_until: "2030-12-31",
  }),
  "treatments.end": ofTreatment(pairOf, inCourse, { reason: "well" }),
  "treatments.endAuthorisation": about("authorisation", "stated", {
    stated: sides("ok", "ok"),
    missing: members("NOT_FOUND"),
  }),
  "treatments.dispute": about("booking", "missed", {
    ...(Object.fromEntries(bookingStates.map((state) => [state, members("NOT_FOUND")])) as Record<BookingState, Who>),
    missed: sides("ok", "NOT_FOUND"),
  }),
};
