import { randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { broken, hold, intercept, press, REPORTED, says, without } from "./failing.ts";
import { fixtures } from "./fixtures.ts";
import { expect, fillAndLeave, signIn, signInByForm, test } from "./page.ts";
import { openRole } from "./open-role.ts";
import { fillSignUp, someone } from "./sign-up.ts";

test.use({ expectedProblems: [REPORTED] });

// Many small checks per test.

const stamp = Date.now();
const newPatient = (name: string) => like(cast.ana, `${name} ${stamp}`);
const newKine = (name: string) =>
  like(cast.carla, `${name} ${stamp}`, { license_number: `${name} ${stamp}`.slice(0, 20) });

test("what is said at the door", async ({ page, baseURL }) => {
  const ana = newPatient("Puerta Ana");
  const { api } = await enter(baseURL!, ana, "sign up");
  const signUp = async (email: string) => {
    await page.goto("/auth?mode=signup&role=patient");
    await fillSignUp(page, someone(email));
    await page.getByLabel("Foto de perfil").setInputFiles(fixtures.photo);
    await page.getByRole("checkbox", { name: /^Acepto los/ }).check();
  };

  await test.step("a wrong password", async () => {
    await page.goto("/auth?mode=signin");
    await press(page, "Iniciar sesión");
    await says(page, "Email inválido");
    await page.getByLabel("Email").fill(ana.email);
    await page.getByLabel("Contraseña", { exact: true }).fill("Equivocada1");
    await press(page, "Iniciar sesión");
    await says(page, "Email o contraseña incorrectos");
  });
  await test.step("a server that cannot be reached", async () => {
    await without(page, "/auth/v1/token*", async () => {
      await press(page, "Iniciar sesión");
      await says(page, "No pudimos conectarnos. Revisá tu conexión y probá de nuevo: lo que escribiste sigue acá.");
    });
    await expect(page.getByLabel("Email")).toHaveValue(ana.email);
  });
  await test.step("an e-mail that is taken, at its field too", async () => {
    await signUp(ana.email);
    await press(page, "Crear cuenta");
    await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/Este email ya está registrado/);
    await expect(page.getByLabel("Email")).toBeFocused();
  });
  await test.step("an account whose photo did not arrive", async () => {
    await signUp(`puerta.${stamp}@example.com`);
    const sent = page.waitForRequest("**/auth/v1/signup*");
    await without(page, "/files/avatars", async () => {
      await press(page, "Crear cuenta");
      expect(new URL((await sent).url()).searchParams.get("redirect_to")).toBe(`${baseURL}/dashboard`);
      await says(page, "Cuenta creada. La foto no se pudo subir, puedes agregarla desde tu perfil");
    });
    await says(page, "Cuenta creada exitosamente!");
    await page.waitForURL("**/dashboard/patient/cases");
  });
  await test.step("a page that broke", async () => {
    await page.goto("/");
    const kine = await enterApproved(baseURL!, newKine("Puerta Carla"));
    const stop = await intercept(page, "**/kines/*.data*", (route) => route.fulfill({ status: 500 }));
    await page.goto("/dashboard/patient/kines");
    await page.locator(`a[href="/kines/${kine.id}"]`).click();
    await expect(page.getByRole("heading", { name: "Unexpected Application Error!" })).toBeVisible();
    stop();
    await page.getByRole("link", { name: "Volver al inicio" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.evaluate(() => localStorage.clear());
  });
  await test.step("a sign-in, and an account that is no longer there", async () => {
    await signInByForm(page, ana);
    await says(page, "Sesión iniciada!");
    await page.goto("/");
    await api.accounts.delete();
    await page.goto("/auth");
    await says(page, "Tu cuenta ya no existe. Por favor, regístrate nuevamente.");
    await expect(page.getByRole("tab", { name: "Iniciar sesión" })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("session"))).toBeNull();
  });
});

test("what is said about the own profile", async ({ page, baseURL }) => {
  const ana = newPatient("Perfil Ana");
  await enter(baseURL!, ana, "sign up");
  await signIn(page, ana, "/dashboard/patient/profile");
  const photo = page.getByLabel("Foto de perfil");

  await test.step("a profile that does not load", async () => {
    await broken(page, "/rpc/profiles/mine*", async () => {
      await page.reload();
      await says(page, "No se pudo cargar tu perfil");
    });
    await page.reload();
  });
  await test.step("a change that fails keeps what was typed", async () => {
    await fillAndLeave(page.getByRole("combobox", { name: "Barrio" }), "Boedo");
    await without(page, "/rpc/profiles/update*", async () => {
      await press(page, "Guardar cambios");
      await says(page, "Error al actualizar perfil");
    });
    await expect(page.getByLabel("Barrio")).toHaveValue("Boedo");
    await press(page, "Guardar cambios");
    await says(page, "Perfil actualizado exitosamente");
  });
  await test.step("a photo that is too large, that does not arrive, and that does", async () => {
    const large = join(mkdtempSync(join(tmpdir(), "kinexo-photo-")), "grande.png");
    writeFileSync(large, Buffer.alloc(5 * 1024 * 1024 + 1));
    await photo.setInputFiles(large);
    await says(page, "La imagen debe ser menor a 5MB");
    await without(page, "/files/avatars", async () => {
      await photo.setInputFiles(fixtures.photo);
      await says(page, "Error al subir la foto");
    });
    const send = await hold(page, "**/files/avatars");
    await photo.setInputFiles(fixtures.photo);
    await expect(page.getByText("Subiendo...")).toBeVisible();
    send();
    await says(page, "Foto actualizada exitosamente");
  });
  await test.step("an account that could not be deleted", async () => {
    await without(page, "/rpc/accounts/delete*", async () => {
      await press(page, "Eliminar cuenta");
      await press(page, "Sí, eliminar mi cuenta");
      await says(page, "Error al eliminar la cuenta. Intenta nuevamente.");
    });
    await expect(page.getByRole("heading", { name: "Mi Perfil" })).toBeVisible();
  });
  await test.step("a photo without a session", async () => {
    await page.evaluate(() => localStorage.removeItem("session"));
    await photo.setInputFiles(fixtures.photo);
    await says(page, "Debes iniciar sesión para subir una foto");
  });
});

test("what is said to a specialist", async ({ page, baseURL }) => {
  const carla = newKine("Oficio Carla");
  const kine = await enterApproved(baseURL!, carla);
  const { api } = await enter(baseURL!, newPatient("Oficio Ana"), "sign up");
  const { id } = await api.cases.create({ title: `Oficio ${stamp}`, description: "Me duele" });
  const lists = {
    cases: ["cases/available", "Error al cargar los casos"],
    matches: ["matches/mine", "Error al cargar las postulaciones"],
    reviews: ["reviews/received", "Error al cargar las reseñas"],
  };
  await test.step("lists that do not load", async () => {
    for (const [section, [procedure, sentence]] of Object.entries(lists)) {
      const path = `/dashboard/kine/${section}`;
      await broken(page, `/rpc/${procedure}*`, async () => {
        await (section === "cases" ? signIn(page, carla, path) : page.goto(path));
        await says(page, sentence!);
      });
    }
  });
  await test.step("a case that does not load, and one that is not there", async () => {
    await broken(page, "/rpc/cases/view*", async () => {
      await page.goto(`/dashboard/kine/cases?caso=${id}`);
      await says(page, "Error al cargar el caso");
    });
    await page.goto(`/dashboard/kine/cases?caso=${randomUUID()}`);
    await says(page, "Caso no encontrado");
  });
  await test.step("an application that fails, and one that was made already", async () => {
    await page.goto(`/dashboard/kine/cases?caso=${id}`);
    await press(page, "Postularme a este caso");
    await page.getByLabel("Mensaje").fill("Puedo ayudarte");
    await without(page, "/rpc/matches/apply*", async () => {
      await press(page, "Enviar postulación");
      await says(page, "Error al postularse");
    });
    await expect(page.getByLabel("Mensaje")).toHaveValue("Puedo ayudarte");
    await kine.api.matches.apply({ case_id: id });
    await press(page, "Enviar postulación");
    await says(page, "Ya te has postulado a este caso");
    await expect(page.getByText("Tu postulación", { exact: true })).toBeVisible();
  });
  await test.step("weekly hours that cannot be saved", async () => {
    await page.goto("/dashboard/kine/profile?parte=horarios");
    await without(page, "/rpc/availabilities/replace*", async () => {
      await press(page, "Guardar horarios");
      await says(page, "Error al actualizar los horarios");
    });
    await press(page, "Guardar horarios");
    await says(page, "Horarios actualizados exitosamente");
  });
});

test("what is said to an admin", async ({ page, baseURL }) => {
  const diego = newKine("Mesa Diego");
  const rita = newKine("Mesa Rita");
  for (const applicant of [diego, rita]) await enter(baseURL!, applicant, "sign up");
  const application = (name: string) => page.locator("li, tbody tr").filter({ hasText: `${name} ${stamp}` });
  const card = page.getByRole("region", { name: "Solicitud", exact: true });

  await test.step("applications that do not load", async () => {
    await broken(page, "/rpc/kineApplications/list*", async () => {
      await signIn(page, cast.elena, "/dashboard/admin/applications");
      await says(page, "Error al cargar solicitudes");
    });
    await page.reload();
  });
  await test.step("an approval that fails, and one that does not, with the hint to tell by WhatsApp", async () => {
    await application("Mesa Diego").getByRole("button", { name: "Revisar" }).click();
    await without(page, "/rpc/kineApplications/approve*", async () => {
      await card.getByRole("button", { name: "Aprobar" }).click();
      await says(page, "Error al aprobar solicitud");
    });
    await card.getByRole("button", { name: "Aprobar" }).click();
    await says(page, "Especialista aprobado exitosamente");
    await says(page, "Después avisale por WhatsApp.");
  });
  await test.step("a rejection that fails, and one with a reason that does not", async () => {
    await application("Mesa Rita")
      .getByRole("button", { name: `Mesa Rita ${stamp}`, exact: true })
      .click();
    const reject = async () => {
      await card.getByRole("button", { name: "Rechazar" }).click();
      await page.getByLabel("Motivo").fill("La matrícula está vencida");
      await press(page, "Rechazar solicitud");
    };
    await without(page, "/rpc/kineApplications/reject*", async () => {
      await reject();
      await says(page, "Error al rechazar solicitud");
    });
    await page.getByRole("button", { name: "Cancelar" }).click();
    await reject();
    await says(page, "Solicitud rechazada");
    // It is briefly in the pending list too.
    const decided = application("Mesa Rita").filter({ hasText: "Rechazado" });
    // The server applies it when its eight seconds to undo are over.
    await expect(decided).toContainText("La matrícula está vencida");
  });
  await test.step("a role that cannot be assigned, and one that can", async () => {
    await page.goto(`/dashboard/admin/users?buscar=mesa+rita+${stamp}`);
    const role = await openRole(page, `Mesa Rita ${stamp}`);
    await without(page, "/rpc/accounts/assignRole*", async () => {
      await role.selectOption("Paciente");
      await page.getByRole("button", { name: "Sí, cambiar el rol" }).click();
      await says(page, "No se pudo asignar el rol");
    });
    await expect(role).toHaveValue("kine");
    await role.selectOption("Paciente");
    await page.getByRole("button", { name: "Sí, cambiar el rol" }).click();
    await says(page, "Rol asignado");
    await says(page, "El rol Paciente ha sido asignado exitosamente");
  });
});
