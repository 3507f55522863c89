import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like, type Person } from "../support/people.ts";
import { expect, expectAccessible, openAs, test } from "./page.ts";
import { fixtures } from "./fixtures.ts";

const stamp = Date.now().toString(36);
const patient = like(cast.ana, `Ana Lugar ${stamp}`);
const kine = like(cast.carla, `Carla Lugar ${stamp}`, { license_number: `W ${stamp}`, bio: "" });
const title = (name: string) => `${name} ${stamp}`;
let ana: Person;
let carla: Person;
const ids: Record<string, string> = {};

test.beforeAll(async ({ baseURL }) => {
  ana = await enter(baseURL!, patient, "sign up");
  carla = await enterApproved(baseURL!, kine);
  const cases = {
    Rodilla: { location_city: `Villa ${stamp}`, injury_area: "Rodilla", preferred_modality: "domicilio" },
    Hombro: { location_city: `Villa ${stamp}`, injury_area: "Hombro", preferred_modality: "online" },
    Codo: { location_city: `Parque ${stamp}`, injury_area: "Codo" },
  } as const;
  for (const [name, more] of Object.entries(cases))
    ids[name] = (await ana.api.cases.create({ title: title(name), description: "Me duele", ...more })).id;
});

test("a specialist narrows the cases, sees which are new, and reads one beside the list on a desktop", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL!, kine, "/dashboard/kine/cases");
  await page.setViewportSize({ width: 1440, height: 900 });
  const cards = page.getByRole("main").getByRole("listitem").filter({ hasText: stamp });
  await page.getByLabel("Barrio").fill(`villa ${stamp}`);
  await expect(cards).toHaveCount(2);
  await page.getByLabel("Zona").fill("hombro");
  await expect(cards).toHaveCount(1);
  await expect(page).toHaveURL(/zona=hombro/);
  await page.getByLabel("Modalidad").selectOption("Domicilio");
  await expect(page.getByText("No encontramos resultados")).toBeVisible();
  await page.getByRole("button", { name: "Quitar filtros" }).evaluate((button, typed) => {
    (button as HTMLButtonElement).click();
    // In the same moment, before the press is painted and the address has changed.
    const field = document.querySelector<HTMLInputElement>("search input")!;
    field.focus();
    field.select();
    document.execCommand("insertText", false, typed);
  }, `parque ${stamp}`);
  await expect(page).toHaveURL(/barrio=parque/);
  await expect(page.getByLabel("Barrio"), "what is typed at once stays").toHaveValue(`parque ${stamp}`);
  await expect(cards).toHaveCount(1);
  const sections = page.getByRole("navigation", { name: "Secciones" });
  await sections.getByRole("link", { name: "Casos" }).click();
  await expect(page.getByLabel("Barrio"), "the fields follow the address").toHaveValue("");
  await page.getByLabel("Barrio").fill(stamp);
  await expect(page).toHaveURL(new RegExp(`barrio=${stamp}`));
  await expect(cards).toHaveCount(2);
  await page.locator("summary").filter({ hasText: "No ofrecés" }).click();
  await expect(cards).toHaveCount(3);
  const card = cards.filter({ hasText: title("Rodilla") });
  await expect(card).toContainText("Nuevo");
  await expect(card).toContainText("Nadie se postuló todavía");
  await expectAccessible(page);
  await card.getByRole("button").click();
  const pane = page.getByRole("region", { name: title("Rodilla") });
  await expect(pane.getByText("Qué le pasa")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(card).toContainText("Visto");
  await expect(cards.filter({ hasText: title("Codo") })).toContainText("Nuevo");
  await expectAccessible(page);
  await page.reload();
  await expect(pane.getByText("Qué le pasa")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("dialog", { name: title("Rodilla") })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectAccessible(page);
});

test("a case that is opened in the moment in which a filter is stored stays open, and the filter stays", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL!, kine, "/dashboard/kine/cases");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole("button", { name: title("Rodilla") })).toBeVisible();
  for (const pause of [280, 296, 300, 304, 320]) {
    await page.evaluate(
      async ([typed, name, pause]) => {
        const field = document.querySelector<HTMLInputElement>("search input")!;
        const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!;
        setValue.call(field, typed);
        field.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((done) => setTimeout(done, pause));
        const buttons = [...document.querySelectorAll<HTMLButtonElement>("main button")];
        buttons.find((each) => each.textContent === name)!.click();
      },
      [stamp, title("Rodilla"), pause] as const,
    );
    await expect(page).toHaveURL(new RegExp(`barrio=${stamp}`));
    await expect(page.getByRole("region", { name: title("Rodilla") }).getByText("Qué le pasa")).toBeVisible();
    await page.goto("/dashboard/kine/cases");
    await expect(page.getByRole("button", { name: title("Rodilla") })).toBeVisible();
  }
});

test("what is typed in an application stays while the window narrows, and after closing and a reload, until it is sent", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL!, kine, `/dashboard/kine/cases?caso=${ids["Rodilla"]!}`);
  await page.setViewportSize({ width: 1440, height: 900 });
  const open = page.getByRole("button", { name: "Postularme a este caso" });
  const form = page.getByRole("dialog", { name: "Postularme a este caso" });
  const message = form.getByLabel("Mensaje");
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("offer-draft:")));
  await open.click();
  expect(await drafts()).toEqual([]);
  await message.fill("Trabajo con rodillas");
  await form.getByRole("button", { name: /^Sumar precio|^Cambiar propuesta/ }).click();
  await form.getByLabel("Precio de una sesión").fill("23500");
  for (const width of [1_300, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(message).toHaveValue("Trabajo con rodillas");
    await expect(form.getByLabel("Precio de una sesión")).toHaveValue("23500");
  }
  await expectAccessible(page);
  await form.getByRole("button", { name: "Cancelar" }).click();
  await expect(page.getByRole("dialog", { name: title("Rodilla") })).toBeVisible();
  await open.click();
  await expect(message).toHaveValue("Trabajo con rodillas");
  await page.reload();
  await open.click();
  await expect(message).toHaveValue("Trabajo con rodillas");
  await expect(form.getByText(/\$\s?23\.500 la sesión/)).toBeVisible();
  expect(await drafts()).toEqual([`offer-draft:${ids["Rodilla"]!}`]);
  await form.getByRole("button", { name: "Enviar postulación" }).click();
  await expect(page.getByText("¡Postulación enviada!")).toBeVisible();
  await expect(form).toHaveCount(0);
  expect(await drafts()).toEqual([]);
  const sent = (await carla.api.matches.mine()).items.find(({ case_id }) => case_id === ids["Rodilla"]);
  expect(sent).toMatchObject({ message: "Trabajo con rodillas", offer: { session: 23_500 } });
  await carla.api.matches.withdraw({ id: sent!.id });
});

test("own applications are shown by their state", async ({ browser, baseURL }) => {
  const accepted = await carla.api.matches.apply({ case_id: ids["Hombro"]! });
  await ana.api.matches.accept({ id: accepted.id });
  await carla.api.matches.apply({ case_id: ids["Codo"]! });
  const page = await openAs(browser, baseURL!, kine, "/dashboard/kine/matches");
  const cards = page.getByRole("main").getByRole("listitem");
  await expect(cards).toHaveCount(2);
  await page.getByRole("radio", { name: "Aceptado" }).check();
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText(title("Hombro"));
  await expect(page).toHaveURL(/estado=aceptadas/);
  await page.getByRole("radio", { name: "Rechazado" }).check();
  await expect(page.getByText("No encontramos resultados")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Ver todo" }).click();
  await expect(cards).toHaveCount(2);
  await page.getByRole("radio", { name: "Aceptado" }).check();
  await expect(cards).toHaveCount(1);
  const sections = page.getByRole("navigation", { name: "Secciones" });
  await sections.getByRole("link", { name: "Mis Postulaciones" }).click();
  await expect(page.getByRole("radio", { name: "Todas" }), "the choice follows the address").toBeChecked();
  await expect(cards).toHaveCount(2);
});

test("the profile says how complete it is, is seen as patients see it, and hours are copied from day to day", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL!, kine, "/dashboard/kine/profile?parte=pagina");
  const parts = page.getByRole("navigation", { name: "Partes de tu perfil" });
  await expect(page.getByRole("meter")).toBeVisible();
  await expect(page.getByText(/^Te falta una foto, algo sobre vos y tus horarios/)).toBeVisible();
  await parts.getByRole("link", { name: /^Horarios/ }).click();
  for (const count of [1, 2]) {
    await page.getByRole("button", { name: "Agregar horario el lunes" }).click();
    // Presses before the next paint count as one.
    await expect(page.getByRole("group", { name: "Lunes" }).getByRole("group", { name: "Desde" })).toHaveCount(count);
  }
  await page.getByRole("button", { name: "Copiar del lunes al martes" }).click();
  await page.getByRole("button", { name: "Copiar del martes al miércoles" }).click();
  await page.getByRole("button", { name: "Guardar horarios" }).click();
  await expect(page.getByText("Horarios actualizados exitosamente")).toBeVisible();
  expect((await carla.api.availabilities.mine()).map(({ weekday, start_time }) => [weekday, start_time])).toEqual(
    [1, 2, 3].flatMap((day) => [
      [day, "09:00"],
      [day, "14:00"],
    ]),
  );
  await parts.getByRole("link", { name: /^Tu página/ }).click();
  await expect(page.getByText(/^Te falta una foto y algo sobre vos/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Ver como paciente" }).click();
  await expect(page.getByText("Así ve tu perfil un paciente que todavía no te aceptó.")).toBeVisible();
  await expect(page.getByText("Los datos de contacto están disponibles solo", { exact: false })).toBeVisible();
  await expectAccessible(page);
});

test("a specialist who waits completes photo, introduction and hours", async ({ browser, baseURL }) => {
  const waiting = like(cast.diego, `Diego Lugar ${stamp}`, { license_number: `V ${stamp}` });
  const { api } = await enter(baseURL!, waiting, "sign up");
  const page = await openAs(browser, baseURL!, waiting, "/pending-approval");
  await page.getByRole("button", { name: "Completar mi perfil" }).click();
  await page.getByLabel("Sobre mí").fill("Rodillas y hombros");
  await page.getByRole("button", { name: "Guardar presentación" }).click();
  await expect(page.getByText("Perfil actualizado exitosamente")).toBeVisible();
  await page.getByRole("button", { name: "Agregar horario el viernes" }).click();
  await page.getByRole("button", { name: "Guardar horarios" }).click();
  await expect(page.getByText("Horarios actualizados exitosamente")).toBeVisible();
  await page.locator("input[type=file]").setInputFiles(fixtures.photo);
  await expect(page.getByText("Foto actualizada exitosamente")).toBeVisible();
  await expectAccessible(page);
  expect(await api.profiles.mine()).toMatchObject({ bio: "Rodillas y hombros", photo_url: expect.any(String) });
  expect(await api.availabilities.mine()).toHaveLength(1);
});
