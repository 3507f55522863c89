import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeNow, codeOf, sure } from "../auth/second-factors.ts";
import { browser } from "../auth/service.ts";
import { messagesTo } from "../support/outbox.ts";
import { openMove, type TestMove } from "./moving.ts";
import { oldId } from "./source-database.ts";

const TOTP_SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const LATER = "2026-10-01T10:00:00Z";
const UNCONFIRMED = { email_confirmed_at: null };
/** As systems write it that confirm each address at its sign-up, and as one was written to later on. */
const WITHOUT_MAIL = { confirmation_sent_at: null, recovery_sent_at: "2025-04-01T12:00:00Z" };
let move: TestMove;

beforeAll(async () => {
  move = await openMove();
  const { source } = move;
  const at = "2025-03-01T12:00:00Z";
  const guarded = async (name: string, user = {}) => {
    const factor = { factor_type: "totp", status: "verified", secret: TOTP_SECRET, created_at: at, updated_at: at };
    const user_id = await source.person(name, { user });
    await source.insert("auth.mfa_factors", { ...factor, id: oldId("factor", name), user_id });
  };
  await guarded("Confirmada");
  await guarded("Sin Confirmar", UNCONFIRMED);
  await guarded("Sin Correo", WITHOUT_MAIL);
  const googles = await source.person("De Google", { user: { confirmation_sent_at: null } });
  await source.insert("auth.identities", {
    user_id: googles,
    provider: "google",
    provider_id: "108765432109876543210",
    identity_data: { sub: "108765432109876543210", email: "de.google@example.com", email_verified: true },
    created_at: at,
    updated_at: at,
  });
  const first = await source.person("Gemela");
  const stranger = await source.person("Intrusa", {
    user: { ...UNCONFIRMED, email: "GEMELA@example.com", last_sign_in_at: LATER },
  });
  const earlier = await source.person("Doble");
  const last = await source.person("Doble Otra", { user: { email: "DOBLE@example.com", last_sign_in_at: LATER } });
  const answers = [`email_twice;${stranger};merge:${first}`, `email_twice;${earlier};merge:${last}`];
  await move.run({ choices: ["hallazgo;id;elección", ...answers].join("\n") });
});
afterAll(() => move?.close());

test("a moved second factor and a confirmed address claim the account: a recovery link asks the factor and removes nothing", async () => {
  expect(
    await move.rows(`select email, claimed_at = email_confirmed_at as claimed from auth.users u
      where exists (select from auth.mfa_factors f where f.user_id = u.id) order by email`),
  ).toEqual([
    { email: "confirmada@example.com", claimed: true },
    { email: "sin.confirmar@example.com", claimed: null },
    { email: "sin.correo@example.com", claimed: null },
  ]);
  const node = await move.open();
  try {
    const client = browser({ url: `${node.url}/auth/v1` });
    const email = "confirmada@example.com";
    sure(await client.resetPasswordForEmail(email));
    const letters = () => messagesTo(join(node.dataDir, "outbox"), email);
    await expect.poll(async () => (await letters()).length).toBe(1);
    const [letter] = await letters();
    const token_hash = new URLSearchParams(new URL(letter?.link ?? "").hash.slice(1)).get("token_hash") ?? "";
    sure(await client.verifyOtp({ token_hash, type: "recovery" }));
    expect(codeOf(await client.updateUser({ password: "Otra-pileta-88" }))).toBe("insufficient_aal");
    const [factor] = sure(await client.mfa.listFactors()).totp;
    sure(await client.mfa.challengeAndVerify({ factorId: factor?.id ?? "", code: codeNow(TOTP_SECRET) }));
    sure(await client.updateUser({ password: "Otra-pileta-88" }));
  } finally {
    await node.close();
  }
});

test("an address counts as confirmed where a mail to it was answered, or Google says whose it is, and not where the old system asked nobody", async () => {
  const confirmed = await move.rows<{ email: string; is_confirmed: boolean }>(
    "select email, email_confirmed_at is not null as is_confirmed from auth.users where email ~ '^(confirmada|sin|de)[.@]' order by email",
  );
  expect(confirmed.map(({ email, is_confirmed }) => [email.split("@")[0], is_confirmed])).toEqual([
    ["confirmada", true],
    ["de.google", true],
    ["sin.confirmar", false],
    ["sin.correo", false],
  ]);
});

test("of two accounts with one address a confirmed one stays; its password only where the merged one was confirmed too", async () => {
  const stays = await move.rows(
    `select m.old_id, u.encrypted_password is not null as has_password from moved_rows m join auth.users u on u.id = m.new_id
    where m.kind = 'user' and not m.is_merged and u.email in ('gemela@example.com', 'doble@example.com') order by u.email`,
  );
  expect(stays).toEqual([
    { old_id: oldId("user", "Doble Otra"), has_password: true },
    { old_id: oldId("user", "Gemela"), has_password: false },
  ]);
});
