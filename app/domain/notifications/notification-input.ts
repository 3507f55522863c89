import { z } from "zod";
import { GROUP_NAMES, KIND_NAMES, MAILS } from "./notification.ts";

/** What was read: one notification, those about a case, those of some kinds, or all. */
export const Seen = z.union([
  z.strictObject({ id: z.uuid() }),
  z.strictObject({ case_id: z.uuid() }),
  z.strictObject({ kinds: z.array(z.enum(KIND_NAMES)).min(1).max(KIND_NAMES.length) }),
  z.strictObject({ all: z.literal(true) }),
]);

const Hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** How a person is notified. */
export const NotificationSettings = z.strictObject({
  groups: z
    .array(z.strictObject({ group: z.enum(GROUP_NAMES), push: z.boolean(), mail: z.enum(MAILS) }))
    .max(GROUP_NAMES.length),
  quiet: z.strictObject({
    from: Hour,
    until: Hour,
    zone: z
      .string()
      .regex(/^[A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+){0,2}$/)
      .max(60),
  }),
});

/** A change of these settings: what is not named stays as it is. */
export const ChangedNotificationSettings = NotificationSettings.partial({ quiet: true });
