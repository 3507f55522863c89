import { setTimeout as wait } from "node:timers/promises";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like, type Person } from "../support/people.ts";
import { startPushService } from "../support/push-service.ts";
import { startOwnServer } from "./own-server.ts";
import { appearances, expect, expectAccessible, openAs, signIn, signInByForm, test } from "./page.ts";
import { ANY_HOUR, deliverer, press, shown, withPushService } from "./push-browser.ts";
import { buryNotification } from "./server-database.ts";
import { untilReadyForNone } from "./without-network.ts";

const stamp = Date.now().toString(36);
const PROFILE = "/dashboard/patient/profile#avisos";

// The browser logs the refusals of an ended session.
test.use({ serviceWorkers: "allow", expectedProblems: [/status of 40[13]/] });

let service: Awaited<ReturnType<typeof startPushService>>;
test.beforeAll(async () => {
  service = await startPushService();
});
test.afterAll(() => service.close());

async function applied(url: string, patient: Person, name: string) {
  await patient.api.notifications.saveSettings({ groups: [], quiet: ANY_HOUR });
  const carla = like(cast.carla, `Carla ${name} ${stamp}`, { license_number: `${name} ${stamp}`.slice(0, 20) });
  const kine = await enterApproved(url, carla);
  return async () => {
    const { id: case_id } = await patient.api.cases.create({
      title: `Rodilla ${name}`,
      description: "Texto reservado",
    });
    await kine.api.matches.apply({ case_id, message: "Mensaje reservado" });
    return case_id;
  };
}

test(
  "who subscribes on their phone is pushed to, reads the words there, and a press opens the case",
  { tag: "@operations/full" },
  async ({ page, context, baseURL }) => {
    test.setTimeout(120_000);
    const ana = like(cast.ana, `Ana Avisada ${stamp}`);
    const patient = await enter(baseURL!, ana, "sign up");
    const apply = await applied(baseURL!, patient, "Empujada");
    const browser = await withPushService(service, context, baseURL!);
    await signIn(page, ana);
    await untilReadyForNone(page);
    await page.goto(PROFILE);
    const section = page.locator("section").filter({ has: page.getByRole("heading", { name: "Avisos", exact: true }) });
    const deliver = await deliverer(page, baseURL!);

    await test.step("turning it on, and trying it", async () => {
      await section.getByRole("button", { name: /^Recibir avisos en/ }).click();
      await expect(section.getByText("Recibe avisos", { exact: true })).toBeVisible();
      await section.getByRole("button", { name: /^Probar en/ }).click();
      await expect(page.getByText("Enviamos un aviso de prueba.")).toBeVisible();
      const [tried] = service.pushesTo(browser);
      await deliver(tried!);
      await expect
        .poll(() => shown(context))
        .toMatchObject([{ title: "Los avisos llegan a este dispositivo", body: "" }]);
      expect(await press(context)).toBe("/dashboard");
      await expect.poll(() => shown(context)).toEqual([]);
    });

    await test.step("an application, whose push opens the case", async () => {
      const case_id = await apply();
      await expect.poll(() => service.pushesTo(browser).length).toBe(2);
      const pushed = service.pushesTo(browser)[1]!;
      await deliver(pushed);
      await expect.poll(() => shown(context)).toEqual([{ title: "Tenés respuestas nuevas", tag: pushed.id, body: "" }]);
      await buryNotification(pushed.id);
      const answer = page.waitForResponse(/notifications\/list/);
      await page.reload();
      await (await answer).finished();
      await expect(page.getByRole("link", { name: /^Avisos/ })).toBeVisible();
      expect(await shown(context)).toHaveLength(1);
      await page.goto(await press(context));
      await expect(page).toHaveURL((url) => url.searchParams.get("caso") === case_id);
      await expect(page.getByRole("dialog").getByText("Mensaje reservado")).toBeVisible();
      expect((await patient.api.notifications.unseen()).count).toBe(0);
    });

    await test.step("what is read elsewhere is closed here, by the open page and by a push", async () => {
      await page.goto(PROFILE);
      for (const how of ["page", "push"] as const) {
        const before = service.pushesTo(browser).length;
        await apply();
        await expect.poll(() => service.pushesTo(browser).length).toBe(before + 1);
        const pushed = service.pushesTo(browser).at(-1)!;
        if (how === "push") await page.goto("/terminos");
        await deliver(pushed);
        await expect.poll(async () => (await shown(context)).length).toBe(1);
        await patient.api.notifications.seen({ id: pushed.id });
        await expect.poll(() => service.pushesTo(browser).at(-1)).toEqual({ kind: "close", id: pushed.id });
        if (how === "push") await deliver(service.pushesTo(browser).at(-1)!);
        await expect.poll(() => shown(context)).toEqual([]);
      }
    });

    await test.step("turning it off", async () => {
      await page.goto(PROFILE);
      await section.getByRole("button", { name: "Dejar de recibir" }).click();
      await expect(section.getByRole("button", { name: /^Recibir avisos en/ })).toBeVisible();
      expect((await patient.api.push.state()).devices).toEqual([]);
    });
  },
);

test(
  "who had asked for pushes receives them again when a session that ended is followed by another, and not after a sign-out",
  { tag: "@operations/full" },
  async ({ page, context, baseURL }) => {
    test.setTimeout(120_000);
    const ana = like(cast.ana, `Ana Vuelve ${stamp}`);
    const patient = await enter(baseURL!, ana, "sign up");
    await withPushService(service, context, baseURL!);
    await signIn(page, ana);
    await untilReadyForNone(page);
    await page.goto(PROFILE);
    await page.getByRole("button", { name: /^Recibir avisos en/ }).click();
    await expect(page.getByText("Recibe avisos", { exact: true })).toBeVisible();
    await patient.auth.signOut({ scope: "others" });
    await page.waitForURL(/\/auth/);
    expect((await patient.api.push.state()).devices).toEqual([]);
    await signInByForm(page, ana);
    await expect.poll(async () => (await patient.api.push.state()).devices.length).toBe(1);

    const bea = like(cast.ana, `Bea Vuelve ${stamp}`);
    const other = await enter(baseURL!, bea, "sign up");
    await page.getByRole("button", { name: "Menú de usuario" }).click();
    await page.getByRole("menuitem", { name: "Cerrar sesión" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Conecta con especialistas verificados");
    await signInByForm(page, bea);
    await page.goto(PROFILE);
    await expect(page.getByRole("button", { name: /^Recibir avisos en/ })).toBeVisible();
    expect((await other.api.push.state()).devices).toEqual([]);
  },
);

test("pushes are offered after publishing and after applying, and not again for a while after 'Ahora no'", async ({
  page,
  context,
  browser: chromium,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const ana = like(cast.ana, `Ana Publica ${stamp}`, { phone: "+54 11 4444-0000" });
  const patient = await enter(baseURL!, ana, "sign up");
  const browser = await withPushService(service, context, baseURL!);
  await signIn(page, ana);
  await untilReadyForNone(page);
  const offer = page.getByRole("region", { name: "Avisos en este dispositivo" });
  const publish = async (title: string) => {
    await page.getByRole("button", { name: "Crear Caso" }).first().click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Título").fill(title);
    await form.getByLabel("Descripción").fill("Me duele al bajar escaleras desde hace un mes.");
    await form.getByRole("button", { name: "Publicar caso" }).click();
    await expect(form).toHaveCount(0);
    await expect(
      page
        .getByRole("listitem")
        .filter({ hasText: title })
        .getByText(/^Publicado\./),
    ).toBeVisible();
  };
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mis Casos");
  await expect(offer).toHaveCount(0);
  await publish("Rodilla");
  await expect(offer).toContainText("¿Te avisamos en este dispositivo?");
  await expectAccessible(page);
  await offer.getByRole("button", { name: "Ahora no" }).click();
  await expect(offer).toHaveCount(0);
  await publish("Codo");
  await expect(offer).toHaveCount(0);

  await page.evaluate(() => localStorage.removeItem("push-asked-at"));
  await page.reload();
  await publish("Hombro");
  await offer.getByRole("button", { name: "Sí, avisarme" }).click();
  await expect(page.getByText("Listo: te avisamos en este dispositivo")).toBeVisible();
  await expect(offer).toHaveCount(0);
  expect(service.pushesTo(browser)).toEqual([]);

  await test.step("after applying", async () => {
    const carla = like(cast.carla, `Carla Publica ${stamp}`, { license_number: `P ${stamp}` });
    await enterApproved(baseURL!, carla);
    const { id } = (await patient.api.cases.mine({})).items[0]!;
    const path = `/dashboard/kine/cases?caso=${id}`;
    const kinePage = await openAs(chromium, baseURL!, carla, path, (opened) =>
      withPushService(service, opened.context(), baseURL!),
    );
    const kineOffer = kinePage.getByRole("region", { name: "Avisos en este dispositivo" });
    await kinePage.getByRole("button", { name: "Postularme a este caso" }).click();
    await expect(kineOffer).toHaveCount(0);
    await kinePage.getByRole("button", { name: "Enviar postulación" }).click();
    await expect(kineOffer).toContainText("¿Querés que te avisemos en este dispositivo cuando te respondan?");
    await expectAccessible(kinePage);
  });
});

test("an iPhone is asked to put the page on its home screen, and where no push can be sent the profile says so", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const ana = like(cast.ana, `Ana Iphone ${stamp}`);
  await enter(baseURL!, ana, "sign up");
  const phone = await openAs(browser, baseURL!, ana, PROFILE, (opened) =>
    opened.addInitScript(() => {
      Reflect.deleteProperty(window, "PushManager");
      Object.assign(navigator, { standalone: false });
    }),
  );
  await expect(phone.getByText("Agregá Kinexo a tu pantalla de inicio")).toBeVisible();
  await expectAccessible(phone);

  const server = await startOwnServer();
  try {
    await enter(server.url, ana, "sign up");
    const page = await openAs(browser, server.url, ana, PROFILE);
    await expect(
      page.getByText("No puede recibirlos, porque este sitio no tiene una dirección segura (https)."),
    ).toBeVisible();
  } finally {
    await server.close();
  }
});

test("'Avisos' of the own profile holds each group, the quiet hours and what this device can do", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const ana = like(cast.ana, `Ana Elige ${stamp}`);
  const patient = await enter(baseURL!, ana, "sign up");
  await signIn(page, ana, PROFILE);
  const section = page.locator("section").filter({ has: page.getByRole("heading", { name: "Avisos", exact: true }) });
  const all = section.getByRole("checkbox", { name: "Quiero que me avisen" });
  await expect(all).toBeChecked();
  await all.press("Space");
  await expect
    .poll(async () =>
      (await patient.api.notifications.settings()).groups.filter(({ push, mail }) => push || mail !== "off"),
    )
    .toEqual([]);
  await all.press("Space");
  await expect
    .poll(async () =>
      (await patient.api.notifications.settings()).groups.every(({ push, mail }) => push && mail === "at_once"),
    )
    .toBe(true);
  const group = section.getByRole("group", { name: "Mis casos" });
  await expect(group).toBeHidden();
  await section.getByText("Más opciones").click();
  // The first change arrives late, and must not undo the changes after it.
  let isLate = true;
  await page.route("**/rpc/notifications/saveSettings*", async (route) => {
    const delay = isLate ? 1_000 : 0;
    isLate = false;
    await wait(delay);
    await route.continue();
  });
  let saved = 0;
  page.on("response", (response) => void (saved += Number(response.url().includes("saveSettings"))));
  // The second change comes before the page has painted the first, as with a quick finger on a slow phone.
  await group.getByRole("combobox", { name: "Mis casos: por correo" }).evaluate((select: HTMLSelectElement) => {
    select.closest("fieldset")?.querySelector<HTMLElement>("[type=checkbox]")?.click();
    select.value = "daily";
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await section.getByLabel("Desde").selectOption("22:00");
  await expect(section.getByText("De 22:00 a 08:00 no te avisamos")).toBeVisible();
  await expect.poll(() => saved).toBe(3);
  await expect
    .poll(() => patient.api.notifications.settings())
    .toMatchObject({
      groups: expect.arrayContaining([{ group: "own_cases", push: false, mail: "daily" }]),
      quiet: { from: "22:00", until: "08:00" },
    });
  expect(isLate).toBe(false);
  await page.reload();
  await section.getByText("Más opciones").click();
  await expect(group.getByRole("checkbox", { name: "En mis dispositivos" })).not.toBeChecked();
  await expect(section.getByLabel("Desde")).toHaveValue("22:00");
  for (const { width, colorScheme } of appearances([360, 768, 1440])) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await section.scrollIntoViewIfNeeded();
    await expectAccessible(page);
    if (process.env["LOOK"])
      await section.screenshot({ path: `${process.env["LOOK"]}/avisos-${width}-${colorScheme}.png` });
  }
});
