import { randomUUID } from "node:crypto";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { accept, reject } from "./choose.ts";
import { broken, press, REPORTED, says, without } from "./failing.ts";
import { expect, signIn, test } from "./page.ts";

test.use({ expectedProblems: [REPORTED] });

// Many small checks per test.

const stamp = Date.now();
const newKine = (name: string) =>
  like(cast.carla, `${name} ${stamp}`, { license_number: `${name} ${stamp}`.slice(0, 20) });

test("what is said to a patient about cases, applications and reviews", async ({ page, baseURL }) => {
  const ana = like(cast.ana, `Dichos Ana ${stamp}`);
  const { api } = await enter(baseURL!, ana, "sign up");
  const kines = await Promise.all(
    ["Uno", "Dos", "Tres"].map((name) => enterApproved(baseURL!, newKine(`Dichos ${name}`))),
  );
  const newCase = async (title: string) => (await api.cases.create({ title, description: "Me duele" })).id;
  const first = await newCase("Rodilla");
  for (const kine of kines.slice(0, 2)) await kine.api.matches.apply({ case_id: first });
  const dialog = page.getByRole("dialog");
  const card = (name: string) => dialog.getByRole("listitem").filter({ hasText: `Dichos ${name}` });

  await test.step("a case that does not load, and one that is not there", async () => {
    await broken(page, "/rpc/cases/get*", async () => {
      await signIn(page, ana, `/dashboard/patient/cases?caso=${first}`);
      await says(page, "Error al cargar el caso");
    });
    await page.goto(`/dashboard/patient/cases?caso=${randomUUID()}`);
    await says(page, "Caso no encontrado");
  });
  await test.step("cases that do not load", async () => {
    await broken(page, "/rpc/cases/mine*", async () => {
      await page.goto("/dashboard/patient/cases");
      await says(page, "Error al cargar tus casos");
    });
  });
  await test.step("applications that do not load anew, below which the known ones stay", async () => {
    const connected = page.waitForResponse(/live\/events/);
    await page.goto(`/dashboard/patient/cases?caso=${first}`);
    await connected;
    await expect(card("Uno")).toBeVisible();
    await broken(page, "/rpc/cases/get*", async () => {
      await kines[2]!.api.matches.apply({ case_id: first });
      await says(page, "Error al cargar las postulaciones");
      await expect(card("Uno")).toBeVisible();
    });
    await page.reload();
    await expect(card("Tres")).toBeVisible();
  });
  await test.step("an acceptance that fails, and one that does not", async () => {
    await without(page, "/rpc/matches/accept*", async () => {
      await accept(card("Uno"));
      await says(page, "Error al aceptar postulación");
    });
    await accept(card("Uno"));
    await says(page, "¡Especialista aceptado! Ahora podés contactarlo directamente.");
    await page.getByRole("button", { name: "Ver perfil" }).click();
    await page.waitForURL(`**/kines/${kines[0]!.id}`);
    await page.goBack();
    await dialog.getByText("Respondieron 2 más").click();
  });
  await test.step("a rejection that fails, and one that does not", async () => {
    await without(page, "/rpc/matches/reject*", async () => {
      await reject(card("Dos"));
      await says(page, "Error al rechazar postulación");
    });
    await expect(card("Dos").getByText("Pendiente")).toBeVisible();
    await reject(card("Dos"));
    await says(page, "Postulación rechazada");
    await expect(card("Dos").getByText("Rechazado")).toBeVisible();
  });
  await test.step("an acceptance in a case that was closed meanwhile", async () => {
    await broken(page, "/rpc/cases/get*", async () => {
      await api.cases.close({ id: first });
      await accept(card("Tres"));
      await says(page, "Error al actualizar caso");
    });
  });
  await test.step("a closing that fails, a review that fails, and a closing without reviews", async () => {
    const second = await newCase("Hombro");
    const { id } = await kines[0]!.api.matches.apply({ case_id: second });
    await api.matches.accept({ id });
    await page.goto(`/dashboard/patient/cases?caso=${second}`);
    await without(page, "/rpc/cases/close*", async () => {
      await press(page, "Cerrar Caso y Dejar Review");
      await press(page, "Sí, cerrar el caso");
      await says(page, "Error al cerrar caso");
    });
    await press(page, "Cerrar Caso y Dejar Review");
    await press(page, "Sí, cerrar el caso");
    await page.getByRole("radio", { name: "3 estrellas" }).check();
    await without(page, "/rpc/reviews/create*", async () => {
      await press(page, "Publicar reseña");
      await says(page, "Error al crear review");
    });
    await expect(page.getByRole("radio", { name: "3 estrellas" })).toBeChecked();
    await press(page, "Omitir");
    await says(page, "Caso cerrado exitosamente");
  });
  await test.step("a case that cannot be published, and a patient without a phone", async () => {
    await page.goto("/dashboard/patient/cases?nuevo=1");
    await dialog.getByLabel("Título").fill("Cadera");
    await dialog.getByLabel("Descripción").fill("Me operaron");
    await without(page, "/rpc/cases/create*", async () => {
      await press(page, "Publicar caso");
      await says(page, /^Error al crear caso: El servicio no está disponible/);
    });
    await api.profiles.update({ name: "Dichos Ana", phone: "" });
    await press(page, "Publicar caso");
    await says(page, "Agregá un teléfono de contacto para que el profesional pueda ubicarte");
    await expect(dialog.getByLabel("Título")).toHaveValue("Cadera");
  });
});
