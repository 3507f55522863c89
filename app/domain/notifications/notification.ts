import { operatorKinds } from "./operator-kinds.ts";
import { bookingKinds } from "./booking-kinds.ts";
import { plural } from "../../shared/format.ts";
import type { Role } from "../../shared/roles.ts";

/** How a group of notifications is delivered: by push to the person's devices, and by mail. */
type Delivery = { push: boolean; mail: Mail };
/** A mail of its own, a line of the daily digest, or none. */
export const MAILS = ["at_once", "daily", "off"] as const;
export type Mail = (typeof MAILS)[number];

type GroupFacts = { label: string; roles: readonly Role[]; byDefault: Delivery };

/** The groups that a person can configure, in display order. Security messages belong to no group and have no switch. */
export const GROUPS = {
  own_cases: { label: "Mis casos", roles: ["patient", "kine"], byDefault: { push: true, mail: "at_once" } },
  messages: { label: "Mensajes", roles: ["patient", "kine"], byDefault: { push: true, mail: "at_once" } },
  bookings: { label: "Turnos", roles: ["patient", "kine"], byDefault: { push: true, mail: "at_once" } },
  cases_in_zone: { label: "Casos en mi zona", roles: ["kine"], byDefault: { push: true, mail: "daily" } },
  reviews: { label: "Reseñas", roles: ["patient", "kine"], byDefault: { push: true, mail: "at_once" } },
  own_profile: { label: "Mi perfil", roles: ["kine"], byDefault: { push: true, mail: "at_once" } },
  operator: { label: "Operación", roles: ["admin"], byDefault: { push: true, mail: "at_once" } },
  news: { label: "Novedades", roles: ["patient", "kine", "admin"], byDefault: { push: false, mail: "off" } },
} as const satisfies Record<string, GroupFacts>;
export type Group = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as Group[];

/** What the text of a notification may depend on. */
type About = { count: number; case_id: string | null; match_id: string | null };

/** What is fixed of a kind. */
export type KindFacts = {
  group: Group;
  /** The role of its receivers: a person who no longer has it is not notified. */
  role: Role;
  /** One line without names or health data, fit for a lock screen and a mail's subject. */
  title: (about: About) => string;
  /** Whether its mail goes with its push, and not ten minutes later to who has not read it. */
  isUrgent?: true;
  /** It waits for something that its person does: until that is done, where it is true no longer then (`VISIBLE_IF`), else until it was read. */
  asks?: "until done" | "until read";
  /** Where its link leads. */
  path: (about: About) => string;
};

const ownCase = ({ case_id }: About) => `/dashboard/patient/cases?caso=${case_id}`;
const ownApplication = ({ case_id }: About) => `/dashboard/kine/matches${case_id ? `?caso=${case_id}` : ""}`;
const offeredCase = ({ case_id }: About) => `/dashboard/kine/cases?caso=${case_id}`;
const ownConversation = ({ match_id }: About) => `/dashboard/patient/cases?mensajes=${match_id}`;
const conversation = ({ match_id }: About) => `/dashboard/kine/matches?mensajes=${match_id}`;
const messages = ({ count }: About) => (count === 1 ? "Tenés un mensaje" : `Tenés ${count} mensajes`);

/** Every kind of notification. `VISIBLE_IF` has the condition under which each is true and visible. */
export const KINDS = {
  application_received: {
    group: "own_cases",
    role: "patient",
    asks: "until read",
    title: ({ count }) => `Tenés ${plural(count, "respuesta nueva", "respuestas nuevas")}`,
    path: ownCase,
  },
  applications_unanswered: {
    group: "own_cases",
    role: "patient",
    asks: "until done",
    title: () => "Una postulación espera tu respuesta",
    path: ownCase,
  },
  offer_edited: {
    group: "own_cases",
    role: "patient",
    title: () => "Cambió una propuesta para tu caso",
    path: ownCase,
  },
  case_quiet: {
    group: "own_cases",
    role: "patient",
    title: () => "Todavía nadie se postuló: podés llegar a más especialistas",
    path: ownCase,
  },
  still_looking: {
    group: "own_cases",
    role: "patient",
    asks: "until done",
    title: () => "¿Seguís buscando?",
    path: ownCase,
  },
  case_dormant: {
    group: "own_cases",
    role: "patient",
    title: () => "Pausamos tu caso: vuelve con un toque",
    path: ownCase,
  },
  nobody_wrote: {
    group: "own_cases",
    role: "patient",
    asks: "until done",
    title: () => "¿Pudieron coordinar?",
    path: ownCase,
  },
  case_in_zone: {
    group: "cases_in_zone",
    role: "kine",
    title: () => "Hay un caso nuevo en tu zona",
    path: offeredCase,
  },
  case_invitation: {
    group: "own_cases",
    role: "kine",
    asks: "until read",
    title: () => "Te invitaron a postularte a un caso",
    path: offeredCase,
  },
  application_unanswered: {
    group: "own_cases",
    role: "kine",
    title: () => "Todavía no respondieron tu postulación",
    path: ownApplication,
  },
  nobody_wrote_kine: {
    group: "own_cases",
    role: "kine",
    asks: "until done",
    title: () => "¿Pudieron coordinar?",
    path: ownApplication,
  },
  offer_lapsed: {
    group: "own_cases",
    role: "kine",
    title: () => "Tu propuesta venció: podés renovarla",
    path: ownApplication,
  },
  seat_free: { group: "own_cases", role: "kine", title: () => "Se liberó un lugar en un caso", path: offeredCase },
  application_accepted: {
    group: "own_cases",
    role: "kine",
    title: () => "Aceptaron tu postulación",
    path: ownApplication,
  },
  acceptance_ended: {
    group: "own_cases",
    role: "kine",
    title: () => "Un paciente terminó su atención con vos",
    path: ownApplication,
  },
  application_rejected: {
    group: "own_cases",
    role: "kine",
    title: () => "Respondieron tu postulación",
    path: ownApplication,
  },
  admission_approved: {
    group: "own_profile",
    role: "kine",
    isUrgent: true,
    title: () => "Te aprobamos: ya podés ver los casos",
    path: () => "/dashboard/kine/cases",
  },
  change_published: {
    group: "own_profile",
    role: "kine",
    isUrgent: true,
    title: () => "Publicamos los cambios de tu perfil",
    path: () => "/dashboard/kine/profile",
  },
  change_rejected: {
    group: "own_profile",
    role: "kine",
    isUrgent: true,
    title: () => "No publicamos los cambios de tu perfil",
    path: () => "/dashboard/kine/profile",
  },
  message_received: { group: "messages", role: "patient", title: messages, path: ownConversation },
  message_received_kine: { group: "messages", role: "kine", title: messages, path: conversation },
  ...bookingKinds,
  review_received: {
    group: "reviews",
    role: "kine",
    title: () => "Recibiste una reseña",
    path: () => "/dashboard/kine/reviews",
  },
  review_replied: {
    group: "reviews",
    role: "patient",
    title: () => "Respondieron una reseña tuya",
    path: () => "/dashboard/patient/reviews",
  },
  review_hidden: {
    group: "reviews",
    role: "patient",
    title: () => "Ocultamos una reseña tuya",
    path: () => "/dashboard/patient/reviews",
  },
  review_edit_asked: {
    group: "reviews",
    role: "patient",
    asks: "until done",
    title: () => "Te pedimos que edites una reseña",
    path: () => "/dashboard/patient/reviews",
  },
  appeal_decided: {
    group: "reviews",
    role: "patient",
    title: () => "Decidimos la revisión que pediste",
    path: () => "/dashboard/patient/reviews",
  },
  appeal_decided_kine: {
    group: "reviews",
    role: "kine",
    title: () => "Decidimos la revisión que pediste",
    path: () => "/dashboard/kine/reviews",
  },
  ...operatorKinds,
} as const satisfies Record<string, KindFacts>;
export type Kind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as Kind[];

/** The most notifications that a call requests by their ids: no more than a page. */
export const MOST_ASKED = 20;

/** What an unsubscribe link ends: the mails of one group, or the daily digest. */
export const DIGEST = "digest";
export type Unsubscribed = Group | typeof DIGEST;
export const UNSUBSCRIBABLE: readonly Unsubscribed[] = [...GROUP_NAMES, DIGEST];

/** The delivery of a group, or of the digest, to people who have not chosen. */
export const deliveryByDefault = (name: Unsubscribed): Delivery =>
  name === DIGEST ? { push: false, mail: "daily" } : GROUPS[name].byDefault;

/** The default quiet hours, by the clock of the person's zone. The database has the same. */
export const QUIET_BY_DEFAULT = { from: "21:00", until: "08:00", zone: "America/Argentina/Buenos_Aires" } as const;
