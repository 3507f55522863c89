import { HOME_OF_ROLE, ROLES, type Role } from "../../shared/roles.ts";
import type { IconName } from "../../ui/icons.tsx";

type MenuItem = {
  label: string;
  path: string;
  icon: IconName;
  /** The part of the label that a phone's bottom bar has room for. */
  short?: string;
  /** Shown under "Más" where the sections have a single row. */
  isRare?: boolean;
};

/** The path of a role's profile page. */
export function profileOf(role: Role): string {
  return `/dashboard/${role}/profile`;
}

/** The path of a role's security page. */
export function securityOf(role: Role): string {
  return `/dashboard/${role}/security`;
}

/** The path of a role's notifications. */
export function inboxOf(role: Role): string {
  return `/dashboard/${role}/inbox`;
}

/** The section menu of each role, in the order shown. */
export const MENU: Record<Role, readonly MenuItem[]> = {
  patient: [
    { label: "Mis Casos", short: "Casos", path: "/dashboard/patient/cases", icon: "case" },
    { label: "Turnos", path: "/dashboard/patient/bookings", icon: "calendar" },
    { label: "Especialistas", path: "/dashboard/patient/kines", icon: "users" },
    { label: "Mensajes", path: "/dashboard/patient/messages", icon: "mail" },
    { label: "Mi Perfil", short: "Perfil", path: profileOf("patient"), icon: "user" },
  ],
  kine: [
    { label: "Hoy", path: "/dashboard/kine/today", icon: "clock" },
    { label: "Casos Disponibles", short: "Casos", path: "/dashboard/kine/cases", icon: "search" },
    { label: "Mis Postulaciones", path: "/dashboard/kine/matches", icon: "file" },
    { label: "Agenda", path: "/dashboard/kine/agenda", icon: "calendar" },
    { label: "Mensajes", path: "/dashboard/kine/messages", icon: "mail" },
    { label: "Reseñas", path: "/dashboard/kine/reviews", icon: "starEmpty" },
    { label: "Mi Perfil", short: "Yo", path: profileOf("kine"), icon: "user" },
  ],
  admin: [
    { label: "Hoy", path: "/dashboard/admin/today", icon: "clock" },
    { label: "Colas", path: "/dashboard/admin/queues", icon: "menu", isRare: true },
    { label: "Zonas", path: "/dashboard/admin/zones", icon: "pin", isRare: true },
    { label: "Usuarios", path: "/dashboard/admin/users", icon: "users" },
    { label: "Pacientes", path: "/dashboard/admin/patients", icon: "user" },
    { label: "Especialistas", path: "/dashboard/admin/kines", icon: "circleCheck" },
    { label: "Casos", path: "/dashboard/admin/cases", icon: "case" },
    { label: "Reseñas", path: "/dashboard/admin/reviews", icon: "starEmpty" },
    { label: "Crear Especialista", path: "/dashboard/admin/create-kine", icon: "plus" },
    { label: "Solicitudes", path: "/dashboard/admin/applications", icon: "shield" },
    { label: "Auditoría", path: "/dashboard/admin/audit", icon: "file", isRare: true },
    { label: "Coberturas", path: "/dashboard/admin/coverages", icon: "wallet", isRare: true },
    { label: "Denuncias", path: "/dashboard/admin/reports", icon: "flag" },
    { label: "Matrículas", path: "/dashboard/admin/licences", icon: "shield" },
    { label: "Vocabulario", path: "/dashboard/admin/vocabulary", icon: "edit", isRare: true },
    { label: "Ajustes", path: "/dashboard/admin/settings", icon: "lock", isRare: true },
    { label: "Mi Perfil", path: profileOf("admin"), icon: "user" },
    { label: "Estado", path: "/dashboard/admin/status", icon: "pulse", isRare: true },
  ],
};

/** The screens of a role that stand in the user's menu instead of among its sections. */
export const FOLDED: Partial<Record<Role, readonly { id: string; label: string; icon: IconName; href: string }[]>> = {
  patient: [{ id: "reviews", label: "Reseñas", icon: "starEmpty", href: "/dashboard/patient/reviews" }],
};

/** The sections that use the whole width of a desktop. */
const WIDE = new Set([
  ...[
    "users",
    "patients",
    "kines",
    "cases",
    "reviews",
    "applications",
    "audit",
    "reports",
    "today",
    "queues",
    "zones",
  ].map((section) => `/dashboard/admin/${section}`),
  "/dashboard/kine/cases",
  "/dashboard/kine/agenda",
]);

/** Whether a section uses the whole width. */
export function isWide(pathname: string): boolean {
  return WIDE.has(pathname);
}

const SECTIONS: Record<string, string> = {
  cases: "Casos",
  bookings: "Turnos",
  agenda: "Agenda",
  kines: "Especialistas",
  messages: "Mensajes",
  reviews: "Reseñas",
  profile: "Perfil",
  matches: "Mis Postulaciones",
  users: "Usuarios",
  patients: "Pacientes",
  security: "Seguridad",
  audit: "Auditoría",
  reports: "Denuncias",
  coverages: "Coberturas",
  status: "Estado",
  vocabulary: "Vocabulario",
  settings: "Ajustes",
  licences: "Matrículas",
  today: "Hoy",
  inbox: "Avisos",
  queues: "Colas",
  zones: "Zonas",
};

/** The section name for a page's title, from the last segment of its path. */
export function sectionOf(pathname: string): string {
  return SECTIONS[pathname.split("/").findLast(Boolean) ?? ""] ?? "Dashboard";
}

/** The title of a dashboard page: "Kinexo | Casos". */
export function titleOf(product: { productName: string } | undefined, pathname: string): string {
  return `${product?.productName ?? "Kinexo"} | ${sectionOf(pathname)}`;
}

/** The role whose dashboard a path belongs to, or null. */
export function roleOfPath(pathname: string): Role | null {
  return ROLES.find((role) => `${pathname}/`.startsWith(`/dashboard/${role}/`)) ?? null;
}

/** A role's dashboard entry: the last visited route if it is a screen of the role, else the role's first screen. */
export function dashboardOf(role: Role, lastRoute: string | null): string {
  const screens = [
    ...MENU[role].map(({ path }) => path),
    ...(FOLDED[role] ?? []).map(({ href }) => href),
    securityOf(role),
    inboxOf(role),
  ];
  return lastRoute !== null && screens.includes(lastRoute) ? lastRoute : HOME_OF_ROLE[role];
}
