import { z } from "zod";
import { Text } from "../../shared/text/text-input.ts";
import { REASON_MAX } from "./moderation.ts";

/** The admin's reason; affected users may read it. */
const Reason = Text.min(1, "Escribí el motivo").max(REASON_MAX, `Máximo ${REASON_MAX} caracteres`);

/** An action on an account, a review or a case, with its reason. */
export const Act = z.object({ id: z.uuid(), reason: Reason });

/** A review or an answer as it was read: when it was edited last. One that changed since is read again. */
export const Read = z.object({ id: z.uuid(), edited_at: z.coerce.date().nullable() });
