import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { CONSULTORIO, EVERY_DAY, SETTINGS, wallTimeIn } from "../bookings/agenda.ts";
import { momentOf } from "../../app/domain/bookings/booking-words.ts";
import { expect, expectAccessible, signIn, test } from "./page.ts";
import { untilReadyForNone } from "./without-network.ts";

test.use({
  serviceWorkers: "allow",
  // The browser logs failed loads and the refusals of an ended session.
  expectedProblems: [/ERR_INTERNET_DISCONNECTED|status of 40[13]/],
});

test("without a network a patient sees their next turnos, and they go at sign-out", async ({
  page,
  context,
  baseURL,
}) => {
  const stamp = Date.now().toString(36);
  const ana = like(cast.ana, `Ana Lejos ${stamp}`);
  const kine = await enterApproved(
    baseURL!,
    like(cast.carla, `Carla Lejos ${stamp}`, { license_number: `L ${stamp}` }),
  );
  const patient = await enter(baseURL!, ana, "sign up");
  await kine.api.availabilities.replace({ ranges: EVERY_DAY("08:00", "20:00") });
  await kine.api.agendas.save({ ...SETTINGS, is_instant: true });
  const { id: place_id } = await kine.api.agendas.savePlace(CONSULTORIO);
  const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Texto reservado" });
  const { id: match_id } = await kine.api.matches.apply({ case_id });
  await patient.api.matches.accept({ id: match_id });
  const start = wallTimeIn(5, "10:00");
  await patient.api.bookings.book({ match_id, place_id, starts: [start] });

  await signIn(page, ana);
  await untilReadyForNone(page);
  await page.goto("/dashboard/patient/bookings");
  const stored = () => page.evaluate(() => localStorage.getItem("offline-bookings"));
  await expect.poll(stored).toContain(start);
  expect(await stored()).not.toMatch(/reservad|Rodilla/);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Estás sin conexión");
  const turno = page.locator("#offline-snapshot").getByRole("listitem").filter({ hasText: "10:00" });
  await expect(turno.getByRole("heading")).toHaveText(new RegExp(momentOf(start), "i"));
  await expect(turno).toContainText(CONSULTORIO.address);
  await expectAccessible(page);

  await context.setOffline(false);
  // The page comes by itself.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Turnos");
  await page.getByRole("button", { name: "Menú de usuario" }).click();
  await page.getByRole("menuitem", { name: "Cerrar sesión" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Conecta con especialistas verificados");
  expect(await stored()).toBeNull();
});
