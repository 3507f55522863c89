import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { expect, expectAccessible, fillAndLeave, openAs, signIn, test } from "./page.ts";

// The browser logs the refusal of a resubmitted request.
test.use({ expectedProblems: [/status of 409/] });

const stamp = Date.now();
const licenceOf = (name: string) => `MN ${stamp}${name.charCodeAt(0)}`;
const kine = (name: string) => like(cast.carla, `${name} ${stamp}`, { license_number: licenceOf(name) });

test("a specialist's new name and licence wait beside the public ones, and an admin publishes them", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const sofia = kine("Sofia");
  const { id } = await enterApproved(baseURL!, sofia);
  const picture = async () => (await page.request.get(`/kines/${id}/share.png`)).headers()["etag"];
  const before = await picture();
  const admin = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await signIn(admin, cast.elena);
  await admin.goto("/dashboard/admin/changes");
  await signIn(page, sofia);
  await page.getByRole("link", { name: "Mi Perfil" }).click();

  await test.step("what is saved is in review, field by field", async () => {
    await page.getByLabel("Nombre completo").fill(`Sofía Nueva ${stamp}`);
    await page.getByLabel("Matrícula").fill(`MP ${stamp}`);
    await page.getByLabel("Sobre mí").fill("Sigo en Palermo");
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(page.getByText("Perfil actualizado exitosamente")).toBeVisible();
    await expect(page.getByText("Nombre, matrícula y especialidad se publican cuando los revisemos.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Tu cambio está en revisión" })).toBeVisible();
    await expect(page.getByLabel("Nombre completo")).toHaveValue(`Sofía Nueva ${stamp}`);
    await expect(page.getByLabel("Nombre completo")).toHaveAccessibleDescription(
      `En revisión. Mientras tanto se ve: Sofia ${stamp}`,
    );
    await expect(page.getByLabel("Matrícula")).toHaveAccessibleDescription(
      `En revisión. Mientras tanto se ve: ${licenceOf("Sofia")}`,
    );
    await expect(page.getByLabel("Especialidad")).not.toHaveAccessibleDescription(/En revisión/);
    await expectAccessible(page);
  });
  await test.step("it is withdrawn and asked for again", async () => {
    await page.getByRole("button", { name: "Retirar el cambio" }).click();
    await expect(page.getByText("Cambio retirado")).toBeVisible();
    await expect(page.getByLabel("Nombre completo")).toHaveValue(`Sofia ${stamp}`);
    await expect(page.getByRole("region", { name: "Tu cambio está en revisión" })).toBeHidden();
    await page.getByLabel("Nombre completo").fill(`Sofía Nueva ${stamp}`);
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(page.getByRole("region", { name: "Tu cambio está en revisión" })).toBeVisible();
  });
  await test.step("the public page stays as it was, with its badge", async () => {
    const html = await (await page.request.get(`/kines/${id}`)).text();
    expect(html).toContain(`Sofia ${stamp}`);
    expect(html).toContain("Matrícula verificada");
    expect(html).toContain("Sigo en Palermo");
    expect(html).not.toContain("Sofía Nueva");
    expect(await picture()).toBe(before);
  });
  await test.step("the admin, who hears of it, compares old and new, and publishes it", async () => {
    const card = admin
      .getByRole("region", { name: "Cambios de perfil" })
      .getByRole("listitem")
      .filter({ hasText: `Sofía Nueva ${stamp}` });
    // The list may still show the withdrawn change, which named the licence too.
    await expect(card.getByRole("deletion")).toHaveCount(1);
    await expect(card.getByRole("deletion")).toHaveText(`Ahora: Sofia ${stamp}`);
    await expect(card.getByRole("insertion")).toHaveText(`Pide: Sofía Nueva ${stamp}`);
    await expectAccessible(admin);
    await card.getByRole("button", { name: "Revisar" }).click();
    const file = admin.getByRole("region", { name: "Cambio de perfil", exact: true });
    await file.getByRole("button", { name: "Aprobar" }).click();
    await expect(admin.getByText("Cambio aprobado")).toBeVisible();
    await expect(card).toBeHidden();
    await expect(page.getByRole("region", { name: "Tu cambio está en revisión" })).toBeHidden();
    expect(await (await page.request.get(`/kines/${id}`)).text()).toContain(`Sofía Nueva ${stamp}`);
    expect(await picture()).not.toBe(before);
  });
  await test.step("a change that is turned down says why", async () => {
    await fillAndLeave(page.getByRole("combobox", { name: "Especialidad" }), "Cardiología");
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    const card = admin
      .getByRole("region", { name: "Cambios de perfil" })
      .getByRole("listitem")
      .filter({ hasText: `Sofía Nueva ${stamp}` });
    await expect(card.getByRole("button", { name: "Rechazar" })).toHaveCount(0);
    await card.getByRole("button", { name: "Revisar" }).click();
    const file = admin.getByRole("region", { name: "Cambio de perfil", exact: true });
    await file.getByRole("button", { name: "Rechazar" }).click();
    const question = admin.getByRole("alertdialog");
    await question.getByLabel("Motivo").fill("No figura en el registro");
    await question.getByRole("button", { name: "Rechazar cambio" }).click();
    await expect(admin.getByText("Cambio rechazado")).toBeVisible();
    const notice = page.getByRole("region", { name: "No aprobamos tu cambio" });
    await expect(notice).toContainText("Pediste especialidad: Cardiología.");
    await expect(notice).toContainText("Motivo: No figura en el registro");
    await expectAccessible(page);
    await notice.getByRole("button", { name: "Entendido" }).click();
    await expect(notice).toBeHidden();
  });
  await admin.context().close();
});

test("whoever is a specialist by a change of role bears no badge, and is told how to get it", async ({
  page,
  browser,
  baseURL,
}) => {
  const bruno = like(cast.bruno, `Bruno Rol ${stamp}`);
  const [person, elena] = [await enter(baseURL!, bruno, "sign up"), await enter(baseURL!, cast.elena, "sign in")];
  await elena.api.accounts.assignRole({ user_id: person.id, role: "kine" });
  await person.api.profiles.publish({ phone_listed: false });
  await page.goto(`/kines/${person.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Bruno Rol ${stamp}`);
  await expect(page.getByText("Matrícula verificada")).toBeHidden();
  await expect(page.getByText("Matrícula declarada")).toBeHidden();
  await signIn(page, bruno, "/dashboard/kine/profile");
  await expect(
    page.getByRole("region", { name: "Tu perfil no lleva la insignia «Matrícula verificada»" }),
  ).toContainText("Agregá tu matrícula");
  const admin = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await signIn(admin, cast.elena);
  await admin.goto(`/dashboard/admin/kines?search=${encodeURIComponent(`Bruno Rol ${stamp}`)}`);
  await expect(
    admin
      .getByRole("main")
      .getByRole("row")
      .filter({ hasText: `Bruno Rol ${stamp}` }),
  ).toContainText("Matrícula declarada");
  await admin.context().close();
});

test("a patient opens the page of an applicant who is not public yet, in this and in another tab", async ({
  browser,
  baseURL,
}) => {
  const [bruno, ana] = [like(cast.bruno, `Bruno Nuevo ${stamp}`), like(cast.ana, `Ana Lee ${stamp}`)];
  const person = await enter(baseURL!, bruno, "sign up");
  const patient = await enter(baseURL!, ana, "sign up");
  const elena = await enter(baseURL!, cast.elena, "sign in");
  await elena.api.accounts.assignRole({ user_id: person.id, role: "kine" });
  const { id: case_id } = await patient.api.cases.create({ title: "Tobillo", description: "Me duele al caminar" });
  const { id } = await person.api.matches.apply({ case_id });
  const page = await openAs(browser, baseURL!, ana, `/dashboard/patient/cases?caso=${case_id}`);
  await page.getByRole("link", { name: bruno.metadata["name"] as string }).click();
  await page.waitForURL(`**/kines/${person.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Bruno Nuevo ${stamp}`);
  const other = await page.context().newPage();
  await other.goto(`/kines/${person.id}`);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(`Bruno Nuevo ${stamp}`);
  await expectAccessible(other);
  // A visitor would see no page.
  await other.goto(`/kines/${person.id}?vista=paciente`);
  await other.waitForURL("**/dashboard/**");
  await other.goto(`/kines/${person.id}`);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(`Bruno Nuevo ${stamp}`);
  await patient.api.matches.reject({ id });
  await other.reload();
  await other.waitForURL("**/dashboard/**");
  await page.context().close();
});

test("an admin takes a rejected request up again, unless its licence was taken meanwhile", async ({
  page,
  baseURL,
}) => {
  const [rosa, otra] = [kine("Rosa"), kine("Otra")];
  const elena = await enter(baseURL!, cast.elena, "sign in");
  for (const member of [rosa, otra]) {
    const { id } = await enter(baseURL!, member, "sign up");
    const application = (await elena.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === id)!;
    await elena.api.kineApplications.reject({ id: application.id });
  }
  await enterApproved(
    baseURL!,
    like(cast.carla, `Dueña ${stamp}`, { license_number: otra.metadata["license_number"] }),
  );
  await signIn(page, cast.elena, "/dashboard/admin/applications");
  const [open, decided] = [
    page.getByRole("region", { name: "Pendientes" }),
    page.getByRole("region", { name: "Procesadas" }),
  ];
  const card = (region: typeof open, name: string) =>
    region.locator("li, tbody tr").filter({ hasText: `${name} ${stamp}` });
  await card(decided, "Otra").getByRole("button", { name: "Retomar solicitud" }).click();
  await expect(page.getByText("No se pudo retomar la solicitud").first()).toBeVisible();
  await expect(page.getByText("Esta matrícula ya está registrada")).toBeVisible();
  await card(decided, "Rosa").getByRole("button", { name: "Retomar solicitud" }).click();
  await expect(page.getByText("La solicitud está pendiente de nuevo")).toBeVisible();
  await expect(card(open, "Rosa")).toContainText(String(rosa.metadata["license_number"]));
});

test("a public profile says that a licence is only declared, until somebody checks it", async ({ page, baseURL }) => {
  const dina = like(cast.carla, `Dina ${stamp}`, { license_number: `MN ${Date.now()}` });
  const [person, elena] = [await enter(baseURL!, dina, "sign up"), await enter(baseURL!, cast.elena, "sign in")];
  const { items } = await elena.api.kineApplications.list({ order: "newest" });
  await elena.api.kineApplications.approve({ id: items.find(({ profile_id }) => profile_id === person.id)!.id });
  await page.goto(`/kines/${person.id}`);
  await expect(page.getByText("Matrícula declarada")).toBeVisible();
  await expectAccessible(page);
  const [licence] = (await person.api.licences.mine()).items;
  await elena.api.licences.verify({ id: licence!.id });
  await page.reload();
  await expect(page.getByText("Matrícula verificada")).toBeVisible();
  await expect(page.getByText("Matrícula declarada")).toBeHidden();
});
