import type { Browser, Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { newerPlaces } from "../browsers/remove-newer.ts";
import { ownAddress } from "../support/people.ts";
import { fixtures } from "./fixtures.ts";
import { failuresOf, LONGEST_WALK_MS, type Prepare, removing, walksWithoutOne } from "./newer.ts";
import { expect, expectAccessible, fillAndLeave, settled, signInByForm, test, watch } from "./page.ts";
import { acceptTerms, fillAccount, fillContact, fillSignUp, goOn } from "./sign-up.ts";

let walks = 0;

/** People and a case that nobody had before. */
function newPeople() {
  // Walks may begin together.
  const stamp = Date.now() + 1_000_000 * (walks += 1);
  const patient = { ...cast.ana.metadata, email: `ana.${stamp}@example.com`, password: cast.ana.password };
  const kine = {
    ...cast.carla.metadata,
    email: `carla.${stamp}@example.com`,
    password: cast.carla.password,
    license_number: `MN ${stamp}`.slice(0, 16),
  };
  // In base 36, because digits alone would look like a phone number and be masked for the specialist.
  return { patient, kine, caseTitle: `Rodilla ${stamp.toString(36)}` };
}

/** A page of a separate browser context with an address of its own. */
async function openBrowser(browser: Browser, problems: string[], prepare?: Prepare): Promise<Page> {
  const context = await browser.newContext({ locale: "es-AR", extraHTTPHeaders: ownAddress() });
  const page = await context.newPage();
  await prepare?.(page);
  watch(page, problems);
  return page;
}

test("the whole main job, from sign-up to a visible review", async ({ browser }) => {
  test.setTimeout(LONGEST_WALK_MS);
  await walkMainJob(browser);
});

test("the main job passes in a browser without the functions newer than the baseline", async ({ browser }) => {
  test.setTimeout(LONGEST_WALK_MS);
  await walkMainJob(browser, removing(newerPlaces()));
});

test(
  "the main job passes in a browser without any one of the newer functions that the client names",
  { tag: "@operations/full" },
  async ({ browser, page }) => {
    const walk = (prepare: Prepare) => walkMainJob(browser, prepare);
    test.setTimeout(2 * LONGEST_WALK_MS);
    const { walks, figures } = await walksWithoutOne(page, walk);
    console.log(figures);
    test.setTimeout(LONGEST_WALK_MS * (2 + walks.length));
    expect(walks.length).toBeGreaterThan(0);
    expect(await failuresOf(walks, walk)).toEqual([]);
  },
);

test("a function newer than the baseline is missing where the main job runs without them", async ({ browser }) => {
  const page = await openBrowser(browser, [], removing(newerPlaces()));
  await page.goto("/");
  await expect(page.evaluate(() => Promise.withResolvers())).rejects.toThrow("Promise.withResolvers is not a function");
  const left = await page.evaluate(() => [
    "groupBy" in Map,
    "any" in AbortSignal,
    "union" in Set.prototype,
    "json" in Response,
    "json" in Response.prototype,
    "allSettled" in Promise,
    "trustedTypes" in window,
  ]);
  expect(left).toEqual([false, false, false, false, true, true, true]);
});

/** Walks the main job in three browsers; axe would lack what `prepare` takes away, and looks only at whole ones. */
async function walkMainJob(browser: Browser, prepare?: Prepare) {
  const { patient, kine, caseTitle } = newPeople();
  const problems: string[] = [];
  const [ana, carla, elena] = await Promise.all([1, 2, 3].map(() => openBrowser(browser, problems, prepare)));
  if (!ana || !carla || !elena) throw new Error("no browsers");
  const look = prepare ? settled : expectAccessible;

  await test.step("the patient signs up with a photo", async () => {
    await ana.goto("/");
    await look(ana);
    await ana.getByRole("link", { name: "Soy paciente" }).click();
    await fillAccount(ana, patient);
    await look(ana);
    await goOn(ana, "Cómo contactarte");
    await fillContact(ana, patient);
    await look(ana);
    await goOn(ana, "Sobre vos");
    await ana.getByLabel("Foto de perfil").setInputFiles(fixtures.photo);
    await expect(ana.getByText("Foto seleccionada. Se subirá al crear tu cuenta")).toBeVisible();
    await ana.getByRole("button", { name: "Crear cuenta" }).click();
    await expect(ana.getByText("Por favor corrige los errores en el formulario")).toBeVisible();
    await expect(ana.getByText("Debes aceptar los términos y condiciones para continuar")).toBeVisible();
    await look(ana);
    await acceptTerms(ana);
    await ana.getByRole("button", { name: "Crear cuenta" }).click();
    await expect(ana.getByText("Cuenta creada exitosamente!")).toBeVisible();
    await ana.waitForURL("**/dashboard/patient/cases");
    await expect(ana.getByRole("heading", { name: "Mis Casos" })).toBeVisible();
    await look(ana);
  });

  await test.step("publishes a case with a PNG, a JPEG and a PDF", async () => {
    await ana.getByRole("button", { name: "Crear Caso" }).first().click();
    const form = ana.getByRole("dialog");
    await form.getByLabel("Título").fill(caseTitle);
    await form.getByLabel("Descripción").fill("Me duele al bajar escaleras desde hace tres meses.");
    await fillAndLeave(form.getByRole("combobox", { name: "Zona de la lesión" }), "Rodilla");
    await fillAndLeave(form.getByRole("combobox", { name: "Barrio" }), "Caballito");
    await form.getByLabel("Estudios", { exact: true }).setInputFiles([fixtures.png, fixtures.jpeg, fixtures.pdf]);
    await look(ana);
    await form.getByRole("button", { name: "Publicar caso" }).click();
    await expect(
      form.getByText("Para publicar casos, subir estudios y escribir mensajes necesitamos tu consentimiento", {
        exact: false,
      }),
    ).toBeVisible();
    await form.getByRole("checkbox", { name: /^Consiento/ }).check();
    await form.getByRole("button", { name: "Publicar caso" }).click();
    await expect(ana.getByText("Tu caso fue creado. Los especialistas ahora pueden postularse.")).toBeVisible();
    await expect(ana.getByText(caseTitle)).toBeVisible();
  });

  await test.step("the specialist signs up and waits", async () => {
    await carla.goto("/auth?mode=signup&role=kine");
    await fillSignUp(carla, { ...kine, modalities: ["Domicilio", "Virtual"] });
    await look(carla);
    await carla.getByRole("button", { name: "Crear cuenta" }).click();
    await expect(carla.getByText("Tu solicitud está en revisión. Te contactaremos pronto por WhatsApp.")).toBeVisible();
    await carla.waitForURL("**/pending-approval");
    await look(carla);
  });

  await test.step("the admin approves, and the waiting page lets the specialist in by itself", async () => {
    await signInByForm(elena, cast.elena);
    await elena.waitForURL("**/dashboard/admin/users");
    await look(elena);
    await elena.getByRole("link", { name: "Solicitudes" }).click();
    const application = elena.getByRole("listitem").filter({ hasText: kine.email });
    await application.getByRole("button", { name: kine.name }).click();
    const request = elena.getByRole("region", { name: "Solicitud", exact: true });
    // The register is another site.
    await elena.evaluate(() => void (window.open = () => null));
    await request.getByRole("button", { name: "Copiar y abrir el registro" }).click();
    await expect(request.getByText("Registro abierto", { exact: false })).toBeVisible();
    await look(elena);
    await request.getByRole("button", { name: "La comprobé" }).click();
    await expect(request.getByText("Comprobada en el registro")).toBeVisible();
    await request.getByRole("button", { name: "Aprobar" }).click();
    await expect(elena.getByText("Especialista aprobado exitosamente")).toBeVisible();
    await expect(carla.getByText("¡Tu cuenta ha sido aprobada!")).toBeVisible();
    await look(elena);
    await carla.waitForURL("**/dashboard/kine/cases");
  });

  await test.step("the specialist sees the studies and applies", async () => {
    await carla.getByText(caseTitle).click();
    const detail = carla.getByRole("dialog");
    await expect(detail.getByText(patient.name)).toBeVisible();
    await expect(detail.getByText(patient.phone)).toBeHidden();
    const document = detail.getByRole("link", { name: /PDF/ });
    await expect(document).toBeVisible();
    const download = await carla.request.get((await document.getAttribute("href")) ?? "");
    expect(download.headers()["content-type"]).toBe("application/pdf");
    await expect(detail.getByRole("button", { name: /Abrir estudio/i })).toHaveCount(2);
    const widths = () =>
      carla
        .locator("[role=dialog] img[src*='case-studies']")
        .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
    await expect.poll(widths).toEqual([800, 800]);
    await look(carla);
    await detail.getByRole("button", { name: "Postularme a este caso" }).click();
    await carla.getByLabel("Mensaje").fill("Trabajo seguido con rodillas.");
    await carla.getByRole("button", { name: "Enviar postulación" }).click();
    await expect(carla.getByText("¡Postulación enviada!")).toBeVisible();
  });

  await test.step("the patient accepts, and both sides see the contact", async () => {
    await ana.reload();
    await ana.getByText(caseTitle).click();
    const detail = ana.getByRole("dialog");
    await expect(detail.getByText("Trabajo seguido con rodillas.")).toBeVisible();
    await expect(detail.getByText(kine.phone)).toBeHidden();
    await detail.getByRole("button", { name: /Aceptar/ }).click();
    const question = ana.getByRole("alertdialog", { name: `¿Elegís a ${kine.name}?` });
    await expect(question).toContainText(patient.phone);
    await look(ana);
    await question.getByRole("button", { name: `Sí, elegir a ${kine.name}` }).click();
    await expect(ana.getByText("¡Especialista aceptado! Ahora podés contactarlo directamente.")).toBeVisible();
    await expect(detail.getByText(kine.phone)).toBeVisible();
    await look(ana);
    await carla.goto("/dashboard/kine/matches");
    const match = carla.getByRole("listitem").filter({ hasText: caseTitle });
    await expect(match.getByText("Aceptado")).toBeVisible();
    await expect(match.getByText(patient.phone)).toBeVisible();
    const chat = new URL((await match.getByRole("link", { name: /WhatsApp/ }).getAttribute("href")) ?? "");
    expect(`${chat.origin}${chat.pathname}`).toBe("https://wa.me/5491144441111");
    expect(chat.searchParams.get("text")).toContain(kine.name);
    expect(chat.searchParams.get("text")).toContain(caseTitle);
    await look(carla);
  });

  await test.step("the patient closes the case and reviews the specialist", async () => {
    const detail = ana.getByRole("dialog");
    await detail.getByRole("button", { name: "Cerrar Caso y Dejar Review" }).click();
    await ana.getByRole("button", { name: "Sí, cerrar el caso" }).click();
    await expect(ana.getByRole("radiogroup", { name: "Calificación" })).toBeVisible();
    await ana.getByRole("button", { name: "Publicar reseña" }).click();
    await expect(ana.getByText("Debes seleccionar una calificación").first()).toBeVisible();
    await ana.getByRole("radio", { name: "5 estrellas" }).check({ force: true });
    await ana.getByLabel("Comentario").fill("Subo escaleras sin dolor.");
    await look(ana);
    await ana.getByRole("button", { name: "Publicar reseña" }).click();
    await expect(ana.getByText("Review publicada exitosamente")).toBeVisible();
    await expect(ana.getByText("¡Gracias por tu review!")).toBeVisible();
  });

  await test.step("the review is visible to the specialist and on the public profile", async () => {
    await carla.getByRole("link", { name: "Reseñas" }).click();
    await expect(carla.getByText("Promedio: 5.0 / 5.0")).toBeVisible();
    await expect(carla.getByText("Subo escaleras sin dolor.")).toBeVisible();
    await look(carla);
    await carla.getByRole("button", { name: "Menú de usuario" }).click();
    await carla.getByRole("menuitem", { name: "Cerrar sesión" }).click();
    await expect(carla.getByText("Sesión cerrada")).toBeVisible();
    await carla.waitForURL((url) => url.pathname === "/");
    expect(await carla.evaluate(() => localStorage.length)).toBe(0);
  });

  expect(problems).toEqual([]);
  await Promise.all([ana, carla, elena].map((page) => page.context().close()));
}
