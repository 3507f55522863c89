import { api, READ } from "../../client/api.ts";
import { keepPersonal, readPersonal } from "../../client/personal-storage.ts";

/** Whether this browser can receive pushes: on an iPhone only once the page is on its home screen. */
type PushSupport = "supported" | "home_screen" | "blocked" | "none";

/** Stored while its person wants pushes in this browser: their next session here resubscribes automatically. */
const WANTED_KEY = "pushes-of";

/** What this browser can do, and what its person allowed. */
export function pushSupport(): PushSupport {
  if ("PushManager" in window && "Notification" in window && navigator.serviceWorker)
    return Notification.permission === "denied" ? "blocked" : "supported";
  // Only Safari of iOS has the property.
  return "standalone" in navigator && navigator.standalone === false ? "home_screen" : "none";
}

/** Whether this is a phone or a tablet. */
export const isTouch = () => matchMedia("(pointer: coarse)").matches;

/** Asks the person for their permission, if needed, and subscribes this browser for them. False when they refuse. */
export async function subscribeHere(personId: string, key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  // A browser subscribes under one key at a time.
  await (await pushManager.getSubscription())?.unsubscribe();
  const applicationServerKey = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
    char.charCodeAt(0),
  );
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = subscription.toJSON();
  await api.push.subscribe({ key, endpoint, p256dh, auth });
  keepPersonal(WANTED_KEY, {}, personId);
  return true;
}

/** Ends the pushes to this browser. */
export async function unsubscribeHere(): Promise<void> {
  keepPersonal(WANTED_KEY, null);
  await api.push.unsubscribe();
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Resubscribes this browser without a question if its person had turned pushes on: after a sign-in or under a replaced key. */
export async function renewHere(personId: string): Promise<void> {
  if (readPersonal(WANTED_KEY) === null) return;
  // It lasts a week from its last session.
  keepPersonal(WANTED_KEY, {}, personId);
  const { key, is_current_key } = await api.push.state(undefined, READ);
  if (key && !is_current_key) await subscribeHere(personId, key);
}
