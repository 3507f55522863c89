import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeJwt, importJWK, type JWK, SignJWT } from "jose";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unsubscribeToken } from "../../app/domain/notifications/unsubscribe-link.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { decrypt, deriveKey, encrypt, hashToken, sign } from "../../app/platform/crypto.server.ts";
import { addJob } from "../../app/platform/jobs.server.ts";
import { sendMessageJob } from "../../app/platform/mail/mail.server.ts";
import { openDatabase } from "../../app/platform/database/database.server.ts";
import { readSignedLink, signLink } from "../../app/platform/signed-links.server.ts";
import { addTotp, codeNow, sure } from "../auth/second-factors.ts";
import { claim } from "../auth/service.ts";
import { ROOT, startProgram } from "../start/program.ts";
import { createDatabase } from "../support/database.ts";
import { messagesTo } from "../support/outbox.ts";
import { apiOf, enter, like, outcome } from "../support/people.ts";
import { openNode, SECRET } from "../support/test-app.ts";

const FRESH = "the secret after the leak, long enough to be one";
const ana = like(cast.ana, "Ana Con Todo");
const rita = like(cast.ana, "Rita De Antes");
const LEGACY_CODE = "k".repeat(16);

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database?.drop());

/** The commands of a section of docs/operations.md, in order, as arguments of `npm run admin`. */
function commandsOf(title: string): string[][] {
  const [, section = ""] = readFileSync(join(ROOT, "docs/operations.md"), "utf8").split(`\n## ${title}\n`);
  const lines = section.split("\n## ")[0]?.matchAll(/^ +npm run admin -- (.+)$/gm) ?? [];
  return [...lines].map(([, line = ""]) => line.split(" "));
}

/** Claims an account, which may then have a second factor. */
async function claimAt(url: string, id: string) {
  const { db } = openDatabase(url, { max: 1, onError: () => undefined });
  await claim({ db }, id);
  await db.destroy();
}

/** Every stored value that SECRET encrypts, with its purpose and what it is bound to. */
const sealedValues = sql<{ place: string; sealed: Buffer; purpose: string; context: string }>`
  select 'signing_keys' as place, private_jwk_encrypted as sealed, 'signing keys' as purpose, kid as context from auth.signing_keys
  union all select 'mfa_factors', secret_encrypted, 'factors', id::text from auth.mfa_factors where secret_encrypted is not null
  union all select 'message_requests', sealed, 'message requests', 'message request' from auth.message_requests
  union all select 'outgoing_messages', sealed, 'messages', user_id::text from outgoing_messages where sealed is not null
  union all select 'push_keys', private_key_encrypted, 'push keys', public_key from push_keys
  union all select 'push_subscriptions', sealed, 'push subscriptions', session_id::text from push_subscriptions`;

test(
  "an operator who follows “After a leak” ends all that the old secret and a backup open, and people keep their factors, codes and messages",
  { timeout: 180_000 },
  async () => {
    // Before: a person with every thing that the secret protects, and the thief's copy.
    const before = await openNode(database.url);
    const { db } = openDatabase(database.url, { max: 2, onError: () => undefined });
    const person = await enter(before.url, ana, "sign up");
    await claimAt(database.url, person.id);
    const { secret } = await addTotp(person.auth);
    const { codes } = sure(await person.auth.mfa.recoveryCodes.generate());
    const { access_token = "", refresh_token = "" } = (await person.auth.getSession()).data.session ?? {};
    const earlier = await enter(before.url, rita, "sign up");
    await claimAt(database.url, earlier.id);
    await addTotp(earlier.auth);
    const { id: setId } = sure(await earlier.auth.mfa.recoveryCodes.generate());
    const { session_id = "" } = decodeJwt<{ session_id: string }>(access_token);
    const link = signLink(SECRET, `/files/exports/${person.id}`, session_id, Date.now());
    await before.close();
    // A set of codes as the previous version made them, and rows that wait.
    const legacyHash = hashToken(sign(deriveKey(SECRET, "codes used once"), LEGACY_CODE));
    await sql`update auth.mfa_factors set secret_encrypted = null where id = ${setId}`.execute(db);
    await sql`update auth.recovery_codes set code_hash = ${legacyHash} where ctid = (select min(ctid) from auth.recovery_codes where factor_id = ${setId})`.execute(
      db,
    );
    await sql`insert into push_subscriptions (session_id, user_id, public_key, endpoint_hash, sealed)
      select ${session_id}, ${person.id}, public_key, ${hashToken("x")},
        ${encrypt(deriveKey(SECRET, "push subscriptions"), JSON.stringify({ endpoint: "https://fcm.googleapis.com/x" }), session_id)}
      from push_keys`.execute(db);
    await sql`insert into auth.message_requests (sealed) values (${encrypt(deriveKey(SECRET, "message requests"), JSON.stringify({ kind: "recovery", email: "nobody@example.com" }), "message request")})`.execute(
      db,
    );
    const waiting = { to: { name: "Ana", address: ana.email }, told: { left: 3 } };
    await db.transaction().execute(async (tx) => {
      const row = await tx
        .insertInto("outgoing_messages")
        .values({
          user_id: person.id,
          kind: "recovery_code_used",
          sealed: encrypt(deriveKey(SECRET, "messages"), JSON.stringify(waiting), person.id),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await addJob(tx, sendMessageJob, row);
    });
    const stolen = (await sealedValues.execute(db)).rows;
    expect(new Set(stolen.map(({ place }) => place)).size).toBe(6);
    const key = stolen.find(({ place }) => place === "signing_keys")!;
    const privateKey = await importJWK(
      JSON.parse(decrypt(deriveKey(SECRET, "signing keys"), key.sealed, key.context)) as JWK,
      "ES256",
    );

    const commands = commandsOf("After a leak");
    expect(commands.map(([name]) => name)).toEqual(["secret:change", "keys:rotate"]);
    const env = { DATABASE_URL: database.url, SECRET: FRESH, SECRET_PREVIOUS: SECRET };
    for (const command of commands) {
      const run = startProgram({ env, command: ["node_modules/.bin/node", "bin/programs.mjs", "admin", ...command] });
      expect([await run.ended, run.err()]).toEqual([0, ""]);
    }

    for (const { sealed, purpose, context } of (await sealedValues.execute(db)).rows) {
      expect(() => decrypt(deriveKey(SECRET, purpose), sealed, context)).toThrow(/authenticate data/);
      expect(() => decrypt(deriveKey(FRESH, purpose), sealed, context)).not.toThrow();
    }
    await expect(openNode(database.url)).rejects.toThrow(/^SECRET does not open/);
    const after = await openNode(database.url, { secret: FRESH });
    expect(await outcome(apiOf(after.url, async () => access_token).accounts.me())).toBe("NOT_SIGNED_IN");
    const renewal = await fetch(`${after.url}/auth/v1/token?grant_type=refresh_token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ refresh_token }),
    });
    expect(renewal.status).toBe(400);
    expect((await fetch(`${after.url}${link}`)).status).toBe(404);
    const ended = apiOf(after.url, async () => null).notifications.unsubscribe({
      token: unsubscribeToken(SECRET, person.id, "digest", ana.email),
    });
    expect(await outcome(ended)).toBe("NOT_FOUND");

    const again = await enter(after.url, ana, "sign in");
    const forged = await new SignJWT(decodeJwt(await again.token()))
      .setProtectedHeader({ alg: "ES256", typ: "JWT", kid: key.context })
      .sign(privateKey);
    expect(await outcome(apiOf(after.url, async () => forged).accounts.me())).toBe("NOT_SIGNED_IN");
    const [factor] = sure(await again.auth.mfa.listFactors()).totp;
    const shown = await again.auth.mfa.challengeAndVerify({ factorId: factor!.id, code: codeNow(secret, 1) });
    expect(shown.error).toBeNull();
    const byCode = await enter(after.url, ana, "sign in");
    expect((await byCode.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? "" })).error).toBeNull();
    const byOldCode = await enter(after.url, rita, "sign in");
    expect((await byOldCode.auth.mfa.recoveryCodes.verify({ code: LEGACY_CODE })).error).toBeNull();
    const outbox = join(after.dataDir, "outbox");
    await expect
      .poll(async () => (await messagesTo(outbox, ana.email)).some(({ text }) => text.includes("3")), {
        timeout: 20_000,
      })
      .toBe(true);
    await after.close();
    await db.destroy();
  },
);

test("SECRET changes without a pause: nodes that know both secrets understand each other in either order", async () => {
  const own = await createDatabase();
  const old = await openNode(own.url, { secret: [SECRET, FRESH] });
  const renewed = await openNode(own.url, { secret: [FRESH, SECRET] });
  const there = await enter(renewed.url, rita, "sign up");
  await claimAt(own.url, there.id);
  const { secret } = await addTotp(there.auth);
  const here = await enter(old.url, rita, "sign in");
  const [factor] = sure(await here.auth.mfa.listFactors()).totp;
  const prove = (auth: typeof here.auth, step: number) =>
    auth.mfa.challengeAndVerify({ factorId: factor!.id, code: codeNow(secret, step) });
  expect((await prove(here.auth, 1)).error).toBeNull();
  const { now } = Date;
  for (const [from, to] of [
    [old, renewed],
    [renewed, old],
  ] as const) {
    const url = new URL(signLink(from.app.services.settings.secret, "/files/x", "session", now()), from.url);
    expect(readSignedLink(to.app.services.settings.secret, url, now())).toBe("session");
    expect(readSignedLink("neither of the two secrets of this test", url, now())).toBeNull();
  }
  const run = startProgram({
    env: { DATABASE_URL: own.url, SECRET: FRESH, SECRET_PREVIOUS: SECRET },
    command: ["node_modules/.bin/node", "app/commands/change-secret.ts"],
  });
  expect([await run.ended, run.err()]).toEqual([0, ""]);
  // The nodes that run, and one that knows the new secret only.
  const last = await openNode(own.url, { secret: FRESH });
  await sql`update auth.mfa_factors set last_used_step = null`.execute(last.app.services.db);
  for (const node of [old, renewed, last]) expect(await outcome(apiOf(node.url, here.token).accounts.me())).toBe("ok");
  expect((await prove((await enter(last.url, rita, "sign in")).auth, 0)).error).toBeNull();
  await Promise.all([old, renewed, last].map((node) => node.close()));
  await own.drop();
}, 180_000);
