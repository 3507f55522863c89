import { api } from "../../client/api.ts";
import { KINDS } from "../../domain/notifications/notification.ts";
import type { Role } from "../../shared/roles.ts";
import { inboxOf } from "./navigation.ts";

/** The path of what a notification tells, which is read by opening it; the inbox for one that its person may not see, or an old one. */
export async function openNotification(id: string, role: Role): Promise<string> {
  const { items } = await api.notifications.list({});
  const found = items.find((each) => each.id === id);
  if (!found) return inboxOf(role);
  if (!found.seen_at) await api.notifications.seen({ id });
  return KINDS[found.kind].path(found);
}
