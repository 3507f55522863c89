import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { begun, type FakeOidc, newAccount, pkceBrowser, startFakeOidc, walk } from "../auth/oidc-accounts.ts";
import { linkToken, recovered } from "../auth/mailbox.ts";
import { sure } from "../auth/second-factors.ts";
import { ask, type Browser, browser, openService, PASSWORD, patient, type Service } from "../auth/service.ts";
import { deleteRows } from "../../app/domain/accounts/delete-rows.server.ts";

const CONFIRM = /^Confirmá tu email/;
const CHANGE = /^Confirmá tu nuevo email/;
const FULL = { status: 422, json: { code: "mailbox_full" } };
const PROVEN = { status: 200 };

let service: Service;
let elsewhere: FakeOidc;
let round = 0;
beforeAll(async () => {
  elsewhere = await startFakeOidc();
  service = await openService({ signInProviders: [elsewhere.settings()] });
});
afterAll(async () => {
  await service?.close();
  await elsewhere?.close();
});

type Account = { id: string; email: string; client: Browser; token: string };

async function signUp(email: string): Promise<Account> {
  const client = browser(service);
  const { user, session } = sure(await client.signUp({ email, password: PASSWORD, options: { data: patient } }));
  return { id: user?.id ?? "", email, client, token: session?.access_token ?? "" };
}
const follow = (type: "signup" | "email_change", token_hash: string, { token }: Account, url = service.url) =>
  ask({ url }, "POST", "/verify", { token, body: { type, token_hash } });
const prove = async (account: Account) => follow("signup", await linkToken(service, account.email, CONFIRM), account);

/** A mailbox that some accounts have proven, and another spelling of it at each call of `spelt`. */
async function mailbox(many: number) {
  const name = `familia${(round += 1)}`;
  let written = 0;
  const spelt = () =>
    (written += 1) % 2 ? `f.${name.slice(1)}+${written}@gmail.com` : `${name}+${written}@googlemail.com`;
  const accounts: Account[] = [];
  for (let n = 0; n < many; n += 1) accounts.push(await signUp(spelt()));
  for (const account of accounts) expect(await prove(account)).toMatchObject(PROVEN);
  return { accounts, spelt };
}
const isProven = async ({ id }: Account) =>
  (
    await service.db
      .selectFrom("auth.users")
      .select("email_confirmed_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).email_confirmed_at !== null;
async function changeAddress(account: Account, email: string) {
  sure(await account.client.updateUser({ email }));
  return follow("email_change", await linkToken(service, email, CHANGE), account);
}
const remove = ({ id }: Account) =>
  service.db
    .transaction()
    .execute((tx) => deleteRows(tx, id, { secret: "a secret of this test, long enough", at: null }));

test("five accounts prove one mailbox, and a sixth once another one is gone; who signs up is answered as ever", async () => {
  const { accounts, spelt } = await mailbox(5);
  const sixth = await signUp(spelt());
  const token_hash = await linkToken(service, sixth.email, CONFIRM);
  expect(await follow("signup", token_hash, sixth)).toMatchObject(FULL);
  expect(await isProven(sixth)).toBe(false);
  await remove(accounts[0]!);
  expect(await follow("signup", token_hash, sixth)).toMatchObject(PROVEN);
  expect(await isProven(sixth)).toBe(true);
});

test("accounts that prove it at once on two nodes get the one place that is left", async () => {
  const { spelt } = await mailbox(4);
  const rivals = [await signUp(spelt()), await signUp(spelt()), await signUp(spelt()), await signUp(spelt())];
  const links: string[] = [];
  for (const { email } of rivals) links.push(await linkToken(service, email, CONFIRM));
  const other = await openService({ databaseUrl: service.databaseUrl });
  try {
    const answers = await Promise.all(
      rivals.map((rival, n) => follow("signup", links[n]!, rival, n % 2 ? service.url : other.url)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
  } finally {
    await other.close();
  }
});

test("a change of address takes a place and leaves none behind, and is undone whatever happened since", async () => {
  const { accounts, spelt } = await mailbox(5);
  const stranger = (await mailbox(1)).accounts[0]!;
  expect(await changeAddress(stranger, spelt())).toMatchObject(FULL);
  const leaves = accounts[0]!;
  const { email } = leaves;
  expect(await changeAddress(leaves, `se.fue.${round}@example.com`)).toMatchObject(PROVEN);
  expect(await prove(await signUp(spelt()))).toMatchObject(FULL);
  const token = await linkToken(service, email, /^Cambió el email/);
  expect(await ask(service, "POST", "/undo", { body: { token } })).toMatchObject({ json: { undone: "address" } });
  expect(await isProven(leaves)).toBe(true);
  const respelt = accounts[1]!;
  expect(await changeAddress(respelt, spelt())).toMatchObject(PROVEN);
});

test("an account at a provider takes a place", async () => {
  const { spelt } = await mailbox(5);
  const { id, email } = newAccount(elsewhere, { email: spelt() });
  const back = await walk(service, await begun(pkceBrowser(service)), id);
  expect(back.searchParams.get("error_code")).toBe("mailbox_full");
  expect(await service.db.selectFrom("auth.users").select("id").where("email", "=", email).execute()).toEqual([]);
  const { id: other } = newAccount(elsewhere, { email: (await mailbox(4)).spelt() });
  expect((await walk(service, await begun(pkceBrowser(service)), other)).searchParams.get("code")).not.toBeNull();
});

test("who recovers an account enters it, and its address stays unproven", async () => {
  const { spelt } = await mailbox(5);
  const sixth = await signUp(spelt());
  const back = await recovered(service, sixth.email);
  sure(await back.updateUser({ password: "Otra-pileta-88" }));
  expect(await isProven(sixth)).toBe(false);
});

test("who recovers a sixth account proves the mailbox by no detour over another one", async () => {
  const { spelt } = await mailbox(5);
  const sixth = await signUp(spelt());
  const back = await recovered(service, sixth.email);
  sure(await back.updateUser({ password: "Otra-pileta-88" }));
  const token = sure(await back.getSession()).session?.access_token ?? "";
  const entered = { ...sixth, client: back, token };
  expect(await changeAddress(entered, `desvio.${round}@example.com`)).toMatchObject(PROVEN);
  const undo = await linkToken(service, sixth.email, /^Cambió el email/);
  expect(await ask(service, "POST", "/undo", { body: { token: undo } })).toMatchObject({ json: { undone: "address" } });
  expect(await isProven(sixth)).toBe(false);
});

test("accounts that come back to a full mailbox leave their places in the one that they had proven meanwhile", async () => {
  const [{ spelt }, through] = [await mailbox(5), await mailbox(0)];
  const counted: boolean[] = [];
  for (let n = 0; n < 2; n += 1) {
    const account = await signUp(spelt());
    const back = await recovered(service, account.email);
    sure(await back.updateUser({ password: "Otra-pileta-88" }));
    const token = sure(await back.getSession()).session?.access_token ?? "";
    expect(await changeAddress({ ...account, client: back, token }, through.spelt())).toMatchObject(PROVEN);
    const { rows } = await sql<{ is_counted: boolean }>`select is_counted(${account.id})`.execute(service.db);
    counted.push(rows[0]!.is_counted);
    const undo = await linkToken(service, account.email, /^Cambió el email/);
    expect(await ask(service, "POST", "/undo", { body: { token: undo } })).toMatchObject({ status: 200 });
    expect(await isProven(account)).toBe(false);
  }
  expect(counted).toEqual([true, false]);
});

test("accounts that an admin made or that moved in prove it besides", async () => {
  const { accounts, spelt } = await mailbox(5);
  const [made, moved] = [await signUp(spelt()), await signUp(spelt())];
  await service.db.updateTable("auth.users").set({ invited_by: accounts[0]!.id }).where("id", "=", made.id).execute();
  await sql`insert into moved_rows (kind, old_id, new_id, person_id, source_sha256)
    values ('user', ${moved.id}, ${moved.id}, ${moved.id}, sha256(''))`.execute(service.db);
  expect(await prove(made)).toMatchObject(PROVEN);
  expect(await prove(moved)).toMatchObject(PROVEN);
});
