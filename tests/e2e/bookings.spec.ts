import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { press } from "./keys.ts";
import { expect, expectAccessible, openAs, signIn, test } from "./page.ts";
import { CONSULTORIO, EVERY_DAY, SETTINGS, wallTimeIn } from "../bookings/agenda.ts";
import { confirmAddress, passDays } from "./server-database.ts";

const stamp = String(Date.now()).slice(-6);
const PHONE = { width: 360, height: 740 };

/** A patient, and the specialist whom they accepted, who keeps an agenda. */
async function agreed(url: string, n: string) {
  const [ana, carla] = [
    like(cast.ana, `Ana Turnos ${n} ${stamp}`),
    like(cast.carla, `Carla Turnos ${n} ${stamp}`, { license_number: `T${n} ${stamp}` }),
  ];
  const [patient, kine] = await Promise.all([enter(url, ana, "sign up"), enterApproved(url, carla)]);
  await kine.api.availabilities.replace({ ranges: EVERY_DAY("08:00", "20:00") });
  await kine.api.agendas.save(SETTINGS);
  const { id: place_id } = await kine.api.agendas.savePlace(CONSULTORIO);
  const { id: case_id } = await patient.api.cases.create({ title: `Rodilla ${n} ${stamp}`, description: "Me duele" });
  const { id: match_id } = await kine.api.matches.apply({ case_id });
  await patient.api.matches.accept({ id: match_id });
  return { ana, carla, patient, kine, case_id, match_id, place_id };
}

test("a patient asks for a turno on a phone in four taps at most, and the specialist's answer arrives by itself", async ({
  page,
  browser,
  baseURL,
}) => {
  const { ana, carla, case_id } = await agreed(baseURL!, "A");
  await page.setViewportSize(PHONE);
  await signIn(page, ana, "/dashboard/patient/cases");
  let taps = 0;
  const tap = async (name: string | RegExp, role: "button" | "link" = "button") => {
    taps += 1;
    await page.getByRole(role, { name }).first().click();
  };
  await tap("Pedir turno", "link");
  await expect(page.getByRole("heading", { level: 1, name: "Turnos" })).toBeVisible();
  await tap(/^\S+, \d+ de \S+, \d\d:\d\d$/);
  await expect(page.getByRole("dialog").getByText(/^Con Carla .+, \S/)).toBeVisible();
  await tap("Pedir 1 turno");
  await expect(page.getByText("Esperando respuesta")).toBeInViewport();
  await expect(page.getByText(/^Pediste este turno\. Carla .+ todavía no lo confirmó\.$/)).toBeInViewport();
  expect(taps).toBeLessThanOrEqual(4);
  await expectAccessible(page);

  const kine = await openAs(browser, baseURL!, carla, "/dashboard/kine/agenda");
  await expectAccessible(kine);
  await kine.getByRole("button", { name: "Confirmar" }).click();
  await expect(page.getByText("Confirmado")).toBeVisible();
  // The case shows the next one, and closing it says what it cancels.
  await page.goto(`/dashboard/patient/cases?caso=${case_id}`);
  const ahead = page.getByRole("dialog").getByRole("link", { name: /^Próximo turno: .+ Está confirmado\.$/ });
  await expect(ahead).toBeVisible();
  const closing = page.getByRole("button", { name: "Cerrar Caso y Dejar Review" });
  await expect(closing).toBeHidden();
  await page.locator("summary", { hasText: "¿Ya terminaste?" }).click();
  await closing.click();
  const question = page.getByRole("alertdialog", { name: "¿Cerrar tu caso?" });
  await expect(question).toContainText(/Tenés un turno: .+ Si cerrás el caso, se cancela\./);
  await expect(question.getByRole("button", { name: "Sí, cerrar y cancelar el turno" })).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Dejarlo abierto" }).click();
  await expect(ahead).toBeVisible();
});

test("once the last turno is over, Mis Casos asks how it went and leads to the closing and the review", async ({
  page,
  baseURL,
}) => {
  const { ana, patient, kine, match_id, place_id } = await agreed(baseURL!, "F");
  const booked = await kine.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(2, "10:00")] });
  await patient.api.bookings.confirm({ id: booked.id, sequence: 0 });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, ana, "/dashboard/patient/cases");
  const card = page.getByRole("listitem").filter({ hasText: `Rodilla F ${stamp}` });
  await expect(card.getByText("Próximo turno")).toBeVisible();
  await expect(card.getByText("¿Ya terminaste?")).toHaveCount(0);
  await passDays(match_id, 4);
  await page.reload();
  await expect(card).toContainText(/¿Ya terminaste\? Tu último turno fue el \S+, \d+ de \S+\./);
  await expect(page.getByRole("main").locator(".button-primary:visible")).toHaveCount(1);
  await expectAccessible(page);
  // Opened before, the case is there at once.
  await card.getByRole("button", { name: `Rodilla F ${stamp}` }).click();
  await expect(page.getByRole("dialog").getByText("¿Ya terminaste?")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await card.getByRole("button", { name: "Ya terminé" }).click();
  const question = page.getByRole("alertdialog", { name: "¿Cerrar tu caso?" });
  await expect(question).toContainText("Te queda el teléfono de quien te atendió.");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Cancelar" }).click();
  const dialog = page.getByRole("dialog");
  const close = dialog.getByRole("button", { name: "Cerrar Caso y Dejar Review" });
  await expect(close).toBeInViewport({ ratio: 1 });
  await expect(close).toHaveCount(1);
  await expect(dialog.locator(".button-primary:visible")).toHaveCount(1);
  await expect(dialog.getByRole("link", { name: "Pedir turno" })).toBeVisible();
  await expectAccessible(page);
  await close.click();
  await page.getByRole("button", { name: "Sí, cerrar el caso" }).click();
  await expect(page.getByRole("dialog", { name: /^¿Cómo te fue con Carla/ })).toBeVisible();
});

test("of the days with free times a patient reads the hours of one, and chooses another by keyboard", async ({
  page,
  baseURL,
}) => {
  const { ana } = await agreed(baseURL!, "E");
  await page.setViewportSize(PHONE);
  await signIn(page, ana, "/dashboard/patient/bookings");
  const times = page.getByRole("button", { name: /^\S+, \d+ de \S+, \d\d:\d\d$/ });
  const shownDays = async () =>
    new Set(await times.evaluateAll((all) => all.map((time) => time.ariaLabel?.slice(0, -7)))).size;
  await expect(times.first()).toBeVisible();
  expect(await shownDays()).toBe(1);
  const before = await times.first().getAttribute("aria-label");
  const days = page.getByRole("radiogroup", { name: "Qué día" }).getByRole("radio");
  await expect(days.first()).toBeHidden();
  await page.locator("summary", { hasText: "Otro día" }).press("Enter");
  await expect(days).toHaveCount(4);
  await days.first().press("ArrowRight");
  await expect(days.nth(1)).toBeChecked();
  expect(await shownDays()).toBe(1);
  expect(await times.first().getAttribute("aria-label")).not.toBe(before);
  // Three hours of each half of a whole day at first.
  await expect(times).toHaveCount(6);
  await page.getByRole("button", { name: "Ver más horarios" }).click();
  await expect.poll(() => times.count()).toBeGreaterThan(6);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Ver más días" }).click();
  await expect.poll(() => days.count()).toBeGreaterThan(4);
});

test("a specialist works through the agenda by keyboard on a desk", async ({ page, baseURL }) => {
  test.slow();
  const { carla, patient, kine, match_id, place_id } = await agreed(baseURL!, "B");
  const starts = [wallTimeIn(1, "10:00"), wallTimeIn(8, "10:00"), wallTimeIn(15, "10:00")];
  const booked = await kine.api.bookings.book({ match_id, place_id, starts });
  await patient.api.bookings.confirm({ id: booked.id, sequence: 0, following: true });
  const day = starts[0]!.slice(0, 10);
  await signIn(page, carla, `/dashboard/kine/agenda?dia=${day}`);
  const entry = page.locator(`[data-entry="${booked.id}"]`);
  await expect(entry).toBeVisible();
  const close = async () => {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Atajos del teclado" })).toBeVisible();
  await close();
  await page.keyboard.press("b");
  const blocking = page.getByRole("dialog", { name: "Bloquear o agregar horario" });
  await expect(blocking.getByRole("button", { name: "Bloquear", exact: true }), "says what it does").toBeVisible();
  await blocking.getByRole("radio", { name: "Atiendo fuera de mi horario" }).check();
  await expect(blocking.getByRole("button", { name: "Agregar horario", exact: true })).toBeVisible();
  await expectAccessible(page);
  await close();
  await page.keyboard.press("n");
  await expect(page.getByRole("dialog", { name: "Nuevo turno" })).toBeVisible();
  await close();
  // Quicker than the page follows.
  for (const key of ["j", "j", "k", "j"]) await page.keyboard.press(key);
  await expect(page).toHaveURL(new RegExp(`dia=${wallTimeIn(3, "10:00").slice(0, 10)}`));
  for (const key of ["k", "k"]) await page.keyboard.press(key);
  await expect(page).toHaveURL(new RegExp(`dia=${day}`));
  await expect(entry).toBeVisible();
  await entry.focus();
  await expect(entry).toBeFocused();
  await page.keyboard.press("x");
  await press(page.getByRole("button", { name: "Cancelar turno" }));
  await expect(page.getByRole("alertdialog"), "whose it is").toContainText(`Ana Turnos B ${stamp} · `);
  await press(page.getByRole("button", { name: "Este y los 2 siguientes" }));
  await expect.poll(async () => (await patient.api.bookings.mine()).upcoming.length).toBe(0);
});

test("of ten turnos a patient reads the next one whole on a phone, and opens the others from their line", async ({
  page,
  baseURL,
}) => {
  const { ana, patient, kine, match_id, place_id } = await agreed(baseURL!, "D");
  const starts = Array.from({ length: 10 }, (_, week) => wallTimeIn(2 + week * 5, "10:00"));
  const booked = await kine.api.bookings.book({ match_id, place_id, starts });
  await patient.api.bookings.confirm({ id: booked.id, sequence: 0, following: true });
  await page.setViewportSize(PHONE);
  await signIn(page, ana, "/dashboard/patient/bookings");
  const ahead = page.getByRole("region", { name: "Próximos" }).getByRole("listitem");
  await expect(ahead).toHaveCount(10);
  const change = page.getByRole("button", { name: "Cambiar horario" });
  await expect(change).toHaveCount(1);
  await expect(ahead.first()).toContainText(CONSULTORIO.address);
  const last = ahead.last();
  await expect(last.getByText("Confirmado")).toBeVisible();
  await expect(last.getByText(CONSULTORIO.address)).toBeHidden();
  await last.locator("summary").press("Enter");
  await expect(last.getByText(CONSULTORIO.address)).toBeVisible();
  await expect(change).toHaveCount(2);
  await expectAccessible(page);
});

test("a patient connects a calendar on a phone, reads it at its address, and disconnects it", async ({
  page,
  baseURL,
}) => {
  const { ana, patient, kine, match_id, place_id } = await agreed(baseURL!, "C");
  const booked = await kine.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(2, "10:00")] });
  await patient.api.bookings.confirm({ id: booked.id, sequence: 0 });
  await page.setViewportSize(PHONE);
  await signIn(page, ana, "/dashboard/patient/bookings");
  await page.getByText("Ver mis turnos en mi calendario").click();
  await page.getByRole("button", { name: "Conectar un calendario" }).click();
  const address = page.getByText(/\/calendario\/[\w-]{43}\.ics$/);
  const url = await address.textContent();
  await expect(page.getByText("todavía no lo leyó nadie")).toBeVisible();
  expect(await (await page.request.get(url!)).text()).toContain("SUMMARY:Turno");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Desconectar" }).click();
  await expect(page.getByText("todavía no lo leyó nadie")).toBeHidden();
  await expect(address).toBeHidden();
  expect((await page.request.get(url!)).status()).toBe(404);
});

test("on a phone up to three requests stand open above the days, more are one line, so that the turnos of the day stand in the first screen", async ({
  page,
  baseURL,
}) => {
  const { ana, carla, patient, kine, match_id, place_id } = await agreed(baseURL!, "G");
  await confirmAddress(ana.email);
  const day = wallTimeIn(1, "10:00").slice(0, 10);
  const booked = await patient.api.bookings.book({ match_id, place_id, starts: [`${day}T10:00`] });
  await kine.api.bookings.confirm({ id: booked.id, sequence: 0 });
  const ask = (days: number) => patient.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(days, "11:00")] });
  for (const days of [2, 3, 4]) await ask(days);
  await page.setViewportSize(PHONE);
  await signIn(page, carla, `/dashboard/kine/agenda?dia=${day}`);
  const waiting = page.getByRole("region", { name: "Por responder" });
  await expect(waiting.getByRole("listitem")).toHaveCount(3);
  for (const row of await waiting.getByRole("listitem").all()) {
    const answers = row.getByRole("button");
    await expect(answers).toHaveText(["Confirmar", "Otro horario", "No puedo"]);
    const tops = await answers.evaluateAll((each) => each.map((button) => button.getBoundingClientRect().top));
    expect(new Set(tops).size, "one line of buttons").toBe(1);
  }
  await expect(page.getByRole("button", { name: "Libre 08:00 a 10:00" }), "as on a desk").toBeVisible();
  await expect(page.getByRole("button", { name: /^Libre / })).toHaveCount(2);
  await expectAccessible(page);
  const { sequence } = (await patient.api.bookings.mine()).upcoming.find(({ id }) => id === booked.id)!;
  await patient.api.bookings.move({ id: booked.id, sequence, start: wallTimeIn(5, "11:00") });
  const line = page.locator("summary").filter({ hasText: "4 turnos por responder" });
  const confirm = page.getByRole("button", { name: "Confirmar" });
  await expect(line).toBeVisible();
  for (const viewport of [PHONE, { width: 390, height: 844 }]) {
    await page.setViewportSize(viewport);
    await expect(line).toBeInViewport({ ratio: 1 });
    await expect(page.locator(`[data-entry="${booked.id}"]`)).toBeInViewport({ ratio: 1 });
    const { bottom } = await page
      .locator(`[data-entry="${booked.id}"]`)
      .evaluate((entry) => entry.getBoundingClientRect());
    const bar = (await page.locator("[data-bottom-bar]").boundingBox())!;
    expect(bottom, "clear of the bar").toBeLessThanOrEqual(bar.y);
  }
  await expect(confirm).toHaveCount(0);
  await expectAccessible(page);
  await line.press("Enter");
  await expect(confirm).toHaveCount(3);
  await confirm.first().click();
  await expect(waiting.getByRole("listitem")).toHaveCount(3);
  await expectAccessible(page);
});

test("on a desk a day is one row for each turno, the turnos of a week begin at one height, and one leads to its case", async ({
  page,
  baseURL,
}) => {
  const { carla, patient, kine, case_id, match_id, place_id } = await agreed(baseURL!, "H");
  const starts = [wallTimeIn(7, "10:00"), wallTimeIn(7, "12:00"), wallTimeIn(8, "10:00")];
  const booked = await kine.api.bookings.book({ match_id, place_id, starts });
  await patient.api.bookings.confirm({ id: booked.id, sequence: 0, following: true });
  const day = starts[0]!.slice(0, 10);
  await kine.api.availabilities.replace({
    ranges: [
      ...EVERY_DAY("08:00", "13:00"),
      { weekday: new Date(`${day}T00:00:00Z`).getUTCDay(), start_time: "15:00", end_time: "20:00" },
    ],
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, carla, `/dashboard/kine/agenda?vista=dia&dia=${day}`);
  const entries = page.locator("[data-entry]:visible");
  await expect(entries).toHaveCount(2);
  for (const entry of await entries.all()) expect((await entry.boundingBox())!.height).toBeLessThanOrEqual(56);
  await expect(page.getByText(/^\S+, \d+ de \S+$/).first(), "the bar names the day").toBeVisible();
  await expect(page.getByText(/ al \d+ de /)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Libre 08:00 a 10:00" }).click();
  const proposing = page.getByRole("dialog", { name: "Nuevo turno" });
  const hours = proposing.getByRole("radiogroup", { name: "Horarios libres" }).getByRole("radio");
  await expect(hours.first()).toBeChecked();
  await expect(hours, "the three of the morning, and four of the afternoon").toHaveCount(7);
  await expect(proposing.getByRole("group", { name: "Hora" })).toBeHidden();
  await expectAccessible(page);
  await proposing.getByRole("button", { name: "Revisar y proponer" }).click();
  const reviewing = page.getByRole("dialog", { name: /, 08:00$/ });
  await expect(reviewing, "with whom and where").toContainText(`Ana Turnos H ${stamp} · ${CONSULTORIO.label}`);
  await expect(reviewing.getByRole("button", { name: "Proponer 1 turno" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(reviewing).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(proposing).toHaveCount(0);
  await page.getByRole("radio", { name: "Semana" }).click();
  await expect(page.getByRole("radio", { name: "Semana" })).toBeChecked();
  for (const [hour, entry] of [
    ["10:00", entries.first()],
    ["12:00", entries.nth(1)],
  ] as const) {
    const line = page.locator("[data-scale]").getByText(hour, { exact: true });
    await expect(line, "the hours stand beside the days").toBeVisible();
    const [at, beside] = [(await line.boundingBox())!, (await entry.boundingBox())!];
    expect(beside.y).toBeGreaterThanOrEqual(at.y);
    expect(beside.y).toBeLessThan(at.y + at.height);
  }
  await expectAccessible(page);
  const tops = async (id: string) => Math.round((await page.locator(`[data-entry="${id}"]`).boundingBox())!.y);
  const { upcoming } = await kine.api.bookings.mine();
  const [first, , third] = upcoming.toSorted((a, b) => a.local_start.localeCompare(b.local_start));
  // Days of two weeks are never side by side.
  if (new Date(`${day}T00:00:00Z`).getUTCDay() !== 0) expect(await tops(first!.id)).toBe(await tops(third!.id));
  await page.locator(`[data-entry="${first!.id}"]`).click();
  const dialog = page.getByRole("dialog", { name: "Turno" });
  await expect(dialog).toContainText(`${first!.minutes} min · ${CONSULTORIO.label}`);
  await expectAccessible(page);
  await expect(dialog.getByRole("link", { name: `WhatsApp a Ana Turnos H ${stamp}` })).toHaveAttribute(
    "href",
    /wa\.me/,
  );
  await expect(dialog.getByRole("link", { name: `Llamar a Ana Turnos H ${stamp}` })).toHaveAttribute("href", /^tel:/);
  await dialog.getByRole("button", { name: `Mensajes sobre Rodilla H ${stamp}` }).click();
  await expect(page.getByRole("textbox", { name: "Mensaje", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await dialog.getByRole("link", { name: `Ana Turnos H ${stamp}`, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`matches\\?caso=${case_id}`));
  await expect(page.getByRole("dialog", { name: `Rodilla H ${stamp}` })).toBeVisible();
});
