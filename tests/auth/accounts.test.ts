import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, browser, newEmail, PASSWORD, patient, type Service, openService, signedUp } from "./service.ts";

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service?.close());

test("signing up gives a session and makes identity, profile, role and consent", async () => {
  const { user, session, email } = await signedUp(service);
  expect(session).toMatchObject({ token_type: "bearer", user: { email, user_metadata: { name: patient.name } } });
  expect(session.expires_in).toBeGreaterThan(590);
  expect(session.expires_at).toBeGreaterThan(Date.now() / 1000 + 590);
  expect(user.identities).toMatchObject([{ provider: "email", user_id: user.id, identity_data: { email } }]);
  const rows = await service.db
    .selectFrom("profiles")
    .innerJoin("user_roles", "user_id", "profiles.id")
    .select(["name", "role", "approval_status"])
    .where("profiles.id", "=", user.id)
    .execute();
  expect(rows).toEqual([{ name: patient.name, role: "patient", approval_status: "approved" }]);
});

test("an e-mail can be taken once, however it is written and however many ask at once", async () => {
  const { email } = await signedUp(service);
  const again = await browser(service).signUp({
    email: ` ${email.toUpperCase()} `,
    password: PASSWORD,
    options: { data: patient },
  });
  expect(again.error).toMatchObject({ status: 422, code: "user_already_exists", message: "User already registered" });
  const raced = newEmail();
  const race = await Promise.all(
    Array.from({ length: 8 }, () =>
      browser(service).signUp({ email: raced, password: PASSWORD, options: { data: patient } }),
    ),
  );
  expect(race.filter(({ error }) => error === null)).toHaveLength(1);
});

test("metadata that breaks a rule leaves nothing behind", async () => {
  const email = newEmail();
  const { error } = await browser(service).signUp({
    email,
    password: PASSWORD,
    options: { data: { ...patient, name: "A" } },
  });
  expect(error).toMatchObject({ status: 422, message: "Mínimo 2 caracteres" });
  const rows = await service.db.selectFrom("auth.users").select("id").where("email", "=", email).execute();
  expect(rows).toEqual([]);
});

test("a registration that fails without warning leaves nothing behind and says nothing about itself", async () => {
  const failing = await openService({
    databaseUrl: service.databaseUrl,
    register: async (tx, { id, email }) => {
      await tx.insertInto("profiles").values({ id, email, name: patient.name, approval_status: "approved" }).execute();
      throw new Error("the inside of the server");
    },
  });
  const email = newEmail();
  const answer = await ask(failing, "POST", "/signup", { body: { email, password: PASSWORD, data: patient } });
  await failing.close();
  expect(answer.status).toBe(500);
  expect(answer.json).toEqual({ code: "unexpected_failure", message: "Algo salió mal" });
  const rows = await service.db.selectFrom("auth.users").select("id").where("email", "=", email).execute();
  expect(rows).toEqual([]);
});

test("a role in the metadata grants nothing, at sign-up or later", async () => {
  const email = newEmail();
  const client = browser(service);
  const { data } = await client.signUp({
    email,
    password: PASSWORD,
    options: { data: { ...patient, role: "admin", approval_status: "approved" } },
  });
  await client.updateUser({ data: { role: "admin" } });
  const roles = await service.db
    .selectFrom("user_roles")
    .select("role")
    .where("user_id", "=", data.user?.id ?? "")
    .execute();
  expect(roles).toEqual([{ role: "patient" }]);
  expect((await client.getUser()).data.user).toMatchObject({ role: "authenticated" });
});

const attempt = async (email: string, password: string) => {
  const { error } = await browser(service).signUp({ email, password, options: { data: patient } });
  return [error?.status, error?.code, error?.message];
};

test("e-mail and password are refused with the product's sentences", async () => {
  expect(await attempt("nadie", PASSWORD)).toEqual([400, "validation_failed", "Email inválido"]);
  expect(await attempt(newEmail(), "Corta1")).toEqual([422, "weak_password", "Mínimo 8 caracteres"]);
  expect(await attempt(newEmail(), "sinmayuscula1")).toEqual([
    422,
    "weak_password",
    "Debe contener al menos una mayúscula",
  ]);
  expect(await attempt(newEmail(), "SinNumeroAlguno")).toEqual([
    422,
    "weak_password",
    "Debe contener al menos un número",
  ]);
  expect(await attempt(newEmail(), "P@ssw0rd1")).toEqual([422, "weak_password", expect.stringMatching(/muy común/)]);
  expect(await attempt(newEmail(), `${"Larga1 ".repeat(40)}`)).toEqual([422, "weak_password", "Máximo 256 caracteres"]);
  const long = `${"Larga1 ".repeat(30)}`;
  expect(await attempt(newEmail(), long)).toEqual([undefined, undefined, undefined]);
});

test("the right password signs in; an unknown e-mail and a wrong password are refused alike", async () => {
  const { email, user } = await signedUp(service);
  const right = await browser(service).signInWithPassword({ email: email.toUpperCase(), password: PASSWORD });
  expect(right.data.user?.id).toBe(user.id);
  const refusal = { status: 400, code: "invalid_credentials", message: "Invalid login credentials" };
  const wrong = await browser(service).signInWithPassword({ email, password: "Otra-clave-88" });
  expect(wrong.error).toMatchObject(refusal);
  const unknown = await browser(service).signInWithPassword({ email: newEmail(), password: PASSWORD });
  expect(unknown.error).toMatchObject(refusal);
});

test("the session client reads its person and verifies its own token with the published keys", async () => {
  const { client, user, session } = await signedUp(service);
  expect((await client.getUser()).data.user).toMatchObject({ id: user.id, email: user.email });
  const { data, error } = await client.getClaims();
  expect(error).toBeNull();
  expect(Object.keys(data?.claims ?? {}).toSorted()).toEqual([
    "aal",
    "amr",
    "aud",
    "exp",
    "iat",
    "iss",
    "session_id",
    "sub",
  ]);
  expect(data?.claims).toMatchObject({ sub: user.id, aud: "authenticated", aal: "aal1" });
  expect(data?.header.alg).toBe("ES256");
  expect(Number(data?.claims.exp) - Number(data?.claims.iat)).toBe(600);
  expect(await service.auth.verifyAccessToken(session.access_token)).toEqual({
    user_id: user.id,
    session_id: data?.claims.session_id,
    expires_at: data?.claims.exp,
    kid: data?.header.kid,
  });
});

test("metadata is merged, a null removes a key, and its size is bounded", async () => {
  const { client } = await signedUp(service);
  const { data } = await client.updateUser({ data: { favourite: "pileta", phone: null } });
  expect(data.user?.user_metadata).toMatchObject({ name: patient.name, favourite: "pileta" });
  expect(data.user?.user_metadata).not.toHaveProperty("phone");
  const { error } = await client.updateUser({ data: { text: "a".repeat(20_000) } });
  expect(error).toMatchObject({ status: 422, code: "validation_failed" });
});

test("a new password needs a recent sign-in, ends the other sessions and is then the only one", async () => {
  const { client, email, user } = await signedUp(service);
  const elsewhere = browser(service);
  await elsewhere.signInWithPassword({ email, password: PASSWORD });
  await service.db.updateTable("auth.users").set({ must_change_password: true }).where("id", "=", user.id).execute();
  expect((await client.updateUser({ password: "corta" })).error?.code).toBe("weak_password");
  expect((await client.updateUser({ password: PASSWORD })).error?.code).toBe("same_password");
  const { data, error } = await client.updateUser({ password: "Otra-pileta-88" });
  expect(error).toBeNull();
  expect(data.user?.app_metadata).not.toHaveProperty("must_change_password");
  expect((await elsewhere.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await client.getUser()).error).toBeNull();
  expect((await browser(service).signInWithPassword({ email, password: PASSWORD })).error).not.toBeNull();
  const signedIn = browser(service);
  expect((await signedIn.signInWithPassword({ email, password: "Otra-pileta-88" })).error).toBeNull();
  await service.db
    .updateTable("auth.sessions")
    .set({ created_at: new Date(Date.now() - 6 * 60_000) })
    .where("user_id", "=", user.id)
    .execute();
  expect((await signedIn.updateUser({ password: "Tercera-pileta-99" })).error).toMatchObject({
    code: "reauthentication_needed",
  });
});

test("accounts made by the server sign in, and are told to change a temporary password", async () => {
  const email = newEmail();
  const encrypted_password = await service.auth.hashPassword("Temporal-de-hoy-1");
  await service.db
    .transaction()
    .execute((tx) => service.auth.createUser(tx, { email, encrypted_password, must_change_password: true }));
  const { data } = await browser(service).signInWithPassword({ email, password: "Temporal-de-hoy-1" });
  expect(data.user?.app_metadata).toMatchObject({ must_change_password: true });
  const twice = service.db.transaction().execute((tx) => service.auth.createUser(tx, { email, encrypted_password }));
  await expect(twice).rejects.toMatchObject({ code: "EMAIL_TAKEN" });
  await expect(service.auth.hashPassword("Password123")).rejects.toMatchObject({ code: "BAD_INPUT" });
});
