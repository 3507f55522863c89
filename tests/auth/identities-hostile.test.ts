// @module-tag operations/full
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { revokeAccess } from "../../app/auth/flows/first-proof.server.ts";
import { removeExpiredRows } from "../../app/server/retention.server.ts";
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
import { recovered } from "./mailbox.ts";
import { addTotp, ageProofs, codeNow, codeOf, forgetUsedSteps, sure } from "./second-factors.ts";
import { claim, ask, browser, newEmail, openService, ORIGIN, PASSWORD, patient, type Service } from "./service.ts";

const PATIENCE = { timeout: 60_000, interval: 20 };

let service: Service;
let elsewhere: FakeOidc;
beforeAll(async () => {
  elsewhere = await startFakeOidc();
  service = await openService({ signInProviders: [elsewhere.settings()] });
});
afterAll(async () => {
  await service?.close();
  await elsewhere?.close();
});

const somebody = () => newAccount(elsewhere);

/** The callback URL that the provider redirects a browser to, not followed yet. */
const answerFor = async (client: ReturnType<typeof pkceBrowser>, id: string) =>
  (await walk(service, await begun(client), id, "/auth/v1/callback")).href.replace(`${ORIGIN}/auth/v1`, service.url);

async function followCallback(address: string): Promise<URLSearchParams> {
  const response = await fetch(address, { redirect: "manual" });
  return new URL(response.headers.get("location") ?? "").searchParams;
}

const accountsOf = (email: string) =>
  service.db.selectFrom("auth.users").select("id").where("email", "=", email).execute();

async function member() {
  const client = pkceBrowser(service);
  const { user } = sure(await client.signUp({ email: newEmail(), password: PASSWORD, options: { data: patient } }));
  await claim(service, user?.id ?? "");
  return client;
}

test("of twenty parallel answers with one code, one comes in, and makes one account", async () => {
  const { id, email } = somebody();
  const client = pkceBrowser(service);
  const address = await answerFor(client, id);
  const answers = await Promise.all(Array.from({ length: 20 }, () => followCallback(address)));
  const codes = answers.flatMap((answer) => answer.get("code") ?? []);
  expect(codes).toHaveLength(1);
  expect(new Set(answers.map((answer) => answer.get("error_code")))).toEqual(new Set([null, "bad_oauth_state"]));
  expect(await accountsOf(email)).toHaveLength(1);
  expect((await followCallback(address)).get("error_code")).toBe("bad_oauth_state");
  const exchanged = await Promise.all(
    Array.from({ length: 5 }, () =>
      ask(service, "POST", "/token?grant_type=pkce", { body: { auth_code: codes[0], code_verifier: "x".repeat(43) } }),
    ),
  );
  expect(exchanged.map(({ status }) => status).toSorted()).toEqual([400, 404, 404, 404, 404]);
});

test("somebody new who comes from ten browsers at once has one account", async () => {
  const { id, email } = somebody();
  const sessions = await Promise.all(Array.from({ length: 10 }, () => enterFrom(service, id)));
  expect(new Set(sessions.map(({ user }) => user.id)).size).toBe(1);
  expect(await accountsOf(email)).toHaveLength(1);
});

test("a code that was stolen opens nothing in another browser, and is spent", async () => {
  const { id } = somebody();
  const [own, thief] = [pkceBrowser(service), pkceBrowser(service)];
  const back = await walk(service, await begun(own), id);
  await begun(thief);
  const code = back.searchParams.get("code") ?? "";
  expect(codeOf(await thief.exchangeCodeForSession(code))).toBe("bad_code_verifier");
  expect(codeOf(await own.exchangeCodeForSession(code))).toBe("flow_state_not_found");
});

test("a state that was made up, or is older than ten minutes, lets nobody in", async () => {
  const { id, email } = somebody();
  const address = await answerFor(pkceBrowser(service), id);
  for (const state of ["", "made-up", "'; drop table auth.oauth_flows; --"]) {
    const forged = new URL(address);
    forged.searchParams.set("state", state);
    expect((await followCallback(forged.href)).get("error_code")).toBe("bad_oauth_state");
  }
  await sql`update auth.oauth_flows set created_at = now() - interval '11 minutes'`.execute(service.db);
  expect((await followCallback(address)).get("error_code")).toBe("bad_oauth_state");
  expect(await accountsOf(email)).toEqual([]);
});

test("an answer may come to another node than the one that asked", async () => {
  const other = await openService({ signInProviders: [elsewhere.settings()], databaseUrl: service.databaseUrl });
  const { id, email } = somebody();
  const client = pkceBrowser(service);
  const address = (await answerFor(client, id)).replace(service.url, other.url);
  const { user } = sure(await client.exchangeCodeForSession((await followCallback(address)).get("code") ?? ""));
  expect(user.email).toBe(email);
  await other.close();
});

test("of two ways in that are taken away at once, one stays", async () => {
  const { client, user } = await enterFrom(service, somebody().id);
  sure(await client.updateUser({ password: PASSWORD }));
  const { identities } = sure(await client.getUserIdentities());
  const answers = await Promise.all(identities.map((identity) => client.unlinkIdentity(identity)));
  expect(answers.map(codeOf).toSorted()).toEqual(["single_identity_not_deletable", undefined]);
  expect(
    await service.db.selectFrom("auth.identities").select("id").where("user_id", "=", user.id).execute(),
  ).toHaveLength(1);
});

test("an account that never got its profile goes after seven days", async () => {
  const [left, finished, fresh] = [somebody(), somebody(), somebody()];
  await enterFrom(service, left.id);
  const { client } = await enterFrom(service, finished.id);
  sure(await client.updateUser({ data: patient }));
  await sql`update auth.users set created_at = now() - interval '8 days'`.execute(service.db);
  await enterFrom(service, fresh.id);
  await removeExpiredRows(service.db);
  const there = await Promise.all([left, finished, fresh].map(({ email }) => accountsOf(email)));
  expect(there.map(({ length }) => length)).toEqual([0, 1, 1]);
});

test("what was not permitted elsewhere is said", async () => {
  const back = await walk(service, await begun(pkceBrowser(service)), "refuse");
  expect(Object.fromEntries(back.searchParams)).toEqual({
    error: "access_denied",
    error_code: "access_denied",
    error_description: "No diste permiso en Clínica Sur. Podés intentarlo de nuevo.",
  });
});

test("a sign-in elsewhere and its unlinking at once wait for each other, and leave no way in", async () => {
  for (let turn = 0; turn < 10; turn += 1) {
    const { client, user } = await enterFrom(service, somebody().id);
    sure(await client.updateUser({ password: PASSWORD }));
    const [going] = user.identities ?? [];
    const late = pkceBrowser(service);
    const address = await answerFor(late, going?.id ?? "");
    const [callback, unlinked] = await Promise.all([followCallback(address), client.unlinkIdentity(going!)]);
    expect(unlinked.error).toBeNull();
    // Either order is possible: the code was deleted with the identity, or never issued.
    if (callback.has("code"))
      expect(codeOf(await late.exchangeCodeForSession(callback.get("code")!))).toBe("flow_state_not_found");
    else expect(callback.get("error_code")).toBe("email_exists");
  }
});

test("an address elsewhere that is none, or only looks like somebody's, joins no account and makes none", async () => {
  const email = `kate.${process.pid}@example.com`;
  const { user } = sure(await pkceBrowser(service).signUp({ email, password: PASSWORD, options: { data: patient } }));
  await service.db
    .updateTable("auth.users")
    .set({ claimed_at: sql`now()` })
    .where("id", "=", user?.id ?? "")
    .execute();
  const before = await service.db.selectFrom("auth.users").select("id").execute();
  for (const wrong of [`\u212A${email.slice(1)}`, `${email},other@example.com`, `${email}\r\nBcc: other@example.com`]) {
    const { id } = newAccount(elsewhere, { email: wrong });
    const back = await walk(service, await begun(pkceBrowser(service)), id);
    expect(back.searchParams.get("error_code")).toBe("provider_email_needs_verification");
  }
  expect(await service.db.selectFrom("auth.users").select("id").execute()).toEqual(before);
});

test("whoever comes from elsewhere while the account is revoked does not come into it", async () => {
  const client = await member();
  const account = somebody();
  const linked = await linkFrom(service, client, account.id);
  const { user } = sure(await client.exchangeCodeForSession(linked.searchParams.get("code") ?? ""));
  const late = pkceBrowser(service);
  const address = await answerFor(late, account.id);
  const { coming } = await service.db.transaction().execute(async (tx) => {
    await tx.selectFrom("auth.users").select("id").where("id", "=", user.id).forUpdate().execute();
    await revokeAccess({ mail: { post: async () => "" } }, tx, user.id, "support");
    const begun = { coming: followCallback(address) };
    await vi.waitFor(
      async () => expect((await sql`select from pg_locks where not granted`.execute(service.db)).rows).not.toEqual([]),
      PATIENCE,
    );
    return begun;
  });
  const session = sure(await late.exchangeCodeForSession((await coming).get("code") ?? ""));
  expect(session.user.email).toBe(account.email);
});

test("an account that was recovered since takes no account elsewhere before its new password, and gives those it has away", async () => {
  const client = await member();
  const { user } = sure(await client.getUser());
  const first = await linkFrom(service, client, somebody().id);
  sure(await client.exchangeCodeForSession(first.searchParams.get("code") ?? ""));
  const { secret } = await addTotp(client);
  const back = await linkFrom(service, client, somebody().id);
  const {
    data: { user: known },
  } = await client.getUser();
  const owner = await recovered(service, user.email ?? "");

  const linked = async () =>
    sure(await owner.getUserIdentities()).identities.filter(({ provider }) => provider !== "email");
  const unlink = async () => codeOf(await owner.unlinkIdentity((await linked())[0]!));
  const theirs = known?.identities?.find(({ provider }) => provider !== "email");
  expect(codeOf(await owner.unlinkIdentity(theirs!))).toBe("insufficient_aal");
  await forgetUsedSteps(service);
  const [factor] = sure(await owner.mfa.listFactors()).totp;
  sure(await owner.mfa.challengeAndVerify({ factorId: factor!.id, code: codeNow(secret) }));
  expect(codeOf(await client.exchangeCodeForSession(back.searchParams.get("code") ?? ""))).toBe("flow_state_not_found");
  expect(codeOf(await owner.linkIdentity({ provider: "custom:oidc" }))).toBe("password_change_required");
  await ageProofs(service, user.id);
  expect(await unlink()).toBe("reauthentication_needed");
  await forgetUsedSteps(service);
  sure(await owner.mfa.challengeAndVerify({ factorId: factor!.id, code: codeNow(secret) }));
  expect(await unlink()).toBeUndefined();
  expect(await linked()).toEqual([]);
});

test("whoever answers a question of somebody else's browser links nothing to that person's account", async () => {
  const attacker = await member();
  const victim = somebody();
  const back = await linkFrom(service, attacker, victim.id);
  // The victim's browser has the code, but not the attacker's PKCE verifier.
  expect(codeOf(await pkceBrowser(service).exchangeCodeForSession(back.searchParams.get("code") ?? ""))).toBeTruthy();
  expect(sure(await attacker.getUserIdentities()).identities).toHaveLength(1);
  expect((await enterFrom(service, victim.id)).user.email).toBe(victim.email);
});

test("nothing is linked once the session that asked has ended", async () => {
  const client = await member();
  const elsewhereAccount = somebody();
  const back = await linkFrom(service, client, elsewhereAccount.id);
  await service.db
    .updateTable("auth.sessions")
    .set({ ended_at: sql`now()`, end_reason: "signed_out" })
    .execute();
  const refused = await client.exchangeCodeForSession(back.searchParams.get("code") ?? "");
  expect(refused.error?.name).toBe("AuthSessionMissingError");
  expect(
    await service.db
      .selectFrom("auth.identities")
      .select("id")
      .where("provider_id", "=", elsewhereAccount.id)
      .execute(),
  ).toEqual([]);
});

test("what waits for an answer is sealed at rest", async () => {
  const url = new URL(await begun(pkceBrowser(service)));
  const location = (await fetch(url, { redirect: "manual" })).headers.get("location") ?? "";
  const { searchParams } = new URL(location);
  const rows = JSON.stringify(
    await sql`select *, encode(sealed, 'escape') as text from auth.oauth_flows`.execute(service.db),
  );
  for (const name of ["state", "nonce"]) {
    expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    expect(rows).not.toContain(searchParams.get(name));
  }
});

test("without a challenge or with a provider that is off nothing begins", async () => {
  const refused = async (at: Service, url: string) => {
    const { status, json } = await ask(at, "GET", url.replace(at.url, ""));
    return [status, json["code"], json["message"]];
  };
  const implicit = sure(await browser(service).signInWithOAuth({ provider: "custom:oidc" })).url;
  expect(await refused(service, implicit)).toMatchObject([
    400,
    "validation_failed",
    expect.stringContaining("challenge"),
  ]);
  const google = await begun(pkceBrowser(service), { provider: "google" });
  expect(await refused(service, google)).toMatchObject([
    400,
    "validation_failed",
    "Unsupported provider: provider is not enabled",
  ]);
  expect((await ask(service, "GET", "/user/identities/authorize?provider=custom:oidc")).status).toBe(401);
  expect((await ask(service, "DELETE", "/user/identities/x")).status).toBe(401);
});
