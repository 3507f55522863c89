import type { House, Who } from "./screens.people.ts";

const HOMES = {
  nobody: "/auth",
  patient: "/dashboard/patient/cases",
  kine: "/dashboard/kine/cases",
  admin: "/dashboard/admin/users",
  pending: "/pending-approval",
  rejected: "/pending-approval",
} as const satisfies Record<Who, string>;

/** Where each kind of visitor ends up after opening a URL; null means that URL. */
type LeadsTo = Record<Who, string | null>;

const open: LeadsTo = { nobody: null, patient: null, kine: null, admin: null, pending: null, rejected: null };
const only = (...owners: Who[]): LeadsTo => ({ ...HOMES, ...Object.fromEntries(owners.map((who) => [who, null])) });

/** Every URL and its destination per kind of visitor. A route of app/routes.ts that is missing here fails. */
export const addresses: Record<string, LeadsTo> = {
  "/": open,
  "/terminos": open,
  "/privacidad": open,
  "/kines/:id": open,
  "/auth": only("nobody"),
  "/auth/complete": HOMES,
  "/dashboard": HOMES,
  "/auth/link": open,
  "/auth/step-up": HOMES,
  "/change-password": HOMES,
  "/forgot-password": { ...HOMES, nobody: null },
  "/pending-approval": only("pending", "rejected"),
  "/dashboard/patient": HOMES,
  "/dashboard/patient/cases": only("patient"),
  "/dashboard/patient/kines": only("patient"),
  "/dashboard/patient/reviews": only("patient"),
  "/dashboard/patient/profile": only("patient"),
  "/dashboard/patient/security": only("patient"),
  "/dashboard/kine": HOMES,
  "/dashboard/kine/cases": only("kine"),
  "/dashboard/kine/matches": only("kine"),
  "/dashboard/kine/reviews": only("kine"),
  "/dashboard/kine/profile": only("kine"),
  "/dashboard/kine/security": only("kine"),
  "/dashboard/admin": HOMES,
  "/dashboard/admin/users": only("admin"),
  "/dashboard/admin/patients": only("admin"),
  "/dashboard/admin/kines": only("admin"),
  "/dashboard/admin/cases": only("admin"),
  "/dashboard/admin/reviews": only("admin"),
  "/dashboard/admin/create-kine": only("admin"),
  "/dashboard/admin/applications": only("admin"),
  "/dashboard/admin/audit": only("admin"),
  "/dashboard/admin/reports": only("admin"),
  "/dashboard/admin/profile": only("admin"),
  "/dashboard/admin/security": only("admin"),
  "/dashboard/admin/status": only("admin"),
  "/*": open,
};

/** A dashboard screen: its content, its procedures with the message for each failure, and its full and empty states. */
export type Screen = {
  path: string;
  who: "patient" | "kine" | "admin";
  name: string;
  title: string;
  heading: string | RegExp;
  asks: Record<string, string>;
  full: (house: House) => string;
  empty?: string;
};

export const screens: readonly Screen[] = [
  {
    path: "/dashboard/patient/cases", who: "patient", name: "Mis Casos", title: "Kinexo | Casos", heading: "Mis Casos",
    asks: { "cases/mine": "Error al cargar tus casos" },
    full: ({ names }) => names.case, empty: "Todavía no publicaste ningún caso",
  },
  {
    path: "/dashboard/patient/kines", who: "patient", name: "Especialistas", title: "Kinexo | Especialistas", heading: /^Especialistas( \(\d+\))?$/,
    asks: { "profiles/specialists": "No se pudieron cargar los especialistas" },
    full: ({ names }) => names.kine, empty: "Todavía no hay especialistas",
  },
  {
    path: "/dashboard/patient/reviews", who: "patient", name: "Reseñas (of a patient)", title: "Kinexo | Reseñas", heading: "Reseñas",
    asks: { "reviews/mine": "Error al cargar tus reseñas", "reviews/pending": "Error al cargar las reseñas pendientes" },
    full: ({ names }) => names.kine, empty: "Todavía no escribiste reseñas",
  },
  {
    path: "/dashboard/patient/profile", who: "patient", name: "Mi Perfil (of a patient)", title: "Kinexo | Perfil", heading: "Mi Perfil",
    asks: { "profiles/mine": "No se pudo cargar tu perfil", "consents/health": "No se pudo cargar tu consentimiento" },
    full: () => "Se borran tus datos y no se pueden recuperar.",
  },
  {
    path: "/dashboard/kine/cases", who: "kine", name: "Casos Disponibles", title: "Kinexo | Casos", heading: "Casos Disponibles",
    asks: { "cases/available": "Error al cargar los casos" },
    full: ({ names }) => names.patient, empty: "No hay casos abiertos en este momento.",
  },
  {
    path: "/dashboard/kine/matches", who: "kine", name: "Mis Postulaciones", title: "Kinexo | Mis Postulaciones", heading: "Mis Postulaciones",
    asks: { "matches/mine": "Error al cargar las postulaciones" },
    full: ({ names }) => names.case, empty: "Todavía no te postulaste a ningún caso",
  },
  {
    path: "/dashboard/kine/reviews", who: "kine", name: "Reseñas Recibidas", title: "Kinexo | Reseñas", heading: "Reseñas Recibidas",
    asks: { "reviews/received": "Error al cargar las reseñas" },
    full: () => "Promedio: 4.0 / 5.0", empty: "Aún no tienes reseñas",
  },
  {
    path: "/dashboard/kine/profile", who: "kine", name: "Mi Perfil Profesional", title: "Kinexo | Perfil", heading: "Mi Perfil Profesional",
    asks: { "profiles/mine": "No se pudo cargar tu perfil", "availabilities/mine": "No se pudieron cargar tus horarios" },
    full: () => "Guardar horarios",
  },
  {
    path: "/dashboard/admin/users", who: "admin", name: "Usuarios", title: "Kinexo | Usuarios", heading: "Usuarios",
    asks: { "accounts/list": "No se pudieron cargar los usuarios" },
    full: ({ names }) => names.patient,
  },
  {
    path: "/dashboard/admin/patients", who: "admin", name: "Pacientes", title: "Kinexo | Pacientes", heading: "Pacientes",
    asks: { "profiles/patients": "No se pudieron cargar los pacientes" },
    full: ({ names }) => names.patient, empty: "No hay pacientes registrados",
  },
  {
    path: "/dashboard/admin/kines", who: "admin", name: "Especialistas (for the admin)", title: "Kinexo | Especialistas", heading: "Especialistas",
    asks: { "profiles/kines": "No se pudieron cargar los especialistas" },
    full: ({ names }) => names.kine, empty: "No hay especialistas registrados",
  },
  {
    path: "/dashboard/admin/cases", who: "admin", name: "Casos", title: "Kinexo | Casos", heading: "Casos",
    asks: { "cases/list": "No se pudieron cargar los casos" },
    full: ({ names }) => names.patient, empty: "No hay casos registrados",
  },
  {
    path: "/dashboard/admin/reviews", who: "admin", name: "Reseñas (for the admin)", title: "Kinexo | Reseñas", heading: "Reseñas",
    asks: { "reviews/list": "No se pudieron cargar las reseñas" },
    full: ({ names }) => names.kine, empty: "No hay reseñas registradas",
  },
  {
    path: "/dashboard/admin/applications", who: "admin", name: "Solicitudes", title: "Kinexo | Dashboard", heading: "Solicitudes",
    asks: { "kineApplications/list": "Error al cargar solicitudes" },
    full: ({ names }) => names.kine, empty: "No hay solicitudes pendientes",
  },
  {
    path: "/dashboard/admin/audit", who: "admin", name: "Auditoría", title: "Kinexo | Auditoría", heading: "Auditoría",
    asks: { "audit/list": "No se pudo cargar la auditoría" },
    full: () => "Quién",
  },
  {
    path: "/dashboard/admin/reports", who: "admin", name: "Denuncias", title: "Kinexo | Denuncias", heading: "Denuncias",
    asks: { "reports/list": "No se pudieron cargar las denuncias" },
    full: ({ names }) => names.kine, empty: "No hay denuncias por resolver",
  },
  {
    path: "/dashboard/admin/profile", who: "admin", name: "Mi Perfil (of an admin)", title: "Kinexo | Perfil", heading: "Mi Perfil",
    asks: { "profiles/mine": "No se pudo cargar tu perfil" },
    full: () => "Se borran tus datos y no se pueden recuperar.",
  },
  ...(["patient", "kine", "admin"] as const).map((who): Screen => ({
    path: `/dashboard/${who}/security`, who, name: `Seguridad (of a ${who})`, title: "Kinexo | Seguridad", heading: "Seguridad",
    asks: { "sessions/mine": "No se pudo cargar" },
    full: () => "Último uso",
  })),
  {
    path: "/dashboard/admin/status", who: "admin", name: "Estado", title: "Kinexo | Estado", heading: "Estado",
    asks: { "status/read": "No se pudo cargar el estado" },
    full: () => "Conexiones a la base",
  },
  {
    path: "/dashboard/admin/create-kine", who: "admin", name: "Crear Especialista", title: "Kinexo | Dashboard",
    heading: "Crear Especialista",
    asks: {},
    full: () => "0/500",
  },
];
