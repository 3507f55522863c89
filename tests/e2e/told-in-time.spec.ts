import type { Browser, Page } from "@playwright/test";
import { cast, type CastMember } from "../../app/demo/cast.ts";
import { messagesTo } from "../support/outbox.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { startPushService, type TestSubscription } from "../support/push-service.ts";
import { accept } from "./choose.ts";
import { linkTo } from "./mail-link.ts";
import { expect, openAs, test } from "./page.ts";
import { ANY_HOUR, deliverer, shown, withPushService } from "./push-browser.ts";
import { confirmAddress, endTenMinutes } from "./server-database.ts";
import { untilReadyForNone } from "./without-network.ts";

const stamp = Date.now().toString(36);
/** No other test has users there. */
const TOWN = { location_city: "Ushuaia" };
const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1280, height: 800 };
const CARLA = "Carla Cerca";
const TITLE = "Rodilla que cruje";

test.use({ serviceWorkers: "allow" });

let service: Awaited<ReturnType<typeof startPushService>>;
test.beforeAll(async () => {
  service = await startPushService();
});
test.afterAll(() => service.close());

/** A person's browser at one page, able to subscribe. */
async function openBrowser(chromium: Browser, url: string, member: CastMember, path: string, size = LAPTOP) {
  let receiver!: TestSubscription;
  const page = await openAs(chromium, url, member, path, async (opened) => {
    await opened.setViewportSize(size);
    receiver = await withPushService(service, opened.context(), url);
  });
  await untilReadyForNone(page);
  return { page, receiver };
}

/** Closes the only page of a subscribed browser; pushes still reach the browser. */
async function closePage({ page, receiver }: { page: Page; receiver: TestSubscription }, url: string) {
  const context = page.context();
  const deliver = await deliverer(await context.newPage(), url);
  await page.close();
  return {
    context,
    /** Waits until the latest push to this browser is of this kind, and delivers it. */
    async receive(kind: string) {
      await expect.poll(() => service.pushesTo(receiver).at(-1)?.kind).toBe(kind);
      const pushed = service.pushesTo(receiver).at(-1)!;
      await deliver(pushed);
      return pushed;
    },
    shows: (titles: string[]) =>
      expect.poll(async () => (await shown(context)).map(({ title }) => title)).toEqual(titles),
  };
}

async function turnOn(page: Page) {
  await page.getByRole("button", { name: /^Recibir avisos en/ }).click();
  await expect(page.getByText("Recibe avisos", { exact: true })).toBeVisible();
}

async function publish(page: Page) {
  await page.getByRole("button", { name: "Crear Caso" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Título").fill(TITLE);
  await form.getByLabel("Descripción").fill("Me duele al bajar escaleras desde hace un mes.");
  await form.getByRole("button", { name: "Publicar caso" }).click();
  await expect(form).toHaveCount(0);
  await page.getByRole("button", { name: "Sí, avisarme" }).click();
  await expect(page.getByText("Listo: te avisamos en este dispositivo")).toBeVisible();
}

const mailsTo = ({ email }: CastMember) => messagesTo(`${process.env["E2E_DATA_DIR"]}/outbox`, email);

/** The link in the mail of a notification that was pushed before. */
async function mailed(member: CastMember, { id }: { id: string }, subject: string): Promise<string> {
  await expect.poll(() => endTenMinutes(id)).toBe(true);
  const link = await linkTo(member.email, new RegExp(`^${subject}$`));
  const { text, html } = (await mailsTo(member)).find((one) => one.link === link)!;
  for (const secret of [TITLE, "escaleras", CARLA, "Ana Lejos"])
    expect([secret, `${text}${html}`.includes(secret)]).toEqual([secret, false]);
  return link;
}

test(
  "with every page closed a case reaches who fits, their application its patient, and what is read in one place closes in the other",
  { tag: "@operations/full" },
  async ({ browser: chromium, baseURL }) => {
    test.setTimeout(240_000);
    const url = baseURL!;
    const ana = like(cast.ana, `Ana Lejos ${stamp}`, TOWN);
    const carla = like(cast.carla, `${CARLA} ${stamp}`, { ...TOWN, license_number: `C ${stamp}` });
    const forChildren = { ...TOWN, specialty: "Kinesiología pediátrica", license_number: `P ${stamp}` };
    const paula = like(cast.carla, `Paula Chicos ${stamp}`, forChildren);
    const patient = await enter(url, ana, "sign up");
    await confirmAddress(ana.email);
    await patient.api.notifications.saveSettings({ groups: [], quiet: ANY_HOUR });
    const unfit = await enterApproved(url, paula);
    for (const { api } of [await enterApproved(url, carla), unfit])
      await api.notifications.saveSettings({
        groups: [{ group: "cases_in_zone", push: true, mail: "at_once" }],
        quiet: ANY_HOUR,
      });
    const { endpoint, p256dh, auth, ...paulas } = service.browser();
    await unfit.api.push.subscribe({ key: (await unfit.api.push.state()).key!, endpoint, p256dh, auth });

    const kineBrowser = await openBrowser(chromium, url, carla, "/dashboard/kine/profile?parte=avisos");
    await turnOn(kineBrowser.page);
    const kine = await closePage(kineBrowser, url);
    const phoneBrowser = await openBrowser(chromium, url, ana, "/dashboard/patient/profile#avisos", PHONE);
    await turnOn(phoneBrowser.page);
    const phone = await closePage(phoneBrowser, url);
    const laptopBrowser = await openBrowser(chromium, url, ana, "/dashboard/patient/cases");
    await publish(laptopBrowser.page);
    const laptop = await closePage(laptopBrowser, url);

    const offered = await kine.receive("case_in_zone");
    await kine.shows(["Hay un caso nuevo en tu zona"]);
    const kinePage = await kine.context.newPage();
    await kinePage.goto(await mailed(carla, offered, "Hay un caso nuevo en tu zona"));
    expect(service.pushesTo({ endpoint, p256dh, auth, ...paulas })).toEqual([]);
    const told = (await unfit.api.notifications.list({})).items.map(({ kind }) => kind);
    expect(told).toEqual(["admission_approved"]);
    expect((await mailsTo(paula)).map(({ subject }) => subject)).not.toContain("Hay un caso nuevo en tu zona");
    await kinePage.getByRole("button", { name: "Postularme a este caso" }).click();
    await kinePage.getByLabel("Mensaje").fill("Trabajo seguido con rodillas.");
    await kinePage.getByRole("button", { name: "Enviar postulación" }).click();
    await expect(kinePage.getByText("¡Postulación enviada!")).toBeVisible();
    await kine.shows([]);
    await kinePage.close();

    const applied = await phone.receive("application_received");
    expect(await laptop.receive("application_received")).toEqual(applied);
    for (const each of [phone, laptop]) await each.shows(["Tenés respuestas nuevas"]);
    const page = await phone.context.newPage();
    await page.setViewportSize(PHONE);
    await page.goto(await mailed(ana, applied, "Tenés 1 respuesta nueva"));
    const dialog = page.getByRole("dialog", { name: TITLE });
    await expect(dialog.getByText("Trabajo seguido con rodillas.")).toBeVisible();
    await phone.shows([]);
    await laptop.receive("close");
    await laptop.shows([]);
    expect((await patient.api.notifications.unseen()).count).toBe(0);
    await accept(dialog);
    await expect(page.getByText("¡Especialista aceptado! Ahora podés contactarlo directamente.")).toBeVisible();
    await kine.receive("application_accepted");
    await kine.shows(["Aceptaron tu postulación"]);
  },
);
