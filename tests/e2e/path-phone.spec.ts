import { cast } from "../../app/demo/cast.ts";
import { CONSULTORIO, EVERY_DAY, SETTINGS } from "../bookings/agenda.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { accept, openMore } from "./choose.ts";
import { expect, expectAccessible, signIn, test } from "./page.ts";

const PHONE = { width: 390, height: 844 };
const CASES = "/dashboard/patient/cases";
const stamp = String(Date.now()).slice(-6);
const LONG = "Atiendo muchas rodillas con ese dolor al bajar escaleras. ".repeat(4);

test("on a phone who answered is a name, a line and two lines of their message, and who attends is called in one tap", async ({
  page,
  baseURL,
}) => {
  test.slow();
  const ana = like(cast.ana, `Ana Elige ${stamp}`);
  const patient = await enter(baseURL!, ana, "sign up");
  const { id: case_id } = await patient.api.cases.create({ title: `Rodilla ${stamp}`, description: "Me duele" });
  for (const [n, name] of ["Uno", "Dos", "Tres"].entries()) {
    const member = like(cast.carla, `Corta ${name} ${stamp}`, { license_number: `PP${n} ${stamp}` });
    const { api } = await enterApproved(baseURL!, member);
    await api.matches.apply({ case_id, message: LONG, offer: { session: 20_000 + n } });
    if (n > 0) continue;
    await api.availabilities.replace({ ranges: EVERY_DAY("08:00", "20:00") });
    await api.agendas.save(SETTINGS);
    await api.agendas.savePlace(CONSULTORIO);
  }
  await page.setViewportSize(PHONE);
  await signIn(page, ana, `${CASES}?caso=${case_id}`);
  const dialog = page.getByRole("dialog", { name: `Rodilla ${stamp}` });
  const cards = dialog.getByRole("listitem").filter({ hasText: "Corta" });
  const one = cards.filter({ hasText: "Corta Uno" });
  await test.step("three answers, each in less than a third of the screen", async () => {
    await expect(cards).toHaveCount(3);
    await expect(one.getByText("$20.000", { exact: false }).first()).toBeVisible();
    await expect(one.getByText("Matrícula comprobada")).toBeHidden();
    const message = one.getByText(LONG.trim());
    const cut = (await message.boundingBox())!.height;
    expect((await one.boundingBox())!.height).toBeLessThanOrEqual(PHONE.height / 3);
    await openMore(one);
    await expect(one.getByText("Matrícula comprobada")).toBeVisible();
    expect((await message.boundingBox())!.height).toBeGreaterThan(cut * 2);
    await expectAccessible(page);
  });
  await test.step("the accepted: call, WhatsApp and the number in the first screen, the rest in lines", async () => {
    await accept(one);
    await expect(dialog.getByRole("heading", { name: "Te atiende" })).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Comparar" })).toHaveCount(0);
    await page.reload();
    for (const name of [/^Llamar a Corta Uno/, /^WhatsApp a Corta Uno/])
      await expect(one.getByRole("link", { name })).toBeInViewport({ ratio: 1 });
    await expect(one.getByText("+54 11 5555-3333")).toBeInViewport({ ratio: 1 });
    await expect(dialog.locator(".button-primary:visible")).toHaveText(["Pedir turno"]);
    for (const line of ["Respondieron 2 más", "Ver todo mi caso"])
      await expect(dialog.locator("summary", { hasText: line })).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole("region", { name: "Cómo venís" })).toBeHidden();
    await expect(one.getByRole("region", { name: "Tratamiento" })).toBeHidden();
    await expectAccessible(page);
  });
  await test.step("a turno that was asked for is said in the case and in Mis Casos until it is answered", async () => {
    const [partner] = (await patient.api.bookings.mine()).partners;
    const { slots } = await patient.api.agendas.slots({ match_id: partner!.match_id });
    const { place_id, local_start } = slots[0]!;
    await patient.api.bookings.book({ match_id: partner!.match_id, place_id, starts: [local_start] });
    const asked = { name: /^Pediste un turno: .+ Corta Uno .+ todavía no lo confirmó\.$/ };
    await page.reload();
    await expect(dialog.getByRole("link", asked)).toBeInViewport({ ratio: 1 });
    await page.goto(CASES);
    await expect(page.getByRole("main").getByRole("link", asked)).toBeInViewport({ ratio: 1 });
  });
  await test.step("an address leads into what is folded", async () => {
    await page.goto(`${CASES}?caso=${case_id}&vista=tratamiento`);
    await expect(one.getByRole("region", { name: "Tratamiento" })).toBeVisible();
    await page.goto(`${CASES}?caso=${case_id}&medida=1`);
    await expect(dialog.getByRole("region", { name: "Cómo venís" })).toBeVisible();
  });
  await test.step("a closed case keeps who attended and their number", async () => {
    await patient.api.cases.close({ id: case_id });
    await page.goto(CASES);
    const card = page.getByRole("listitem").filter({ hasText: `Rodilla ${stamp}` });
    await expect(card).toContainText("Te atendió Corta Uno");
    await expect(card.getByRole("link", { name: /^Llamar a Corta Uno/ })).toBeVisible();
    await expectAccessible(page);
  });
});
