import { expect, expectAccessible, test } from "./page.ts";
import { openAt, untilReadyForNone } from "./without-network.ts";

test.use({ serviceWorkers: "allow", expectedProblems: [/ERR_INTERNET_DISCONNECTED/] });

test("without a network a page says so, and comes once there is one; nothing else is kept", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await untilReadyForNone(page);
  await openAt(page, "/terminos");
  // In Firefox a failed preload would end the navigation.
  const preload = () => navigator.serviceWorker.ready.then(({ navigationPreload }) => navigationPreload.getState());
  expect((await page.evaluate(preload)).enabled).toBe(false);
  await context.setOffline(true);
  for (const path of ["/privacidad", "/dashboard"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Estás sin conexión");
  }
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.toSorted()).toEqual(["/offline-snapshot.js", "/offline.html"]);
  await openAt(page, "/privacidad");
  await expect(page.getByRole("link")).toHaveText(["Reintentar"]);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Política de privacidad");
});
