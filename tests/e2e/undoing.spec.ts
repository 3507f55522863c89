import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { accept, reject } from "./choose.ts";
import { expect, openAs, test } from "./page.ts";

const stamp = Date.now();

test("a rejection can be undone for eight seconds, a case asks before it closes, and accepting says what it opens", async ({
  browser,
  baseURL,
}) => {
  const ana = like(cast.ana, `Ana Duda ${stamp}`);
  const { api } = await enter(baseURL!, ana, "sign up");
  const { id } = await api.cases.create({ title: `Muñeca ${stamp}`, description: "Me caí" });
  const kines = [];
  for (const name of ["Uno", "Dos"]) {
    const kine = like(cast.carla, `Duda ${name} ${stamp}`, { license_number: `${name} ${stamp}` });
    kines.push(await enterApproved(baseURL!, kine));
    await kines.at(-1)?.api.matches.apply({ case_id: id, message: `Soy ${name}.` });
  }
  const page = await openAs(browser, baseURL!, ana, "/dashboard/patient/cases");
  await expect(page.getByRole("heading", { level: 2, name: "Esperan tu respuesta" })).toBeVisible();
  await page.getByRole("button", { name: `Muñeca ${stamp}` }).click();
  const dialog = page.getByRole("dialog", { name: `Muñeca ${stamp}` });
  const card = (name: string) => dialog.getByRole("listitem").filter({ hasText: `Duda ${name}` });
  const statusOf = async (name: string) =>
    (await api.cases.get({ id })).applications.find((each) => each.name === `Duda ${name} ${stamp}`)?.status;

  await test.step("undone, nothing was sent", async () => {
    await reject(card("Dos"));
    await expect(card("Dos").getByText("Rechazado")).toBeVisible();
    await page.getByRole("button", { name: "Deshacer" }).click();
    await expect(card("Dos").getByText("Pendiente")).toBeVisible();
    expect(await statusOf("Dos")).toBe("proposed");
    await expect(page.getByText("Postulación rechazada")).toBeHidden();
  });
  await test.step("left alone, it is sent", async () => {
    await reject(card("Dos"));
    await expect(page.getByText("Postulación rechazada")).toBeVisible();
    expect(await statusOf("Dos")).toBe("proposed");
    await expect.poll(() => statusOf("Dos")).toBe("rejected");
    await expect(card("Dos").getByText("Rechazado")).toBeVisible();
  });
  await test.step("accepting says what it opens", async () => {
    await card("Uno").getByRole("button", { name: "Aceptar" }).click();
    const question = page.getByRole("alertdialog", { name: `¿Elegís a Duda Uno ${stamp}?` });
    await expect(question).toContainText(
      "Va a ver tu teléfono +54 11 4444-1111. Vos vas a ver su teléfono y su email. El turno lo arreglan después.",
    );
    await question.getByRole("button", { name: "Cancelar" }).click();
    expect(await statusOf("Uno")).toBe("proposed");
    await accept(card("Uno"));
    await expect(card("Uno").getByText("Aceptado", { exact: true })).toBeVisible();
  });
  await test.step("those turned down are folded when it is opened again", async () => {
    await page.reload();
    await expect(card("Dos")).toBeHidden();
    await dialog.getByText("Rechazadas (1)").click();
    await expect(card("Dos").getByText("Rechazado")).toBeVisible();
  });
  await test.step("closing asks", async () => {
    await dialog.getByRole("button", { name: "Cerrar Caso y Dejar Review" }).click();
    const question = page.getByRole("alertdialog", { name: "¿Cerrar tu caso?" });
    await question.getByRole("button", { name: "Cancelar" }).click();
    expect((await api.cases.get({ id })).status).toBe("matched");
    await dialog.getByRole("button", { name: "Cerrar Caso y Dejar Review" }).click();
    await question.getByRole("button", { name: "Sí, cerrar el caso" }).click();
    await expect(page.getByRole("dialog", { name: /^¿Cómo te fue con/ })).toBeVisible();
  });
});

test("closing a case asks without counting who waits, and another tab's closing is told as that", async ({
  browser,
  baseURL,
}) => {
  const ana = like(cast.ana, `Ana Cierra ${stamp}`);
  const { api } = await enter(baseURL!, ana, "sign up");
  const { id } = await api.cases.create({ title: `Cuello ${stamp}`, description: "Me duele" });
  for (const name of ["Tres", "Cuatro"]) {
    const kine = like(cast.carla, `Duda ${name} ${stamp}`, { license_number: `${name} ${stamp}` });
    const { api: own } = await enterApproved(baseURL!, kine);
    const match = await own.matches.apply({ case_id: id });
    if (name === "Tres") await api.matches.accept({ id: match.id });
  }
  const page = await openAs(browser, baseURL!, ana, `/dashboard/patient/cases?caso=${id}`);
  await page.getByRole("button", { name: "Cerrar Caso y Dejar Review" }).click();
  const question = page.getByRole("alertdialog", { name: "¿Cerrar tu caso?" });
  await expect(question).toContainText("no se vuelve a abrir");
  await expect(question).not.toContainText("sin tu respuesta");
  await api.cases.close({ id });
  await question.getByRole("button", { name: "Sí, cerrar el caso" }).click();
  await expect(page.getByText("Este caso ya está cerrado.")).toBeVisible();
});
