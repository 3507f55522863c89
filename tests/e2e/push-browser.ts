import type { BrowserContext, Page } from "@playwright/test";
import type { startPushService, TestSubscription } from "../support/push-service.ts";

type PushService = Awaited<ReturnType<typeof startPushService>>;

/** Quiet hours that never apply. */
export const ANY_HOUR = { from: "00:00", until: "00:00", zone: "America/Argentina/Buenos_Aires" };

/** Fakes notifications in a browser that cannot show them, such as a headless one: a cache holds them for both page and worker. */
function showNotifications() {
  if (Notification.permission === "granted") return;
  const open = () => caches.open("shown-notifications");
  Object.assign(ServiceWorkerRegistration.prototype, {
    async showNotification(title: string, { tag, body = "", data }: NotificationOptions) {
      await (await open()).put(`/shown/${tag}`, new Response(JSON.stringify({ title, tag, body, data })));
    },
    async getNotifications(filter?: { tag: string }) {
      const cache = await open();
      const keys = (await cache.keys()).filter(({ url }) => !filter || url.endsWith(`/shown/${filter.tag}`));
      const notifications = keys.map(async (key) => {
        // A concurrent read may have closed it.
        const response = await cache.match(key);
        return response ? [{ ...((await response.json()) as object), close: () => void cache.delete(key) }] : [];
      });
      return (await Promise.all(notifications)).flat();
    },
  });
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
}

/** Lets the context's pages subscribe at the push service of the test: the browser's own is not reachable from here. */
export async function withPushService(
  service: PushService,
  context: BrowserContext,
  url: string,
): Promise<TestSubscription> {
  const browser = service.browser();
  await context.grantPermissions(["notifications"], { origin: url });
  await context.addInitScript(showNotifications);
  await context.addInitScript(({ endpoint, p256dh, auth }) => {
    const STORED = "test-subscribed";
    const subscription = {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => (localStorage.removeItem(STORED), true),
    };
    Object.assign(PushManager.prototype, {
      subscribe: async () => (localStorage.setItem(STORED, "yes"), subscription),
      getSubscription: async () => (localStorage.getItem(STORED) ? subscription : null),
    });
  }, browser);
  return browser;
}

const workerOf = (context: BrowserContext) => context.serviceWorkers()[0]!;

/** Delivers the push service's messages to the browser of a page, which may be blank, over the DevTools protocol. */
export async function deliverer(page: Page, url: string) {
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((found) =>
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first) found(first.registrationId);
    }),
  );
  await cdp.send("ServiceWorker.enable");
  const registrationId = await registered;
  return async (pushed: object) => {
    await workerOf(page.context()).evaluate(showNotifications);
    const { origin } = new URL(url);
    await cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(pushed) });
  };
}

/** The notifications that the browser shows, whether or not a page is open. */
export async function shown(context: BrowserContext) {
  await workerOf(context).evaluate(showNotifications);
  return workerOf(context).evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    return (await registration.getNotifications()).map(({ title, tag, body }) => ({ title, tag, body }));
  });
}

/** Presses the only notification; returns the address that the browser opens. */
export async function press(context: BrowserContext): Promise<string> {
  return workerOf(context).evaluate(async () => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow(url: string): Promise<null> };
    };
    let opened = "";
    // The browser lets only a real press open a window.
    scope.clients.openWindow = async (url) => ((opened = url), null);
    const [notification] = await scope.registration.getNotifications();
    dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil: () => undefined }));
    return opened;
  });
}
