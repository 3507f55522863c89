import type { ApprovalStatus } from "../../shared/roles.ts";

export const APPLICATION_STATUS_LABELS: Record<ApprovalStatus, string> = {
  pending: "Pendiente",
  approved: "Aprobado",
  rejected: "Rechazado",
};

/** The polling interval of the admin's list (ms). */
export const APPLICATIONS_POLL_MS = 15_000;

export const REASON_MAX = 500;

/** The start of an admin's WhatsApp message to an approved specialist. */
export function approvalNotice(name: string, productName: string, address: string): string {
  return `Hola ${name}, tu cuenta de especialista en ${productName} fue aprobada. Ya podés entrar: ${address}`;
}
