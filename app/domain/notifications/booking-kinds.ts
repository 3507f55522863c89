import { plural } from "../../shared/format.ts";

type Counted = { count: number };
const ownBookings = () => "/dashboard/patient/bookings";
const agenda = () => "/dashboard/kine/agenda";

/** The kinds of notification about turnos, in which no name, place or day is said. */
export const bookingKinds = {
  booking_requested: {
    group: "bookings",
    role: "kine",
    title: ({ count }: Counted) => `Te pidieron ${plural(count, "turno", "turnos")}`,
    path: agenda,
  },
  booking_made: {
    group: "bookings",
    role: "kine",
    title: ({ count }: Counted) => `Te reservaron ${plural(count, "turno", "turnos")}`,
    path: agenda,
  },
  booking_moved: { group: "bookings", role: "kine", title: () => "Te piden cambiar un turno", path: agenda },
  booking_answered: {
    group: "bookings",
    role: "kine",
    title: () => "Respondieron un turno que propusiste",
    path: agenda,
  },
  booking_cancelled_kine: {
    group: "bookings",
    role: "kine",
    title: ({ count }: Counted) => (count === 1 ? "Se canceló un turno" : `Se cancelaron ${count} turnos`),
    path: agenda,
  },
  booking_in_doubt_kine: { group: "bookings", role: "kine", title: () => "Un turno puede suspenderse", path: agenda },
  bookings_tomorrow: {
    group: "bookings",
    role: "kine",
    title: ({ count }: Counted) => `Mañana tenés ${plural(count, "turno", "turnos")}`,
    path: agenda,
  },
  bookings_unmarked: { group: "bookings", role: "kine", title: () => "¿Vinieron todos?", path: agenda },
  booking_confirmed: { group: "bookings", role: "patient", title: () => "Confirmaron tu turno", path: ownBookings },
  booking_declined: {
    group: "bookings",
    role: "patient",
    title: () => "No pudieron darte un turno: elegí otro",
    path: ownBookings,
  },
  booking_proposed: {
    group: "bookings",
    role: "patient",
    title: () => "Te proponen un turno: fijate si podés",
    path: ownBookings,
  },
  booking_cancelled: {
    group: "bookings",
    role: "patient",
    title: ({ count }: Counted) => (count === 1 ? "Se canceló un turno" : `Se cancelaron ${count} turnos`),
    path: ownBookings,
  },
  booking_in_doubt: {
    group: "bookings",
    role: "patient",
    title: () => "Un turno puede suspenderse",
    path: ownBookings,
  },
  booking_tomorrow: {
    group: "bookings",
    role: "patient",
    title: () => "Tenés un turno en las próximas 24 horas",
    path: ownBookings,
  },
  booking_soon: {
    group: "bookings",
    role: "patient",
    isUrgent: true,
    title: () => "Tenés un turno en unas horas",
    path: ownBookings,
  },
  booking_no_show: {
    group: "bookings",
    role: "patient",
    title: () => "Marcaron que no fuiste a un turno",
    path: ownBookings,
  },
} as const;
