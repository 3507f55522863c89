import { writeFile } from "node:fs/promises";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { intercept } from "./failing.ts";
import { expect, expectToFitEverywhere, openAs, test } from "./page.ts";

const stamp = String(Date.now()).slice(-5);
const PDF = "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";

test("a patient asks before they accept, and the two of them read each other without a phone until then", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const [ana, carla] = [
    like(cast.ana, `Ana Pregunta ${stamp}`),
    like(cast.carla, `Carla Contesta ${stamp}`, { license_number: `Q ${stamp}` }),
  ];
  const [patient, kine] = await Promise.all([enter(baseURL!, ana, "sign up"), enterApproved(baseURL!, carla)]);
  const { id: caseId } = await patient.api.cases.create({
    title: `Rodilla ${stamp}`,
    description: "Me duele al bajar",
  });
  const { id } = await kine.api.matches.apply({ case_id: caseId, message: "Puedo ayudarte, llamame al 11 5555-8190" });

  const page = await openAs(browser, baseURL!, ana, `/dashboard/patient/cases?caso=${caseId}`);
  const withCarla = page.getByRole("dialog", { name: `Mensajes con Carla Contesta ${stamp}` });
  const openConversation = () => page.getByRole("button", { name: /^Mensajes con/ }).click();
  await openConversation();
  await expect(withCarla.getByText("Puedo ayudarte, llamame al ••••")).toBeVisible();
  await expect(withCarla.getByRole("heading").first()).toHaveText(
    `Mensajes con Carla Contesta ${stamp} sobre Rodilla ${stamp}`,
  );
  await expect(withCarla.getByText("•••• se ve cuando aceptes")).toBeVisible();
  await expect(withCarla.getByText(/No es una historia clínica\. Los mensajes se borran 90 días/)).toBeVisible();
  await withCarla.getByRole("button", { name: "¿Cuánto sale la sesión?" }).click();
  await expect(withCarla.getByLabel("Mensaje", { exact: true })).toHaveValue("¿Cuánto sale la sesión?");
  await expect(withCarla.getByLabel("Mensaje", { exact: true })).toBeFocused();
  await withCarla.getByRole("button", { name: "Enviar" }).click();
  await expect(withCarla.getByRole("log")).toContainText("¿Cuánto sale la sesión?");
  await expect(withCarla.getByLabel("Mensaje", { exact: true })).toHaveValue("");

  const other = await openAs(browser, baseURL!, carla, "/dashboard/kine/matches");
  await expect(other.getByText("1 sin leer")).toBeVisible();
  await other.getByRole("button", { name: /^Mensajes sobre/ }).click();
  const withAna = other.getByRole("dialog", { name: `Mensajes con Paciente sobre Rodilla ${stamp}` });
  await expect(withAna.getByRole("log")).toContainText("¿Cuánto sale la sesión?");
  await expect(withAna.getByText(`Ana Pregunta ${stamp}`)).toHaveCount(0);
  await expect(withCarla.getByText("Leído")).toBeVisible();
  await withAna.getByLabel("Mensaje", { exact: true }).fill("$25.000. Escribime a carla.kine@gmail.com");
  await expect(withAna.getByRole("status")).toContainText("En el texto parece haber un email.");
  await withAna.getByRole("button", { name: "Enviar" }).click();
  await expect(withCarla.getByText("$25.000. Escribime a ••••")).toBeVisible();
  await expectToFitEverywhere(page, withCarla);
  await expectToFitEverywhere(other, withAna);

  // The answer to an upload is lost: the same file, chosen again, is sent once. It lies on the disk to be the same both times.
  const path = test.info().outputPath("plan.pdf");
  await writeFile(path, PDF);
  let isStored = false;
  const stop = await intercept(other, "**/files/messages/*", async (route) => {
    // The browser does not expose the bytes of an uploaded file, so the test sends them itself.
    const { authorization = "", "idempotency-key": key = "" } = route.request().headers();
    const headers = { authorization, "idempotency-key": key };
    isStored = (await fetch(route.request().url(), { method: "PUT", headers, body: PDF })).ok;
    await route.abort();
  });
  await withAna.getByLabel("Mandar un PDF o JPG").setInputFiles(path);
  await expect(other.getByText("No se pudo subir el archivo").first()).toBeVisible();
  expect(isStored).toBe(true);
  stop();
  const answered = other.waitForResponse((answer) => answer.url().includes("/files/messages/"));
  await withAna.getByLabel("Mandar un PDF o JPG").setInputFiles(path);
  expect((await answered).ok()).toBe(true);
  const files = (await kine.api.conversations.read({ id })).items.filter(({ file }) => file);
  expect(files).toHaveLength(1);

  // A draft outlives a reload and a lost network, and is sent once.
  await withCarla.getByLabel("Mensaje", { exact: true }).fill("Buenísimo, ¿el martes?");
  await page.reload();
  await openConversation();
  await expect(withCarla.getByLabel("Mensaje", { exact: true })).toHaveValue("Buenísimo, ¿el martes?");
  await page.context().setOffline(true);
  await withCarla.getByRole("button", { name: "Enviar" }).click();
  await expect(page.getByText("No se pudo enviar el mensaje").first()).toBeVisible();
  await expect(withCarla.getByLabel("Mensaje", { exact: true })).toHaveValue("Buenísimo, ¿el martes?");
  await page.context().setOffline(false);
  // The failure message may cover the button, so a click could miss it.
  await withCarla.getByRole("button", { name: "Enviar" }).press("Enter");
  await expect(withCarla.getByLabel("Mensaje", { exact: true })).toHaveValue("");
  const sent = (await kine.api.conversations.read({ id })).items.filter(
    ({ body }) => body === "Buenísimo, ¿el martes?",
  );
  expect(sent).toHaveLength(1);

  // The acceptance reveals the masked contact data.
  await patient.api.matches.accept({ id });
  await expect(withCarla.getByText("carla.kine@gmail.com")).toBeVisible();
  await expect(withCarla.getByText("•••• se ve cuando aceptes")).toHaveCount(0);

  await withCarla.getByRole("button", { name: "Opciones de la conversación" }).click();
  await page.getByRole("menuitem", { name: "Bloquear" }).click();
  await page.getByRole("button", { name: "Sí, bloquear" }).click();
  await expect(withCarla.getByText("Bloqueaste a esta persona: no se pueden escribir.")).toBeVisible();
  await other.reload();
  await other.getByRole("button", { name: /^Mensajes sobre/ }).click();
  await expect(withAna.getByText(/ya no se puede escribir/)).toBeVisible();
  await page.goto(`${baseURL!}/dashboard/patient/profile`);
  await page.getByRole("button", { name: /^Desbloquear a Carla Contesta/ }).click();
  await expect(page.getByText("Ya no está bloqueada").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "A quiénes bloqueaste" })).toBeHidden();

  // The address that the notification links to opens the conversation directly.
  await other.goto(`${baseURL!}/dashboard/kine/matches?mensajes=${id}`);
  const named = other.getByRole("dialog", { name: `Mensajes con Ana Pregunta ${stamp} sobre Rodilla ${stamp}` });
  await expect(named.getByRole("log")).toContainText("¿Cuánto sale la sesión?");
  await other.keyboard.press("Escape");
  await expect(named).toBeHidden();
  await expect(other).not.toHaveURL(/mensajes=/);
});

test("with each message the newest page of a long thread is read again, and who reads earlier ones stays there", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const { ana, patient, kine, id } = await twoPeople(baseURL!, "Lee");
  for (let n = 1; n <= 21; n += 1) {
    await patient.api.conversations.send({ id, body: `Pregunta ${n}` });
    await kine.api.conversations.send({ id, body: n === 1 ? "Llamame al 11 5555-8190" : `Respuesta ${n}` });
  }
  const page = await openAs(browser, baseURL!, ana, `/dashboard/patient/cases?mensajes=${id}`);
  const dialog = page.getByRole("dialog", { name: /^Mensajes con/ });
  const newest = dialog.getByText("Respuesta 21", { exact: true });
  await expect(newest).toBeInViewport();
  const earlier = dialog.getByRole("button", { name: "Ver mensajes anteriores" });
  await earlier.click();
  await expect(dialog.getByText("Pregunta 2", { exact: true })).toBeAttached();
  await earlier.click();
  const opening = dialog.getByText("Puedo ayudarte");
  await expect(opening).toBeAttached();
  await expect(dialog.getByText("Llamame al ••••", { exact: true })).toBeAttached();
  await expect(dialog.getByRole("listitem")).toHaveCount(43);
  // Screen readers announce additions to the log, so older messages are outside it.
  await expect(dialog.getByRole("log").getByText("Pregunta 1", { exact: true })).toHaveCount(0);

  const cursors: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/rpc/conversations/read"))
      cursors.push((request.postDataJSON() as { json: { before: unknown } }).json.before);
  });
  await opening.scrollIntoViewIfNeeded();
  await expect(newest).not.toBeInViewport();
  await kine.api.conversations.send({ id, body: "Una cosa más" });
  await expect(dialog.getByRole("log")).toContainText("Una cosa más");
  await expect(opening).toBeInViewport();
  await expect.poll(async () => (await patient.api.conversations.unread()).items).toEqual([]);
  await expect(dialog.getByRole("listitem")).toHaveCount(44);
  expect(new Set(cursors)).toEqual(new Set([null]));

  // The acceptance reveals the masked contact data on every page of messages.
  await patient.api.matches.accept({ id });
  await expect(dialog.getByText("Llamame al 11 5555-8190", { exact: true })).toBeAttached();
  await expect(dialog.getByRole("listitem")).toHaveCount(44);
  await dialog.getByLabel("Mensaje", { exact: true }).fill("Dale");
  await dialog.getByRole("button", { name: "Enviar" }).click();
  await expect(dialog.getByText("Dale", { exact: true })).toBeInViewport();
});

test("a patient without the current consent gives it in the conversation, and writes", async ({ browser, baseURL }) => {
  test.setTimeout(120_000);
  const { ana, patient, id } = await twoPeople(baseURL!, "Consiente");
  await patient.api.matches.accept({ id });
  await patient.api.consents.withdrawHealth();
  const page = await openAs(browser, baseURL!, ana, `/dashboard/patient/cases?mensajes=${id}`);
  const dialog = page.getByRole("dialog", { name: /^Mensajes con/ });
  const give = dialog.getByRole("button", { name: "Guardar y escribir" });
  await give.click();
  await expect(dialog.getByText(/^Para publicar casos, subir estudios y escribir mensajes/)).toBeVisible();
  const box = dialog.getByRole("checkbox", { name: /^Consiento que se usen mis datos de salud/ });
  await expect(box).toBeFocused();
  await expectToFitEverywhere(page, dialog);
  await page.setViewportSize({ width: 640, height: 320 });
  await give.scrollIntoViewIfNeeded();
  await expect(give).toBeInViewport({ ratio: 1 });
  await box.focus();
  await page.keyboard.press("Space");
  await give.click();
  await dialog.getByLabel("Mensaje", { exact: true }).fill("Me duele menos");
  await dialog.getByRole("button", { name: "Enviar" }).click();
  await expect(dialog.getByRole("log")).toContainText("Me duele menos");
});

/** A patient and a specialist who applied to their case. */
async function twoPeople(baseURL: string, what: string) {
  const [ana, carla] = [
    like(cast.ana, `Ana ${what} ${stamp}`),
    like(cast.carla, `Carla ${what} ${stamp}`, { license_number: `Q ${what} ${stamp}` }),
  ];
  const [patient, kine] = await Promise.all([enter(baseURL, ana, "sign up"), enterApproved(baseURL, carla)]);
  const { id: caseId } = await patient.api.cases.create({ title: `Hombro ${stamp}`, description: "Me duele" });
  const { id } = await kine.api.matches.apply({ case_id: caseId, message: "Puedo ayudarte" });
  return { ana, patient, kine, id };
}
