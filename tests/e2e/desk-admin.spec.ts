import { cast } from "../../app/demo/cast.ts";
import { isShort, shortageWords } from "../../app/domain/operator/operator.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { REPORTED } from "./failing.ts";
import { ageCase, confirmAddress, reportByProgram, reportCasesByProgram } from "./server-database.ts";
import { expect, expectAccessible, openAs, test } from "./page.ts";

const stamp = Date.now();
const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

test("at 1280 × 800 what decides a request stands before its decision, and both in the first screen", async ({
  browser,
  baseURL,
}) => {
  const name = `Lucía Decide ${stamp}`;
  await enter(baseURL!, like(cast.diego, name, { license_number: `MN ${stamp}` }), "sign up");
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize(LAPTOP);
  await page.goto("/dashboard/admin/applications");
  await page.getByRole("button", { name, exact: true }).click();
  const card = page.getByRole("region", { name: "Solicitud", exact: true });
  const number = card.getByText(`MN ${stamp}`, { exact: true });
  const check = card.getByRole("button", { name: "Copiar y abrir el registro" });
  const approve = card.getByRole("button", { name: "Aprobar" });
  for (const each of [card.getByRole("heading", { name }), number, check, approve])
    await expect(each).toBeInViewport({ ratio: 1 });
  const topOf = async (each: typeof number) => (await each.boundingBox())!.y;
  expect(await topOf(number)).toBeLessThan(await topOf(check));
  expect(await topOf(check)).toBeLessThan(await topOf(approve));
  await expectAccessible(page);
});

test.describe("who was there before", () => {
  // The browser logs the refusal of an approval without an answer.
  test.use({ expectedProblems: [REPORTED] });

  test("an admin says by keyboard whether a deleted account was the same person's, and takes it back in the person's page", async ({
    browser,
    baseURL,
  }) => {
    test.slow();
    const licence = `MN 6${stamp}`;
    const gone = await enterApproved(baseURL!, like(cast.carla, `Rosa Antes ${stamp}`, { license_number: licence }));
    const patient = await enter(baseURL!, like(cast.ana, `Ana Reseña ${stamp}`), "sign up");
    const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
    await patient.api.matches.accept({ id: (await gone.api.matches.apply({ case_id })).id });
    await patient.api.cases.close({ id: case_id });
    await patient.api.reviews.create({ case_id, kine_id: gone.id, stars: 4 });
    await gone.api.accounts.delete();
    const name = `Rosa Vuelve ${stamp}`;
    const back = await enter(baseURL!, like(cast.diego, name, { license_number: licence }), "sign up");
    const page = await openAs(browser, baseURL!, cast.elena, "/");
    await page.setViewportSize(LAPTOP);
    await page.goto("/dashboard/admin/applications");
    await page.getByRole("button", { name, exact: true }).click();
    const card = page.getByRole("region", { name: "Solicitud", exact: true });
    await expect(card.getByText("Misma matrícula y no confirmó el email.")).toBeVisible();
    await expect(card.getByText("Tenía 1 reseña, con 4,0 de promedio.", { exact: false })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("a");
    await expect(page.getByText("decí primero si es la misma persona", { exact: false })).toBeVisible();
    const question = card.getByRole("radiogroup", { name: "¿Es la misma persona?" });
    await question.getByRole("radio", { name: "Sí, pasa su reseña" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(question.getByRole("radio", { name: "No", exact: true })).toBeChecked();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("a");
    await expect(page.getByText("Especialista aprobado exitosamente")).toBeVisible();
    const count = async () => (await back.api.profiles.publicProfile({ id: back.id }).catch(() => null))?.review_count;
    await expect.poll(count, { timeout: 30_000 }).toBe(1);

    await page.goto(`/dashboard/admin/kines?persona=${back.id}`);
    const takeAway = page.getByRole("button", { name: "No era la misma persona" });
    await takeAway.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Sus reseñas no son de esta cuenta")).toBeVisible();
    await expect(page.getByRole("button", { name: "Sí, pasa su reseña" })).toBeVisible();
    expect(await count()).toBe(0);
    await page.context().close();
  });
});

test("at 1280 × 800 what a change asks for stands before its decision, and both in the first screen", async ({
  browser,
  baseURL,
}) => {
  const name = `Marta Decide ${stamp}`;
  const { api } = await enterApproved(baseURL!, like(cast.carla, name, { license_number: `MN 9${stamp}` }));
  const { version } = await api.profiles.mine();
  await api.profiles.update({ name: `Marta Cambia ${stamp}`, license_number: `MN 9${stamp}`, version });
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize(LAPTOP);
  await page.goto("/dashboard/admin/changes");
  await page.getByRole("button", { name, exact: true }).click();
  const card = page.getByRole("region", { name: "Cambio de perfil", exact: true });
  const asked = card.getByText(`Marta Cambia ${stamp}`);
  const approve = card.getByRole("button", { name: "Aprobar" });
  for (const each of [asked, card.getByText(new RegExp(`^MN 9${stamp}`)), approve])
    await expect(each).toBeInViewport({ ratio: 1 });
  expect((await asked.boundingBox())!.y).toBeLessThan((await approve.boundingBox())!.y);
  const isFilled = /(^| )button-primary( |$)/;
  await expect(card.getByRole("button", { name: "Copiar y abrir el registro" })).toHaveClass(isFilled);
  await expect(approve).not.toHaveClass(isFilled);
  await expectAccessible(page);
  await approve.click();
  await expect(page.getByText("No hay cambios por revisar")).toBeVisible();
});

test("a report is decided in the first screen at 1280 and 1440: the licence and its register above what was reported, each act with what it does", async ({
  browser,
  baseURL,
}) => {
  const ana = like(cast.ana, `Ana Acusa ${stamp}`);
  const reporter = await enter(baseURL!, ana, "sign up");
  const name = `Carla Acusada ${stamp}`;
  const { id, api } = await enterApproved(baseURL!, like(cast.carla, name, { license_number: `CA ${stamp}` }));
  const { license_number } = await api.profiles.mine();
  await reporter.api.reports.create({ subject: "profile", id, reason: "false_licence" });
  const page = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/reports");
  const parties = `Ana Acusa ${stamp} contra ${name}`;
  const row = page.getByRole("listitem").filter({ hasText: parties });
  const card = page.getByRole("region", { name: "Denuncia", exact: true });
  const licence = card.getByText(license_number!, { exact: true });
  for (const size of [LAPTOP, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size);
    await page.goto("/dashboard/admin/reports");
    await row.getByRole("button").click();
    const register = card.getByRole("button", { name: "Copiar y abrir el registro" });
    const acts = card.getByRole("list", { name: "Qué hace cada decisión" });
    const [resolve, uphold, suspend] = [/^Descartar/, /^Dar la razón/, `Suspender a ${name}`].map((act) =>
      acts.getByRole("button", { name: act }),
    );
    for (const each of [licence, register, resolve!, uphold!, suspend!])
      await expect(each).toBeInViewport({ ratio: 1 });
    await expect(acts.getByRole("listitem").filter({ hasText: "Descartar" })).toContainText(
      "La cierra sin cambiar nada",
    );
    await expect(acts.getByRole("listitem").filter({ hasText: "Dar la razón" })).toContainText("No cambia nada más");
    await expect(acts.getByRole("listitem").filter({ hasText: "Suspender" })).toContainText(
      "recibe el motivo por email",
    );
    expect((await licence.boundingBox())!.y).toBeLessThan((await card.locator("blockquote").boundingBox())!.y);
    await expect(card.getByRole("button", { name: `Ficha de ${name}`, exact: true })).toBeVisible();
    await expectAccessible(page);
  }
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard/admin/reports");
  await expect(row).toContainText(parties);
});

test("Usuarios says of an account what it waits for, and its card leads to the pending request", async ({
  browser,
  baseURL,
}) => {
  const waiting = like(cast.diego, `Diego Espera ${stamp}`, { license_number: `DE ${stamp}` });
  await enter(baseURL!, waiting, "sign up");
  const page = await openAs(browser, baseURL!, cast.elena, `/dashboard/admin/users?buscar=${waiting.email}`);
  const row = page.locator("tbody").getByRole("row");
  await expect(row).toContainText("Pendiente");
  await expect(row).not.toContainText("Activa");
  await page.setViewportSize(PHONE);
  await expect(page.getByRole("main").getByRole("listitem")).toContainText("Pendiente");
  await page.setViewportSize(LAPTOP);
  await row.getByRole("button").first().click();
  const file = page.getByRole("region", { name: "Ficha de la persona" });
  await expect(file.getByText("Fecha de nacimiento")).toHaveCount(0);
  const review = file.getByRole("link", { name: "Revisar la solicitud" });
  await expect(review).toHaveClass(/(^| )button-primary( |$)/);
  await review.click();
  const request = page.getByRole("region", { name: "Solicitud", exact: true });
  await expect(request.getByRole("heading", { name: `Diego Espera ${stamp}` })).toBeVisible();
});

test("on a phone a licence is checked without scrolling", async ({ browser, baseURL }) => {
  const admin = await enter(baseURL!, cast.elena, "sign in");
  const kine = await enterApproved(
    baseURL!,
    like(cast.carla, `Nora Vencida ${stamp}`, { license_number: `MN 7${stamp}` }),
  );
  await admin.api.licences.doubt({ id: (await kine.api.licences.mine()).items[0]!.id, reason: "No figura" });
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard/admin/licences");
  for (const name of ["Comprobada", "En duda", "Inactiva", "Seguir con otra"])
    await expect(page.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  const [register, checked] = ["Copiar y abrir el registro", "Comprobada"].map((name) =>
    page.getByRole("button", { name }),
  );
  const isFilled = /(^| )button-primary( |$)/;
  await expect(register!, "the next step is filled").toHaveClass(isFilled);
  await expect(checked!).not.toHaveClass(isFilled);
  await register!.click();
  await expect(checked!).toHaveClass(isFilled);
  await expect(register!).not.toHaveClass(isFilled);
});

test("on a phone 'Pulso' begins with its sentence, and its period is among the filters", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard/admin/pulse");
  await expect(page.getByRole("tabpanel").getByRole("heading").first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel("Período")).toBeHidden();
  await page.getByText("Filtros: 3 meses").click();
  await expect(page.getByLabel("Período")).toBeVisible();
  await expectAccessible(page);
});

test("the keys begin at the request that has waited longest, also while it still loads", async ({
  browser,
  baseURL,
}) => {
  await enterApproved(baseURL!, like(cast.carla, `Pía Procesada ${stamp}`, { license_number: `PP ${stamp}` }));
  await enter(baseURL!, like(cast.diego, `Iris Espera ${stamp}`, { license_number: `IE ${stamp}` }), "sign up");
  const page = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/users");
  const letCome = Promise.withResolvers<void>();
  await page.route(/rpc\/kineApplications\/list/, async (route) => {
    const isPending = decodeURIComponent(`${route.request().url()}${route.request().postData()}`).includes("pending");
    if (isPending) await letCome.promise;
    await route.continue();
  });
  const decided = page.waitForResponse(/kineApplications\/list/);
  await page.getByRole("link", { name: /^Solicitudes/ }).click();
  await decided;
  await expect(page.getByRole("heading", { level: 1, name: "Solicitudes" })).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.locator("[data-row] [data-opener]")).toHaveCount(0);
  letCome.resolve();
  await expect(
    page
      .getByRole("region", { name: /^Pendientes/ })
      .locator("[data-row]")
      .first(),
  ).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.locator("[data-row] [data-opener]").first()).toBeFocused();
});

test("what people reported comes first, what the program noticed is folded, and a report says before the press what resolving it does", async ({
  browser,
  baseURL,
}) => {
  const ana = like(cast.ana, `Ana Avisa ${stamp}`);
  const reporter = await enter(baseURL!, ana, "sign up");
  await confirmAddress(ana.email);
  const name = `Carla Avisada ${stamp}`;
  const { id } = await enterApproved(baseURL!, like(cast.carla, name, { license_number: `CV ${stamp}` }));
  await reportByProgram(id);
  await reporter.api.reports.create({ subject: "profile", id, reason: "offensive" });
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard/admin/reports");
  const row = page.getByRole("listitem").filter({ hasText: `Ana Avisa ${stamp} contra ${name}` });
  const noticed = page.getByRole("listitem").filter({ hasText: `Aviso automático contra ${name}` });
  await expect(row).toBeVisible();
  await expect(noticed).toBeHidden();
  await expect(page.getByText(/^\d+ \(\d+ de (una persona|personas), \d+ automáticas?\)$/)).toBeVisible();
  await page.getByText(/^\d+ avisos? automáticos?/).click();
  await expect(noticed).toContainText("Tres textos con un teléfono en un día.");
  expect((await row.boundingBox())!.y).toBeLessThan((await noticed.boundingBox())!.y);
  await expectAccessible(page);
  await row.getByRole("button").click();
  const card = page.getByRole("dialog", { name: "Denuncia", exact: true });
  const outcomes = card.getByRole("list", { name: "Qué hace cada decisión" });
  await expect(outcomes).toContainText(`La cierra sin cambiar nada: ni ${name} ni quien denunció reciben aviso.`);
  await expect(card.getByRole("button", { name: /^Descartar/ })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
});

test("the decisions on a reported review do not cover what it says", async ({ browser, baseURL }) => {
  const { id: kine_id, api } = await enterApproved(
    baseURL!,
    like(cast.carla, `Carla Leída ${stamp}`, { license_number: `CL ${stamp}` }),
  );
  const patient = await enter(baseURL!, like(cast.ana, `Ana Larga ${stamp}`), "sign up");
  const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await patient.api.matches.accept({ id: (await api.matches.apply({ case_id })).id });
  await patient.api.cases.close({ id: case_id });
  const comment = `Tardó en contestar. ${"Volví tres veces y siempre cambió el horario. ".repeat(8)}${stamp}`;
  const { id } = await patient.api.reviews.create({ case_id, kine_id, stars: 2, comment });
  await api.reports.create({ subject: "review", id, reason: "offensive" });
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize(LAPTOP);
  await page.goto("/dashboard/admin/reports");
  await page
    .getByRole("listitem")
    .filter({ hasText: `Carla Leída ${stamp} contra Ana Larga ${stamp}` })
    .getByRole("button")
    .click();
  const card = page.getByRole("region", { name: "Denuncia", exact: true });
  const text = (await card.getByText(comment).boundingBox())!;
  const acts = (await card.getByRole("list", { name: "Qué hace cada decisión" }).boundingBox())!;
  expect(text.y + text.height).toBeLessThanOrEqual(acts.y);
  await expectAccessible(page);
});

test("equal notices of the program are one row with their number, decided one after the other or together", async ({
  browser,
  baseURL,
}) => {
  const name = `Ana Repite ${stamp}`;
  const patient = await enter(baseURL!, like(cast.ana, name), "sign up");
  for (const n of [1, 2, 3]) await patient.api.cases.create({ title: `Caso ${n} ${stamp}`, description: "Me duele" });
  await reportCasesByProgram(patient.id);
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize(LAPTOP);
  await page.goto("/dashboard/admin/reports");
  // It is open where people reported nothing.
  const title = page.locator("summary").filter({ hasText: /^\d+ avisos? automáticos?/ });
  if (!(await title.locator("..").evaluate((fold: HTMLDetailsElement) => fold.open))) await title.click();
  const row = page.getByRole("listitem").filter({ hasText: `Avisos automáticos sobre ${name}` });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(`Caso: otro motivo (3)Avisos automáticos sobre ${name} · Dice un teléfono.`);
  await row.getByRole("button").click();
  const card = page.getByRole("region", { name: "Denuncia", exact: true });
  await expect(card).toContainText(`Caso 1 ${stamp}`);
  await expect(card).toContainText("Caso: otro motivo (3)");
  await expectAccessible(page);
  const decide = async (act: string) => {
    await card.getByRole("button", { name: act }).click();
    const question = page.getByRole("alertdialog");
    await question.getByLabel("Qué decidiste").fill("No es un teléfono");
    await question.getByRole("button", { name: /^Descartar/ }).click();
    await expect(question).toHaveCount(0);
  };
  await decide("Descartar la denuncia de el sistema");
  await expect(card, "the next of them opens").toContainText(`Caso 2 ${stamp}`);
  await expect(row).toContainText("(2)");
  await decide("Descartar los 2 avisos iguales");
  await expect(page.getByText("Avisos resueltos")).toBeVisible();
  await expect(row).toHaveCount(0);
});

test("a request is decided in its card, where its licence is checked: its row says 'Revisar'", async ({
  browser,
  baseURL,
}) => {
  const name = `Lía Revisa ${stamp}`;
  await enter(baseURL!, like(cast.diego, name, { license_number: `MN 8${stamp}` }), "sign up");
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize(LAPTOP);
  await page.goto("/dashboard/admin/applications");
  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row.getByRole("button", { name: "Aprobar" })).toHaveCount(0);
  await row.getByRole("button", { name: "Revisar" }).click();
  const card = page.getByRole("region", { name: "Solicitud", exact: true });
  await expect(card.getByRole("button", { name: "Copiar y abrir el registro" })).toBeInViewport({ ratio: 1 });
  await expect(card.getByRole("button", { name: "Aprobar" })).toBeInViewport({ ratio: 1 });
});

test("Hoy names the worst of the system, which the menu marks, and no title of Estado breaks on a phone", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/today");
  await expect(page.getByRole("link", { name: /^Estado \d+ para atender$/ })).toBeVisible();
  await expect(page.getByRole("main").getByText(/^Copias: nunca se hizo una copia/)).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Sistema: \d+ partes? piden? atención$/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Estado" })).toBeVisible();
  await page.setViewportSize(PHONE);
  await expect(page.getByRole("link", { name: /^Sistema \d+ para atender$/ })).toBeVisible();
  const heights = await page
    .locator("summary h2")
    .evaluateAll((titles) =>
      titles.map((title) => title.clientHeight / Number.parseFloat(getComputedStyle(title).lineHeight)),
    );
  expect(Math.max(...heights)).toBeLessThan(1.5);
});

test("on a phone 'Colas' begins with what is late, and folds the queues in which nothing waits", async ({
  browser,
  baseURL,
}) => {
  const patient = await enter(baseURL!, like(cast.ana, `Ana Tarda ${stamp}`), "sign up");
  await confirmAddress(patient.id);
  const { id } = await patient.api.cases.create({ title: `Codo tardío ${stamp}`, description: "Duele" });
  await ageCase(id, 80);
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard/admin/queues");
  const lines = page.getByRole("main").getByRole("list").first().locator("> li");
  await expect(lines.filter({ hasText: "Casos sin postulaciones" })).toContainText("hace más de");
  const areLate = (await lines.allInnerTexts()).map((text) => text.includes("hace más de"));
  expect(areLate).toEqual(areLate.toSorted((one, other) => Number(other) - Number(one)));
  await expect(lines.filter({ hasText: "Nada espera" })).toHaveCount(0);
  const quiet = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: `Codo tardío ${stamp}` });
  await expect(quiet).toContainText("hace 3 días y 8 h");
  await page.getByText(/^\d+ colas? sin nada que espere$/).click();
  await expectAccessible(page);
  await page.goto("/dashboard/admin/today");
  await expect(quiet).toContainText("hace 3 días y 8 h");

  await page.goto(`/dashboard/admin/cases?buscar=${encodeURIComponent(`Tarda ${stamp}`)}`);
  const row = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: `Codo tardío ${stamp}` });
  await expect(row).toContainText("Espera hace 3 días");
  await expect(row).toContainText("Sin postulaciones");
  await page.setViewportSize(LAPTOP);
  const cells = page.getByRole("row").filter({ hasText: `Codo tardío ${stamp}` });
  await expect(cells.getByRole("cell", { name: "Ninguna" })).toBeVisible();
  await expect(cells.getByRole("cell", { name: "3 días", exact: true })).toBeVisible();
});

test("reviews that wait for an admin come first, with their stars, and are found by their state", async ({
  browser,
  baseURL,
}) => {
  const author = await enter(baseURL!, like(cast.ana, `Ana Aguarda ${stamp}`), "sign up");
  const kine = await enterApproved(
    baseURL!,
    like(cast.carla, `Carla Reseñada ${stamp}`, { license_number: `CR ${stamp}` }),
  );
  const review = async ({ api }: typeof author, comment: string) => {
    const { id: case_id } = await api.cases.create({ title: `Pie ${stamp}`, description: "Duele" });
    await api.matches.accept({ id: (await kine.api.matches.apply({ case_id })).id });
    await api.cases.close({ id: case_id });
    await api.reviews.create({ case_id, kine_id: kine.id, stars: 4, comment });
  };
  for (const n of [1, 2, 3]) await review(author, `Otra ${n} ${stamp}`);
  // The fourth of a new account in a day waits.
  await review(author, `Espera ${stamp}`);
  const later = await enter(baseURL!, like(cast.bruno, `Bruno Después ${stamp}`), "sign up");
  await review(later, `Visible ${stamp}`);
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard/admin/reviews");
  const rows = page.getByRole("main").getByRole("listitem");
  const waiting = rows.filter({ hasText: `Espera ${stamp}` });
  await expect(waiting).toContainText("En revisión");
  await expect(waiting.getByRole("img", { name: "4 de 5 estrellas" })).toBeVisible();
  await expect(page.getByText("Primero las que están en revisión.")).toBeVisible();
  await expect(page.getByText(/^\d+: \d+ visibles?, \d+ en revisión/)).toBeVisible();
  await waiting.getByRole("button").click();
  const card = page.getByRole("dialog", { name: "Reseña", exact: true });
  await expect(card.getByText("Por qué está en revisión:")).toBeVisible();
  await expect(card.locator("blockquote")).toHaveText(`Espera ${stamp}`);
  const acts = card.getByRole("list", { name: "Qué hace cada decisión" });
  await expect(
    acts.getByRole("listitem").filter({ has: page.getByRole("button", { name: /^Mostrar/ }) }),
  ).toContainText("Se ve en el perfil y cuenta en el promedio.");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  const visible = rows.filter({ hasText: `Visible ${stamp}` });
  expect((await waiting.boundingBox())!.y).toBeLessThan((await visible.boundingBox())!.y);
  await page.getByText("Filtros: Todas").click();
  await page.getByLabel("Estado o estrellas").selectOption("En revisión");
  await expect(visible).toHaveCount(0);
  await expect(waiting).toBeVisible();
  await page.getByLabel("Estado o estrellas").selectOption("Visibles");
  await expect(waiting).toHaveCount(0);
  await expect(visible).toBeVisible();
});

test("a card that opens moves no row of its list, begins with how to reach the person and ends with their role and suspension", async ({
  browser,
  baseURL,
}) => {
  const name = `Bruno Llamado ${stamp}`;
  const bruno = like(cast.bruno, name, { phone: "11 5555-5555" });
  await enter(baseURL!, bruno, "sign up");
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize(LAPTOP);
  await page.goto(`/dashboard/admin/users?buscar=${bruno.email}`);
  const opener = page.getByRole("button", { name, exact: true });
  const before = (await opener.boundingBox())!.y;
  await opener.click();
  const file = page.getByRole("region", { name: "Ficha de la persona" });
  await expect(file.getByRole("link", { name: `Llamar a ${name}` })).toBeVisible();
  expect((await opener.boundingBox())!.y).toBe(before);
  await page.setViewportSize(PHONE);
  const card = page.getByRole("dialog", { name: "Ficha de la persona" });
  const parts = [
    card.getByRole("link", { name: `WhatsApp a ${name}` }),
    card.getByText("Fecha de nacimiento"),
    card.getByLabel(`Rol de ${name}`),
    card.getByRole("button", { name: `Suspender a ${name}` }),
  ];
  for (const part of parts.slice(0, 2)) await expect(part).toBeInViewport({ ratio: 1 });
  const tops: number[] = [];
  for (const part of parts) tops.push((await part.boundingBox())!.y);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  await expectAccessible(page);
});

test("a card that is closed twice, the second time while the first is on its way, leaves its list open", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.goto("/dashboard/admin/patients");
  await page.goto("/dashboard/admin/users");
  await page.locator("[data-row] [data-opener]").first().click();
  await expect(page.locator("[data-panel]")).toBeVisible();
  await page.evaluate(() => {
    const closeAgain = () =>
      document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    window.addEventListener("popstate", () => queueMicrotask(closeAgain), { once: true });
  });
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-panel]")).toHaveCount(0);
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(/admin\/users$/);
});

test("no value of Auditoría is cut at 1440 px, and the bar that saves settings stays in sight", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/dashboard/admin/audit");
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  const cut = await page
    .locator("tbody td, tbody th button")
    .evaluateAll((cells) =>
      cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
    );
  expect(cut).toEqual([]);
  await page.goto("/dashboard/admin/settings");
  await expect(page.getByRole("heading", { name: "Límites contra el abuso" })).toBeVisible();
  for (const line of await page.locator("main summary").all()) await line.press("Enter");
  await page.getByRole("radio", { name: "Avisar y no mostrar" }).check({ force: true });
  const save = page.getByRole("button", { name: "Guardar" });
  for (const y of [0, 900, 100_000]) {
    await page.evaluate((top) => scrollTo(0, top), y);
    await expect(save).toBeInViewport({ ratio: 1 });
  }
  await page.getByRole("button", { name: "Descartar" }).click();
});

test("a zone without enough specialists comes first, marked, with the rule and the way to invite", async ({
  browser,
  baseURL,
}) => {
  const patient = await enter(baseURL!, like(cast.ana, `Ana Lejos ${stamp}`), "sign up");
  await confirmAddress(patient.id);
  await patient.api.cases.create({ title: `Rodilla ${stamp}`, description: "Duele", location_city: "Ezeiza" });
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  for (const size of [PHONE, LAPTOP]) {
    await page.setViewportSize(size);
    await page.goto("/dashboard/admin/zones");
    const rows = page.getByRole("main").locator(size === PHONE ? "ul > li" : "tbody tr");
    await expect(rows.filter({ hasText: "Ezeiza" })).toContainText("Faltan especialistas");
    const areShort = (await rows.allInnerTexts()).map((text) => text.includes("Faltan especialistas"));
    expect(areShort).toEqual(areShort.toSorted((one, other) => Number(other) - Number(one)));
    await expect(page.getByText(/^Falta gente donde hubo más de 5 casos/)).toBeVisible();
    await expectAccessible(page);
  }
  await page.getByRole("link", { name: "Invitar" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Crear Especialista" })).toBeVisible();
  await expect(page.getByLabel("Fecha de nacimiento", { exact: true })).toHaveValue("");
  await page.goto("/dashboard/admin/pulse");
  const card = page
    .getByRole("tabpanel")
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Faltan especialistas" }) });
  const { api } = await enter(baseURL!, cast.elena, "sign in");
  const short = (await api.operator.zones()).items.filter(isShort);
  await expect(card.getByRole("listitem")).toHaveText(short.slice(0, 5).map(shortageWords));
  const rest = short.length > 5 ? /^y \d+ zonas? más$/ : "Ver las zonas";
  await card.getByRole("link", { name: rest }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Zonas" })).toBeVisible();
});

test("'Crear Especialista' says where it promises a mail that none leaves", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/create-kine");
  await expect(page.getByText("Este servidor no manda emails: generala y pasásela vos.")).toBeVisible();
  await expect(page.getByText("El del especialista: con él entra.")).toBeVisible();
  await expectAccessible(page);
});

test("an open case says who attends it, and a changed setting is no reason", async ({ browser, baseURL }) => {
  const patient = await enter(baseURL!, like(cast.ana, `Ana Asigna ${stamp}`), "sign up");
  const name = `Carla Asignada ${stamp}`;
  const kine = await enterApproved(baseURL!, like(cast.carla, name, { license_number: `CAS ${stamp}` }));
  const { id } = await patient.api.cases.create({ title: `Asignado ${stamp}`, description: "Duele" });
  await patient.api.matches.accept({ id: (await kine.api.matches.apply({ case_id: id })).id });
  const page = await openAs(browser, baseURL!, cast.elena, `/dashboard/admin/cases?ficha=${id}`);
  await page.setViewportSize(LAPTOP);
  await expect(page.getByRole("region", { name: "Ficha del caso" }).getByText(`Asignado a ${name}`)).toBeVisible();
  const admin = await enter(baseURL!, cast.elena, "sign in");
  for (const value of [27, null]) await admin.api.settings.change({ key: "backup_max_hours", value });
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard/admin/audit?filtro=setting_changed");
  await expect(page.getByText(/^Cambio: /).first()).toBeVisible();
  await expect(page.getByText(/^Motivo: .*→/)).toHaveCount(0);
});
