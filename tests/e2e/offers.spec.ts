import type { Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { openMore, sayYes } from "./choose.ts";
import { tellCase } from "./tell-case.ts";
import { fixtures } from "./fixtures.ts";
import { expect, expectAccessible, openAs, signIn, test } from "./page.ts";
import { untilReadyForNone } from "./without-network.ts";

const stamp = String(Date.now()).slice(-6);
const CASES = "/dashboard/patient/cases";
const PHONE = { width: 360, height: 740 };
const THREE_MINUTES_MS = 180_000;

test("a patient publishes a case with every fact on a phone, without their name, in less than three minutes", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const ana = like(cast.ana, `Zulema Estructurada ${stamp}`);
  const carla = like(cast.carla, `Carla Estructura ${stamp}`, { license_number: `E ${stamp}` });
  await Promise.all([enter(baseURL!, ana, "sign up"), enterApproved(baseURL!, carla)]);
  await page.setViewportSize(PHONE);
  await signIn(page, ana, CASES);
  const started = Date.now();
  await page.getByRole("button", { name: "Crear Caso" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByText("Hombro", { exact: true }).click();
  await form.getByRole("radio", { name: "Derecho" }).check();
  await form.getByLabel("Descripción").fill("Me duele.");
  await form.getByRole("button", { name: "Seguir" }).click();
  await form.getByLabel("Fiebre con mucho dolor").check();
  await expect(form.getByText("Esto no espera: guardia o 107")).toBeVisible();
  await expect(form.getByRole("button", { name: "Nada de esto" })).toBeHidden();
  await form.getByLabel("Fiebre con mucho dolor").uncheck();
  await form.getByRole("button", { name: "Volver" }).click();
  await tellCase(form, { words: "Soy Zulema y me duele al levantar el brazo.", title: `Hombro ${stamp}` });
  await form.getByRole("button", { name: "Sumar más datos" }).click();
  await form.getByLabel("Hace meses").check();
  await form.getByLabel("¿Cuánto duele?").selectOption("6");
  await form.getByRole("button", { name: "Sumar una actividad" }).click();
  await form.getByLabel("Actividad 1", { exact: true }).fill("Peinarme");
  await form.getByLabel("0 a 10").selectOption("3");
  await form.getByRole("radiogroup", { name: "¿Tenés orden médica?" }).getByLabel("Sí").check();
  await form.getByLabel("Lunes a la mañana").check();
  await form.getByLabel("Mostrar mi nombre y mi foto solo a quien acepte").check();
  await expect(form.getByText("Tu texto parece decir tu nombre.")).toBeVisible();
  for (let step = 4; step > 1; step -= 1) await form.getByRole("button", { name: "Volver" }).click();
  await tellCase(form, { words: "Me duele al levantar el brazo." });
  await expect(form.getByText("Tu texto parece decir tu nombre.")).toHaveCount(0);
  await expectAccessible(page);
  await form.getByRole("button", { name: "Publicar caso" }).click();
  await expect(page.getByText("Tu caso fue creado. Los especialistas ahora pueden postularse.")).toBeVisible();
  expect(Date.now() - started).toBeLessThan(THREE_MINUTES_MS);

  const kine = await openAs(browser, baseURL!, carla, "/dashboard/kine/cases");
  await kine.getByText(`Hombro ${stamp}`).click();
  await expect(kine.getByText("6 de 10")).toBeVisible();
  await expect(kine.getByText("Lunes mañana")).toBeVisible();
  await expect(kine.getByText("Z.", { exact: true }).last()).toBeVisible();
  await expect(kine.getByText("Zulema")).toHaveCount(0);
});

test("a patient compares offers in rows that each say whose they are, and on a phone in columns, in the order they choose", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const ana = like(cast.ana, `Ana Comparada ${stamp}`);
  const [first, second] = [1, 2].map((n) =>
    like(cast.carla, `${n === 1 ? "Bruna" : "Delfina"} Ofrece ${stamp}`, { license_number: `O${n} ${stamp}` }),
  );
  const patient = await enter(baseURL!, ana, "sign up");
  const { id } = await patient.api.cases.create({ title: `Rodilla ${stamp}`, description: "Me duele al bajar." });
  const bruna = await enterApproved(baseURL!, first!);
  await enterApproved(baseURL!, second!);
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString();
  await bruna.api.matches.apply({
    case_id: id,
    message: "Puedo",
    offer: { session: 30_000, modality: "domicilio", times: [soon] },
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, ana, `${CASES}?caso=${id}`);
  const kine = await openAs(browser, baseURL!, second!, `/dashboard/kine/cases?caso=${id}`);

  await test.step("a specialist applies with an offer, and changes it", async () => {
    await kine.setViewportSize(PHONE);
    await kine.getByRole("button", { name: "Postularme a este caso" }).click();
    await kine.getByRole("button", { name: "Sumar precio y horarios" }).click();
    await kine.getByLabel("Precio de una sesión").fill("28.50");
    await kine.getByRole("button", { name: "Enviar postulación" }).click();
    await expect(kine.getByText("Escribí un monto en pesos, sin centavos")).toBeVisible();
    await expect(kine.getByLabel("Precio de una sesión")).toHaveValue("28.50");
    await kine.getByLabel("Precio de una sesión").fill("25.000");
    await kine.getByRole("radiogroup", { name: "Modalidad" }).getByLabel("Domicilio").check();
    await kine.getByLabel("Lugar").fill("Consultorio, 11 5555-8190");
    await expectAccessible(kine);
    await kine.getByRole("button", { name: "Enviar postulación" }).click();
    await expect(kine.getByText("¡Postulación enviada!")).toBeVisible();
    await kine.getByRole("button", { name: "Cambiar propuesta" }).click();
    await kine.getByLabel("Precio de una sesión").fill("20000");
    await kine.getByRole("button", { name: "Guardar propuesta" }).click();
    await expect(kine.getByText("Propuesta actualizada")).toBeVisible();
    await expect(kine.getByText("$20.000")).toBeVisible();
    await expect(page.getByText("$20.000")).toBeVisible();
  });

  const delfina = page.getByRole("listitem").filter({ hasText: "Delfina Ofrece" });
  await openMore(delfina);
  await expect(delfina).toContainText("Consultorio, ••••");
  await page.getByRole("button", { name: "Comparar" }).click();
  const table = page.getByRole("table", { name: "Postulaciones a tu caso" });
  const names = () => table.getByRole("rowheader").allInnerTexts();
  // Only what both say.
  await expect(table.getByRole("columnheader")).toHaveText([
    /Especialista/,
    /Sesión \(distinto\)/,
    /Modalidad/,
    /Matrícula/,
    /Estrellas/,
    /Vale hasta/,
    /Tu decisión/,
  ]);
  await expect.poll(names).toEqual([expect.stringContaining("Bruna"), expect.stringContaining("Delfina")]);
  await page.getByRole("radiogroup", { name: "Ordenar por" }).getByLabel("Precio").check();
  await expect.poll(names).toEqual([expect.stringContaining("Delfina"), expect.stringContaining("Bruna")]);
  await expect(table.getByRole("row", { name: /Delfina/ })).toContainText("$20.000");
  await expect(page.getByText(/recomendad/i)).toHaveCount(0);
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  const comparison = page.getByRole("dialog", { name: "Comparar" });
  await expect(comparison.getByRole("columnheader")).toHaveText([/^Delfina/, /^Bruna/]);
  // What decides stands first.
  await expect(comparison.getByRole("rowheader")).toHaveText([/^Sesión/, /^Modalidad/, /^Estrellas/]);
  await expect(comparison.getByRole("radiogroup")).toHaveCount(0);
  await expectAccessible(page);
  await comparison.getByRole("button", { name: "Ver todo" }).click();
  await expect(comparison.getByRole("radiogroup", { name: "Ordenar por" })).toBeVisible();
  await expect(comparison.getByRole("rowheader")).toHaveCount(5);
  await expectAccessible(page);

  await test.step("an acceptance in the comparison opens the contact data to both", async () => {
    await expect(kine.getByText("4444-1111")).toHaveCount(0);
    const accepting = page.waitForRequest((request) => request.url().includes("/rpc/matches/accept"));
    await comparison.getByRole("button", { name: "Aceptar" }).first().click();
    await sayYes(comparison);
    // The request names the offer that the page shows.
    expect((await accepting).postData()).toMatch(/"offered_at":"\d{4}-/);
    await expect(comparison.getByText("Aceptado", { exact: true })).toBeVisible();
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await expect(comparison.getByRole("link", { name: /^Delfina/ })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(comparison).toBeHidden();
    await expect(page.getByRole("region", { name: `Contacto de Delfina Ofrece ${stamp}` })).toBeVisible();
    await openMore(delfina);
    await expect(page.getByText("Consultorio, 11 5555-8190")).toBeVisible();
    await expect(kine.getByText("4444-1111")).toBeVisible();
  });
  await test.step("after it there is a summary to download", async () => {
    const downloading = page.waitForEvent("download");
    await page.locator("summary", { hasText: "Tu caso" }).click();
    await page.getByRole("button", { name: "Resumen" }).click();
    expect((await downloading).suggestedFilename()).toBe("resumen.pdf");
  });
});

test("what a patient or a specialist chose to say may be unsaid", async ({ page, browser, baseURL }) => {
  test.slow();
  const ana = like(cast.ana, `Ana Corrige ${stamp}`);
  const carla = like(cast.carla, `Carla Corrige ${stamp}`, { license_number: `C ${stamp}` });
  const patient = await enter(baseURL!, ana, "sign up");
  const facts = { since: "weeks" as const, has_order: true };
  const { id } = await patient.api.cases.create({ title: `Codo ${stamp}`, description: "Me duele.", facts });
  const { api } = await enterApproved(baseURL!, carla);
  await signIn(page, ana, `${CASES}?caso=${id}`);
  await page.getByRole("button", { name: "Editar caso" }).click();
  const form = page.getByRole("dialog", { name: "Editar caso" });
  for (const name of ["¿Desde cuándo?", "¿Tenés orden médica?"])
    await form.getByRole("radiogroup", { name }).getByLabel("Sin decir").check();
  await form.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(form).toHaveCount(0);
  expect((await patient.api.cases.get({ id })).facts).toBeNull();

  await api.matches.apply({ case_id: id, message: null, offer: { modality: "online", how: "refund" } });
  const kine = await openAs(browser, baseURL!, carla, `/dashboard/kine/cases?caso=${id}`);
  await kine.getByRole("button", { name: "Cambiar propuesta" }).click();
  for (const name of [/^Modalidad/, /^Con su cobertura/])
    await kine.getByRole("radiogroup", { name }).getByLabel("Sin decir").check();
  await kine.getByRole("button", { name: "Guardar propuesta" }).click();
  await expect(kine.getByText("Propuesta actualizada")).toBeVisible();
  expect((await patient.api.cases.get({ id })).applications[0]?.offer).toBeNull();
});

test.describe("sharing from another app", () => {
  test.use({ serviceWorkers: "allow" });

  test("a file shared from another app is attached to the case that its patient chooses", async ({ page, baseURL }) => {
    test.slow();
    const ana = like(cast.ana, `Ana Comparte ${stamp}`);
    const patient = await enter(baseURL!, ana, "sign up");
    const { id } = await patient.api.cases.create({ title: `Tobillo ${stamp}`, description: "Me lo torcí." });
    await signIn(page, ana);
    await untilReadyForNone(page);
    await page.goto(CASES);
    // Simulates how the operating system shares a file of another app.
    await post(page, "/compartir", [fixtures.notes, fixtures.png]);
    const dialog = page.getByRole("dialog", { name: "Adjuntar a mi caso" });
    await expect(dialog.getByText("radiografia.png")).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Adjuntar", exact: true }).click();
    await expect(dialog.getByText("Elegí a qué caso")).toBeVisible();
    await dialog.getByRole("radio").first().check();
    await dialog.getByRole("button", { name: "Adjuntar", exact: true }).click();
    await expect(page.getByText("Adjuntado a tu caso")).toBeVisible();
    await expect(dialog.getByText("notas.txt no es un formato válido (solo JPG, PNG, PDF)")).toBeVisible();
    expect((await patient.api.cases.get({ id })).studies).toHaveLength(1);
    expect(await page.evaluate(() => caches.has("shared-files"))).toBe(false);
  });

  test("a file that another site posts is not offered, also not to who opens the dialog's address meanwhile", async ({
    page,
    baseURL,
  }) => {
    test.slow();
    const ana = like(cast.ana, `Ana Visitada ${stamp}`);
    await enter(baseURL!, ana, "sign up");
    await signIn(page, ana);
    await untilReadyForNone(page);
    await page.route("http://other.example/", (route) => route.fulfill({ contentType: "text/html", body: "<p>Hola" }));
    const isKept = () => page.evaluate(() => caches.has("shared-files"));
    for (const policy of ["unsafe-url", "no-referrer"]) {
      await page.goto("http://other.example/");
      await page.evaluate(
        (content) => document.head.append(Object.assign(document.createElement("meta"), { name: "referrer", content })),
        policy,
      );
      await post(page, `${baseURL}/compartir`, [fixtures.png]);
      await page.waitForURL((url) => url.href === `${baseURL}${CASES}`);
      await expect(page.getByRole("heading", { name: "Mis Casos" })).toBeVisible();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect.poll(isKept).toBe(false);
    }
    await page.evaluate(async () => {
      const headers = { "x-name": "estudio.png", "x-shared-at": String(Date.now()) };
      await (await caches.open("shared-files")).put("/compartido/an-id/0", new Response("bytes", { headers }));
    });
    await page.goto(`${CASES}?compartido=1`);
    await expect(
      page.getByRole("dialog", { name: "Adjuntar a mi caso" }).getByText("No llegó ningún archivo"),
    ).toBeVisible();
  });

  test("a file that nobody took is forgotten by the next page, and by the deletion of the account", async ({
    page,
    baseURL,
  }) => {
    test.slow();
    const ana = like(cast.ana, `Ana Se Distrae ${stamp}`);
    await enter(baseURL!, ana, "sign up");
    await signIn(page, ana);
    await untilReadyForNone(page);
    await page.goto(CASES);
    const isKept = () => page.evaluate(() => caches.has("shared-files"));
    const keep = () =>
      page.evaluate(async () => {
        const headers = { "x-name": "estudio.png", "x-shared-at": String(Date.now()) };
        await (await caches.open("shared-files")).put("/compartido/an-id/0", new Response("bytes", { headers }));
      });
    await keep();
    await page.goto("/dashboard/patient/profile");
    await expect.poll(isKept).toBe(false);
    await page.getByRole("button", { name: "Eliminar cuenta" }).click();
    await keep();
    await page.getByRole("button", { name: "Sí, eliminar mi cuenta" }).click();
    await expect(page.getByText("Cuenta eliminada exitosamente")).toBeVisible();
    await expect.poll(isKept).toBe(false);
  });
});

/** Posts files to the share target by a form of the present page. */
async function post(page: Page, action: string, files: string[]) {
  await page.evaluate((action) => {
    const form = Object.assign(document.createElement("form"), {
      method: "post",
      action,
      enctype: "multipart/form-data",
    });
    const field = { type: "file", name: "studies", id: "shared", multiple: true };
    form.append(Object.assign(document.createElement("input"), field));
    document.body.append(form);
  }, action);
  await page.locator("#shared").setInputFiles(files);
  await page.evaluate(() => document.querySelector<HTMLInputElement>("#shared")?.form?.submit());
}
