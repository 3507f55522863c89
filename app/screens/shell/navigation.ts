import { HOME_OF_ROLE, ROLES, type Role } from "../../shared/roles.ts";
import type { IconName } from "../../ui/icons.tsx";

type MenuItem = {
  label: string;
  path: string;
  icon: IconName;
  /** The part of the label that a phone's bottom bar has room for. */
  short?: string;
};
/** Sections under one heading; `label` and `icon` are of the phone's bottom bar as well. */
export type MenuGroup = { label: string; icon: IconName; items: readonly [MenuItem, ...MenuItem[]] };

/** The path of a role's profile page. */
export function profileOf(role: Role): string {
  return `/dashboard/${role}/profile`;
}

/** The folded sections of the security page. */
export type FoldId = "segundo-paso" | "codigos" | "email" | "cuentas-vinculadas" | "contrasena" | "sesiones" | "datos";

/** The path of a role's security page, or of the section of it that the address opens. */
export function securityOf(role: Role, section?: FoldId): string {
  return `/dashboard/${role}/security${section ? `#${section}` : ""}`;
}

/** The path of a role's notifications. */
export function inboxOf(role: Role): string {
  return `/dashboard/${role}/inbox`;
}

const ADMIN_GROUPS: readonly MenuGroup[] = [
  {
    label: "Hoy",
    icon: "clock",
    items: [
      { label: "Hoy", path: "/dashboard/admin/today", icon: "clock" },
      { label: "Pulso", path: "/dashboard/admin/pulse", icon: "pulse" },
      { label: "Colas", path: "/dashboard/admin/queues", icon: "menu" },
    ],
  },
  {
    label: "Trabajo",
    icon: "inbox",
    items: [
      { label: "Solicitudes", path: "/dashboard/admin/applications", icon: "file" },
      { label: "Cambios", path: "/dashboard/admin/changes", icon: "refresh" },
      { label: "Matrículas", path: "/dashboard/admin/licences", icon: "licence" },
      { label: "Denuncias", path: "/dashboard/admin/reports", icon: "flag" },
      { label: "Reseñas", path: "/dashboard/admin/reviews", icon: "starEmpty" },
      { label: "Disputas", path: "/dashboard/admin/disputes", icon: "scales" },
      { label: "Vocabulario", path: "/dashboard/admin/vocabulary", icon: "edit" },
    ],
  },
  {
    label: "Personas",
    icon: "users",
    items: [
      { label: "Usuarios", path: "/dashboard/admin/users", icon: "users" },
      { label: "Pacientes", path: "/dashboard/admin/patients", icon: "user" },
      { label: "Especialistas", path: "/dashboard/admin/kines", icon: "circleCheck" },
    ],
  },
  {
    label: "Casos",
    icon: "case",
    items: [
      { label: "Casos", path: "/dashboard/admin/cases", icon: "case" },
      { label: "Zonas", path: "/dashboard/admin/zones", icon: "pin" },
    ],
  },
  {
    label: "Sistema",
    icon: "sliders",
    items: [
      { label: "Estado", path: "/dashboard/admin/status", icon: "laptop" },
      { label: "Auditoría", path: "/dashboard/admin/audit", icon: "eye" },
      { label: "Ajustes", path: "/dashboard/admin/settings", icon: "sliders" },
      { label: "Coberturas", path: "/dashboard/admin/coverages", icon: "wallet" },
      { label: "Feriados", path: "/dashboard/admin/holidays", icon: "calendar" },
      { label: "Crear Especialista", path: "/dashboard/admin/create-kine", icon: "plus" },
      { label: "Mi Perfil", path: profileOf("admin"), icon: "user" },
    ],
  },
];

/** The groups of a role's sections, where they are too many for one row. */
export const GROUPS: Partial<Record<Role, readonly MenuGroup[]>> = { admin: ADMIN_GROUPS };

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
  admin: ADMIN_GROUPS.flatMap(({ items }) => items),
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
    "changes",
    "disputes",
    "coverages",
    "audit",
    "reports",
    "today",
    "pulse",
    "queues",
    "zones",
  ].map((section) => `/dashboard/admin/${section}`),
  "/dashboard/kine/cases",
  "/dashboard/kine/matches",
  "/dashboard/kine/agenda",
  "/dashboard/kine/messages",
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
  changes: "Cambios",
  disputes: "Disputas",
  coverages: "Coberturas",
  status: "Estado",
  vocabulary: "Vocabulario",
  settings: "Ajustes",
  holidays: "Feriados",
  licences: "Matrículas",
  today: "Hoy",
  inbox: "Avisos",
  pulse: "Pulso",
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
