import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { removeDroppedFiles } from "../../app/platform/storage/dropped-files.server.ts";
import { newAuthenticator } from "../auth/authenticator.ts";
import { codeNow, codeOf, sure } from "../auth/second-factors.ts";
import { claim } from "../auth/service.ts";
import { asMember, newKine } from "../support/new-kine.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageAdmins, confirmAddresses } from "../support/trust.ts";

const ORIGIN = "http://kinexo.localhost:3000";
let testApp: TestApp;
let elena: Person;
let carla: Person;

beforeAll(async () => {
  testApp = await openTestApp({ PUBLIC_URL: ORIGIN });
  elena = await testApp.signIn(cast.elena);
  carla = await testApp.approvedKine(cast.carla);
});
afterAll(() => testApp?.close());

type ForKey = Parameters<ReturnType<typeof newAuthenticator>["create"]>[0];
/** The fields of the answers below. */
type Answer = {
  code?: string;
  id: string;
  challenge_id: string;
  options: ForKey;
  webauthn: { credential_options: { publicKey: ForKey } };
};

async function addTotp({ auth, id: userId }: Person) {
  await claim(testApp, userId);
  const { id, totp } = sure(await auth.mfa.enroll({ factorType: "totp", friendlyName: "Celular" }));
  sure(await auth.mfa.challengeAndVerify({ factorId: id, code: codeNow(totp.secret, -1) }));
  return { id, secret: totp.secret };
}

/** A call of the account protocol with a user's session. */
async function call(person: Person, method: string, path: string, body: object = {}) {
  const response = await fetch(`${testApp.url}/auth/v1${path}`, {
    method,
    body: JSON.stringify(body),
    headers: {
      authorization: `Bearer ${await person.token()}`,
      "content-type": "application/json",
      "x-supabase-api-version": "2024-01-01",
    },
  });
  return { status: response.status, json: (await response.json()) as Answer };
}

async function addSecurityKey(person: Person) {
  const key = newAuthenticator();
  const {
    json: { id },
  } = await call(person, "POST", "/factors", { factor_type: "webauthn", friendly_name: "Llave" });
  const { json: challenge } = await call(person, "POST", `/factors/${id}/challenge`);
  const credential_response = key.create(challenge.webauthn.credential_options.publicKey, { origin: ORIGIN });
  const webauthn = { type: "create", credential_response };
  expect(await call(person, "POST", `/factors/${id}/verify`, { challenge_id: challenge.id, webauthn })).toMatchObject({
    status: 200,
  });
}

test("who has not shown their second factor yet sees of a specialist what a stranger sees", async () => {
  const member = like(cast.ana, "Medio Entrada");
  const ana = await testApp.signUp(member);
  const { id } = await ana.api.cases.create({ title: "Rodilla", description: "Duele" });
  await ana.api.matches.accept({ id: (await carla.api.matches.apply({ case_id: id, message: "Hola" })).id });
  expect(await ana.api.profiles.publicProfile({ id: carla.id })).toMatchObject({
    contact_open: true,
    email: cast.carla.email,
  });
  await addTotp(ana);
  const thief = await testApp.signIn(member);
  expect(await thief.api.profiles.publicProfile({ id: carla.id })).toMatchObject({
    contact_open: false,
    phone: null,
    email: null,
    license_number: null,
  });
});

test("an enrolment begun before the first second factor does not stand in for it", async () => {
  const member = like(cast.ana, "Con Llave");
  const owner = await testApp.signUp(member);
  await claim(testApp, owner.id);
  const thief = await testApp.signIn(member);
  const { id, totp } = sure(await thief.auth.mfa.enroll({ factorType: "totp", friendlyName: "Ajeno" }));
  await addSecurityKey(owner);
  const again = await testApp.signIn(member);
  expect(await outcome(again.api.profiles.mine())).toBe("SECOND_FACTOR_NEEDED");
  expect(codeOf(await again.auth.mfa.challengeAndVerify({ factorId: id, code: codeNow(totp.secret) }))).toBe(
    "insufficient_aal",
  );
  expect(await outcome(again.api.profiles.mine())).toBe("SECOND_FACTOR_NEEDED");
});

test("with a temporary password, which somebody else knows, nobody adds a way in that outlives it", async () => {
  const kine = newKine();
  await elena.api.accounts.createKine(kine);
  const knower = await testApp.signIn(asMember(kine));
  expect(codeOf(await knower.auth.mfa.enroll({ factorType: "totp", friendlyName: "Ajeno" }))).toBe(
    "password_change_required",
  );
  expect(await call(knower, "POST", "/passkeys/registration/options")).toMatchObject({
    status: 403,
    json: { code: "password_change_required" },
  });
});

test("of twelve passkeys asked for before any is made, ten are kept", async () => {
  const person = await testApp.signUp(like(cast.ana, "Muchas Llaves"));
  await claim(testApp, person.id);
  const registrations = await Promise.all(
    Array.from({ length: 12 }, () => call(person, "POST", "/passkeys/registration/options")),
  );
  const made = await Promise.all(
    registrations.map(({ json: { challenge_id, options } }) =>
      call(person, "POST", "/passkeys/registration/verify", {
        challenge_id,
        credential: newAuthenticator().create(options, { origin: ORIGIN }),
      }),
    ),
  );
  expect(made.map(({ json }) => json.code ?? "ok").toSorted()).toEqual([
    ...Array(10).fill("ok"),
    "too_many_passkeys",
    "too_many_passkeys",
  ]);
});

test("an account goes whatever hangs from it: factors, codes, passkeys, raised sessions, questions and messages", async () => {
  const kine = newKine();
  const { id } = await elena.api.accounts.createKine(kine);
  const mariana = await testApp.signIn(asMember(kine));
  sure(await mariana.auth.updateUser({ password: "Propia2026x" }));
  await addTotp(mariana);
  expect(await call(mariana, "POST", "/factors/recovery-codes")).toMatchObject({ status: 200 });
  const {
    json: { challenge_id, options },
  } = await call(mariana, "POST", "/passkeys/registration/options");
  const credential = newAuthenticator().create(options, { origin: ORIGIN });
  expect(await call(mariana, "POST", "/passkeys/registration/verify", { challenge_id, credential })).toMatchObject({
    status: 200,
  });
  expect(await call(mariana, "POST", "/passkeys/registration/options")).toMatchObject({ status: 200 });
  await testApp.signIn({ ...asMember(kine), password: "Propia2026x" });
  expect(await mariana.api.accounts.delete()).toEqual({ deleted: true });
  expect(await testApp.db.selectFrom("auth.users").select("id").where("id", "=", id).execute()).toEqual([]);
});

test("an admin goes with the specialists they made staying, and so does one whose decisions are remembered", async () => {
  const other = await testApp.signUp(like(cast.ana, "Otra Admin"));
  await confirmAddresses(testApp.db, other);
  await elena.api.accounts.assignRole({ user_id: other.id, role: "admin" });
  const { id } = await other.api.accounts.createKine(newKine());
  const pending = await testApp.signUp(like(cast.carla, "Pendiente Dos", { license_number: "MN 77001" }));
  const { items } = await other.api.kineApplications.list();
  await other.api.kineApplications.reject({
    id: items.find(({ profile_id }) => profile_id === pending.id)!.id,
    reason: "No",
  });
  await ageAdmins(testApp.db, elena);
  expect(await other.api.accounts.delete()).toEqual({ deleted: true });
  expect(
    await testApp.db
      .selectFrom("kine_applications")
      .select(["approved_by", "status"])
      .where("profile_id", "in", [id, pending.id])
      .orderBy("id")
      .execute(),
  ).toEqual([
    { approved_by: null, status: "approved" },
    { approved_by: null, status: "rejected" },
  ]);
  expect(await pending.api.accounts.delete()).toEqual({ deleted: true });
});

test("what could not be removed of a person who left is removed later", async () => {
  const ana = await testApp.signUp(like(cast.ana, "Que Se Va"));
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#0F4C5C" } })
    .png()
    .toBuffer();
  const headers = { authorization: `Bearer ${await ana.token()}` };
  const put = await fetch(`${testApp.url}/files/avatars`, { method: "PUT", body: new Uint8Array(photo), headers });
  const { photo_url } = (await put.json()) as { photo_url: string };
  // A file in place of the user's folder: it cannot be read for now, as on a failing disk.
  const folder = join(testApp.dataDir, "files/avatars", ana.id);
  await rename(folder, `${folder}.aside`);
  await writeFile(folder, "");
  expect(await ana.api.accounts.delete()).toEqual({ deleted: true });
  await rm(folder);
  await rename(`${folder}.aside`, folder);
  expect((await fetch(testApp.url + photo_url)).status).toBe(404);
  expect(await readdir(folder)).toHaveLength(1);
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(testApp.db);
  const filesLeft = () => readdir(folder).catch(() => []);
  await vi.waitFor(async () => expect(await filesLeft()).toEqual([]), { timeout: 60_000, interval: 200 });
});

test("one study that cannot be removed keeps no other from being removed", async () => {
  const ana = await testApp.signUp(like(cast.ana, "Estudios Trabados"));
  const stuck = `${ana.id}/trabado/0.pdf`;
  await mkdir(join(testApp.dataDir, "files/case-studies", stuck), { recursive: true });
  await testApp.db.insertInto("dropped_studies").values({ path: stuck }).execute();
  await testApp.db
    .insertInto("dropped_studies")
    .values({ path: `${ana.id}/otro/1.pdf` })
    .execute();
  const { id } = await ana.api.cases.create({ title: "Rodilla", description: "Duele" });
  expect(await outcome(ana.api.cases.withdraw({ id }))).toBe("ok");
  expect(await testApp.db.selectFrom("dropped_studies").select("path").execute()).toEqual([{ path: stuck }]);
});

test("a request removes at most a hundred dropped files, its own first, and the hourly sweep the rest", async () => {
  const ana = await testApp.signUp(like(cast.ana, "Muchos Estudios"));
  await testApp.db.deleteFrom("dropped_studies").execute();
  await sql`insert into dropped_studies (path, dropped_at)
    select ${ana.id} || '/viejo/' || n || '.pdf', now() - interval '1 day' from generate_series(1, 150) n`.execute(
    testApp.db,
  );
  const { id } = await ana.api.cases.create({ title: "Rodilla", description: "Duele" });
  const own = `${ana.id}/${id}/0.pdf`;
  await testApp.db.insertInto("dropped_studies").values({ path: own }).execute();
  const left = async () =>
    (await testApp.db.selectFrom("dropped_studies").select("path").execute()).map(({ path }) => path);
  await ana.api.cases.withdraw({ id });
  expect(await left()).toHaveLength(51);
  expect(await left()).not.toContain(own);
  await removeDroppedFiles(testApp.app.services);
  expect(await left()).toEqual([]);
});
