import { cast } from "../../app/demo/cast.ts";
import { addressHash, lookingToken } from "../../app/domain/service-levels/looking-link.server.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { expect, expectToFitEverywhere, openAs, signIn, test } from "./page.ts";
import { ageCase, askWhetherLooking, confirmAddress, forgetConsent, pauseCase, secretOf } from "./server-database.ts";

const stamp = `${Date.now()}`;
const PLACE = "Villa Riachuelo";

test("the patient of a quiet case invites and widens, and one in pause is back with one press", async ({
  browser,
  baseURL,
}) => {
  const member = like(cast.ana, `Ana Espera ${stamp}`, { location_city: PLACE });
  const patient = await enter(baseURL!, member, "sign up");
  const name = `Carla Cerca ${stamp}`;
  await enterApproved(baseURL!, like(cast.carla, name, { license_number: `Q ${stamp}`, location_city: PLACE }));
  const { id } = await patient.api.cases.create({
    title: `Codo ${stamp}`,
    description: "Me duele",
    preferred_modality: "domicilio",
  });
  await ageCase(id, 25);
  const page = await openAs(browser, baseURL!, member, `/dashboard/patient/cases?caso=${id}`);
  const reach = page.getByRole("region", { name: "Todavía nadie te respondió" });
  await expect(reach).toBeVisible();
  await expectToFitEverywhere(page, page.locator("h1"), [360, 1440]);
  await reach.getByRole("button", { name: `Invitar a ${name}` }).click();
  await expect(page.getByText("Invitación enviada")).toBeVisible();
  await expect(reach.getByText("Invitado")).toBeVisible();
  await expect(reach.getByText("Podés enviar 2 invitaciones más")).toBeVisible();
  await reach.getByRole("button", { name: "Buscar en más barrios" }).click();
  await expect(reach.getByRole("button", { name: "Buscar en más barrios" })).toHaveCount(0);
  await reach.getByRole("button", { name: "Aceptar cualquier modalidad" }).press("Enter");
  await expect(reach.getByRole("button", { name: "Aceptar cualquier modalidad" })).toHaveCount(0);
  await pauseCase(id);
  await page.reload();
  const pause = page.getByRole("region", { name: "Tu caso está en pausa" });
  await expect(pause).toBeVisible();
  await expect(reach).toHaveCount(0);
  await expectToFitEverywhere(page, page.locator("h1"), [360, 1440]);
  await pause.getByRole("button", { name: "Sigo buscando, volver a mostrarlo" }).press("Enter");
  await expect(pause).toHaveCount(0);
  await expect(page.locator("body")).not.toBeFocused();
  expect(await patient.api.cases.get({ id })).toMatchObject({ status: "open", is_dormant: false });
  // Without a consent the case comes back only with one.
  await pauseCase(id);
  await forgetConsent(patient.id);
  await page.reload();
  await expect(pause.getByText(/^Antes de mostrar tu caso de nuevo necesitamos tu permiso/)).toBeVisible();
  await expectToFitEverywhere(page, page.locator("h1"), [360, 1440]);
  await pause.getByRole("button", { name: "Sigo buscando, volver a mostrarlo" }).press("Enter");
  await expect(pause.getByRole("checkbox")).toBeFocused();
  await pause.getByRole("checkbox").press("Space");
  await pause.getByRole("button", { name: "Sigo buscando, volver a mostrarlo" }).press("Enter");
  await expect(pause).toHaveCount(0);
  expect(await patient.api.cases.get({ id })).toMatchObject({ status: "open", is_dormant: false });
});

test("opening the link of '¿Seguís buscando?' changes nothing, its button answers once", async ({
  page,
  baseURL,
  request,
}) => {
  const member = like(cast.ana, `Ana Contesta ${stamp}`);
  const patient = await enter(baseURL!, member, "sign up");
  const { id } = await patient.api.cases.create({ title: `Hombro ${stamp}`, description: "Me duele" });
  const askedAt = Date.now() - 60_000;
  await askWhetherLooking(id, askedAt);
  const secret = secretOf();
  const token = lookingToken(secret, { id, askedAt, address: addressHash(secret, member.email) });
  const path = `/sigo-buscando#${token}`;
  const isDormant = async () => (await patient.api.cases.get({ id })).is_dormant;
  for (let n = 0; n < 20; n += 1) expect((await request.get(path)).status()).toBe(200);
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "¿Seguís buscando?" })).toBeVisible();
  await expectToFitEverywhere(page, page.locator("h1"), [360, 1440]);
  expect(await isDormant()).toBe(false);
  await page.getByRole("button", { name: "No, ya no busco" }).click();
  await expect(page.getByRole("heading", { name: "Listo, lo pausamos" })).toBeVisible();
  await expectToFitEverywhere(page, page.locator("h1"), [360, 1440]);
  expect(await isDormant()).toBe(true);
  await page.reload();
  await page.getByRole("button", { name: "Sí, sigo buscando" }).click();
  await expect(page.getByRole("heading", { name: "Tu caso está en pausa" })).toBeVisible();
  expect(await isDormant()).toBe(true);
  await page.goto("about:blank");
  await page.goto("/sigo-buscando");
  await expect(page.getByRole("heading", { name: "Este enlace ya no sirve" })).toBeVisible();
});

test("'Colas' and 'Zonas' show what waits and where", async ({ page, baseURL }) => {
  const patient = await enter(baseURL!, like(cast.ana, `Ana Colas ${stamp}`, { location_city: PLACE }), "sign up");
  await confirmAddress(patient.id);
  for (let n = 1; n <= 6; n += 1) {
    const { id } = await patient.api.cases.create({ title: `Cola ${n} ${stamp}`, description: "Me duele" });
    await ageCase(id, 50);
  }
  await signIn(page, cast.elena, "/dashboard/admin/queues");
  await expect(page.getByText("Casos sin postulaciones").first()).toBeVisible();
  await expect(page.getByText(/\d+ hace más de 48 h/)).toBeVisible();
  await expectToFitEverywhere(page, page.locator("h1"), [360, 1440]);
  await page.goto("/dashboard/admin/zones");
  await expect(page.getByText(PLACE).first()).toBeVisible();
  await expectToFitEverywhere(page, page.locator("h1"), [360, 1440]);
});
