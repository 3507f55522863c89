import { defineMessage, type Preparation } from "../../platform/mail/message.server.ts";
import { nextMoment } from "../bookings/next-moment.server.ts";
import { lookingPath } from "../service-levels/looking-link.server.ts";
import { finishedPath } from "../treatments/finished-link.server.ts";
import { DIGEST, KINDS } from "./notification.ts";
import type { Told } from "./notification-mails.server.tsx";
import { isUnknown, readNotifications, VERSION_S } from "./read-notifications.server.ts";
import { inTurns } from "./turns.ts";
import { unsubscribeToken } from "./unsubscribe-link.server.ts";

type Ids = { ids: string[] };

/** Collects the lines at sending time, from what is then unread and visible, for the then current address; null when nothing is left. */
function prepareAs(isDigest: boolean): Preparation<Ids, Told> {
  return async ({ db, secret }, { ids }) => {
    const which = { some: `{${ids.join()}}` };
    if (await isUnknown(db, which)) return { waitSeconds: VERSION_S };
    const found = await readNotifications(db, which);
    const due = inTurns(found.filter((one) => one.is_due && !(isDigest && one.is_digest_ended) && one.mail !== "off"));
    const [first] = due;
    if (!first) return null;
    if (first.quiet_s > 0) return { waitSeconds: first.quiet_s };
    const lines = await Promise.all(
      due.map(async (one) => ({
        title: KINDS[one.kind].title(one),
        when: await nextMoment(db, one),
        path:
          (await lookingPath(db, secret, one)) ?? (await finishedPath(db, secret, one)) ?? KINDS[one.kind].path(one),
      })),
    );
    const group = isDigest ? DIGEST : KINDS[first.kind].group;
    return {
      facts: {
        lines,
        role: KINDS[first.kind].role,
        token: unsubscribeToken(secret, first.user_id, group, first.email),
      },
      to: { name: first.name, address: first.email },
    };
  };
}

export const notificationMail = defineMessage<Ids, Told>(
  "notification",
  async () => (await import("./notification-mails.server.tsx")).notificationMail,
  prepareAs(false),
);

export const notificationDigest = defineMessage<Ids, Told>(
  "notification_digest",
  async () => (await import("./notification-mails.server.tsx")).notificationDigest,
  prepareAs(true),
);
