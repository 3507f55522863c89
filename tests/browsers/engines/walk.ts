import { cast, type CastMember } from "../../../app/demo/cast.ts";
import { addTotp, codeNow } from "../../auth/second-factors.ts";
import { fixtures } from "../../e2e/fixtures.ts";
import { claimAccount } from "../../e2e/server-database.ts";
import { enter, enterApproved, like, type Person } from "../../support/people.ts";
import type { Window } from "./window.ts";

/** A running program that can be stopped and started again. */
type Server = { url: string; stop(): Promise<void>; start(): Promise<void> };

const sessionOf = async ({ auth }: Person) => (await auth.getSession()).data.session;

/** What people do first, in two windows of one engine: the steps stand on each other. `name` makes the people's names unique. */
export function walk(name: string, server: Server, first: Window, second: Window): [string, () => Promise<void>][] {
  const ana = like(cast.ana, `Ana ${name}`);
  const bruno = like(cast.bruno, `Bruno ${name}`);
  const carla = like(cast.carla, `Carla ${name}`, { license_number: `MN ${name}`.slice(0, 16) });
  const waiting = like(cast.carla, `Wanda ${name}`, { license_number: `MP ${name}`.slice(0, 16) });
  const title = `Rodilla ${name}`;

  async function signUp() {
    await first.open("/auth?mode=signup&role=patient");
    await first.fill("Nombre completo", `Ana ${name}`);
    await first.fill("Email", ana.email);
    await first.fill("Contraseña", ana.password);
    await first.click("button", "Continuar");
    await first.fill("Teléfono", "11 4444-1111");
    await first.fill("Barrio", "Caballito");
    await first.click("text", "Cómo contactarte");
    await first.click("button", "Continuar");
    await first.see("Foto de perfil");
    await first.driver.setFiles("input[type=file]", [fixtures.photo]);
    await first.see("Foto seleccionada.");
    await first.check("Acepto los");
    await first.click("button", "Crear cuenta");
    await first.see("Mis Casos");
  }

  async function publish() {
    await first.click("button", "Crear Caso");
    await first.fill("Título", title);
    await first.fill("Descripción", "Me duele al bajar escaleras.");
    await first.driver.setFiles("[role=dialog] input[type=file]", [fixtures.png, fixtures.pdf]);
    await first.see("radiografia.png");
    await first.click("button", "Publicar caso");
    await first.check("Consiento");
    await first.click("button", "Publicar caso");
    await first.see("Tu caso fue creado.");
    await first.untilNo("[role=dialog]");
    await first.see(title);
  }

  async function goThroughDialogs() {
    await first.click("text", title);
    await first.see("Me duele al bajar escaleras.");
    await first.driver.go("back");
    await first.untilNo("[role=dialog]");
    await first.driver.go("forward");
    await first.find("button", "Cerrar");
    await first.driver.go("reload");
    await first.find("button", "Cerrar");
  }

  async function applyAndAccept() {
    await second.enterAs(await sessionOf(await enterApproved(server.url, carla)), "/dashboard/kine/cases");
    await second.click("text", title);
    await second.click("button", "Postularme a este caso");
    await second.fill("Mensaje", "Trabajo seguido con rodillas.");
    await second.click("button", "Enviar postulación");
    await second.see("¡Postulación enviada!");
    await second.open("/dashboard/kine/matches");
    await second.see("Pendiente");
    await first.see("Trabajo seguido con rodillas.");
    await first.click("button", "Aceptar");
    await first.click("button", "Sí, elegir a");
    await first.see("¡Especialista aceptado!");
    await second.see("Aceptado");
    await second.see("+54 11 4444-1111");
  }

  async function closeAndReview() {
    await first.click("button", "Cerrar Caso y Dejar Review");
    await first.click("button", "Sí, cerrar el caso");
    await first.check("5 estrellas");
    await first.fill("Comentario", "Subo escaleras sin dolor.");
    await first.click("button", "Publicar reseña");
    await first.see("Review publicada exitosamente");
  }

  async function enterDateAndTime() {
    await first.open("/dashboard/patient/profile");
    await first.fill("Fecha de nacimiento", "20-3-1961");
    await first.click("button", "Guardar cambios");
    await first.see("Perfil actualizado exitosamente");
    await second.open("/dashboard/kine/profile");
    await second.click("button", "Agregar horario el lunes");
    await second.focus("field", "hora");
    await second.driver.press(..."1030");
    await second.click("button", "Guardar horarios");
    await second.see("Horarios actualizados exitosamente");
  }

  async function signInWithSecondStep() {
    const { auth } = await enter(server.url, bruno, "sign up");
    await claimAccount(bruno.email);
    const { secret } = await addTotp(auth);
    await first.enterAs(null, "/auth?mode=signin");
    await signIn(first, bruno);
    // The present code is used up.
    await first.fill("Código", codeNow(secret, 1));
    await first.click("button", "Continuar");
    await first.see("Mis Casos");
  }

  async function approveByKeys() {
    await enter(server.url, waiting, "sign up");
    const elena = await enter(server.url, cast.elena, "sign in");
    await second.enterAs(await sessionOf(elena), "/dashboard/admin/applications");
    await second.see(`Wanda ${name}`);
    await second.driver.press("j");
    await second.driver.press("a");
    await second.see("Especialista aprobado exitosamente");
  }

  async function loseNetwork() {
    await second.open("/");
    await second.until("service worker", "() => navigator.serviceWorker.controller !== null");
    await server.stop();
    await second.open("/terminos").catch(() => undefined);
    await second.see("Estás sin conexión");
    await server.start();
    await second.see("Términos y condiciones");
  }

  return [
    ["sign-up by the form, with a photo", signUp],
    ["a case with a picture and a PDF", publish],
    ["a dialog with Back, Forward and reload", goThroughDialogs],
    ["an application and its acceptance, each live at the other side", applyAndAccept],
    ["a case closed and reviewed", closeAndReview],
    ["a typed date and a typed time", enterDateAndTime],
    ["sign-in with a second step", signInWithSecondStep],
    ["an approval by the admin's keys", approveByKeys],
    ["the page without a network", loseNetwork],
  ];
}

async function signIn(window: Window, { email, password }: CastMember) {
  await window.fill("Email", email);
  await window.fill("Contraseña", password);
  await window.driver.press("Enter");
}
