import { plural } from "../../shared/format.ts";

type About = { count: number; case_id: string | null };
type Title = (about: About) => string;

const ofPatient = (title: Title) =>
  ({ group: "bookings", role: "patient", title, path: () => "/dashboard/patient/bookings" }) as const;
const ofKine = (title: Title) =>
  ({ group: "bookings", role: "kine", title, path: () => "/dashboard/kine/agenda" }) as const;
const turnos = (count: number) => (count === 1 ? "un turno" : `${count} turnos`);
/** Its person is asked for something, which ends when it is done. */
const asking = { asks: "until done" } as const;
/** They may leave it at that, so that it waits until it was read. */
const offering = { asks: "until read" } as const;
const cancelled: Title = ({ count }) => (count === 1 ? "Se canceló un turno" : `Se cancelaron ${count} turnos`);
const ending: Title = () => "Se termina una autorización";
const ended: Title = () => "Terminó un tratamiento";
const ownTreatment = ({ case_id }: About) => `/dashboard/patient/cases?caso=${case_id}&vista=tratamiento`;
const treatment = ({ case_id }: About) => `/dashboard/kine/matches?caso=${case_id}&vista=tratamiento`;
const inDoubt: Title = () => "Un turno puede suspenderse";

/** The kinds of notification about turnos, in which no name, place or day is said. */
export const bookingKinds = {
  booking_requested: { ...ofKine(({ count }) => `Te pidieron ${turnos(count)}`), ...asking },
  booking_made: ofKine(({ count }) => `Te reservaron ${turnos(count)}`),
  booking_moved: { ...ofKine(() => "Te piden cambiar un turno"), ...asking },
  booking_answered: ofKine(() => "Respondieron un turno que propusiste"),
  booking_cancelled_kine: ofKine(cancelled),
  booking_in_doubt_kine: ofKine(inDoubt),
  bookings_tomorrow: ofKine(({ count }) => `Mañana tenés ${turnos(count)}`),
  bookings_unmarked: { ...ofKine(() => "¿Vinieron todos?"), ...asking },
  booking_confirmed: ofPatient(() => "Confirmaron tu turno"),
  booking_declined: ofPatient(() => "No pudieron darte un turno: elegí otro"),
  booking_proposed: { ...ofPatient(() => "Te proponen un turno: fijate si podés"), ...asking },
  booking_cancelled: ofPatient(cancelled),
  booking_in_doubt: ofPatient(inDoubt),
  booking_tomorrow: ofPatient(() => "Tenés un turno en las próximas 24 horas"),
  booking_soon: { ...ofPatient(() => "Tenés un turno en unas horas"), isUrgent: true as const },
  plan_proposed: { ...ofPatient(() => "Te proponen un plan de sesiones"), ...offering, path: ownTreatment },
  measure_due: {
    ...ofPatient(() => "Contanos cómo venís"),
    ...offering,
    path: ({ case_id }: About) => `/dashboard/patient/cases?caso=${case_id}&medida=nueva`,
  },
  treatment_finished: { ...ofPatient(() => "¿Terminaste?"), ...offering, path: ownTreatment },
  authorisation_ending: { ...ofPatient(ending), path: ownTreatment },
  authorisation_ending_kine: { ...ofKine(ending), path: treatment },
  treatment_ended: { ...ofPatient(ended), path: ownTreatment },
  treatment_ended_kine: { ...ofKine(ended), path: treatment },
  session_noted: {
    ...ofPatient(({ count }) => `Anotaron ${plural(count, "sesión tuya", "sesiones tuyas")}: fijate si fuiste`),
    path: ownTreatment,
  },
  booking_no_show: ofPatient(() => "Marcaron que no fuiste a un turno"),
};
