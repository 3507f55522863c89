import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import sharp from "sharp";
import { temporaryPassword } from "../../app/domain/accounts/new-kine.ts";
import { NewKine } from "../../app/domain/accounts/new-kine-input.ts";
import { cast } from "../../app/demo/cast.ts";
import { asMember, newKine } from "../support/new-kine.ts";
import { like, outcome, type Person, sessionClient } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let photo: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  photo = new Uint8Array(
    await sharp({ create: { width: 60, height: 40, channels: 3, background: "#0F4C5C" } })
      .png()
      .toBuffer(),
  );
});
afterAll(() => testApp?.close());

const putPhoto = async (person: Person, path: string) =>
  (
    await fetch(testApp.url + path, {
      method: "PUT",
      body: photo,
      headers: { authorization: `Bearer ${await person.token()}` },
    })
  ).status;
const rowOf = (id: string) =>
  testApp.db
    .selectFrom("profiles as p")
    .innerJoin("auth.users as u", "u.id", "p.id")
    .innerJoin("kine_applications as a", "a.profile_id", "p.id")
    .selectAll("p")
    .select(["u.must_change_password", "a.status", "a.approved_by", "a.approved_at"])
    .where("p.id", "=", id)
    .executeTakeFirst();
async function mailsTo(address: string) {
  const outbox = join(testApp.dataDir, "outbox");
  const files = await readdir(outbox).catch(() => []);
  const mails = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(outbox, file)))));
  return mails.filter(({ to }) => to?.[0]?.address === address);
}

test("a specialist whom an admin adds is approved by that admin, and has to change the password", async () => {
  const kine = newKine();
  const { id } = await elena.api.accounts.createKine(kine);
  expect(await rowOf(id)).toMatchObject({
    name: kine.name,
    email: kine.email,
    phone: kine.phone,
    license_number: kine.license_number,
    specialty: kine.specialty,
    price_range: kine.price_range,
    location_city: kine.location_city,
    modalities: "consultorio, online",
    bio: kine.bio,
    birth_date: "1990-01-01",
    approval_status: "approved",
    status: "approved",
    approved_by: elena.id,
    approved_at: expect.any(Date),
    must_change_password: true,
  });
  expect((await elena.api.adminViews.unseen()).application).toBe(0);
  const roles = await testApp.db.selectFrom("user_roles").select("role").where("user_id", "=", id).execute();
  expect(roles).toEqual([{ role: "kine" }]);
  expect(await testApp.db.selectFrom("consents").selectAll().where("user_id", "=", id).execute()).toEqual([]);
});

test("the message that tells them names the way in and not the password", async () => {
  const kine = newKine();
  await elena.api.accounts.createKine(kine);
  const [mail] = await vi.waitFor(
    async () => {
      const mails = await mailsTo(kine.email);
      expect(mails).toHaveLength(1);
      return mails;
    },
    { timeout: 60_000 },
  );
  expect(mail?.text).toContain("http://localhost:3000/auth?mode=signin");
  expect(mail?.text).toContain("contraseña temporal");
  expect(`${mail?.text}${mail?.html}`).not.toContain(kine.password);
});

test("the specialist's mail opens the account without the temporary password", async () => {
  const kine = newKine();
  await elena.api.accounts.createKine(kine);
  const link = await vi.waitFor(
    async () => {
      const [mail] = await mailsTo(kine.email);
      const [link] = /https?:\/\/\S+/.exec(mail?.text ?? "")!;
      return new URLSearchParams(new URL(link).hash.slice(1));
    },
    { timeout: 60_000 },
  );
  expect(link.get("type")).toBe("invite");
  const auth = sessionClient(testApp.url);
  const { data, error } = await auth.verifyOtp({ token_hash: link.get("token_hash")!, type: "invite" });
  expect([error, data.user?.email]).toEqual([null, kine.email]);
  await expect(testApp.signIn(asMember(kine))).rejects.toMatchObject({ code: "invalid_credentials" });
  expect((await auth.updateUser({ password: "Propia2026x" })).error).toBeNull();
  expect((await auth.mfa.enroll({ factorType: "totp" })).error).toBeNull();
});

test("an e-mail or a licence that is taken makes nothing and tells nobody", async () => {
  const first = newKine();
  await elena.api.accounts.createKine(first);
  const counts = async () => [
    (await testApp.db.selectFrom("auth.users").select("id").execute()).length,
    (await testApp.db.selectFrom("outgoing_messages").select("id").execute()).length,
  ];
  const before = await counts();
  expect(await outcome(elena.api.accounts.createKine(newKine({ email: first.email.toUpperCase() })))).toBe(
    "EMAIL_TAKEN",
  );
  const license_number = ` ${first.license_number.toLowerCase().replace(" ", "  ")} `;
  expect(await outcome(elena.api.accounts.createKine(newKine({ license_number })))).toBe("LICENSE_TAKEN");
  expect(await outcome(elena.api.accounts.createKine(newKine({ password: "Password1" })))).toBe("BAD_INPUT");
  expect(await counts()).toEqual(before);
});

test("sent twice at once, a form makes one specialist", async () => {
  const kine = newKine();
  const outcomes = await Promise.all([1, 2, 3].map(() => outcome(elena.api.accounts.createKine(kine))));
  expect(outcomes.toSorted()).toEqual(["EMAIL_TAKEN", "EMAIL_TAKEN", "ok"]);
});

test("each broken rule has its sentence", () => {
  const broken = newKine({
    name: "M",
    email: "nada",
    phone: "1234",
    birth_date: `${new Date().getFullYear() - 17}-01-01`,
    password: "corta",
    license_number: "1",
    specialty: "",
    price_range: "",
    location_city: "",
    modalities: [],
    bio: "x".repeat(501),
    accepted_terms: false,
  });
  const issues = NewKine.safeParse(broken).error?.issues ?? [];
  expect(Object.fromEntries(issues.toReversed().map(({ path, message }) => [path[0], message]))).toEqual({
    name: "Mínimo 2 caracteres",
    email: "Email inválido",
    phone: "Teléfono inválido",
    birth_date: "El especialista debe tener al menos 18 años",
    password: "Mínimo 8 caracteres",
    license_number: "Matrícula requerida",
    specialty: "Especialidad requerida",
    price_range: "Rango de precios requerido",
    location_city: "Barrio requerida",
    modalities: "Selecciona al menos una modalidad",
    bio: "Máximo 500 caracteres",
    accepted_terms: "Debes aceptar los términos y condiciones para continuar",
  });
});

test("every generated password keeps the rules and is another one", () => {
  const made = Array.from({ length: 2_000 }, temporaryPassword);
  expect(made.filter((password) => !/^(?=.*\p{Lu})(?=.*\d)[A-HJ-NP-Za-km-z2-9]{14}$/u.test(password))).toEqual([]);
  expect(new Set(made).size).toBe(2_000);
});

test("with a temporary password one may see who one is, change it and leave, and nothing else", async () => {
  const kine = newKine();
  const { id } = await elena.api.accounts.createKine(kine);
  const mariana = await testApp.signIn(asMember(kine));
  const elsewhere = await testApp.signIn(asMember(kine));
  expect(await mariana.api.accounts.me()).toMatchObject({ id, must_change_password: true, role: "kine" });
  const refused = [
    mariana.api.cases.available({}),
    mariana.api.profiles.mine(),
    mariana.api.profiles.update({ name: "Otro" }),
    mariana.api.accounts.delete(),
  ];
  expect(new Set(await Promise.all(refused.map(outcome)))).toEqual(new Set(["PASSWORD_CHANGE_REQUIRED"]));
  expect(await putPhoto(mariana, "/files/avatars")).toBe(403);

  expect((await mariana.auth.updateUser({ password: kine.password })).error?.code).toBe("same_password");
  expect((await mariana.auth.updateUser({ data: { name: "x" } })).error).toBeNull();
  expect(await outcome(mariana.api.profiles.mine())).toBe("PASSWORD_CHANGE_REQUIRED");
  expect((await mariana.auth.updateUser({ password: "Propia2026x" })).error).toBeNull();

  expect(await outcome(mariana.api.cases.available({}))).toBe("ok");
  expect(await mariana.api.accounts.me()).toMatchObject({ must_change_password: false });
  expect(await outcome(elsewhere.api.accounts.me())).toBe("NOT_SIGNED_IN");
  await expect(testApp.signIn(asMember(kine))).rejects.toMatchObject({ code: "invalid_credentials" });
});

test("somebody with a temporary password may leave without changing it", async () => {
  const kine = newKine();
  await elena.api.accounts.createKine(kine);
  const mariana = await testApp.signIn(asMember(kine));
  const token = await mariana.token();
  expect((await mariana.auth.signOut()).error).toBeNull();
  const answer = await fetch(`${testApp.url}/auth/v1/user`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(403);
});

test("the photo of a new specialist comes from the admin who added them, until they take over the account", async () => {
  const kine = newKine();
  const { id } = await elena.api.accounts.createKine(kine);
  const ana = await testApp.signUp(like(cast.ana, "Ana Curiosa"));
  const omar = await testApp.signUp(like(cast.ana, "Omar Admin"));
  await confirmAddresses(testApp.db, omar);
  await elena.api.accounts.assignRole({ user_id: omar.id, role: "admin" });
  const path = `/files/avatars/${id}`;
  expect(await putPhoto(ana, path)).toBe(403);
  expect(await putPhoto(omar, path)).toBe(403);
  expect(await putPhoto(elena, path)).toBe(200);
  expect((await rowOf(id))?.photo_url).toMatch(new RegExp(`^/files/avatars/${id}/avatar\\.png\\?t=`));
  expect(await putPhoto(elena, `/files/avatars/${ana.id}`)).toBe(403);
  const mariana = await testApp.signIn(asMember(kine));
  await mariana.auth.updateUser({ password: "Propia2026x" });
  expect(await putPhoto(elena, path)).toBe(403);
  // The state after a recovery: the specialist must choose a password once more.
  await testApp.db
    .updateTable("auth.users")
    .set({ must_change_password: true, claimed_at: new Date() })
    .where("id", "=", id)
    .execute();
  expect(await putPhoto(elena, path)).toBe(403);
});
