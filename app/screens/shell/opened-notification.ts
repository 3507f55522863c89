import { api, READ } from "../../client/api.ts";
import { KINDS } from "../../domain/notifications/notification.ts";
import type { Role } from "../../shared/roles.ts";
import { inboxOf } from "./navigation.ts";

/** Marks a notification as seen and returns the path of its subject; the inbox's path when the person may not see the notification. */
export async function openNotification(id: string, role: Role): Promise<string> {
  const {
    items: [notification],
  } = await api.notifications.list({ ids: [id] }, READ);
  if (!notification) return inboxOf(role);
  if (!notification.seen_at) await api.notifications.seen({ id });
  return KINDS[notification.kind].path(notification);
}
