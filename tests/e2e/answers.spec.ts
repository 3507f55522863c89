import { cast } from "../../app/demo/cast.ts";
import { REPLY_ADVICE } from "../../app/domain/reviews/reply.ts";
import { enter, enterApproved, like, type Person } from "../support/people.ts";
import { expect, expectAccessible, openAs, test } from "./page.ts";

const stamp = Date.now().toString(36);
const ana = like(cast.ana, `Ana Responde${stamp}`);
const carla = like(cast.carla, `Carla Contesta ${stamp}`, { license_number: `R ${stamp}` });
let kine: Person;
test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ baseURL }) => {
  const patient = await enter(baseURL!, ana, "sign up");
  kine = await enterApproved(baseURL!, carla);
  for (const stars of [4, 2]) {
    const { id } = await patient.api.cases.create({ title: `Hombro ${stamp}`, description: "Me duele" });
    await patient.api.matches.accept({ id: (await kine.api.matches.apply({ case_id: id })).id });
    await patient.api.cases.close({ id });
    await patient.api.reviews.create({ case_id: id, kine_id: kine.id, stars, comment: "Muy clara" });
  }
});

test("a specialist answers a review, its patient reads the answer, edits the review and withdraws it", async ({
  page,
  browser,
  baseURL,
}) => {
  const answering = await openAs(browser, baseURL!, carla, "/dashboard/kine/reviews");
  await answering.getByRole("button", { name: /^Responder a Ana/ }).click();
  const dialog = answering.getByRole("dialog");
  await expect(dialog.getByText(REPLY_ADVICE)).toBeVisible();
  const field = dialog.getByLabel("Tu respuesta");
  await field.fill(`Gracias, señora Responde${stamp}`);
  await dialog.getByRole("button", { name: "Publicar respuesta" }).click();
  await expect(
    dialog.getByText("Tu respuesta nombra a tu paciente o da un contacto. Sacalo para publicarla."),
  ).toBeVisible();
  await expect(field).toHaveValue(`Gracias, señora Responde${stamp}`);
  await field.fill("Gracias por tus palabras.\nUn gusto.");
  await dialog.getByRole("button", { name: "Publicar respuesta" }).click();
  await expect(answering.getByText("Respuesta publicada")).toBeVisible();
  await expect(answering.getByRole("button", { name: /^Editar respuesta/ })).toBeVisible();
  await expectAccessible(answering);

  const reading = await openAs(browser, baseURL!, ana, "/dashboard/patient/reviews");
  const own = reading.getByRole("region", { name: "Mis reseñas" }).getByRole("listitem").first();
  await expect(own).toContainText("Gracias por tus palabras.");
  await own.getByRole("button", { name: /^Editar tu reseña/ }).click();
  const editing = reading.getByRole("dialog");
  await expect(editing.getByLabel("Comentario")).toHaveValue("Muy clara");
  await editing.getByRole("radio", { name: "5 estrellas" }).check();
  await editing.getByLabel("Comentario").fill("Clarísima");
  await editing.getByRole("button", { name: "Guardar" }).click();
  await expect(own).toContainText("Editada");
  await expectAccessible(reading);

  await page.goto(`/kines/${kine.id}`);
  const shown = page.getByRole("listitem").filter({ hasText: "Clarísima" });
  await expect(shown).toContainText("Respuesta del profesional");
  await expect(shown).toContainText("Un gusto.");
  await expectAccessible(page);

  await own.getByRole("button", { name: /^Retirar tu reseña/ }).click();
  await reading.getByRole("button", { name: "Sí, retirarla" }).click();
  await expect(reading.getByText("Reseña retirada")).toBeVisible();
  await expect(own).not.toContainText("Clarísima");
  await Promise.all([answering.context().close(), reading.context().close()]);
});

test("an answer that tells of health waits for an admin, who publishes it", async ({ browser, baseURL }) => {
  const { items } = await kine.api.reviews.received();
  await kine.api.reviews.reply({ review_id: items[0]!.id, body: "Tu hombro pedía más tiempo" });
  const answering = await openAs(browser, baseURL!, carla, "/dashboard/kine/reviews");
  await expect(answering.getByText("Habla de salud: la leemos antes de publicarla.")).toBeVisible();
  const admin = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/queues");
  await admin.getByRole("link", { name: "Ver respuestas a reseñas: la lista" }).click();
  const held = admin.getByRole("listitem").filter({ hasText: `Carla Contesta ${stamp}` });
  await expect(held).toContainText("Tu hombro pedía más tiempo");
  await expectAccessible(admin);
  await held.getByRole("button", { name: /^Publicar respuesta de/ }).click();
  await admin
    .getByRole("dialog")
    .or(admin.getByRole("alertdialog"))
    .getByRole("button", { name: "Publicar respuesta" })
    .click();
  await expect(admin.getByText("La respuesta se ve")).toBeVisible();
  await expect(admin.getByText("No hay respuestas sin leer")).toBeVisible();
  await Promise.all([answering.context().close(), admin.context().close()]);
});
