import { expect, type Locator } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { isFull } from "../support/full.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { hold } from "./failing.ts";
import { breakDown, holdBack, look } from "./screens.look.ts";
import { invisibleFocus } from "./screens.measures.ts";
import { startNewServer } from "./screens.people.ts";
import { contextWith, test } from "./screens.fixture.ts";
import { type Screen, screens } from "./screens.table.ts";
import { watch } from "./page.ts";
import { somebodyWithPractice, someone, walkSignUp } from "./sign-up.ts";

// Many page checks per test, each with every axe rule.

const promise = "Conecta con especialistas verificados";

/** Presses "Reintentar", unless the page has retried by itself meanwhile. */
async function retry(shownThen: Locator) {
  await shownThen.page().getByRole("button", { name: "Reintentar" }).or(shownThen).click();
  await expect(shownThen).toBeVisible();
}

test("the landing page and the page that is not there stand at 360 and 1280 px", async ({ pages }) => {
  const page = await pages.pageOf("nobody");
  await page.goto("/");
  await look(page, { title: `Kinexo | ${promise}`, heading: promise }, "landing");
  expect(await invisibleFocus(page)).toEqual([]);
  await page.goto("/no/existe");
  await look(page, { title: "Kinexo | Página no encontrada", heading: "Oops! Page not found" }, "not found");
  pages.forgive(/status of 404/);
});

test("/auth shows both forms, their errors, and that it waits or cannot ask, at 360 and 1280 px", async ({ pages }) => {
  const page = await pages.pageOf("nobody");
  const title = "Kinexo | Ingresar";
  await page.goto("/auth?mode=signin");
  await look(page, { title, heading: "Ingresá a Kinexo" }, "sign in");
  await page.getByRole("button", { name: "Iniciar sesión" }).click();
  await expect(page.getByText("Email inválido").first()).toBeVisible();
  await look(page, { title, heading: "Ingresá a Kinexo" }, "sign in with errors");
  const signUp = { title, heading: "Creá tu cuenta" };
  const everybody = [
    ["kine", somebodyWithPractice("b@example.com")],
    ["patient", someone("a@example.com")],
  ] as const;
  // A specialist's form has each step of a patient's.
  for (const [role, typed] of isFull ? everybody : everybody.slice(0, 1)) {
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`/auth?mode=signup&role=${role}`);
    await walkSignUp(page, typed, async (step) => {
      await page.getByRole("button", { name: /^(Continuar|Crear cuenta)$/ }).click();
      await expect(page.locator("main [aria-invalid=true]").first()).toBeVisible();
      await look(page, signUp, `${step} of a ${role}, with errors`);
    });
    await look(page, signUp, `the last step of a ${role}, filled in`);
  }

  const member = await pages.pageOf("patient");
  for (const path of isFull ? ["/auth", "/dashboard", "/dashboard/patient/cases"] : ["/dashboard"]) {
    const letGo = await holdBack(member, "accounts/me");
    await member.goto(path);
    await expect(member.locator("main [aria-busy=true]")).toBeVisible();
    await look(member, { title: /^Kinexo \| /, heading: "Kinexo" }, `${path} before it is known who asks`);
    letGo();
    await member.waitForURL("**/dashboard/patient/cases");
    const mend = await breakDown(member, "accounts/me");
    await member.goto(path);
    await expect(member.getByText("No pudimos abrir tu cuenta")).toBeVisible();
    await look(member, { title: /^Kinexo \| /, heading: "Kinexo" }, `${path} without an answer`);
    mend();
    pages.forgive(/status of 500/);
    await retry(member.getByRole("heading", { level: 1, name: "Mis Casos" }));
  }
});

test("the waiting page shows that it asks, waits, cannot ask, and was turned down, at 360 and 1280 px", async ({
  pages,
}) => {
  const page = await pages.pageOf("pending");
  const title = "Kinexo | Dashboard";
  const waiting = { title, heading: "Tu solicitud está en revisión" };
  const letGo = await holdBack(page, "accounts/me");
  await page.goto("/pending-approval");
  await expect(page.getByText("Consultando tu solicitud…")).toBeVisible();
  await look(page, { title, heading: "Kinexo" }, "asking");
  letGo();
  await expect(page.getByText("24-48 horas", { exact: false })).toBeVisible();
  await look(page, waiting, "pending");
  const mend = await breakDown(page, "accounts/me");
  await page.reload();
  await expect(page.getByText("No pudimos consultar tu solicitud")).toBeVisible();
  await look(page, { title, heading: "Kinexo" }, "without an answer");
  mend();
  pages.forgive(/status of 500/);
  await retry(page.getByRole("heading", { name: waiting.heading }));

  const other = await pages.pageOf("rejected");
  await other.goto("/pending-approval");
  await look(other, { title, heading: "Tu solicitud fue rechazada" }, "turned down");
});

test("a specialist's public profile stands full, bare, closed and open at 360 and 1280 px", async ({
  pages,
  server,
}) => {
  const { kine } = server.people;
  const heading = server.names.kine;
  const nobody = await pages.pageOf("nobody");
  await nobody.goto(`/kines/${kine.id}`);
  await expect(
    nobody.getByText("Los datos de contacto están disponibles solo para pacientes", { exact: false }),
  ).toBeVisible();
  await look(nobody, { title: /^Kinexo \| Kinesióloga/, heading }, "full, to anybody");
  await nobody.goto(`/kines/${server.freshKine.id}`);
  // A phone's window has them folded.
  await expect(nobody.getByText("Aún no hay reseñas para este profesional.")).toBeAttached();
  await expect(nobody.getByText("Todavía no publicó sus horarios.")).toBeAttached();
  await look(nobody, { title: /^Kinexo \| Kine I/, heading: /^Kine I/ }, "bare");

  const patient = await pages.pageOf("patient");
  await patient.goto(`/kines/${kine.id}`);
  await expect(patient.getByRole("link", { name: /^WhatsApp/ })).toBeVisible();
  await look(patient, { title: /^Kinexo \| Kinesióloga/, heading }, "open");
});

test("a public profile on its way shows a line, and says so when it breaks, at 360 and 1280 px", async ({ pages }) => {
  const patient = await pages.pageOf("patient");
  const list = { title: "Kinexo | Especialistas", heading: /^Especialistas/ };
  const answer = await hold(patient, "**/kines/*.data*", (route) => route.fulfill({ status: 500, body: "" }));
  await patient.goto("/dashboard/patient/kines");
  await patient
    .getByRole("link", { name: /^Ver perfil completo/ })
    .first()
    .click();
  await expect(patient.getByRole("progressbar", { name: "Cargando la página" })).toBeVisible();
  await look(patient, list, "on the way");
  answer();
  await expect(patient.getByRole("heading", { name: "Unexpected Application Error!" })).toBeVisible();
  await look(patient, { title: "Unexpected Application Error!", heading: "Unexpected Application Error!" }, "broken");
  pages.forgive(/./);
});

test("on a new server each list says that it is empty at 360 and 1280 px", async ({ browser }) => {
  const problems: string[] = [];
  const server = await startNewServer();
  const expectEmpty = async (who: Screen["who"], person: Awaited<ReturnType<typeof enter>>) => {
    const context = await contextWith(browser, server.url, person);
    const page = await context.newPage();
    watch(page, problems);
    // A new specialist has the notice of their approval.
    const isNew = (each: Screen) => who === "kine" && each.path.endsWith("/inbox");
    const empty = screens.filter((each) => each.who === who && each.empty && !isNew(each));
    for (const [n, screen] of empty.entries()) {
      await page.goto(screen.path);
      await expect(page.getByText(screen.empty!)).toBeVisible();
      if (isFull || n === 0) await look(page, screen, `${screen.path} with nothing in it`);
    }
    await context.close();
  };
  try {
    await expectEmpty("admin", await enter(server.url, cast.elena, "sign in"));
    await expectEmpty("patient", await enter(server.url, cast.ana, "sign up"));
    await expectEmpty("kine", await enterApproved(server.url, like(cast.carla, "Carla Benítez")));
    expect(problems).toEqual([]);
  } finally {
    await server.close();
  }
});
