import type { Locator, Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like, type Person } from "../support/people.ts";
import { CONSULTORIO, SETTINGS, wallTimeIn } from "../bookings/agenda.ts";
import { hold } from "./failing.ts";
import { expect, expectAccessible, openAs, test } from "./page.ts";

const stamp = Date.now().toString(36);
const PHONE = { width: 390, height: 844 };
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, start_time: "09:00", end_time: "18:00" }));
const patient = like(cast.ana, `Ana Mostrador ${stamp}`);
const kine = like(cast.carla, `Carla Mostrador ${stamp}`, { license_number: `Z ${stamp}` });
const title = (name: string) => `${name} ${stamp}`;
let ana: Person;
let carla: Person;

test.beforeAll(async ({ baseURL }) => {
  ana = await enter(baseURL!, patient, "sign up");
  carla = await enterApproved(baseURL!, kine);
  await carla.api.availabilities.replace({ ranges: EVERY_DAY });
  await carla.api.prices.save({ prices: [{ modality: "consultorio", session: 28_000, first: null, ten: null }] });
});

const publish = async (name: string, more: object = {}) =>
  (await ana.api.cases.create({ title: title(name), description: "Me duele al bajar.", ...more })).id;
const rowsOf = (page: Page) => page.getByRole("main").getByRole("listitem").filter({ hasText: stamp });

test("an offer is filled in with the own facts and sent in three taps, and made again from the last one", async ({
  browser,
  baseURL,
}) => {
  const times = ["mon_am", "mon_pm", "thu_am", "thu_pm"];
  const first = await publish("Primera", { facts: { times }, preferred_modality: "consultorio" });
  const second = await publish("Segunda");
  const page = await openAs(browser, baseURL!, kine, "/dashboard/kine/cases");
  await page.setViewportSize(PHONE);
  let taps = 0;
  const tap = async (control: Locator) => {
    taps += 1;
    await control.click();
  };
  const offer = page.getByRole("region", { name: "Tu propuesta" });
  await tap(
    rowsOf(page)
      .filter({ hasText: title("Primera") })
      .getByRole("button"),
  );
  await tap(page.getByRole("button", { name: "Postularme a este caso" }));
  await expect(offer).toContainText("Tu propuesta$28.000 la sesión · Consultorio · Palermo");
  await expect(offer.getByText(/^(Lun|Jue)\s\d+\s\S+\s\d\d:00/), "whole dates on a line of their own").toBeVisible();
  await expect(offer.getByText("Vale 14 días", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await tap(page.getByRole("button", { name: "Enviar postulación" }));
  await expect(page.getByText("¡Postulación enviada!")).toBeVisible();
  expect(taps).toBeLessThanOrEqual(3);
  const sent = (await carla.api.matches.mine()).items.find(({ case_id }) => case_id === first)!;
  expect(sent.offer).toMatchObject({ session: 28_000, modality: "consultorio", place: "Palermo" });
  expect(sent.offer!.times!.length).toBeGreaterThan(1);
  const days = sent.offer!.times!.map((time) =>
    new Date(time).toLocaleDateString("en", { weekday: "short", timeZone: "America/Argentina/Buenos_Aires" }),
  );
  expect(days.filter((day) => day !== "Mon" && day !== "Thu")).toEqual([]);

  await page.goto(`/dashboard/kine/cases?caso=${second}`);
  await page.getByRole("button", { name: "Postularme a este caso" }).click();
  await expect(offer).toContainText("$28.000 la sesión");
  await offer.getByRole("button", { name: "Cambiar propuesta" }).click();
  await expect(offer.getByText("opcional"), "said once").toHaveText([/^Todo es opcional\./]);
  const chips = offer.getByRole("group", { name: /^Primeros horarios/ });
  await expect(chips.getByRole("checkbox", { checked: true })).toHaveCount(3);
  const sides = await chips.getByRole("checkbox").evaluateAll((all) => all.map((box) => box.getBoundingClientRect().x));
  expect(new Set(sides.map(Math.round)).size, "two times a line").toBeGreaterThan(1);
  await chips.getByRole("checkbox", { checked: true }).first().uncheck();
  await expect(chips.getByRole("checkbox", { checked: true })).toHaveCount(2);
  await offer.getByLabel("Precio de una sesión").fill("31000");
  await expect(offer).toContainText("Tu propuesta$31.000 la sesión");
  await offer.getByRole("radiogroup", { name: "Modalidad" }).getByLabel("Domicilio").check();
  await expect(offer, "a typed price stays, the place of the other modality goes").toContainText(
    "Tu propuesta$31.000 la sesión · Domicilio",
  );
  await expectAccessible(page);
  await page.getByRole("button", { name: "Enviar postulación" }).click();
  await expect(page.getByText("¡Postulación enviada!")).toBeVisible();

  await page.goto(`/dashboard/kine/cases?caso=${await publish("Tercera")}`);
  await page.getByRole("button", { name: "Postularme a este caso" }).click();
  await expect(offer).toContainText("$28.000 la sesión");
  await offer.getByRole("button", { name: "Usar mi última propuesta" }).click();
  await expect(offer).toContainText("Tu propuesta$31.000 la sesión · Domicilio");
  await offer.getByRole("button", { name: "Quitar propuesta" }).click();
  await expect(offer.getByText("Tu propuesta", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Enviar postulación" }).click();
  await expect(page.getByText("¡Postulación enviada!")).toBeVisible();
  expect((await carla.api.matches.mine()).items[0]!.offer).toBeNull();
});

test("a case says how it fits, whether it is new, and that somebody was chosen, and the list opens in the own zone", async ({
  browser,
  baseURL,
}) => {
  const reader = like(cast.carla, `Lectora Mostrador ${stamp}`, { license_number: `Y ${stamp}` });
  const lectora = await enterApproved(baseURL!, reader);
  await lectora.api.availabilities.replace({ ranges: EVERY_DAY });
  const taken = await publish("Tomada", { location_city: "Palermo", facts: { times: ["tue_pm"] } });
  await publish("Libre", { location_city: "Caballito" });
  await ana.api.matches.accept({ id: (await carla.api.matches.apply({ case_id: taken })).id });
  const page = await openAs(browser, baseURL!, reader, "/dashboard/kine/cases");
  await page.setViewportSize(PHONE);
  const row = (name: string) => rowsOf(page).filter({ hasText: title(name) });
  await expect(row("Tomada"), "who chose already is folded away").toBeHidden();
  const chosen = page.getByRole("group").filter({ hasText: "Ya eligieron a alguien" });
  await chosen.getByText("Ya eligieron a alguien").click();
  await expect(chosen.getByRole("listitem").filter({ hasText: title("Tomada") })).toBeVisible();
  await expect(row("Tomada")).toContainText("1 postulación");
  await expect(row("Tomada"), "of no use once somebody was chosen").not.toContainText("podés");
  await expect(row("Libre")).toContainText(/A \d km\s· Nadie se postuló todavía/);
  await expect(row("Libre")).toContainText("Nuevo");
  await expect(chosen).not.toContainText(title("Libre"));
  await expectAccessible(page);
  // Folded or not.
  const listed = page.locator("main li").filter({ hasText: title("Tomada") });
  const filter = page.locator("search summary");
  await expect(page.getByLabel("Barrio")).toBeHidden();
  await filter.press("Enter");
  await page.getByLabel("Barrio").fill("caballito");
  await expectAccessible(page);
  await expect(listed).toHaveCount(0);
  await expect(page).toHaveURL(/barrio=caballito/);
  await page.goto("/dashboard/kine/reviews");
  await page.goto("/dashboard/kine/cases");
  await expect(filter).toHaveText("caballito");
  await expect(listed).toHaveCount(0);
  await page.getByRole("button", { name: "Quitar filtros" }).click();
  await expect(listed).toHaveCount(1);
  await page.goto("/dashboard/kine/cases");
  await expect(listed, "a zone that was taken away is forgotten").toHaveCount(1);
  await expect(filter).toHaveText("Filtrar");
  await page.goto(`/dashboard/kine/cases?caso=${taken}`);
  const open = page.getByRole("dialog", { name: title("Tomada") });
  await expect(
    open.getByText(/^En tu barrio\s· podés martes (\d+\/\d+ )?1\d:00/),
    "inside the case, too",
  ).toBeVisible();
  await expect(open.getByText("Ya eligió a alguien", { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(row("Tomada"), "the fold of the open case is open").toBeVisible();
});

test("cases that ask for a modality which the specialist does not offer are folded under a line that says so", async ({
  browser,
  baseURL,
}) => {
  const asks = { location_city: "Palermo", description: "Pide otra cosa." };
  await publish("Pide consultorio", { ...asks, preferred_modality: "consultorio" });
  await publish("Pide cualquiera", asks);
  const online = await publish("Pide online", { ...asks, preferred_modality: "online" });
  const page = await openAs(browser, baseURL!, kine, "/dashboard/kine/cases");
  const asking = rowsOf(page).filter({ hasText: "Pide otra cosa." });
  await expect(asking.getByRole("heading")).toHaveText(["Pide cualquiera", "Pide consultorio"].map(title));
  const folded = page.getByRole("group").filter({ hasText: /No ofrecés Online \(\d+\+?\)/ });
  await folded.locator("summary").click();
  const unfolded = folded.getByRole("listitem").filter({ hasText: title("Pide online") });
  await expect(unfolded).toBeVisible();
  await expect(unfolded, "the line above says it").not.toContainText("No ofrecés");
  await expectAccessible(page);
  await page.goto(`/dashboard/kine/cases?caso=${online}`);
  const open = page.getByRole("dialog", { name: title("Pide online") });
  await expect(open.getByText("No ofrecés Online · Nadie se postuló todavía")).toBeVisible();
  // Who keeps a place for what the profile does not offer reads why, and how to mend it.
  const mend = page.getByRole("link", { name: "Agregar Online a mi perfil" });
  await page.goto("/dashboard/kine/cases");
  await expect(folded).toBeVisible();
  await expect(mend, "without such a place it is not said").toHaveCount(0);
  await carla.api.agendas.save(SETTINGS);
  const { id: place } = await carla.api.agendas.savePlace({
    ...CONSULTORIO,
    modality: "online",
    label: "Videollamada",
    address: null,
    arrival: null,
  });
  await page.reload();
  await expect(page.getByText("Tu agenda tiene «Videollamada», pero tu perfil no ofrece Online:")).toBeVisible();
  await expectAccessible(page);
  await mend.click();
  await expect(page).toHaveURL("/dashboard/kine/profile");
  await carla.api.agendas.retirePlace({ id: place });
  await carla.api.agendas.save({ ...SETTINGS, is_on: false });
});

test("the first case on offer is whole in the first screen of a phone", async ({ browser, baseURL }) => {
  await publish("Entera", { location_city: "Palermo", injury_area: "Rodilla", preferred_modality: "consultorio" });
  const page = await openAs(browser, baseURL!, kine, "/dashboard/kine/cases");
  for (const viewport of [PHONE, { width: 360, height: 740 }]) {
    await page.setViewportSize(viewport);
    const first = rowsOf(page).filter({ hasText: title("Entera") });
    await expect(first).toBeInViewport({ ratio: 1 });
    const { y, height } = (await first.boundingBox())!;
    expect(y, "what stands above it").toBeLessThanOrEqual(260);
    expect(height).toBeLessThanOrEqual(270);
  }
  await publish("Larga", { description: "Me duele al bajar. ".repeat(12) });
  await page.reload();
  const text = rowsOf(page)
    .filter({ hasText: title("Larga") })
    .getByText("Me duele al bajar.");
  await expect(text).toBeVisible();
  expect(
    await text.evaluate((shown) =>
      Math.round(shown.clientHeight / Number.parseFloat(getComputedStyle(shown).lineHeight)),
    ),
    "the lines of a long text",
  ).toBe(3);
});

test("own applications are rows of one act each, who accepted first, however old", async ({ browser, baseURL }) => {
  const rows = like(cast.carla, `Filas Mostrador ${stamp}`, { license_number: `X ${stamp}` });
  const filas = await enterApproved(baseURL!, rows);
  const long = "Rehabilitación después de una operación";
  const old = await filas.api.matches.apply({ case_id: await publish(long) });
  await filas.api.matches.apply({ case_id: await publish("En espera"), message: "Puedo el martes" });
  const no = await filas.api.matches.apply({ case_id: await publish("Rechazada") });
  await ana.api.matches.accept({ id: old.id });
  await ana.api.matches.reject({ id: no.id });
  const page = await openAs(browser, baseURL!, rows, "/dashboard/kine/matches");
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(rowsOf(page).getByRole("heading")).toHaveText([title(long), title("En espera"), title("Rechazada")]);
  const [accepted] = await rowsOf(page).all();
  await expect(accepted!).toContainText(`Ana Mostrador ${stamp} · Coordiná el primer turno`);
  await expect(accepted!.getByRole("link", { name: /^Llamar a Ana/ })).toBeVisible();
  await expect(accepted!.getByRole("link", { name: /^WhatsApp/ })).toBeVisible();
  for (const [n, row] of (await rowsOf(page).all()).entries()) {
    // The first one's title and name take two lines each.
    expect((await row.boundingBox())!.height).toBeLessThanOrEqual(n === 0 ? 132 : 88);
    const cut = await row.locator("h2 span, p").evaluateAll((texts) =>
      texts
        .filter((text) => text.matches("p, .line-clamp-2") && text.clientWidth > 0)
        .filter((text) => text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 2)
        .map((text) => text.textContent),
    );
    expect(cut, "the title and the next step are whole").toEqual([]);
  }
  await expectAccessible(page);
  await page.getByRole("link", { name: "Disponibles", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Casos Disponibles");
});

test("own applications in closed cases are folded away, without a next step, and on a desk the lists share one head", async ({
  browser,
  baseURL,
}) => {
  const closing = like(cast.carla, `Cerrados Mostrador ${stamp}`, { license_number: `L ${stamp}` });
  const cerrados = await enterApproved(baseURL!, closing);
  for (const name of ["Que cerró", "Que sigue"]) {
    const case_id = await publish(name);
    await ana.api.matches.accept({ id: (await cerrados.api.matches.apply({ case_id })).id });
    if (name === "Que cerró") await ana.api.cases.close({ id: case_id });
  }
  const page = await openAs(browser, baseURL!, closing, "/dashboard/kine/matches");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(rowsOf(page).getByRole("heading")).toHaveText([title("Que sigue")]);
  await page.getByText("Casos cerrados (1)").click();
  const closed = rowsOf(page).filter({ hasText: title("Que cerró") });
  await expect(closed).toContainText(`Caso cerrado`);
  await expect(closed.locator("p").first()).toHaveText(/Ana Mostrador \S+$/);
  await expectAccessible(page);
  const placeOf = async () => (await page.getByRole("navigation", { name: "Listas de casos" }).boundingBox())!;
  const mine = { ...(await placeOf()), title: await page.getByRole("heading", { level: 1 }).boundingBox() };
  await page.goto("/dashboard/kine/cases");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Casos Disponibles");
  expect((await placeOf()).y).toBe(mine.y);
  expect((await page.getByRole("heading", { level: 1 }).boundingBox())!.x).toBe(mine.title!.x);
});

test("a turno of today comes first on Hoy, after a request whose time to answer ends sooner", async ({
  browser,
  baseURL,
}) => {
  const { credentials, ask, person } = await takingTurnos(baseURL!, "Hoy primero", "K");
  await person.api.availabilities.replace({
    ranges: EVERY_DAY.map((day) => ({ ...day, start_time: "00:00", end_time: "24:00" })),
  });
  const page = await openAs(browser, baseURL!, credentials, "/dashboard/kine/reviews");
  // What the agenda says, at hours that no clock of a test run decides.
  const other = await ask(3, "10:00");
  await person.api.bookings.confirm({ id: other.id, sequence: 0 });
  await ask(4, "10:00");
  const today = wallTimeIn(0, "23:30");
  const answerAt = async (hour: string) => {
    await page.unrouteAll();
    await page.route("**/rpc/bookings/mine*", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { json: { upcoming: Record<string, unknown>[] } };
      for (const booking of body.json.upcoming)
        Object.assign(
          booking,
          booking["state"] === "confirmed"
            ? { local_start: today, starts_at: `${today}:00-03:00` }
            : { answer_by: `${wallTimeIn(0, hour)}:00-03:00` },
        );
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto("/dashboard/kine/today");
  };
  const next = page.getByRole("region", { name: "Lo que sigue" }).getByRole("link");
  await answerAt("23:45");
  await expect(next).toHaveText([/^Próximo turno: hoy 23:30 con Ana/, /^Respondé 1 pedido de turno/]);
  await answerAt("23:15");
  await expect(next).toHaveText([/^Respondé 1 pedido de turno/, /^Próximo turno: hoy 23:30 con Ana/]);
});

const OF_PARTS = {
  horarios: ["**/rpc/availabilities/mine*", "No se pudieron cargar tus horarios", /Guardar horarios|^Pausar$/, 2],
  coberturas: [
    "**/rpc/coverages/mine*",
    "No se pudieron cargar tus coberturas",
    /Guardar coberturas|Agregar otra matrícula/,
    2,
  ],
  precios: [
    "**/rpc/prices/mine*",
    "No se pudieron cargar tus precios",
    /Guardar precios|Todo sigue igual|Agregar un lugar/,
    3,
  ],
  pagina: ["**/rpc/handles/mine*", "No se pudo cargar tu dirección", /Guardar dirección|Dónde te encuentran/, 2],
  avisos: ["**/rpc/notifications/settings*", "No se pudieron cargar tus avisos", "Más opciones", 1],
} as const;

test("the profile is six pages, none above 2,400 px on a phone, each with its state and its failure", async ({
  browser,
  baseURL,
}) => {
  const full = like(cast.carla, `Perfil Mostrador ${stamp}`, { license_number: `V ${stamp}` });
  const perfil = await enterApproved(baseURL!, full);
  const twice = [1, 2, 3, 4, 5].flatMap((weekday) => [
    { weekday, start_time: "09:00", end_time: "13:00" },
    { weekday, start_time: "15:00", end_time: "20:00" },
  ]);
  await perfil.api.availabilities.replace({ ranges: twice });
  const prices = (["consultorio", "domicilio", "online"] as const).map((modality) => ({ modality, session: 28_000 }));
  await perfil.api.prices.save({ prices: prices.map((price) => ({ ...price, first: null, ten: null })) });
  for (const [label, address] of [
    ["Consultorio Palermo", "Av. Santa Fe 3456, 2.º B"],
    ["Consultorio Villa Crespo", "Av. Corrientes 5432, entre Serrano y Thames"],
  ] as const)
    await perfil.api.agendas.savePlace({ ...CONSULTORIO, label, address });
  await perfil.api.coverages.replace({
    coverages: [1, 2, 3, 4, 5].map((coverage_id) => ({ coverage_id, how: "direct", plans: null, extra: 0 })),
    refund_invoice: true,
  });
  const page = await openAs(browser, baseURL!, full, "/dashboard/kine/profile");
  await page.setViewportSize(PHONE);
  const parts = page.getByRole("navigation", { name: "Partes de tu perfil" });
  await expect(parts.getByRole("link")).toHaveText([
    /^DatosCompletos al \d+ %$/,
    /^Horarios5 días por semana$/,
    /^Coberturas y matrículas5 coberturas · reconfirmar en (89|90) días$/,
    /^Precios y turnosDesde \$28\.000 · reconfirmar en (89|90) días$/,
    /^Tu páginaSin dirección corta$/,
    /^AvisosQué te contamos, y cómo$/,
  ]);
  await perfil.api.coverages.replace({
    coverages: [1, 2].map((coverage_id) => ({ coverage_id, how: "direct", plans: null, extra: 0 })),
    refund_invoice: true,
  });
  await page.reload();
  const two = parts.getByRole("link", { name: /^Coberturas y matrículas .+, .+ · reconfirmar en (89|90) días$/ });
  await expect(two.getByText("2 coberturas"), "names where they have room").toBeVisible();
  expect(await two.locator("> span:last-child").evaluate((state) => state.scrollWidth - state.clientWidth)).toBe(0);
  for (const state of await parts.locator("a > span:last-child").all())
    expect((await state.boundingBox())!.height, "each state is one line").toBeCloseTo(20, -1);
  expect((await parts.getByText("por semana").last().boundingBox())!.width, "what has no room").toBeLessThanOrEqual(1);
  const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight);
  await expect(page.getByRole("button", { name: "Eliminar cuenta" })).toBeVisible();
  expect(await heightOf(), "datos").toBeLessThanOrEqual(2_400);
  await expect(page.getByText("$25.000 - $35.000"), "prices are said once").toHaveCount(0);
  await expect(page.getByRole("radiogroup", { name: "Rango de precios" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Cambiar tus precios" })).toHaveAttribute("href", /\?parte=precios$/);
  await expectAccessible(page);
  for (const [part, [, , done, count]] of Object.entries(OF_PARTS)) {
    await page.goto(`/dashboard/kine/profile?parte=${part}`);
    await expect(page.getByText(done)).toHaveCount(count);
    expect(await heightOf(), part).toBeLessThanOrEqual(2_400);
    await expectAccessible(page);
  }
  await page.goto("/dashboard/kine/profile?parte=precios");
  const place = page.getByRole("button", { name: "Cambiar Consultorio Villa Crespo" });
  await place.click();
  await page.getByRole("button", { name: "Quitar", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "¿Quitar Consultorio Villa Crespo?" });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Volver" }).click();
  await page.getByRole("button", { name: "Cancelar", exact: true }).click();
  await expect(place, "a place goes with its hours: it is asked").toBeVisible();
  await place.click();
  await page.getByRole("button", { name: "Quitar", exact: true }).click();
  await question.getByRole("button", { name: "Quitar" }).click();
  await expect(page.getByText("Lugar quitado")).toBeVisible();
  await expect(place).toHaveCount(0);
  await page.goto("/dashboard/kine/profile#avisos");
  await expect(page.getByText("Más opciones"), "an older link opens its page").toBeVisible();
  await parts.getByRole("link", { name: /^Horarios/ }).click();
  await page.getByRole("button", { name: "Agregar horario el domingo" }).click();
  await parts.getByRole("link", { name: /^Precios/ }).click();
  await expect(page.getByRole("alertdialog", { name: "¿Salir sin guardar?" })).toBeVisible();
});

test("what the profile lacks leads to where it is added, and a day without hours says so", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL!, kine, "/dashboard/kine/profile?parte=pagina");
  await page.setViewportSize(PHONE);
  const toData = "/dashboard/kine/profile";
  await expect(page.getByRole("link", { name: "Cargar foto" })).toHaveAttribute("href", toData);
  await expect(page.getByRole("link", { name: "Agregar Online" })).toHaveAttribute("href", toData);
  await expect(page.getByRole("link", { name: "Cargar cobertura" })).toHaveAttribute("href", /\?parte=coberturas$/);
  await expectAccessible(page);
  await carla.api.availabilities.replace({ ranges: EVERY_DAY.filter(({ weekday }) => weekday !== 0) });
  await page.goto("/dashboard/kine/profile?parte=horarios");
  const sunday = page.getByRole("group", { name: "Domingo" });
  await expect(sunday.getByRole("button", { name: "Copiar del sábado al domingo" })).toBeVisible();
  expect((await sunday.getByText("Sin horario").boundingBox())!.width).toBeGreaterThan(40);
  await carla.api.availabilities.replace({ ranges: EVERY_DAY });
});

test("what a modality without a price costs is asked behind a line", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL!, kine, "/dashboard/kine/profile?parte=precios");
  await page.setViewportSize(PHONE);
  const online = page.getByRole("group", { name: "Online" });
  await expect(page.getByRole("group", { name: "Consultorio" })).toBeVisible();
  await expect(online).toBeHidden();
  await page.getByText("Agregar precio: Online").click();
  await online.getByLabel("Diez sesiones").fill("200000");
  await page.getByRole("button", { name: "Guardar precios" }).click();
  await expect(online.getByText("Completá el precio de la sesión")).toBeVisible();
  await expectAccessible(page);
  await online.getByLabel("Sesión", { exact: true }).fill("22000");
  await page.getByRole("button", { name: "Guardar precios" }).click();
  await expect(page.getByText("Precios actualizados")).toBeVisible();
  await expect(page.getByText("Agregar precio: Online")).toBeHidden();
  await expect(online).toContainText("Confirmado el");
  await carla.api.prices.save({ prices: [{ modality: "consultorio", session: 28_000, first: null, ten: null }] });
});

test("a part of the profile that does not load says so", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL!, kine, "/dashboard/kine/reviews");
  for (const [part, [call, failure]] of Object.entries(OF_PARTS)) {
    await page.route(call, (route) => route.fulfill({ status: 404, json: {} }));
    await page.goto(`/dashboard/kine/profile?parte=${part}`);
    await expect(page.getByText(failure)).toBeVisible();
    await page.unroute(call);
  }
});

test("a pause is said on the profile, keeps invitations away and ends by one press", async ({ browser, baseURL }) => {
  const paused = like(cast.carla, `Pausada Mostrador ${stamp}`, { license_number: `U ${stamp}` });
  const pausada = await enterApproved(baseURL!, paused);
  const page = await openAs(browser, baseURL!, paused, "/dashboard/kine/profile?parte=horarios");
  await page.getByRole("textbox", { name: "No tomo casos hasta" }).fill("01/01/2020");
  await page.getByRole("button", { name: "Pausar" }).click();
  await expect(page.getByText("Elegí un día desde hoy hasta dentro de un año")).toBeVisible();
  const day = new Date(Date.now() + 10 * 86_400_000).toLocaleDateString("sv");
  await page.getByRole("textbox", { name: "No tomo casos hasta" }).fill(day.split("-").toReversed().join("/"));
  await page.getByRole("button", { name: "Pausar" }).click();
  await expect(page.getByText("Quedaste en pausa")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Horarios En pausa hasta el/ })).toBeVisible();
  await expectAccessible(page);
  const visitor = await openAs(browser, baseURL!, null, `/kines/${pausada.id}`);
  await expect(visitor.getByText(/^No toma casos hasta el/)).toBeVisible();
  await page.getByRole("button", { name: "Terminar la pausa" }).click();
  await expect(page.getByText("Volvés a recibir casos")).toBeVisible();
  expect((await pausada.api.profiles.mine()).paused_until).toBeNull();
});

test("a new specialist finds four steps on Hoy, each with its field, and then what waits and fits", async ({
  browser,
  baseURL,
}) => {
  const novice = like(cast.carla, `Nueva Mostrador ${stamp}`, { license_number: `T ${stamp}` });
  const nueva = await enterApproved(baseURL!, novice);
  const page = await openAs(browser, baseURL!, novice, "/dashboard/kine/cases");
  await page.setViewportSize(PHONE);
  const bar = page.getByRole("navigation", { name: "Accesos" });
  await expect(bar.getByRole("link")).toHaveText(["Hoy", "Casos", "Agenda", "Mensajes", "Yo"]);
  await bar.getByRole("link", { name: "Hoy" }).click();
  await expect(page.getByRole("heading", { name: `¡Hola, Nueva Mostrador ${stamp}!` })).toBeVisible();
  await expect(page.getByText("Nada espera por vos.")).toBeVisible();
  await expectAccessible(page);
  const steps = {
    "Tu foto": () => page.getByRole("button", { name: "Cambiar foto" }),
    "Tus horarios": () => page.getByRole("button", { name: "Agregar horario el lunes" }),
    "Tus coberturas": () => page.getByRole("combobox", { name: "Agregar una cobertura" }),
    "Tu precio": () => page.getByLabel("Sesión", { exact: true }).first(),
  };
  for (const [step, field] of Object.entries(steps)) {
    await page.getByRole("link", { name: step }).click();
    await expect(field()).toBeVisible();
    await page.goBack();
  }
  await nueva.api.availabilities.replace({ ranges: EVERY_DAY });
  await publish("Solo online", { location_city: "Palermo", preferred_modality: "online" });
  const id = await publish("Que queda bien", { location_city: "Palermo", facts: { times: ["wed_am"] } });
  const { id: match } = await nueva.api.matches.apply({ case_id: await publish("Con mensaje") });
  await ana.api.conversations.send({ id: match, body: "¿Cuánto sale?" });
  await page.goto("/dashboard/kine/today");
  const heads = async () => (await page.getByRole("heading", { level: 2 }).allTextContents()).slice(0, 3);
  await expect
    .poll(heads, "what waits comes before what is missing")
    .toEqual(["Lo que sigue", "Te falta poco", "Casos que te quedan bien"]);
  await expect(page.getByRole("link", { name: "Tus horarios" }), "what is done is no step").toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Falta/ }).first(), "a row as those above").toHaveText(
    "Falta tu foto: los pacientes la ven en tu perfil",
  );
  await expect(page.getByRole("link", { name: "Leé 1 mensaje" })).toBeVisible();
  await expect(page.getByRole("link", { name: "1 postulación espera respuesta del paciente" })).toBeVisible();
  const fitting = page.getByRole("region", { name: "Casos que te quedan bien" });
  await expect(fitting.getByRole("listitem").first()).toContainText(title("Que queda bien"));
  await expect(fitting, "this specialist does not offer online sessions").not.toContainText(title("Solo online"));
  await expectAccessible(page);
  await fitting.getByRole("button", { name: title("Que queda bien") }).click();
  await expect(page).toHaveURL(new RegExp(`caso=${id}`));
});

test("conversations stand in one list, unread first, and a patient is named once they accept", async ({
  browser,
  baseURL,
}) => {
  const writer = like(cast.carla, `Escribe Mostrador ${stamp}`, { license_number: `S ${stamp}` });
  const escribe = await enterApproved(baseURL!, writer);
  const asked = await escribe.api.matches.apply({ case_id: await publish("Pregunta") });
  await escribe.api.matches.apply({ case_id: await publish("Silencio") });
  const accepted = await escribe.api.matches.apply({ case_id: await publish("Contacto") });
  await ana.api.matches.accept({ id: accepted.id });
  await ana.api.conversations.send({ id: asked.id, body: "¿Cuánto sale?" });
  const page = await openAs(browser, baseURL!, writer, "/dashboard/kine/messages");
  const lines = page.getByRole("main").getByRole("listitem");
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText(title("Pregunta"));
  await expect(lines.first()).toContainText("1 sin leer");
  await expect(lines.first()).not.toContainText("Ana Mostrador");
  await expect(lines.first()).toContainText("¿Cuánto sale?");
  await expect(lines.nth(1)).toContainText(`Ana Mostrador ${stamp}`);
  await expect(lines.nth(1), "nothing was written at a time").not.toContainText(/recién|hace \d/);
  await expect(lines.nth(1)).toContainText("Todavía no se escribieron");
  await expectAccessible(page);
  await lines.first().getByRole("button").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("log")).toContainText("¿Cuánto sale?");
  await expect(dialog.getByRole("heading").first()).toHaveText(`Mensajes con Paciente sobre ${title("Pregunta")}`);
  await page.keyboard.press("Escape");
  await lines.nth(1).getByRole("button").click();
  await expect(dialog.getByRole("heading").first()).toHaveText(
    `Mensajes con Ana Mostrador ${stamp} sobre ${title("Contacto")}`,
  );
});

test("conversations of closed cases are folded, and an unread one stays where it was when it is read", async ({
  browser,
  baseURL,
}) => {
  const reader = like(cast.carla, `Cierra Mostrador ${stamp}`, { license_number: `M ${stamp}` });
  const cierra = await enterApproved(baseURL!, reader);
  for (const name of ["En curso", "Terminada"]) {
    const case_id = await publish(name);
    await ana.api.matches.accept({ id: (await cierra.api.matches.apply({ case_id })).id });
    if (name === "Terminada") await ana.api.cases.close({ id: case_id });
  }
  const page = await openAs(browser, baseURL!, reader, "/dashboard/kine/messages");
  const lines = page.getByRole("main").getByRole("listitem");
  const folded = page.locator("summary", { hasText: "Casos cerrados (1)" });
  await expect(lines).toHaveText([/En curso/]);
  await folded.click();
  await expect(lines).toHaveText([/En curso/, /Caso cerrado.+Terminada/]);
  await expectAccessible(page);
  const { id } = (await cierra.api.conversations.received()).items.find(({ is_case_closed }) => is_case_closed)!;
  await ana.api.conversations.send({ id, body: "Gracias" });
  await expect(folded).toHaveCount(0);
  await expect(lines).toHaveText([/Terminada.+Gracias/, /En curso/]);
  await lines.first().getByRole("button").click();
  await expect(page.getByRole("dialog").getByRole("log")).toContainText("Gracias");
  await page.keyboard.press("Escape");
  await expect(lines.first()).not.toContainText("sin leer");
  await expect(lines.filter({ hasText: "Terminada" }).getByRole("button")).toBeFocused();
});

test("on a desk a conversation stands beside the list, Back leads to the one before, and closing returns to its row", async ({
  browser,
  baseURL,
}) => {
  const reader = like(cast.carla, `Dos Paneles Mostrador ${stamp}`, { license_number: `W ${stamp}` });
  const dos = await enterApproved(baseURL!, reader);
  for (const name of ["Primera", "Segunda"]) {
    const { id } = await dos.api.matches.apply({ case_id: await publish(name) });
    for (let n = 1; n <= 12; n += 1) await ana.api.conversations.send({ id, body: `${name}, mensaje ${n}` });
  }
  const page = await openAs(browser, baseURL!, reader, "/dashboard/kine/messages");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByText("Elegí una conversación")).toBeVisible();
  const button = (name: string) => page.getByRole("button", { name: title(name) });
  const pane = (name: string) => page.getByRole("region", { name: `Mensajes con Paciente sobre ${title(name)}` });
  await button("Primera").click();
  await expect(pane("Primera").getByText("Primera, mensaje 12")).toBeInViewport();
  await expect(pane("Primera").getByRole("heading").first()).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await page.evaluate(() => scrollY), "the list stays where it was").toBe(0);
  await expect(pane("Primera").getByRole("button", { name: "Opciones de la conversación" })).toBeVisible();
  await expectAccessible(page);
  await button("Segunda").click();
  await expect(pane("Segunda").getByRole("log")).toContainText("Segunda, mensaje 12");
  await expect(page.getByText("12 sin leer")).toHaveCount(0);
  await pane("Segunda").getByLabel("Mensaje", { exact: true }).fill("Te escribo");
  await page.goBack();
  await expect(pane("Primera").getByRole("log")).toContainText("Primera, mensaje 12");
  await button("Segunda").click();
  await page.setViewportSize({ width: 390, height: 844 });
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Mensaje", { exact: true }), "what was typed stays").toHaveValue("Te escribo");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(dialog).toHaveCount(0);
  await pane("Segunda").getByRole("button", { name: "Enviar" }).click();
  await expect(pane("Segunda").getByRole("log")).toContainText("Te escribo");
  await button("Primera").click();
  await pane("Primera").getByRole("button", { name: "Cerrar" }).click();
  await expect(page).not.toHaveURL(/mensajes=/);
  await expect(button("Primera")).toBeFocused();
});

/** A specialist who takes turnos, and whom Ana accepted. */
async function takingTurnos(baseURL: string, name: string, license_number: string) {
  const credentials = like(cast.carla, `${name} Mostrador ${stamp}`, { license_number: `${license_number} ${stamp}` });
  const person = await enterApproved(baseURL, credentials);
  await person.api.availabilities.replace({ ranges: EVERY_DAY });
  await person.api.agendas.save(SETTINGS);
  const { id: place_id } = await person.api.agendas.savePlace(CONSULTORIO);
  const { id: match_id } = await person.api.matches.apply({
    case_id: await publish(name),
    message: "Puedo esta semana",
  });
  await ana.api.matches.accept({ id: match_id });
  const ask = (days: number, hour: string, of = match_id) =>
    ana.api.bookings.book({ match_id: of, place_id, starts: [wallTimeIn(days, hour)], anyway: true });
  return { credentials, person, match_id, ask };
}

test("who accepted stands as their turnos do, on Hoy, in the applications, in Mensajes and in the conversation", async ({
  browser,
  baseURL,
}) => {
  const { credentials, person, match_id, ask } = await takingTurnos(baseURL!, "Coordina", "R");
  await person.api.matches.apply({ case_id: await publish("Sin respuesta") });
  const page = await openAs(browser, baseURL!, credentials, "/dashboard/kine/today");
  await page.setViewportSize(PHONE);
  const next = page.getByRole("region", { name: "Lo que sigue" }).getByRole("link");
  const first = `Coordiná el primer turno con Ana Mostrador ${stamp}`;
  await expect(next).toHaveText([first, "1 postulación espera respuesta del paciente"]);
  await expectAccessible(page);
  await person.api.agendas.save({ ...SETTINGS, lead_min: 2_880 });
  await next.first().click();
  const proposing = page.getByRole("dialog", { name: "Nuevo turno" });
  await expect(proposing.getByLabel("Paciente")).toHaveValue(match_id);
  const hours = proposing.getByRole("radiogroup", { name: "Horarios libres" });
  await expect(hours, "it opens on the first day that has a free time").toBeVisible();
  const when = proposing.getByLabel("Día", { exact: true });
  const soonest = await when.inputValue();
  await when.fill(wallTimeIn(1, "").slice(0, 10).split("-").toReversed().join("/"));
  await expect(hours).toBeHidden();
  await proposing.getByRole("button", { name: /^Ver el / }).click();
  await expect(when).toHaveValue(soonest);
  await expect(hours).toBeVisible();
  await page.keyboard.press("Escape");
  await person.api.agendas.save(SETTINGS);
  await expect(page).not.toHaveURL(/con=/);

  const row = rowsOf(page).filter({ hasText: title("Coordina") });
  const line = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: title("Coordina") });
  const dialog = page.getByRole("dialog");
  /** Says the same everywhere; `of` is what the conversation leads to. */
  const expectStanding = async (words: string | RegExp, of: { link: string | RegExp; to: RegExp }) => {
    await page.goto("/dashboard/kine/matches");
    await expect(row).toContainText(words);
    await page.goto("/dashboard/kine/messages");
    await expect(line).toContainText(words);
    const due = line.locator(".text-warning");
    await expect(due, "what waits for the specialist is amber").toHaveCount(/Turno el/.test(String(words)) ? 0 : 1);
    const isCutToNothing = await line.getByText(title("Coordina")).evaluate((text) => {
      const [own, all] = [text.getBoundingClientRect(), text.parentElement!.getBoundingClientRect()];
      return own.top < all.bottom && own.width < 100;
    });
    expect(isCutToNothing, "a title without room is left out").toBe(false);
    await line.getByRole("button").click();
    await expect(dialog.getByRole("link", { name: of.link })).toHaveAttribute("href", of.to);
    await expectAccessible(page);
  };
  const { case_id } = (await person.api.matches.mine()).items.find(({ id }) => id === match_id)!;
  await page.goto(`/dashboard/kine/matches?caso=${case_id}`);
  const toFirst = dialog.getByRole("link", { name: "Proponer turno" });
  await expect(dialog.getByText("Te aceptó. Falta acordar el primer turno")).toBeVisible();
  await expect(toFirst).toHaveAttribute("href", `/dashboard/kine/agenda?con=${match_id}`);
  await expect(toFirst).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole("heading", { name: /^(Qué le pasa|Tu postulación)$/ })).toHaveText([
    "Qué le pasa",
    "Tu postulación",
  ]);
  await expectAccessible(page);
  await expectStanding("Coordiná el primer turno", { link: "Proponer turno", to: new RegExp(`con=${match_id}$`) });
  await page.goto("/dashboard/kine/matches");
  await expect(row).toContainText("Coordiná el primer turno");
  await ask(3, "10:00");
  await expect(row, "the list hears of it by itself").toContainText("Te pide turno");
  const day = wallTimeIn(3, "").slice(0, 10);
  const moment = `\\S{3} ${Number(day.slice(8))} \\S+, 10:00`;
  const toDay = new RegExp(`dia=${day}$`);
  await expectStanding(new RegExp(`Te pide turno: ${moment}`), { link: /^Te pide turno: /, to: toDay });
  await page.goto("/dashboard/kine/today");
  await expect(next).toHaveText([
    new RegExp(`^Respondé 1 pedido de turno\\s· ${moment}$`),
    "1 postulación espera respuesta del paciente",
  ]);
  await page.goto(`/dashboard/kine/matches?caso=${case_id}`);
  const answers = dialog.getByRole("button", { name: /^(Confirmar|Otro horario|No puedo)$/ });
  await expect(answers).toHaveText(["Confirmar", "Otro horario", "No puedo"]);
  await expect(dialog.getByRole("button", { name: "Anotar sesión" })).toBeVisible();
  await expect(dialog.locator(".button-primary:visible"), "the answer is the next act").toHaveText(["Confirmar"]);
  await expectAccessible(page);
  await answers.nth(1).click();
  const moving = page.getByRole("dialog", { name: "Proponer otro horario" });
  const propose = moving.getByRole("button", { name: "Proponer" });
  const free = moving.getByRole("radiogroup", { name: "Horarios libres" }).getByRole("radio");
  await expect(moving).toContainText(`Ana Mostrador ${stamp} · ${CONSULTORIO.label}`);
  await expect(free.first()).toBeVisible();
  await expect(moving.getByRole("radio", { name: "10:00" }), "the present time is none to choose").toHaveCount(0);
  await expect(moving.getByRole("group", { name: "Hora" })).toBeHidden();
  await expect(propose).toBeDisabled();
  await expectAccessible(page);
  await free.first().check();
  await expect(propose).toBeEnabled();
  await page.keyboard.press("Escape");
  await expect(moving).toHaveCount(0);
  await answers.first().click();
  await expect(dialog.getByText(new RegExp(`^${moment}\\s· ${CONSULTORIO.label}$`, "i"))).toBeVisible();
  await expect(answers).toHaveCount(0);
  await expectStanding(new RegExp(`Turno el ${moment}`), { link: /^Turno el /, to: toDay });
  await page.goto(`/dashboard/kine/matches?caso=${case_id}`);
  await expect(dialog.getByText(new RegExp(`^${moment}\\s· ${CONSULTORIO.label}$`, "i"))).toBeVisible();
  await expect(dialog.getByRole("link", { name: "Ver en la agenda" })).toHaveAttribute("href", toDay);
  await expect(toFirst).toHaveCount(0);
});

test("of who accepted, those who wait for the specialist come first, in amber and by their date, and then those with a turno", async ({
  browser,
  baseURL,
}) => {
  const { credentials, person, ask } = await takingTurnos(baseURL!, "Pide turno", "N");
  await ask(3, "10:00");
  const accepted = async (name: string) => {
    const { id } = await person.api.matches.apply({ case_id: await publish(name) });
    await ana.api.matches.accept({ id });
    return id;
  };
  await accepted("Sin turno");
  const agreed = await ask(4, "10:00", await accepted("Con turno"));
  await person.api.bookings.confirm({ id: agreed.id, sequence: 0 });
  await ask(2, "10:00", await accepted("Pide turno antes"));
  const page = await openAs(browser, baseURL!, credentials, "/dashboard/kine/matches");
  const inOrder = ["Pide turno antes", "Pide turno", "Sin turno", "Con turno"].map(title);
  await expect(rowsOf(page).getByRole("heading")).toHaveText(inOrder);
  const states = page.getByRole("radiogroup", { name: "Estado" });
  expect((await states.boundingBox())!.height, "one line").toBeLessThanOrEqual(48);
  const amber = page.getByRole("main").locator(".text-warning");
  await expect(amber).toHaveText([/^Te pide turno: /, /^Te pide turno: /, "Coordiná el primer turno"]);
  await expectAccessible(page);
  await page.getByRole("radio", { name: "Aceptado" }).check();
  await expect(page).toHaveURL(/estado=aceptadas/);
  await expect(rowsOf(page).getByRole("heading")).toHaveText(inOrder);
});

test("what waits for an answer is a low row each, so that the week stays in sight on a desk", async ({
  browser,
  baseURL,
}) => {
  const { credentials, ask } = await takingTurnos(baseURL!, "Filas de turnos", "Q");
  for (const hour of ["10:00", "11:00", "12:00"]) await ask(2, hour);
  const page = await openAs(
    browser,
    baseURL!,
    credentials,
    `/dashboard/kine/agenda?dia=${wallTimeIn(2, "").slice(0, 10)}`,
  );
  const waiting = page.getByRole("region", { name: "Por responder" });
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(viewport);
    await expect(waiting.getByRole("listitem")).toHaveCount(3);
    for (const row of await waiting.getByRole("listitem").all()) {
      expect((await row.boundingBox())!.height).toBeLessThanOrEqual(60);
      await expect(row.getByRole("button")).toHaveText(["Confirmar", "Otro horario", "No puedo"]);
    }
    const days = page.getByRole("region", { name: "Días" });
    expect((await days.boundingBox())!.y, "where the days begin").toBeLessThanOrEqual(370);
  }
  await expectAccessible(page);
  await waiting.getByRole("button", { name: "Confirmar" }).first().click();
  await expect(waiting.getByRole("listitem")).toHaveCount(2);
  await waiting.getByRole("button", { name: "No puedo" }).first().click();
  const question = page.getByRole("alertdialog", { name: "¿Avisamos que no podés?" });
  await expect(question, "whose turno it is").toContainText(new RegExp(`^.*Ana Mostrador ${stamp} · .+, 11:00`));
  await expectAccessible(page);
  await question.getByRole("button", { name: "Volver" }).click();
  await expect(question).toHaveCount(0);
  await expect(waiting.getByRole("listitem"), "nobody was turned away").toHaveCount(2);
  await waiting.getByRole("button", { name: "No puedo" }).first().click();
  await question.getByRole("button", { name: "Avisar que no" }).click();
  await expect(page.getByText("Avisamos que no", { exact: true })).toBeVisible();
  await expect(waiting.getByRole("listitem")).toHaveCount(1);
});

test("an open case says whether the specialist accepts the patient's own plan, which the list does not name", async ({
  browser,
  baseURL,
}) => {
  const reader = like(cast.carla, `Planes Mostrador ${stamp}`, { license_number: `O ${stamp}` });
  const planes = await enterApproved(baseURL!, reader);
  const coverage_id = (await planes.api.coverages.search({ text: "osde" }))[0]!.id;
  await planes.api.coverages.replace({
    coverages: [{ coverage_id, how: "direct", plans: "210 y 310", extra: 0 }],
    refund_invoice: false,
  });
  const page = await openAs(browser, baseURL!, reader, "/dashboard/kine/cases");
  for (const [plan, words] of [
    ["310", "Aceptás su OSDE 310 · "],
    ["450", "No aceptás su OSDE 450 · "],
  ] as const) {
    const id = await publish(`Con ${plan}`, { location_city: null, coverage: { id: coverage_id, plan } });
    await page.goto("/dashboard/kine/cases");
    const row = rowsOf(page).filter({ hasText: title(`Con ${plan}`) });
    await expect(row).toContainText("Aceptás OSDE (210 y 310) · ");
    await row.getByRole("button").click();
    await expect(page).toHaveURL(new RegExp(id));
    const open = page.getByRole("dialog", { name: title(`Con ${plan}`) });
    await expect(open.getByText(words)).toBeVisible();
  }
});

test("an open case names the place of care apart from where the patient lives, and says how many applied", async ({
  browser,
  baseURL,
}) => {
  const reader = like(cast.carla, `Lugar Mostrador ${stamp}`, { license_number: `P ${stamp}` });
  await enterApproved(baseURL!, reader);
  const CASES = [
    ["online", "Flores", "Atención: Online"],
    ["domicilio", "Flores", "Atención: A domicilio en Flores"],
    ["consultorio", "Flores", "Atención: En tu consultorio"],
    [null, "Palermo", /^Atención: Cualquier modalidad/],
  ] as const;
  const page = await openAs(browser, baseURL!, reader, "/dashboard/kine/cases");
  for (const [preferred_modality, location_city, words] of CASES) {
    const id = await publish(`De ${preferred_modality}`, { preferred_modality, location_city });
    await page.goto(`/dashboard/kine/cases?caso=${id}`);
    const open = page.getByRole("dialog", { name: title(`De ${preferred_modality}`) });
    await expect(open.getByText(words)).toBeVisible();
    await expect(open.getByText(` · busca en ${location_city} · vive en Caballito`)).toBeVisible();
    await expect(open.getByText(/Nadie se postuló todavía$/)).toBeVisible();
    await carla.api.matches.apply({ case_id: id });
    await page.reload();
    await expect(open.getByText(/1 postulación$/)).toBeVisible();
    await expect(open.getByText("Flores", { exact: true })).toHaveCount(0);
  }
  await expectAccessible(page);
});

test("Hoy says that no case fits only once it knows", async ({ browser, baseURL }) => {
  await publish("Cercano", { location_city: "Palermo", preferred_modality: "consultorio" });
  const page = await openAs(browser, baseURL!, kine, "/dashboard/kine/reviews");
  const letCome = await hold(page, "**/rpc/cases/fits*");
  await page.goto("/dashboard/kine/today");
  const fitting = page.getByRole("region", { name: "Casos que te quedan bien" });
  await expect(fitting.getByRole("status")).toBeAttached();
  await expect(fitting).not.toContainText("Ninguno de los últimos");
  letCome();
  await expect(fitting).toContainText(title("Cercano"));
});
