import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  begun,
  type FakeOidc,
  enterFrom,
  linkFrom,
  newAccount,
  pkceBrowser,
  startFakeOidc,
  walk,
} from "./oidc-accounts.ts";
import { linkToken, recovered } from "./mailbox.ts";
import { addTotp, ageProofs, codeOf, sure } from "./second-factors.ts";
import { ask, claim, newEmail, openService, ORIGIN, PASSWORD, patient, type Service } from "./service.ts";

let service: Service;
let elsewhere: FakeOidc;
beforeAll(async () => {
  elsewhere = await startFakeOidc();
  service = await openService({ signInProviders: [elsewhere.settings(), elsewhere.settings("google", "Google")] });
});
afterAll(async () => {
  await service?.close();
  await elsewhere?.close();
});

const somebody = (more?: Parameters<typeof newAccount>[1]) => newAccount(elsewhere, more);

/** A patient with a password, in a browser that can link accounts. */
async function member(email = newEmail()) {
  const client = pkceBrowser(service);
  const { user, session } = sure(await client.signUp({ email, password: PASSWORD, options: { data: patient } }));
  return { client, email, id: user?.id ?? "", token: session?.access_token ?? "" };
}

/** The same, of a claimed account, which may link accounts. */
async function claimedMember() {
  const person = await member();
  await claim(service, person.id);
  return person;
}

/** Confirms an account's address by its link, with or without a session of the account. */
async function confirmEmail(email: string, token?: string) {
  const token_hash = await linkToken(service, email, /^Confirmá tu email/);
  expect(
    (await ask(service, "POST", "/verify", { token, body: { type: "signup", token_hash } })).json["email_confirmed_at"],
  ).toBeTruthy();
}

test("the settings name the providers that are on", async () => {
  const { json } = await ask(service, "GET", "/settings");
  expect(json["external"]).toEqual({
    email: true,
    phone: false,
    anonymous_users: false,
    google: true,
    "custom:oidc": true,
  });
});

test("somebody new comes from elsewhere, gives what a profile needs, and comes again to the same account", async () => {
  const { id, email } = somebody();
  const first = await enterFrom(service, id);
  expect(first.user).toMatchObject({
    email,
    app_metadata: { provider: "custom:oidc", profile_due: true },
    user_metadata: { name: "Ana Suárez" },
    identities: [{ provider: "custom:oidc", id, identity_data: { email, email_verified: true, sub: id } }],
  });
  expect(first.user.email_confirmed_at).toBeTruthy();
  expect(decodeJwt<{ aal: string; amr: unknown }>(first.session.access_token)).toMatchObject({
    aal: "aal1",
    amr: [{ method: "oauth" }],
  });
  const tooLittle = await first.client.updateUser({ data: { role: "patient", phone: "nada" } });
  expect(codeOf(tooLittle)).toBe("validation_failed");
  expect(await service.db.selectFrom("profiles").select("id").where("id", "=", first.user.id).execute()).toEqual([]);
  const { user } = sure(await first.client.updateUser({ data: patient }));
  expect(user.app_metadata["profile_due"]).toBeUndefined();
  const profile = await service.db
    .selectFrom("profiles")
    .select(["name", "email", "approval_status"])
    .where("id", "=", first.user.id)
    .executeTakeFirstOrThrow();
  expect(profile).toEqual({ name: patient.name, email, approval_status: "approved" });
  sure(await first.client.updateUser({ data: { ...patient, name: "Otro nombre" } }));
  const again = await enterFrom(service, id);
  expect([again.user.id, again.user.identities?.length]).toEqual([first.user.id, 1]);
});

test("a specialist who comes from elsewhere starts pending", async () => {
  const { client, user } = await enterFrom(service, somebody().id);
  const { name, phone, location_city } = patient;
  sure(
    await client.updateUser({
      data: {
        name,
        phone,
        location_city,
        role: "kine",
        license_number: "MN 4455",
        specialty: "Traumatología",
        price_range: "$20.000",
        modalities: "Domicilio",
      },
    }),
  );
  const profile = await service.db
    .selectFrom("profiles")
    .select("approval_status")
    .where("id", "=", user.id)
    .executeTakeFirst();
  expect(profile?.approval_status).toBe("pending");
});

test("an account is linked by its address only when the provider has verified it and one person has shown us account and address", async () => {
  const prepared = await member();
  const owner = somebody({ email: prepared.email });
  for (const confirm of [async () => {}, () => confirmEmail(prepared.email)]) {
    await confirm();
    const refused = await walk(service, await begun(pkceBrowser(service)), owner.id);
    expect([refused.pathname, refused.searchParams.get("error"), refused.searchParams.get("error_code")]).toEqual([
      "/auth",
      "access_denied",
      "email_exists",
    ]);
    expect(refused.searchParams.get("error_description")).toContain("vinculá Clínica Sur en Seguridad");
  }
  const claimed = await member();
  await confirmEmail(claimed.email, claimed.token);
  const unproven = somebody({ email: claimed.email, email_verified: false });
  const unknown = somebody({ email_verified: false });
  for (const { id } of [unproven, unknown]) {
    const back = await walk(service, await begun(pkceBrowser(service)), id);
    expect(back.searchParams.get("error_code")).toBe("provider_email_needs_verification");
    expect(back.searchParams.get("code")).toBeNull();
  }
  expect(await service.db.selectFrom("auth.users").select("id").where("email", "=", unknown.email).execute()).toEqual(
    [],
  );
  const { user } = await enterFrom(service, somebody({ email: claimed.email }).id);
  expect(user).toMatchObject({ id: claimed.id, app_metadata: { providers: ["email", "custom:oidc"] } });
});

test("the owner of an address that a stranger signed up with recovers it, and only then comes from elsewhere", async () => {
  const stranger = await member();
  await confirmEmail(stranger.email);
  const owner = await recovered(service, stranger.email);
  sure(await owner.updateUser({ password: "Otra-pileta-88" }));
  const { user } = await enterFrom(service, somebody({ email: stranger.email }).id);
  expect(user.id).toBe(stranger.id);
  expect((await ask(service, "GET", "/user", { token: stranger.token })).status).toBe(403);
  expect(codeOf(await pkceBrowser(service).signInWithPassword({ email: stranger.email, password: PASSWORD }))).toBe(
    "invalid_credentials",
  );
});

test("unlinking an account elsewhere ends a pending change of address", async () => {
  const { client } = await claimedMember();
  const back = await linkFrom(service, client, somebody().id);
  sure(await client.exchangeCodeForSession(back.searchParams.get("code") ?? ""));
  sure(await client.updateUser({ email: newEmail() }));
  const linked = sure(await client.getUserIdentities()).identities.find(({ provider }) => provider !== "email");
  expect((await client.unlinkIdentity(linked!)).error).toBeNull();
  expect(sure(await client.getUser()).user.new_email).toBeUndefined();
});

test("an account elsewhere is linked and unlinked, in the session that goes on", async () => {
  const { client, id, email, token } = await claimedMember();
  const { id: account } = somebody();
  const back = await linkFrom(service, client, account);
  expect(back.pathname).toBe("/dashboard/patient/security");
  expect(sure(await client.getUserIdentities()).identities).toHaveLength(1);
  const { session } = sure(await client.exchangeCodeForSession(back.searchParams.get("code") ?? ""));
  expect(decodeJwt(session.access_token)["session_id"]).toBe(decodeJwt(token)["session_id"]);
  expect(sure(await client.refreshSession()).session).toBeTruthy();
  const { identities } = sure(await client.getUserIdentities());
  expect(identities.map(({ provider }) => provider)).toEqual(["email", "custom:oidc"]);
  expect((await enterFrom(service, account)).user).toMatchObject({ id, email });
  const linked = identities[1];
  if (!linked) throw new Error("nothing linked");
  const stranger = await member();
  expect(codeOf(await stranger.client.unlinkIdentity(linked))).toBe("identity_not_found");
  expect((await client.unlinkIdentity(linked)).error).toBeNull();
  expect(sure(await client.getUserIdentities()).identities).toHaveLength(1);
});

test("an account elsewhere that is somebody's already is linked to nobody else", async () => {
  const { id } = somebody();
  const owner = await enterFrom(service, id);
  const { client } = await claimedMember();
  const back = await linkFrom(service, client, id);
  expect(back.searchParams.get("error_code")).toBe("identity_already_exists");
  const late = somebody();
  const { client: other } = await claimedMember();
  const answers = [await linkFrom(service, client, late.id), await linkFrom(service, other, late.id)].map(
    ({ searchParams }) => searchParams.get("code") ?? "",
  );
  expect((await client.exchangeCodeForSession(answers[0] ?? "")).error).toBeNull();
  expect(codeOf(await other.exchangeCodeForSession(answers[1] ?? ""))).toBe("identity_already_exists");
  expect((await enterFrom(service, id)).user.id).toBe(owner.user.id);
});

test("the last way in stays", async () => {
  const { client, user } = await enterFrom(service, somebody().id);
  const [only] = user.identities ?? [];
  if (!only) throw new Error("no identity");
  const refused = await client.unlinkIdentity(only);
  expect([codeOf(refused), refused.error]).toMatchObject(["single_identity_not_deletable", { status: 422 }]);
  sure(await client.updateUser({ password: PASSWORD }));
  expect(sure(await client.getUserIdentities()).identities.map(({ provider }) => provider)).toContain("email");
  expect((await client.unlinkIdentity(only)).error).toBeNull();
  sure(await pkceBrowser(service).signInWithPassword({ email: user.email ?? "", password: PASSWORD }));
});

test("linking and unlinking need a recent sign-in, which one from elsewhere is", async () => {
  const account = somebody();
  const { client, user } = await enterFrom(service, account.id);
  await ageProofs(service, user.id);
  const linking = await client.linkIdentity({ provider: "google" });
  expect(codeOf(linking)).toBe("reauthentication_needed");
  expect(codeOf(await client.updateUser({ password: PASSWORD }))).toBe("reauthentication_needed");
  const { client: again } = await enterFrom(service, account.id, client);
  expect((await again.linkIdentity({ provider: "google" })).data.url).toContain(elsewhere.issuer);
});

test("a second factor is asked of whoever comes from elsewhere, and linking needs it shown", async () => {
  const account = somebody();
  const { client } = await enterFrom(service, account.id);
  await addTotp(client);
  const { client: halfway } = await enterFrom(service, account.id);
  expect(sure(await halfway.mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal2",
  });
  expect(codeOf(await halfway.linkIdentity({ provider: "google" }))).toBe("insufficient_aal");
  const back = await linkFrom(service, client, somebody().id, { provider: "google" });
  const { session } = sure(await client.exchangeCodeForSession(back.searchParams.get("code") ?? ""));
  expect(decodeJwt(session.access_token)["aal"]).toBe("aal2");
});

test("coming back leads to an address of ours only, keeping its query", async () => {
  const { id } = somebody();
  const own = await walk(service, await begun(pkceBrowser(service), { redirectTo: `${ORIGIN}/dashboard?a=b` }), id);
  expect([own.pathname, own.searchParams.get("a"), own.searchParams.has("code")]).toEqual(["/dashboard", "b", true]);
  for (const redirectTo of [
    "https://evil.example/",
    "//evil.example/x",
    `${ORIGIN}.evil.example/`,
    `http://localhost@evil.example/`,
    "javascript:alert(1)",
    `${ORIGIN}:8080/`,
    "http://user:pass@localhost/",
    `${ORIGIN}/${"a".repeat(3000)}`,
  ]) {
    const back = await walk(service, await begun(pkceBrowser(service), { redirectTo }), id);
    expect(back.origin + back.pathname).toBe(`${ORIGIN}/auth`);
  }
});
