import type { Browser, Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like, type Person } from "../support/people.ts";
import { expect, expectAccessible, openAs, test, watch } from "./page.ts";
import { PICTURES, takePictures } from "./pictures.ts";

const stamp = Date.now().toString(36);
const ana = like(cast.ana, `Ana Denuncia ${stamp}`);
const carla = like(cast.carla, `Carla Modera ${stamp}`, { license_number: `Z ${stamp}` });
let patient: Person;
let kine: Person;
let admin: Page;
let reporter: Page;
let caseId: string;
const problems: string[] = [];

// The browser logs the refusals: an ended session, a refused sign-in.
const EXPECTED = /status of 40[0-9]/;
test.describe.configure({ mode: "serial" });

const opened = (browser: Browser, url: string, member: typeof ana, path: string) =>
  openAs(browser, url, member, path, (page) => watch(page, problems));

test.beforeAll(async ({ browser, baseURL }) => {
  patient = await enter(baseURL!, ana, "sign up");
  kine = await enterApproved(baseURL!, carla);
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  await fetch(`${baseURL}/files/avatars`, {
    method: "PUT",
    body: png,
    headers: { authorization: `Bearer ${await kine.token()}` },
  });
  ({ id: caseId } = await patient.api.cases.create({ title: `Rodilla ${stamp}`, description: "Me duele" }));
  await kine.api.matches.apply({ case_id: caseId, message: "Te atiendo por fuera del sitio" });
  [admin, reporter] = [
    await opened(browser, baseURL!, cast.elena, "/dashboard/admin/reports"),
    await opened(browser, baseURL!, ana, `/dashboard/patient/cases?caso=${caseId}`),
  ];
});
test.afterEach(() => expect(problems.filter((problem) => !EXPECTED.test(problem))).toEqual([]));
test.afterAll(() => Promise.all([admin.context().close(), reporter.context().close()]));

/** Takes the pictures when they are requested. */
async function look(page: Page, name: string) {
  if (PICTURES) await takePictures(page, PICTURES, name);
}

test("a patient reports the message of an application with the keyboard, once", async () => {
  const card = reporter.getByRole("listitem").filter({ hasText: `Carla Modera ${stamp}` });
  await card.locator("summary", { hasText: "Más" }).press("Enter");
  const button = card.getByRole("button", { name: `Denunciar el mensaje de Carla Modera ${stamp}` });
  await button.focus();
  await reporter.keyboard.press("Enter");
  const dialog = reporter.getByRole("dialog", { name: "Denunciar el mensaje" });
  await dialog.getByRole("button", { name: "Enviar denuncia" }).click();
  await expect(dialog.getByText("Elegí un motivo", { exact: true }).last()).toBeVisible();
  await dialog.getByLabel("Motivo").selectOption("Publicidad o engaño");
  await dialog.getByLabel("Contanos más").fill("Me pide que pague por otro lado");
  await expectAccessible(reporter);
  await look(reporter, "report");
  await dialog.getByRole("button", { name: "Enviar denuncia" }).press("Enter");
  await expect(reporter.getByText("Gracias por avisarnos")).toBeVisible();
  await expect(button).toBeFocused();
  await button.click();
  await dialog.getByLabel("Motivo").selectOption("Publicidad o engaño");
  await dialog.getByRole("button", { name: "Enviar denuncia" }).click();
  await expect(reporter.getByText("Ya lo denunciaste. Lo estamos revisando.")).toBeVisible();
});

test("the admin sees it come in, suspends its author with a reason, and it is gone for everybody at once", async ({
  browser,
  baseURL,
}) => {
  const specialist = await opened(browser, baseURL!, carla, "/dashboard/kine/matches");
  await expect(specialist.getByRole("heading", { name: "Mis Postulaciones" })).toBeVisible();
  await admin
    .getByRole("listitem")
    .filter({ hasText: `Rodilla ${stamp}` })
    .getByRole("button")
    .click();
  const report = admin.getByRole("region", { name: "Denuncia", exact: true });
  await expect(report.getByText("Te atiendo por fuera del sitio")).toBeVisible();
  await expect(report.getByText("Me pide que pague por otro lado")).toBeVisible();
  await expectAccessible(admin);
  await look(admin, "reports");
  await expect(report.getByText(`Ana Denuncia ${stamp} contra Carla Modera ${stamp}`)).toBeVisible();
  await report.getByRole("button", { name: `Suspender a Carla Modera ${stamp}` }).click();
  const question = admin.getByRole("alertdialog", { name: `Suspender a Carla Modera ${stamp}` });
  await expect(
    question.getByText(
      "Se lo mandamos por email a la persona, y queda en el registro. No nombres a quien la denunció.",
    ),
  ).toBeVisible();
  await question.getByRole("button", { name: "Suspender" }).click();
  await expect(question.getByText("Escribí el motivo")).toBeVisible();
  await expect(question.getByLabel("Motivo")).toBeFocused();
  await question.getByLabel("Motivo").fill("Cobra por fuera");
  await expectAccessible(admin);
  await look(admin, "suspending");
  await question.getByRole("button", { name: "Suspender" }).click();
  await expect(admin.getByText("Cuenta suspendida", { exact: true })).toBeVisible();
  await expect(report.getByText("Suspendida", { exact: true })).toBeVisible();
  await expect(reporter.getByText("Te atiendo por fuera del sitio")).toBeHidden();
  await specialist.waitForURL(/\/auth/);
  await specialist.goto("/auth?mode=signin");
  await specialist.getByLabel("Email").fill(carla.email);
  await specialist.getByLabel("Contraseña", { exact: true }).fill(carla.password);
  await specialist.getByRole("button", { name: "Iniciar sesión" }).click();
  await expect(
    specialist.getByRole("tabpanel").getByText(/Tu cuenta está suspendida.*equipo@kinexo\.ar/),
  ).toBeVisible();
  await look(specialist, "suspended");
  await specialist.context().close();
});

test("an answer that comes after the change it reports says what was done, not what may be done next", async ({
  browser,
  baseURL,
}) => {
  const bruno = like(cast.bruno, `Bruno Tarde ${stamp}`);
  await enter(baseURL!, bruno, "sign up");
  const page = await opened(browser, baseURL!, cast.elena, `/dashboard/admin/users?buscar=${bruno.email}`);
  await page.getByRole("button", { name: `Bruno Tarde ${stamp}`, exact: true }).click();
  const file = page.getByRole("region", { name: "Ficha de la persona" });
  await file.getByRole("button", { name: `Suspender a Bruno Tarde ${stamp}` }).click();
  const answered = Promise.withResolvers<void>();
  await page.route("**/rpc/moderation/suspend*", async (route) => {
    const response = await route.fetch();
    await answered.promise;
    await route.fulfill({ response });
  });
  const question = page.getByRole("alertdialog", { name: `Suspender a Bruno Tarde ${stamp}` });
  await question.getByLabel("Motivo").fill("Cuenta duplicada");
  await question.getByRole("button", { name: "Suspender" }).click();
  await expect(file.getByText("Suspendida", { exact: true })).toBeVisible();
  answered.resolve();
  await expect(page.getByText("Cuenta suspendida", { exact: true })).toBeVisible();
  await expect(page.getByText("Cuenta restablecida")).toHaveCount(0);
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await page.context().close();
});

test("the admin resolves the report and restores the account from the list of users", async () => {
  const report = admin.getByRole("region", { name: "Denuncia", exact: true });
  await report.getByRole("button", { name: `Descartar la denuncia de Ana Denuncia ${stamp}` }).click();
  const question = admin.getByRole("alertdialog", { name: "Descartar la denuncia" });
  await question.getByLabel("Qué decidiste").fill("Suspendida hasta hablar con ella");
  await question.getByRole("button", { name: "Descartar" }).click();
  await expect(admin.getByText("Denuncia resuelta")).toBeVisible();
  await expect(
    admin.getByRole("region", { name: "Resueltas" }).getByText("Suspendida hasta hablar con ella"),
  ).toBeVisible();
  await admin.goto(`/dashboard/admin/users?buscar=${encodeURIComponent(`Modera ${stamp}`)}`);
  await expect(admin.getByText("Cobra por fuera")).toBeVisible();
  await expectAccessible(admin);
  await look(admin, "users");
  await admin.goto(`/dashboard/admin/kines?buscar=${encodeURIComponent(`Modera ${stamp}`)}`);
  await expect(
    admin
      .getByRole("row")
      .filter({ hasText: `Carla Modera ${stamp}` })
      .locator("[data-initials]"),
  ).toBeVisible();
  await admin.goBack();
  await admin.getByRole("button", { name: `Carla Modera ${stamp}`, exact: true }).click();
  await admin.getByRole("button", { name: `Restablecer a Carla Modera ${stamp}` }).click();
  await admin.getByLabel("Motivo").fill("Lo aclaró");
  await admin.getByRole("alertdialog").getByRole("button", { name: "Restablecer" }).click();
  await expect(admin.getByText("Cuenta restablecida")).toBeVisible();
  await expect(reporter.getByText("Te atiendo por fuera del sitio")).toBeVisible();
});

test("the admin hides a review, whose author reads why, and shows it again", async ({ baseURL }) => {
  kine = await enter(baseURL!, carla, "sign in");
  const [match] = (await kine.api.matches.mine({})).items;
  await patient.api.matches.accept({ id: match!.id });
  await patient.api.cases.close({ id: caseId });
  await patient.api.reviews.create({ case_id: caseId, kine_id: kine.id, stars: 1, comment: "Un desastre" });
  await reporter.goto("/dashboard/patient/reviews?tab=mine");
  await admin.goto(`/dashboard/admin/reviews?buscar=${encodeURIComponent(`Modera ${stamp}`)}`);
  await admin.getByRole("button", { name: `Ana Denuncia ${stamp}`, exact: true }).click();
  await expect(
    admin.getByRole("button", { name: /^Pedir que la edite/ }),
    "all its actions are beside it",
  ).toBeVisible();
  await admin.getByRole("button", { name: `Ocultar la reseña de Ana Denuncia ${stamp}` }).click();
  await admin.getByLabel("Motivo").fill("Insulta");
  await admin.getByRole("alertdialog").getByRole("button", { name: "Ocultar" }).click();
  await expect(admin.getByText("Oculta", { exact: true }).first()).toBeVisible();
  await look(admin, "reviews");
  await expect(reporter.getByText(/Un administrador la ocultó.*Insulta/)).toBeVisible();
  await expectAccessible(reporter);
  await look(reporter, "hidden");
  await reporter.goto(`/kines/${kine.id}`);
  await expect(reporter.getByText("Aún no hay reseñas para este profesional.")).toBeVisible();
  await expect(reporter.getByRole("button", { name: `Denunciar el perfil de Carla Modera ${stamp}` })).toBeVisible();
  await look(reporter, "profile");
  await admin.getByRole("button", { name: `Mostrar la reseña de Ana Denuncia ${stamp}` }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Mostrar" }).click();
  await expect(admin.getByText("La reseña se ve de nuevo")).toBeVisible();
  await reporter.reload();
  await expect(reporter.getByText("Un desastre")).toBeVisible();
});

test("the admin closes a case with a reason, which its patient reads", async () => {
  const { id } = await patient.api.cases.create({ title: `Aviso ${stamp}`, description: "Vendo camilla" });
  await admin.goto(`/dashboard/admin/cases?buscar=${encodeURIComponent(`Aviso ${stamp}`)}`);
  await admin.getByRole("button", { name: `Aviso ${stamp}`, exact: true }).click();
  await admin.getByRole("button", { name: `Cerrar caso: Aviso ${stamp}` }).click();
  await admin.getByLabel("Motivo").fill("Es publicidad");
  await look(admin, "closing");
  await admin.getByRole("alertdialog").getByRole("button", { name: "Cerrar caso" }).click();
  const reason = admin.getByRole("paragraph").filter({ hasText: "Cerrado por un administrador: Es publicidad" });
  await expect(reason).toBeVisible();
  await reporter.goto(`/dashboard/patient/cases?caso=${id}`);
  await expect(reporter.getByText("Un administrador cerró este caso: Es publicidad")).toBeVisible();
  await expectAccessible(reporter);
});
