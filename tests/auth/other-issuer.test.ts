import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  begun,
  enterFrom,
  type FakeOidc,
  linkFrom,
  newAccount,
  pkceBrowser,
  startFakeOidc,
  walk,
} from "./oidc-accounts.ts";
import { sure } from "./second-factors.ts";
import { claim, newEmail, openService, PASSWORD, patient, type Service } from "./service.ts";

let earlier: FakeOidc;
let later: FakeOidc;
let before: Service;
let after: Service;
beforeAll(async () => {
  [earlier, later] = await Promise.all([startFakeOidc(), startFakeOidc()]);
  before = await openService({ signInProviders: [earlier.settings()] });
  after = await openService({ databaseUrl: before.databaseUrl, signInProviders: [later.settings()] });
});
afterAll(async () => {
  await after?.close();
  await before?.close();
  await Promise.all([earlier?.close(), later?.close()]);
});

const refusalAt = async (service: Service, account: string) =>
  (await walk(service, await begun(pkceBrowser(service)), account)).searchParams.get("error_code");
const issuersOf = async (id: string) =>
  (
    await before.db
      .selectFrom("auth.identities")
      .select(["user_id", "issuer"])
      .where(sql<string>`identity_data ->> 'sub'`, "=", id)
      .orderBy("created_at")
      .execute()
  ).map(({ user_id, issuer }) => [user_id, issuer]);

test("the same sub at another issuer is somebody else, for signing in and for linking, and each goes on with their own", async () => {
  const victim = newAccount(earlier);
  const { user } = await enterFrom(before, victim.id);
  // A stranger with the same sub at the new provider, under an address of their own or none that is proven.
  later.accounts.set(victim.id, { email: newEmail(), email_verified: false });
  expect(await refusalAt(after, victim.id)).toBe("provider_email_needs_verification");
  later.accounts.set(victim.id, { email: newEmail(), email_verified: true });
  const thief = await enterFrom(after, victim.id);
  expect(thief.user.id).not.toBe(user.id);
  expect((await enterFrom(after, victim.id)).user.id).toBe(thief.user.id);
  expect((await enterFrom(before, victim.id)).user.id).toBe(user.id);
  expect(await issuersOf(victim.id)).toEqual([
    [user.id, earlier.settings().issuer],
    [thief.user.id, later.settings().issuer],
  ]);
});

test("an identity of before gets its issuer at a sign-in under the address that it had, and under no other", async () => {
  const { id, email } = newAccount(earlier);
  const { user } = await enterFrom(before, id);
  const forget = () =>
    before.db.updateTable("auth.identities").set({ issuer: null }).where("user_id", "=", user.id).execute();
  await forget();
  for (const [address, email_verified] of [
    [newEmail(), true],
    // The holder of the account there may type it.
    [email, false],
  ] as const) {
    later.accounts.set(id, { email: address, email_verified });
    expect(await refusalAt(after, id)).toBe("provider_email_needs_verification");
  }
  expect(await issuersOf(id)).toEqual([[user.id, null]]);
  expect((await enterFrom(before, id)).user.id).toBe(user.id);
  expect(await issuersOf(id)).toEqual([[user.id, earlier.settings().issuer]]);
  // Who has another address at the provider since then links it again.
  await forget();
  earlier.accounts.set(id, { email: newEmail(), email_verified: true });
  expect(await refusalAt(before, id)).toBe("provider_email_needs_verification");
  const client = pkceBrowser(before);
  const own = newEmail();
  const { user: member } = sure(await client.signUp({ email: own, password: PASSWORD, options: { data: patient } }));
  await claim(before, member!.id);
  await before.db
    .updateTable("auth.identities")
    .set({ user_id: member!.id })
    .where("user_id", "=", user.id)
    .where("provider", "<>", "email")
    .execute();
  const back = await linkFrom(before, client, id);
  sure(await client.exchangeCodeForSession(back.searchParams.get("code") ?? ""));
  expect(await issuersOf(id)).toEqual([[member!.id, earlier.settings().issuer]]);
  expect(email).not.toBe(own);
});

test("a start with identities of another issuer says so in one line", async () => {
  const lines = await startsWith(later);
  expect(lines).toEqual([
    expect.objectContaining({
      provider: "custom:oidc",
      identities: expect.any(Number),
      issuers: [earlier.settings().issuer],
    }),
  ]);
  const fresh = await startFakeOidc();
  expect(await startsWith(fresh)).toHaveLength(1);
  await before.db.deleteFrom("auth.identities").where("issuer", "=", earlier.settings().issuer).execute();
  expect(await startsWith(later)).toEqual([]);
  await fresh.close();
});

/** The lines about other issuers that a start with this provider logs. */
async function startsWith(provider: FakeOidc): Promise<object[]> {
  const service = await openService({ databaseUrl: before.databaseUrl, signInProviders: [provider.settings()] });
  await service.close();
  return service.warnings.filter(({ msg }) => /of another issuer/.test(msg));
}
