import { api, READ } from "../../client/api.ts";
import { MOST_ASKED } from "../notifications/notification.ts";

/** Closes the notifications that this browser shows and that were read elsewhere. */
export async function closeRead(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const shown = (await registration?.getNotifications())?.filter(({ data }) => isOfNotification(data)) ?? [];
  if (shown.length === 0) return;
  for (let from = 0; from < shown.length; from += MOST_ASKED) {
    const part = shown.slice(from, from + MOST_ASKED);
    const { items } = await api.notifications.list({ ids: part.map(({ tag }) => tag) }, READ);
    const unread = new Set(items.filter(({ seen_at }) => seen_at === null).map(({ id }) => id));
    for (const each of part) if (!unread.has(each.tag)) each.close();
  }
}

const isOfNotification = (data: unknown) => String(data).startsWith("/dashboard?aviso=");
