import pg from "pg";
import { cast } from "../../app/demo/cast.ts";
import { foldCounts } from "../../app/domain/flow/keep-counts.server.ts";
import { openDatabase } from "../../app/platform/database/database.server.ts";
import { type OwnServer, startOwnServer } from "./own-server.ts";
import { expect, expectAccessible, openAs, settled, test } from "./page.ts";

// One server of its own, with half a year of counts.
test.describe.configure({ mode: "serial" });

let server: OwnServer;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startOwnServer();
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  await client.query(`insert into flow_counts (day, place, modality, zone, step, after, n)
    select current_date - 7 * w, place, modality, 'rodilla', step::flow_step, after, case when step in ('published', 'first_application') and after in (0, 2) then n + w % 4 else n end
    from generate_series(1, 30) w, (values ('moreno', 'online'), ('palermo', 'consultorio'), ('quilmes', 'domicilio')) p(place, modality),
      (values ('published', 0, 16), ('first_application', 2, 6), ('first_application', 5, 3), ('first_application', 6, 2), ('accepted', 6, 4),
        ('closed', 7, 3), ('reviewed', 7, 1)) f(step, after, n)`);
  const { db } = openDatabase(server.database.url, { max: 1, onError: console.error });
  await foldCounts(db);
  await db.destroy();
  await client.query(
    "insert into kine_segments (segment, n) values ('no_cases', 12), ('silent', 30), ('unpicked', 9), ('away', 20), ('active', 41)",
  );
  await client.query(`insert into signup_counts (week, role, opened, accounts, confirmed, begun, applied, accepted)
    select week_of(now()) - 7 * w, r.role::app_role, 9 * n, n, n - 2, n / 2, n / 2 - 2, n / 4
    from generate_series(1, 12) w, (values ('patient', 40), ('kine', 24)) r(role, base), lateral (select base + w * 3 % 11) s(n)`);
  await client.query(`insert into queue_weeks (queue, week, opened, decided)
    select q, week_of(now()) - 7 * w, 3 + w * 5 % 7, 2 + w * 3 % 8 from generate_series(0, 7) w, unnest('{requests,reports,licences,disputes}'::text[]) q`);
  await client.end();
});
test.afterAll(() => server?.close());

test("'Pulso' tells the market by week, keeps its filters and its tab in the address, and is accessible at every width", async ({
  browser,
}) => {
  const page = await openAs(browser, server.url, cast.elena, "/dashboard/admin/pulse");
  const main = page.getByRole("main");
  await expect(
    main.getByRole("heading", {
      name: /^De cada 10 casos, (más de )?[1-9] tienen una postulación en 24 h\. Hace un mes eran (más de )?[1-9]\.$/,
    }),
  ).toBeVisible();
  await main.getByText("Ver como tabla").click();
  await expect(main.getByRole("row").filter({ hasText: "%" }).first()).toBeVisible();
  await expect(main.getByRole("rowheader", { name: "Moreno, online" })).toBeVisible();
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await settled(page);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
  await main.getByLabel("Modalidad").selectOption({ label: "Online" });
  await expect(page).toHaveURL(/modalidad=online/);
  await expect(main.getByText("Casos con una postulación, cada cuatro semanas")).toBeVisible();
  await page.getByRole("tab", { name: "Especialistas" }).click();
  await expect(page).toHaveURL(/vista=especialistas/);
  await expect(main.getByRole("heading", { name: /^41 de 112 especialistas/ })).toBeVisible();
  await settled(page);
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Altas" }).click();
  await expect(
    main.getByText(/^De \d+ cuentas, \d+ llegaron .* Donde más se pierde es al publicar un caso: de \d+ a \d+\.$/),
  ).toBeVisible();
  await expect(main.getByText("Acá se pierden más")).toHaveCount(2);
  const method = main.getByText("Quedan afuera los invitados.", { exact: false });
  await expect(method).toBeHidden();
  await main.getByText("Cómo se cuenta").click();
  await expect(method).toBeVisible();
  await expect(main.getByRole("button", { name: /CSV/ })).toBeVisible();
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.getByRole("tab", { name: "Promesas" }).press("Enter");
  await expect(main.getByRole("heading", { name: "Solicitudes" })).toBeVisible();
  await expect(main.getByText(/^\d+ de \d+ en \d+ h\.$/)).toHaveCount(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 900 });
  await settled(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.reload();
  await expect(page.getByRole("tab", { name: "Promesas" })).toHaveAttribute("aria-selected", "true");
});
