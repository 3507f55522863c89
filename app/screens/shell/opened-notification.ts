import { api } from "../../client/api.ts";
import { KINDS } from "../../domain/notifications/notification.ts";
import type { Role } from "../../shared/roles.ts";
import { inboxOf } from "./navigation.ts";

/** The path of what a notification tells, which is read by opening it; the inbox for one that its person may not see. */
export async function openNotification(id: string, role: Role): Promise<string> {
  const {
    items: [found],
  } = await api.notifications.list({ ids: [id] });
  if (!found) return inboxOf(role);
  if (!found.seen_at) await api.notifications.seen({ id });
  return KINDS[found.kind].path(found);
}
