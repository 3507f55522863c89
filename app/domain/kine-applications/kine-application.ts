import { z } from "zod";
import type { ApprovalStatus } from "../../shared/roles.ts";

export const APPLICATION_STATUS_LABELS: Record<ApprovalStatus, string> = {
  pending: "Pendiente",
  approved: "Aprobado",
  rejected: "Rechazado",
};

/** How often the admin's list asks for new applications (ms). */
export const APPLICATIONS_POLL_MS = 15_000;

/** Which applications to list, and the id that ended the page before. */
export const ApplicationListing = z.object({
  state: z.enum(["pending", "decided"]).default("pending"),
  before: z.uuid().nullish(),
}).default({ state: "pending" });

export const REASON_MAX = 500;

/** What an admin's WhatsApp message to an approved specialist begins with. */
export function approvalNotice(name: string, productName: string, address: string): string {
  return `Hola ${name}, tu cuenta de especialista en ${productName} fue aprobada. Ya podés entrar: ${address}`;
}

/** An admin's refusal of a specialist; an empty reason is none. */
export const Rejection = z.object({
  id: z.uuid(),
  reason: z.string().trim().max(REASON_MAX, `Máximo ${REASON_MAX} caracteres`).nullish().transform((text) => text || null),
});
