import { setTimeout as wait } from "node:timers/promises";
import { cast } from "../../app/demo/cast.ts";
import { isFull } from "../support/full.ts";
import { enter, enterApproved, like, type Person } from "../support/people.ts";
import { keepAsking, type OwnServer, startOwnServer } from "./own-server.ts";
import { expect, expectAccessible, openAs, test } from "./page.ts";

const AWAY_MS = 10_000;
/** How much later a refusal may come than an answer that needs no database. */
const SOON_MS = 6_000;
const TRY_AGAIN = "El servicio no está disponible en este momento. Probá de nuevo en unos segundos.";

let server: OwnServer;

test.beforeAll(async () => {
  server = await startOwnServer();
});
test.afterAll(() => server?.close());

/** The one request without the database: it measures how busy the machine is. */
const YARDSTICK = "settings";

/** Requests of every kind: procedures, pages, health, and the account service. */
async function requestsOf(person: Person, kineId: string) {
  const token = await person.token();
  const { data } = await person.auth.getSession();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const post = (path: string, body: object) => () =>
    fetch(`${server.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return {
    me: post("/rpc/accounts/me", {}),
    cases: post("/rpc/cases/mine", {}),
    "new case": post("/rpc/cases/create", { json: { title: "Nunca", description: "Nunca" } }),
    stream: post("/rpc/live/events", {}),
    refresh: post("/auth/v1/token?grant_type=refresh_token", { refresh_token: data.session!.refresh_token }),
    "sign in": post("/auth/v1/token?grant_type=password", cast.bruno),
    user: () => fetch(`${server.url}/auth/v1/user`, { headers }),
    [YARDSTICK]: () => fetch(`${server.url}/auth/v1/settings`),
    ready: () => fetch(`${server.url}/readyz`),
    page: () => fetch(`${server.url}/kines/${kineId}`),
  };
}

const outages = {
  frozen: { away: () => server.database.freeze(), back: () => server.database.thaw() },
  stopped: { away: () => server.database.stop(), back: () => server.database.start() },
};
// A frozen database is the harder case: its connections stay open and answer nothing.
for (const [how, outage] of Object.entries(outages).slice(0, isFull ? undefined : 1)) {
  test(
    `a database ${how} for 10 s loses nothing that is being typed, and everything goes on by itself`,
    { tag: "@operations/full" },
    async ({ browser }) => {
      test.setTimeout(240_000);
      const ana = like(cast.ana, `Ana Paciente ${how}`);
      const carla = like(cast.carla, `Carla Kine ${how}`, { license_number: `K ${how}` });
      const [patient, specialist] = [await enter(server.url, ana, "sign up"), await enterApproved(server.url, carla)];
      const { id: caseId } = await patient.api.cases.create({ title: `Rodilla ${how}`, description: "Me duele" });

      const writing = await openAs(browser, server.url, ana, "/dashboard/patient/cases?nuevo=1");
      await writing.getByLabel("Título").fill("Hombro que no sube");
      const applying = await openAs(browser, server.url, carla, `/dashboard/kine/cases?caso=${caseId}`);
      await applying.getByRole("button", { name: "Postularme a este caso" }).click();
      await applying.getByLabel("Mensaje").fill("Puedo verte mañana a las 9");
      const watching = await openAs(browser, server.url, cast.elena, "/dashboard/admin/users");
      await expect(watching.getByText(`Ana Paciente ${how}`).first()).toBeVisible();

      const entering = await (await browser.newContext({ locale: "es-AR", baseURL: server.url })).newPage();
      await entering.goto("/auth?mode=signin");
      await entering.getByLabel("Email").fill(ana.email);
      await entering.getByLabel("Contraseña", { exact: true }).fill(ana.password);

      await outage.away();
      const since = Date.now();
      const stopAsking = keepAsking(await requestsOf(patient, specialist.id));
      await writing.getByLabel("Descripción").fill("Desde el lunes, al levantar el brazo");
      await writing.getByRole("button", { name: "Publicar caso" }).click();
      await expect(writing.getByText(`Error al crear caso: ${TRY_AGAIN}`)).toBeVisible();
      await applying.getByRole("button", { name: "Enviar postulación" }).click();
      await expect(applying.getByText("Error al postularse")).toBeVisible();
      await expect(applying.getByText(TRY_AGAIN)).toBeVisible();
      await watching.getByRole("link", { name: /^Pacientes/ }).click();
      await expect(watching.getByText("No se pudieron cargar los pacientes")).toBeVisible();
      await entering.getByRole("button", { name: "Iniciar sesión" }).click();
      await expect(entering.getByText(TRY_AGAIN).first()).toBeVisible();
      await expect(entering.getByLabel("Email")).toHaveValue(ana.email);
      const returning = await writing.context().newPage();
      await returning.goto("/dashboard");
      await expect(returning.getByText("No pudimos abrir tu cuenta")).toBeVisible();
      for (const page of [writing, applying, watching]) {
        await expect(page.getByText(/No podemos comunicarnos con el servicio/)).toBeVisible();
      }
      await expectAccessible(watching);
      await expect(writing.getByLabel("Título")).toHaveValue("Hombro que no sube");
      await expect(writing.getByLabel("Descripción")).toHaveValue("Desde el lunes, al levantar el brazo");
      await expect(applying.getByLabel("Mensaje")).toHaveValue("Puedo verte mañana a las 9");

      await wait(Math.max(AWAY_MS - (Date.now() - since), 0));
      const { answers, most } = await stopAsking();
      const [idle, refused] = [
        answers.filter(({ what }) => what === YARDSTICK),
        answers.filter(({ what }) => what !== YARDSTICK),
      ];
      const [pace, slowest] = [Math.max(...idle.map(({ ms }) => ms)), Math.max(...refused.map(({ ms }) => ms))];
      const figures = [
        `${refused.length} refused`,
        `slowest ${slowest} ms`,
        `without database ${pace} ms`,
        `${most} open at once`,
      ];
      test.info().annotations.push({ type: "measured", description: `${how}: ${figures.join(", ")}` });
      expect(refused.length).toBeGreaterThan(100);
      expect(new Set(refused.map(({ what, status }) => `${what}: ${status}`))).toEqual(
        new Set(refused.map(({ what }) => `${what}: 503`)),
      );
      expect(slowest - pace).toBeLessThan(SOON_MS);

      await outage.back();
      await expect(watching.getByText(`Ana Paciente ${how}`).first()).toBeVisible();
      await expect(returning.getByRole("heading", { name: "Mis Casos" })).toBeVisible();
      for (const page of [writing, applying, watching]) {
        await expect(page.getByText(/No podemos comunicarnos con el servicio/)).toBeHidden();
      }
      await writing.getByRole("button", { name: "Publicar caso" }).click();
      await expect(writing.getByText("Tu caso fue creado. Los especialistas ahora pueden postularse.")).toBeVisible();
      expect((await patient.api.cases.mine()).items.map(({ title }) => title)).toEqual([
        "Hombro que no sube",
        `Rodilla ${how}`,
      ]);
      await applying.getByRole("button", { name: "Enviar postulación" }).click();
      await expect(applying.getByText("¡Postulación enviada!")).toBeVisible();
      // Without any user action: the stream has reconnected.
      await expect(writing.getByRole("listitem").filter({ hasText: `Rodilla ${how}` })).toContainText(
        "1 respuesta nueva",
      );
      expect((await patient.auth.refreshSession()).error).toBeNull();
      await Promise.all([writing, applying, watching, entering].map((page) => page.context().close()));
    },
  );
}
