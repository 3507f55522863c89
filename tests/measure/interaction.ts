// npm run bench -- interaction: the delay of the commonest interactions until the next paint, at a quarter of the CPU.
import { type Browser, chromium, type Locator, type Page } from "@playwright/test";
import { findChromium } from "../../bin/chromium.mjs";
import { cast, type CastMember } from "../../app/demo/cast.ts";
import { openAs } from "../e2e/page.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { withDemo } from "./demo-program.ts";
import { TRACED, untilPicture } from "./until-picture.ts";

const SLOWDOWN = 4;
const BAR_MS = 100;
const ROUNDS = 3;
/** The duration of a press in milliseconds. */
const PRESS = { delay: 80 };

type Action = { what: string; on: (page: Page) => Locator; act?: (target: Locator) => Promise<void> };
/** Milliseconds: the browser's interaction latency, and the main thread's work in it. */
type Took = { waited: number; worked: number };
type Course = { member: CastMember | null; path: string; actions: Action[] };

const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first();
const inDialog = (name: string | RegExp) => (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name }).first();
const link = (name: string) => (page: Page) => page.getByRole("link", { name }).first();
const field = (label: string) => (page: Page) => page.getByLabel(label).first();
const type = (text: string) => (target: Locator) => target.pressSequentially(text, { delay: 120 });

const failed: string[] = [];
await withDemo(async (url) => {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  const found = new Map<string, Took[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const course of await prepare(url, round)) await walk(browser, url, course, found);
  }
  await browser.close();
  for (const [what, times] of found) {
    const [waited, worked] = [median(times.map((took) => took.waited)), median(times.map((took) => took.worked))];
    if (waited > BAR_MS) failed.push(what);
    const all = times.map((took) => `${took.waited}/${took.worked}`).join(", ");
    console.log(`${String(waited).padStart(5)} ms, at work ${String(worked).padStart(4)}  ${what} (${all})`);
  }
});
console.log(`${failed.length} of the actions take more than ${BAR_MS} ms at ${SLOWDOWN}× slowdown`);
process.exit(failed.length > 0 ? 1 : 0);

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** New users and cases for one round. */
async function prepare(url: string, round: number): Promise<Course[]> {
  const ana = like(cast.ana, `Ana Ritmo ${round}`);
  const carla = like(cast.carla, `Carla Ritmo ${round}`, { license_number: `R ${round}` });
  const waiting = like(cast.carla, `Wanda Ritmo ${round}`, { license_number: `W ${round}` });
  const patient = await enter(url, ana, "sign up");
  const kine = await enterApproved(url, carla);
  await enter(url, waiting, "sign up");
  const { id } = await patient.api.cases.create({ title: `Tobillo ${round}`, description: "Me duele al correr" });
  await patient.api.cases.create({ title: `Hombro ${round}`, description: "Me duele al nadar" });
  await kine.api.matches.apply({ case_id: id });
  return [
    visitorCourse(),
    signInCourse(ana),
    patientCourse(ana, round),
    kineCourse(carla, round),
    adminCourse(waiting),
  ];
}

function visitorCourse(): Course {
  return {
    member: null,
    path: "/",
    actions: [
      { what: "open an answer on the landing page", on: (page) => page.locator("summary").first() },
      { what: "go from the landing page to the sign-up", on: link("Soy paciente") },
      { what: "type a name at the sign-up", on: field("Nombre completo"), act: type("Norma") },
    ],
  };
}

function signInCourse({ email, password }: CastMember): Course {
  const fill = async (target: Locator) => {
    await target.page().getByLabel("Email").fill(email);
    await target.page().getByLabel("Contraseña", { exact: true }).fill(password);
    await target.click(PRESS);
  };
  return {
    member: null,
    path: "/auth?mode=signin",
    actions: [{ what: "sign in", on: button("Iniciar sesión"), act: fill }],
  };
}

function patientCourse(ana: CastMember, round: number): Course {
  const title = `Rodilla ${round}`;
  return {
    member: ana,
    path: "/dashboard/patient/cases",
    actions: [
      { what: "open the form of a case", on: button("Crear Caso") },
      { what: "type its description", on: field("Descripción"), act: type("Me duele al bajar escaleras") },
      { what: "go on to the warning signs", on: inDialog("Seguir") },
      { what: "have none of them", on: inDialog("Nada de esto") },
      { what: "go on to the studies", on: inDialog("Seguir") },
      { what: "go on to the last step", on: inDialog("Seguir") },
      { what: "type its title", on: field("Título"), act: type(title) },
      { what: "publish it", on: inDialog("Publicar caso") },
      { what: "open a case with an application", on: (page) => page.getByText(`Tobillo ${round}`) },
      { what: "be asked before accepting", on: inDialog(/^Aceptar/) },
      { what: "accept a specialist", on: button(/^Sí, elegir a/) },
      { what: "close the case", on: inDialog("Cerrar Caso y Dejar Review") },
      {
        what: "give five stars",
        on: (page) => page.getByRole("radio", { name: "5 estrellas" }),
        act: (star) => star.check({ force: true }),
      },
      { what: "publish the review", on: button("Publicar reseña") },
    ],
  };
}

function kineCourse(carla: CastMember, round: number): Course {
  return {
    member: carla,
    path: "/dashboard/kine/cases",
    actions: [
      { what: "open a case that is available", on: (page) => page.getByText(`Hombro ${round}`) },
      { what: "open the form of an application", on: inDialog("Postularme a este caso") },
      { what: "send the application", on: button("Enviar postulación") },
    ],
  };
}

function adminCourse(waiting: CastMember): Course {
  const approval = (page: Page) =>
    page.getByRole("listitem").filter({ hasText: waiting.email }).getByRole("button", { name: "Aprobar" });
  return {
    member: cast.elena,
    path: "/dashboard/admin/users",
    actions: [
      { what: "search among users", on: field("Buscar por nombre, email o teléfono"), act: type("Ritmo") },
      { what: "open the menu", on: button("Abrir menú") },
      { what: "go to another section", on: link("Solicitudes") },
      { what: "approve a specialist", on: approval },
    ],
  };
}

/** Performs the actions in turn and adds each one's latency, the maximum of its interactions. */
async function walk(browser: Browser, url: string, { member, path, actions }: Course, found: Map<string, Took[]>) {
  const page = await openAs(browser, url, member, path);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(observe);
  const devtools = await page.context().newCDPSession(page);
  // The window must be higher than the page, because the browser's bars take space: changes below the fold are not painted.
  const { windowId } = await devtools.send("Browser.getWindowForTarget");
  await devtools.send("Browser.setWindowBounds", { windowId, bounds: { width: 800, height: 1_200 } });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await page.goto(path);
  for (const { what, on, act } of actions) {
    const target = on(page);
    // A pressed element is in view.
    await target.scrollIntoViewIfNeeded();
    await page.waitForTimeout(2_000);
    await page.evaluate(() => (window.interactions = []));
    await browser.startTracing(page, { categories: TRACED });
    await (act ? act(target) : target.click(PRESS));
    await page.waitForTimeout(1_500);
    const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
    const waited = await page.evaluate(() => Math.max(0, ...window.interactions));
    found.set(what, [...(found.get(what) ?? []), { waited, worked: untilPicture(traceEvents) }]);
  }
  await page.context().close();
}

declare global {
  interface Window {
    interactions: number[];
  }
}

/** Runs in the page, before its own scripts. */
function observe() {
  window.interactions = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      if (entry.interactionId > 0) window.interactions.push(entry.duration);
    }
  });
  observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}
