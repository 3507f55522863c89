export const ROLES = ["patient", "kine", "admin"] as const;
export type Role = (typeof ROLES)[number];
export const ROLE_LABELS: Record<Role, string> = { patient: "Paciente", kine: "Kinesiólogo", admin: "Administrador" };
export const APPROVAL_STATUSES = ["pending", "approved", "rejected"] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** With several roles the highest applies: admin, then kine, then patient. */
export function highestRole(roles: readonly Role[]): Role | null {
  return (["admin", "kine", "patient"] as const).find((role) => roles.includes(role)) ?? null;
}

export const HOME_OF_ROLE: Record<Role, string> = {
  patient: "/dashboard/patient/cases",
  kine: "/dashboard/kine/cases",
  admin: "/dashboard/admin/users",
};
