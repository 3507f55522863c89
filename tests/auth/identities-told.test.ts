import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
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
import { quiet } from "./mailbox.ts";
import { codeOf, sure } from "./second-factors.ts";
import { createDatabase } from "../support/database.ts";
import { claim, type Browser, browser, newEmail, openService, PASSWORD, patient, type Service } from "./service.ts";

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

const eventsOf = async (userId: string) =>
  await service.db
    .selectFrom("auth.audit_events as e")
    .innerJoin("auth.users as u", "u.audit_id", "e.subject")
    .select(["e.event", "e.session_id", "e.network"])
    .where("u.id", "=", userId)
    .orderBy("e.id")
    .execute();
const namesOf = async (userId: string) => (await eventsOf(userId)).map(({ event }) => event);

async function messagesTo(email: string) {
  await quiet(service);
  return service.letters(email);
}

/** A patient with a password and a linked account at another provider. */
async function linked() {
  const client = pkceBrowser(service);
  const email = newEmail();
  const { user } = sure(await client.signUp({ email, password: PASSWORD, options: { data: patient } }));
  await claim(service, user?.id ?? "");
  const { id: account } = newAccount(elsewhere);
  const back = await linkFrom(service, client, account);
  sure(await client.exchangeCodeForSession(back.searchParams.get("code") ?? ""));
  return { client, email, account, id: user?.id ?? "" };
}

async function unlink(client: Browser, provider = "custom:oidc") {
  const { identities } = sure(await client.getUserIdentities());
  return client.unlinkIdentity(identities.find((identity) => identity.provider === provider)!);
}

test("an account elsewhere that is linked or unlinked is written down and told by mail, each once", async () => {
  const { client, email, id } = await linked();
  expect((await unlink(client)).error).toBeNull();
  const events = await eventsOf(id);
  expect(events.map(({ event }) => event)).toEqual(["signed_up", "signed_in", "identity_linked", "identity_unlinked"]);
  expect(new Set(events.slice(1).map(({ session_id, network }) => [session_id, network].join()))).toHaveLength(1);
  const letters = (await messagesTo(email)).filter(({ subject }) => !subject.startsWith("Confirmá"));
  expect(letters.map(({ subject }) => subject).toSorted()).toEqual([
    "Se quitó una forma de entrar a tu cuenta de Kinexo",
    "Se vinculó otra cuenta a la tuya de Kinexo",
  ]);
  for (const { text } of letters) expect(text).toContain("cuenta de Clínica Sur");
});

test("a linking or unlinking that is refused is neither written down nor told", async () => {
  const { id, email, client, account } = await linked();
  const other = await linked();
  expect((await linkFrom(service, other.client, account)).searchParams.get("error_code")).toBe(
    "identity_already_exists",
  );
  expect((await unlink(client)).error).toBeNull();
  expect(codeOf(await unlink(client, "email"))).toBe("single_identity_not_deletable");
  expect(await namesOf(other.id)).toEqual(["signed_up", "signed_in", "identity_linked"]);
  expect((await namesOf(id)).filter((name) => name === "identity_unlinked")).toHaveLength(1);
  expect((await messagesTo(email)).filter(({ subject }) => subject.startsWith("Se quitó"))).toHaveLength(1);
});

test("whoever comes from elsewhere for the first time is written down: somebody new as signed up, an account joined by its address as linked", async () => {
  const fresh = await enterFrom(service, newAccount(elsewhere).id);
  expect(await namesOf(fresh.user.id)).toEqual(["signed_up", "signed_in"]);
  const email = newEmail();
  const { user } = sure(await pkceBrowser(service).signUp({ email, password: PASSWORD, options: { data: patient } }));
  await service.db
    .updateTable("auth.users")
    .set({ email_confirmed_at: sql`now()`, claimed_at: sql`now()` })
    .where("email", "=", email)
    .execute();
  const { id: account } = newAccount(elsewhere, { email });
  for (let times = 0; times < 2; times += 1) await enterFrom(service, account);
  expect(await namesOf(user?.id ?? "")).toEqual([
    "signed_up",
    "signed_in",
    "identity_linked",
    "signed_in",
    "signed_in",
  ]);
  const told = (await messagesTo(email)).filter(({ subject }) => subject.startsWith("Se vinculó"));
  expect(told.map(({ text }) => text)).toEqual([expect.stringContaining("cuenta de Clínica Sur")]);
});

test("an account elsewhere that was unlinked does not come back by its address, but by hand", async () => {
  const account = newAccount(elsewhere);
  const { client, user } = await enterFrom(service, account.id);
  sure(await client.updateUser({ password: PASSWORD, data: patient }));
  expect((await unlink(client)).error).toBeNull();
  const back = await walk(service, await begun(pkceBrowser(service)), account.id);
  expect(back.searchParams.get("error_code")).toBe("email_exists");
  const again = await linkFrom(service, client, account.id);
  sure(await client.exchangeCodeForSession(again.searchParams.get("code") ?? ""));
  expect((await enterFrom(service, account.id)).user.id).toBe(user.id);
});

test("a password that is taken away is told as one", async () => {
  const { client, email, id } = await linked();
  expect((await unlink(client, "email")).error).toBeNull();
  expect((await namesOf(id)).at(-1)).toBe("identity_unlinked");
  const letters = await messagesTo(email);
  expect(letters.find(({ subject }) => subject.startsWith("Se quitó"))?.text).toContain("tu contraseña");
});

test("unlinking ends the other sessions and what waits to become one, and the own goes on", async () => {
  const { client, account, id } = await linked();
  const { client: thief } = await enterFrom(service, account);
  const waiting = pkceBrowser(service);
  const back = await walk(service, await begun(waiting), account);
  expect((await unlink(client)).error).toBeNull();
  expect(codeOf(await thief.getUser())).toBeUndefined();
  expect((await thief.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect(codeOf(await waiting.exchangeCodeForSession(back.searchParams.get("code") ?? ""))).toBe(
    "flow_state_not_found",
  );
  expect(sure(await client.refreshSession()).user?.id).toBe(id);
  expect((await namesOf(id)).slice(-3)).toEqual(["signed_in", "identity_unlinked", "session_ended"]);
});

test("a changed password ends what waits to become a session too", async () => {
  const { client, account } = await linked();
  const waiting = pkceBrowser(service);
  const back = await walk(service, await begun(waiting), account);
  sure(await client.updateUser({ password: "Vereda-azul-88" }));
  expect(codeOf(await waiting.exchangeCodeForSession(back.searchParams.get("code") ?? ""))).toBe(
    "flow_state_not_found",
  );
});

test("whoever had no way in but a provider that was switched off comes in by mail", async () => {
  const database = await createDatabase();
  const before = await openService({ databaseUrl: database.url, signInProviders: [elsewhere.settings()] });
  const { id: account, email } = newAccount(elsewhere);
  const { client, user } = await enterFrom(before, account);
  sure(await client.updateUser({ data: patient }));
  await before.close();

  const after = await openService({ databaseUrl: database.url });
  const ana = browser(after);
  expect(codeOf(await ana.signInWithPassword({ email, password: PASSWORD }))).toBe("invalid_credentials");
  sure(await ana.resetPasswordForEmail(email));
  const link = await vi.waitFor(
    async () => {
      const letter = (await after.letters(email)).find(({ subject }) => subject.includes("nueva contraseña"));
      expect(letter).toBeDefined();
      return letter?.link ?? "";
    },
    { timeout: 60_000, interval: 50 },
  );
  const token_hash = new URLSearchParams(new URL(link).hash.slice(1)).get("token_hash") ?? "";
  sure(await ana.verifyOtp({ token_hash, type: "recovery" }));
  sure(await ana.updateUser({ password: PASSWORD }));
  const again = sure(await browser(after).signInWithPassword({ email, password: PASSWORD }));
  expect([again.user.id, again.user.identities?.map(({ provider }) => provider)]).toEqual([
    user.id,
    ["custom:oidc", "email"],
  ]);
  await after.close();
  await database.drop();
});

test("a code whose exchange waits while its account revokes it opens no session", async () => {
  const { account, id } = await linked();
  const waiting = pkceBrowser(service);
  const back = await walk(service, await begun(waiting), account);
  const exchange = await service.db.transaction().execute(async (tx) => {
    await tx.selectFrom("auth.users").select("id").where("id", "=", id).forUpdate().execute();
    const exchanged = waiting.exchangeCodeForSession(back.searchParams.get("code") ?? "");
    await vi.waitFor(
      async () => expect((await sql`select from pg_locks where not granted`.execute(service.db)).rows).not.toEqual([]),
      { timeout: 60_000 },
    );
    await tx.deleteFrom("auth.auth_codes").where("user_id", "=", id).execute();
    return () => exchanged;
  });
  expect(codeOf(await exchange())).toBe("flow_state_not_found");
});
