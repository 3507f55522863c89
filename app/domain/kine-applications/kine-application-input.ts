import { z } from "zod";
import { Text } from "../../shared/text/text-input.ts";
import { ORDERS } from "../lists/search-and-order.ts";
import { REASON_MAX } from "./kine-application.ts";

/** Which applications to list, in which order, and the last id of the previous page. */
export const ApplicationListing = z
  .object({
    state: z.enum(["pending", "decided"]).default("pending"),
    order: z.enum(ORDERS).default("newest"),
    before: z.uuid().nullish(),
  })
  .default({ state: "pending", order: "newest" });

/** Whether the server holds a decision while it can be undone, and then applies it. */
export const CanUndo = z.boolean().default(false);

/** An admin's rejection of an application; an empty reason becomes null. */
export const Rejection = z.object({
  id: z.uuid(),
  reason: Text.max(REASON_MAX, `Máximo ${REASON_MAX} caracteres`)
    .nullish()
    .transform((text) => text || null),
  can_undo: CanUndo,
});
