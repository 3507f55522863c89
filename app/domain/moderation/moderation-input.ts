import { z } from "zod";
import { Text } from "../../shared/text/text-input.ts";
import { REASON_MAX } from "./moderation.ts";

/** The admin's reason; affected users may read it. */
const Reason = Text.min(1, "Escribí el motivo").max(REASON_MAX, `Máximo ${REASON_MAX} caracteres`);

/** An action on an account, a review or a case, with its reason. */
export const Act = z.object({ id: z.uuid(), reason: Reason });

/** An action on a review or an answer as it was read; a client of before does not say which words it shows. */
export const ActAsRead = Act.extend({ edited_at: z.coerce.date().nullable().optional() });

/** Whether the words are others than those that were read. */
export const isChanged = (now: Date | null, read: Date | null | undefined) =>
  read !== undefined && now?.getTime() !== read?.getTime();

/** A review or an answer as it was read: when it was edited last. One that changed since is read again. */
export const Read = z.object({ id: z.uuid(), edited_at: z.coerce.date().nullable() });
