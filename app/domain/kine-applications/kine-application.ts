import { z } from "zod";
import { ORDERS } from "../lists/listing.ts";
import type { ApprovalStatus } from "../../shared/roles.ts";

export const APPLICATION_STATUS_LABELS: Record<ApprovalStatus, string> = {
  pending: "Pendiente",
  approved: "Aprobado",
  rejected: "Rechazado",
};

/** The polling interval of the admin's list (ms). */
export const APPLICATIONS_POLL_MS = 15_000;

/** Which applications to list, in which order, and the last id of the previous page. */
export const ApplicationListing = z
  .object({
    state: z.enum(["pending", "decided"]).default("pending"),
    order: z.enum(ORDERS).default("newest"),
    before: z.uuid().nullish(),
  })
  .default({ state: "pending", order: "newest" });

export const REASON_MAX = 500;

/** The start of an admin's WhatsApp message to an approved specialist. */
export function approvalNotice(name: string, productName: string, address: string): string {
  return `Hola ${name}, tu cuenta de especialista en ${productName} fue aprobada. Ya podés entrar: ${address}`;
}

/** An admin's rejection of an application; an empty reason becomes null. */
export const Rejection = z.object({
  id: z.uuid(),
  reason: z
    .string()
    .trim()
    .max(REASON_MAX, `Máximo ${REASON_MAX} caracteres`)
    .nullish()
    .transform((text) => text || null),
});
