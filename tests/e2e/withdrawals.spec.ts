import type { Browser, Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like, type Person } from "../support/people.ts";
import { fixtures } from "./fixtures.ts";
import { expect, expectAccessible, signIn, test, watch } from "./page.ts";

const stamp = Date.now();
const ana = like(cast.ana, `Ana Vuelve ${stamp}`);
const carla = like(cast.carla, `Carla Vuelve ${stamp}`, { license_number: `R ${stamp}` });
let patient: Person;
let specialist: Person;
/** One browser each, signed in once for all tests. */
let page: Page;
let other: Page;
const problems: string[] = [];

const cases = "/dashboard/patient/cases";
const publish = (title: string) =>
  patient.api.cases.create({ title, description: "Me duele", studies_access: "verified" });

// The browser logs a case requested after its withdrawal, and failed loads.
const EXPECTED = /status of 40[49]|ERR_INTERNET_DISCONNECTED/;
test.describe.configure({ mode: "serial" });

async function signedIn(browser: Browser, baseURL: string, member: typeof ana) {
  const own = await (await browser.newContext({ locale: "es-AR", baseURL })).newPage();
  watch(own, problems);
  await signIn(own, member);
  return own;
}

test.beforeAll(async ({ browser, baseURL }) => {
  patient = await enter(baseURL!, ana, "sign up");
  specialist = await enterApproved(baseURL!, carla);
  [page, other] = await Promise.all([signedIn(browser, baseURL!, ana), signedIn(browser, baseURL!, carla)]);
});
test.afterEach(() => expect(problems.filter((problem) => !EXPECTED.test(problem))).toEqual([]));
test.afterAll(() => Promise.all([page.context().close(), other.context().close()]));

test("a specialist withdraws an application within the case, and the patient sees it go", async () => {
  const title = `Rodilla ${stamp.toString(36)}`;
  const { id } = await publish(title);
  await specialist.api.matches.apply({ case_id: id, message: "Puedo ayudarte" });
  await page.goto(`${cases}?caso=${id}`);
  await expect(page.getByText("Puedo ayudarte")).toBeVisible();

  await other.goto(`/dashboard/kine/matches?caso=${id}`);
  await other.getByRole("button", { name: `Retirar postulación a ${title}` }).click();
  const question = other.getByRole("alertdialog", { name: "¿Retirar tu postulación?" });
  await expectAccessible(other);
  await question.getByRole("button", { name: "Cancelar" }).click();
  await expect(question).toBeHidden();
  await other.getByRole("button", { name: `Retirar postulación a ${title}` }).click();
  await question.getByRole("button", { name: "Sí, retirarla" }).dblclick();
  await expect(other.getByText("Postulación retirada", { exact: true })).toBeVisible();
  await expect(other.getByText("Todavía no te postulaste a ningún caso")).toBeVisible();
  await expect(page.getByText("Puedo ayudarte")).toBeHidden();

  await other.goto(`/dashboard/kine/cases?caso=${id}`);
  const dialog = other.getByRole("dialog", { name: title });
  await dialog.getByRole("button", { name: "Postularme a este caso" }).click();
  await other.getByLabel("Mensaje").fill("Ahora sí");
  await other.getByRole("button", { name: "Enviar postulación" }).click();
  await expect(page.getByText("Ahora sí")).toBeVisible();
  await dialog.getByRole("button", { name: `Retirar postulación a ${title}` }).click();
  await question.getByRole("button", { name: "Sí, retirarla" }).click();
  await expect(dialog).toBeHidden();
  await expect(other.getByRole("button", { name: title })).toBeVisible();

  const { id: accepted } = await specialist.api.matches.apply({ case_id: id });
  await other.goto(`/dashboard/kine/matches?caso=${id}`);
  await expect(other.getByRole("button", { name: /Retirar postulación/ })).toBeVisible();
  await patient.api.matches.accept({ id: accepted });
  await expect(other.getByRole("button", { name: /Retirar postulación/ })).toBeHidden();
  await expect(page.getByRole("button", { name: "Retirar caso" })).toBeHidden();
});

test("a patient edits an open case and its studies; what was typed outlives Back and a reload", async () => {
  const { id } = await publish("Hombro");
  await page.goto(`${cases}?caso=${id}`);
  await page.getByRole("button", { name: "Editar caso" }).click();
  const form = page.getByRole("dialog", { name: "Editar caso" });
  await expect(form.getByLabel("Título")).toHaveValue("Hombro");
  await form.getByLabel("Título").fill("Hombro derecho");
  await page.goBack();
  await expect(page.getByRole("dialog", { name: "Hombro" })).toBeVisible();
  await page.goForward();
  await page.reload();
  await expect(form.getByLabel("Título")).toHaveValue("Hombro derecho");
  await form.getByLabel("Descripción").fill(" ");
  await form.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(form.getByText("La descripción es requerida")).toBeVisible();
  await form.getByRole("button", { name: "Descartar cambios" }).click();
  await expect(form.getByLabel("Título")).toHaveValue("Hombro");
  await form.getByLabel("Título").fill("Hombro izquierdo");
  // Files are checked before they are shown, which takes its time on a slow network: who saves at once loses none.
  await page.evaluate(() => {
    const real = Blob.prototype.slice;
    Blob.prototype.slice = function (...bounds) {
      const part = real.apply(this, bounds);
      part.arrayBuffer = async () => {
        await new Promise((later) => setTimeout(later, 1_500));
        return new Response(part.stream()).arrayBuffer();
      };
      return part;
    };
  });
  await form.getByLabel("Estudios", { exact: true }).setInputFiles([fixtures.png, fixtures.pdf]);
  await form.getByRole("button", { name: "Guardar cambios" }).dblclick();
  await expect(page.getByText("Caso actualizado")).toBeVisible();
  await expect(form).toBeHidden();
  expect(await patient.api.cases.get({ id })).toMatchObject({
    title: "Hombro izquierdo",
    version: 2,
    studies: [{ kind: "image" }, { kind: "pdf" }],
  });

  await page.goto(`${cases}?editar=${id}`);
  await form.getByRole("button", { name: "Quitar Estudio 1" }).click();
  await expect(form.getByText("Se borra cuando guardes")).toBeVisible();
  await expectAccessible(page);
  await form.getByText("Solo los especialistas que acepte").click();
  await form.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(form).toBeHidden();
  const seen = await specialist.api.cases.view({ id });
  expect(seen).toMatchObject({
    title: "Hombro izquierdo",
    studies_access: "accepted",
    studies: [],
    studies_withheld: 1,
  });
});

test("an edit in another tab is shown beside what is typed, which is saved once its author says so", async () => {
  const { id } = await publish("Codo");
  await page.goto(`${cases}?editar=${id}`);
  const form = page.getByRole("dialog", { name: "Editar caso" });
  await form.getByLabel("Descripción").fill("Lo que escribo acá");
  await patient.api.cases.update({
    id,
    version: 1,
    title: "Codo",
    description: "Lo de la otra pestaña",
    studies_access: "verified",
  });
  const notice = form.getByRole("alert", { name: "El caso cambió mientras lo editabas." });
  await expect(notice.getByText("Lo de la otra pestaña")).toBeVisible();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(page.getByText("El caso cambió mientras lo editabas. Mirá lo último y guardá de nuevo.")).toBeVisible();
  await expect(form.getByLabel("Descripción")).toHaveValue("Lo que escribo acá");
  await notice.getByRole("button", { name: "Seguir con lo mío" }).click();
  await form.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(page.getByText("Caso actualizado")).toBeVisible();
  expect(await patient.api.cases.get({ id })).toMatchObject({ description: "Lo que escribo acá", version: 3 });
});

test("a withdrawn case goes from both sides, and without a network it goes once that is back", async () => {
  const { id } = await publish("Cadera");
  await specialist.api.matches.apply({ case_id: id });
  await other.goto(`/dashboard/kine/matches?caso=${id}`);
  await expect(other.getByRole("dialog", { name: "Cadera" })).toBeVisible();

  await page.goto(`${cases}?caso=${id}`);
  await page.locator("summary", { hasText: "Tu caso" }).click();
  await page.getByRole("button", { name: "Retirar caso" }).click();
  const question = page.getByRole("alertdialog", { name: "¿Retirar tu caso?" });
  await expect(question.getByText("Tu caso y sus estudios se borran para siempre.")).toBeVisible();
  await expectAccessible(page);
  await page.context().setOffline(true);
  await question.getByRole("button", { name: "Sí, retirar el caso" }).click();
  await expect(page.getByText(/sin conexión/i)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("Caso retirado")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cadera" })).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${cases}$`));
  await expect(other.getByText("Caso no encontrado")).toBeVisible();
  await page.goto(`${cases}?editar=${id}`);
  await expect(page.getByText("Caso no encontrado")).toBeVisible();
});
