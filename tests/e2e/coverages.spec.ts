import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like, type Person } from "../support/people.ts";
import { messagesTo } from "../support/outbox.ts";
import { ageFacts, confirmAddress } from "./server-database.ts";
import { expect, expectAccessible, openAs, signIn, test } from "./page.ts";

const stamp = Date.now();
const kineMember = like(cast.carla, `Karina Cobertura ${stamp}`, { license_number: `MC ${stamp}`.slice(0, 18) });
const patientMember = like(cast.ana, `Paula Cobertura ${stamp}`);

test.describe.configure({ mode: "serial" });
// The browser logs the refusal of a taken name.
test.use({ expectedProblems: [/status of 409/] });

let kine: Person;
let patient: Person;

test.beforeAll(async ({ browser }) => {
  const url = browser ? `http://localhost:${process.env["E2E_PORT"]}` : "";
  kine = await enterApproved(url, kineMember);
  patient = await enter(url, patientMember, "sign up");
});

test("a specialist states coverages and prices by keyboard, and the public profile shows them with their date", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, kineMember, "/dashboard/kine/profile?parte=coberturas");
  const box = page.getByRole("combobox", { name: "Agregar una cobertura" });
  await box.click();
  await box.fill("osde 210");
  // What an empty field suggests has both: keys pressed before it gave way would move in it.
  await expect(page.getByRole("option", { name: /PAMI/ })).toHaveCount(0);
  await page.getByRole("option", { name: /OSDE/ }).first().waitFor();
  // A key in a list that ends behind the bottom bar scrolls nothing: a page that scrolls closes its lists.
  await page.keyboard.press("ArrowDown");
  await expect(box).toHaveAttribute("aria-expanded", "true");
  await page.waitForTimeout(300);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "OSDE" })).toBeVisible();
  await expect(box).toHaveValue("");
  await box.click();
  await box.fill("pami");
  await expect(page.getByRole("option", { name: /OSDE/ })).toHaveCount(0);
  await page.getByRole("option", { name: /PAMI/ }).first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "PAMI" })).toBeVisible();
  await page.getByLabel("Planes").first().fill("210 y 310");
  await page.getByLabel("Plus que cobrás").first().fill("3.000");
  await page.getByRole("radiogroup", { name: "Cómo atendés por PAMI" }).getByLabel("Por reintegro").check();
  await page.getByLabel("Hago factura para pedir reintegro a cualquier cobertura").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Guardar coberturas" }).press("Enter");
  await expect(page.getByText("Coberturas actualizadas")).toBeVisible();
  await expect(page.getByText(/^Confirmada el /)).toHaveCount(2);

  const parts = page.getByRole("navigation", { name: "Partes de tu perfil" });
  await expect(
    parts.getByRole("link", { name: /^Coberturas y matrículas OSDE, PAMI · reconfirmar en 8\d días/ }),
  ).toBeVisible();
  await parts.getByRole("link", { name: /^Precios/ }).click();
  const inPlace = page.getByRole("group", { name: "Consultorio", exact: true });
  await inPlace.getByLabel("Primera sesión").fill("32.000");
  await page.getByRole("button", { name: "Guardar precios" }).press("Enter");
  await expect(page.getByText("Completá el precio de la sesión")).toBeVisible();
  await inPlace.getByLabel("Sesión", { exact: true }).fill("$ 28.000");
  await page.getByRole("button", { name: "Guardar precios" }).press("Enter");
  await expect(page.getByText("Precios actualizados")).toBeVisible();
  await page.getByRole("button", { name: "Todo sigue igual" }).press("Enter");
  await expect(page.getByText("Quedó confirmado por 90 días")).toBeVisible();
  await expectAccessible(page);
  await parts.getByRole("link", { name: /^Datos/ }).click();
  await expect(page.getByRole("link", { name: "Cambiar tus precios" })).toBeVisible();
  await expect(page.getByText("$25.000 - $35.000", { exact: true }), "the range is said with the prices").toHaveCount(
    0,
  );
  await expectAccessible(page);

  const visitor = await openAs(browser, baseURL!, null, `/kines/${kine.id}`);
  await expect(visitor.getByText("Con credencial · planes 210 y 310 · plus de $3.000")).toBeVisible();
  await expect(visitor.getByText("$28.000 la sesión")).toBeVisible();
  await expect(visitor.getByText(/^Hace factura para pedir reintegro/)).toBeVisible();
  await expect(visitor.getByText(/^Confirmada el /)).toHaveCount(2);
  await expectAccessible(visitor);
});

test("a patient keeps their own coverage, finds who attends by it, and puts it into a case", async ({ page }) => {
  test.slow();
  await signIn(page, patientMember, "/dashboard/patient/profile#cobertura");
  await page.getByRole("combobox", { name: "Cobertura" }).fill("osde");
  await page.getByLabel("Plan").fill("210");
  await expectAccessible(page);
  await page.getByRole("heading", { name: "Mi Perfil" }).click();
  await expect(page.getByText("Guardado", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Guardar cobertura" }).click();
  await expect(page.getByText("Cobertura guardada")).toBeVisible();

  // What is saved is not asked about.
  await page.getByRole("link", { name: "Especialistas" }).click();
  await page.waitForURL("**/dashboard/patient/kines");
  await page.getByRole("combobox", { name: "Filtrar por cobertura" }).fill("osde");
  const card = page.getByRole("listitem").filter({ hasText: kineMember.metadata["name"] as string });
  await expect(card.getByText("OSDE: con credencial · planes 210 y 310 · plus de $3.000")).toBeVisible();
  await expectAccessible(page);

  await page.goto("/dashboard/patient/cases");
  await page.getByRole("button", { name: "Crear Caso" }).first().click();
  await expect(page.getByRole("combobox", { name: "Cobertura" })).toHaveValue("OSDE");
  await expect(page.getByLabel("Plan")).toHaveValue("210");
  await page.getByLabel("Título").fill("Rodilla con cobertura");
  await page.getByLabel("Descripción").fill("Me duele al bajar");
  await page.getByRole("button", { name: "Publicar caso" }).click();
  await expect(page.getByText("Tu caso fue creado. Los especialistas ahora pueden postularse.")).toBeVisible();
  const { id } = (await patient.api.cases.mine()).items[0]!;
  expect((await patient.api.cases.get({ id })).coverage).toMatchObject({ short: "OSDE", plan: "210" });

  const { id: match } = await kine.api.matches.apply({ case_id: id });
  await patient.api.matches.accept({ id: match });
  await page.goto(`/dashboard/patient/cases?caso=${id}`);
  await page.getByRole("button", { name: "Cerrar Caso y Dejar Review" }).click();
  await page.getByRole("button", { name: "Sí, cerrar el caso" }).click();
  await page.getByRole("button", { name: "Omitir" }).click();
  const survey = page.getByRole("group", { name: /¿te atendió por OSDE, al precio que decía\?$/ });
  await expect(survey).toBeVisible();
  await expectAccessible(page);
  await survey.getByRole("button", { name: "Sí" }).click();
  await expect(page.getByText("¡Gracias! Tu respuesta ayuda a otras personas.")).toBeVisible();
  await expect(survey).toHaveCount(0);
});

test("from the monthly message to a confirmed month it takes two taps, without signing in", async ({
  page,
  baseURL,
}) => {
  test.slow();
  await ageFacts(kine.id);
  let link = "";
  await expect
    .poll(
      async () => {
        const messages = await messagesTo(`${process.env["E2E_DATA_DIR"]}/outbox`, kineMember.email);
        link = messages.findLast(({ subject }) => subject.includes("¿Siguen igual"))?.link ?? "";
        return link;
      },
      { timeout: 60_000 },
    )
    .toContain(`${baseURL}/confirmar#`);
  expect((await kine.api.prices.mine())[0]?.freshness).toBe("stale");
  await page.setViewportSize({ width: 360, height: 740 });
  let taps = 0;
  // Two taps: the button of the message, and the button of the page.
  await page.goto(link);
  taps += 1;
  await expect(page.getByRole("heading", { name: "¿Sigue todo igual?" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Todo sigue igual" }).click();
  taps += 1;
  await expect(page.getByRole("heading", { name: "Listo, quedó confirmado" })).toBeVisible();
  await expect(page.getByText("Confirmaste 2 coberturas y 1 precio.")).toBeVisible();
  await expectAccessible(page);
  expect(taps).toBeLessThanOrEqual(2);
  expect((await kine.api.prices.mine())[0]).toMatchObject({ session: 28_000, freshness: "fresh" });
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByText("Subir todos los precios", { exact: true }).click();
  await page.getByLabel("Tanto por ciento").fill("doce");
  await page.getByRole("button", { name: "Subir todo" }).click();
  await expect(page.getByText("Escribí un número entero de 1 a 100")).toBeVisible();
  await page.getByLabel("Tanto por ciento").fill("10");
  await page.getByRole("button", { name: "Subir todo" }).click();
  await expect(page.getByRole("heading", { name: "Ya estaba confirmado" })).toBeVisible();
  expect((await kine.api.prices.mine())[0]).toMatchObject({ session: 28_000 });
});

test("an admin adds a coverage, changes it, joins it to another and retires one, and decides a dispute", async ({
  page,
  baseURL,
}) => {
  test.slow();
  const others = [await enter(baseURL!, like(cast.bruno, `Dos ${stamp}`), "sign up"), patient];
  for (const { id: person, api } of others) {
    await confirmAddress(person);
    const osde = (await api.coverages.search({ text: "osde" }))[0]!.id;
    const { id } = await api.cases.create({ title: "Negada", description: "No", coverage: { id: osde, plan: null } });
    const match = await kine.api.matches.apply({ case_id: id });
    await api.matches.accept({ id: match.id });
    await api.cases.close({ id });
    await api.coverages.answer({ case_id: id, kine_id: kine.id, answer: "no" });
  }
  await signIn(page, cast.elena, "/dashboard/admin/disputes");
  const dispute = page.getByRole("listitem").filter({ hasText: kineMember.metadata["name"] as string });
  await expect(dispute.getByText("2 dijeron que no · 1 que sí", { exact: true })).toBeVisible();
  const acts = dispute.getByRole("list", { name: "Qué hace cada decisión" }).getByRole("listitem");
  await expect(acts.filter({ hasText: "Sigue vigente" })).toContainText("las búsquedas");
  await expect(acts.filter({ hasText: "Quitar" })).toContainText("puede volver a agregarla");
  await expectAccessible(page);
  await expect(dispute.getByText(/todavía no (la volvió a confirmar|sabe de la disputa)/i)).toBeVisible();
  await dispute.getByRole("button", { name: /^Preguntarle a / }).click();
  const file = page.getByRole("region", { name: "Ficha de la persona" });
  await expect(file.getByRole("link", { name: /^WhatsApp a / })).toBeVisible();
  await expect(file.getByRole("link", { name: /^Escribir un email a / })).toBeVisible();
  await dispute.getByRole("button", { name: /sigue vigente$/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sigue vigente" }).click();
  await expect(page.getByText("La cobertura vuelve a mostrarse")).toBeVisible();
  await expect(dispute).toHaveCount(0);

  await page.getByRole("link", { name: "Coberturas" }).click();
  const short = `Prepaga ${stamp}`;
  await page.getByRole("button", { name: "Agregar cobertura" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Sigla o nombre corto").fill("OSDE");
  await dialog.getByLabel("Nombre completo").fill(`${short} del Sur`);
  await dialog.getByLabel("Tipo").selectOption("prepaga");
  await dialog.getByLabel("Otros nombres").fill("la nueva, del sur");
  await dialog.getByRole("button", { name: "Guardar" }).click();
  await expect(dialog.getByText("Ya hay una cobertura con ese nombre o ese código.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Sigla o nombre corto").fill(short);
  await dialog.getByRole("button", { name: "Guardar" }).click();
  await expect(page.getByText("Cobertura agregada")).toBeVisible();

  const search = page.getByLabel("Buscar por nombre o sigla");
  await search.fill(short);
  await expect(page.getByText("1 cobertura", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: `Cambiar ${short}` }).click();
  await page.getByRole("menuitem", { name: "Unir con otra" }).click();
  await dialog.getByRole("combobox", { name: "La cobertura que queda" }).fill("avalian");
  await dialog.getByRole("button", { name: "Unir", exact: true }).click();
  await expect(page.getByText(`${short} ahora es Avalian`)).toBeVisible();
  await search.fill("la segunda");
  const row = page.getByRole("button", { name: "Cambiar La Segunda ART" });
  await row.click();
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Dar de baja" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Dar de baja" }).click();
  await expect(page.getByText("La Segunda ART está dada de baja")).toBeVisible();
  await row.click();
  await page.getByRole("menuitem", { name: "Volver a usar" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Volver a usar" }).click();
  await expect(page.getByText("La Segunda ART está en uso")).toBeVisible();
});
