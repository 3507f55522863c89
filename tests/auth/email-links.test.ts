import { AuthClient } from "@supabase/auth-js";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { raisedRateLimits } from "../../app/auth/limits/rate-limits.server.ts";
import { quiet } from "./mailbox.ts";
import {
  ask,
  type Browser,
  browser,
  newEmail,
  openService,
  PASSWORD,
  refresh,
  type Service,
  signedUp,
} from "./service.ts";

const NEW_PASSWORD = "Otra-pileta-88";
const PATIENCE = { timeout: 60_000, interval: 50 };

let service: Service;
let otherNode: Service;
beforeAll(async () => {
  service = await openService();
  otherNode = await openService({ databaseUrl: service.databaseUrl });
});
afterAll(async () => {
  await otherNode?.close();
  await service?.close();
});

/** Waits for a message to an address with this subject for which `isMeant` holds. Either node may have sent it. */
async function letter(address: string, subject: RegExp, isMeant: (one: { link: string }) => boolean = () => true) {
  return vi.waitFor(async () => {
    const all = [...(await service.letters(address)), ...(await otherNode.letters(address))];
    const found = all.findLast((one) => subject.test(one.subject) && isMeant(one));
    expect(found, `a message about ${subject} to ${address}`).toBeDefined();
    return found!;
  }, PATIENCE);
}
const tokenOf = ({ link }: { link: string }) => new URLSearchParams(new URL(link).hash.slice(1)).get("token_hash")!;
/** A new patient whose account is proven to belong to the reader of its address. */
async function claimed() {
  const person = await signedUp(service);
  await sql`update auth.users set claimed_at = now() where id = ${person.user.id}`.execute(service.db);
  return person;
}
const userStatus = async (token: string) => (await ask(service, "GET", "/user", { token })).status;

const seen: string[] = [];
/** Requests a recovery link and returns its new token from the mailbox. */
async function recoveryToken(email: string, client: Browser = browser(service)) {
  const { error } = await client.resetPasswordForEmail(email, { redirectTo: "http://localhost/forgot-password" });
  expect(error).toBeNull();
  const token = tokenOf(await letter(email, /nueva contraseña/, (one) => !seen.includes(tokenOf(one))));
  seen.push(token);
  return token;
}

test("a new account is sent a link that confirms its address once, and is used without it", async () => {
  const { email, user, client } = await signedUp(service);
  expect(user.email_confirmed_at).toBeUndefined();
  const token_hash = tokenOf(await letter(email, /^Confirmá tu email/));
  const confirmed = await browser(service).verifyOtp({ token_hash, type: "signup" });
  expect([confirmed.error, confirmed.data.session]).toEqual([null, null]);
  const { data } = await client.getUser();
  expect(data.user?.email_confirmed_at).toBeTypeOf("string");
  expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email, email_verified: true });
  const again = await browser(service).verifyOtp({ token_hash, type: "signup" });
  expect(again.error).toMatchObject({ status: 403, code: "otp_expired" });
});

test("a recovery link opens a session, sets a new password and ends every other session", async () => {
  const { email, session } = await claimed();
  const client = browser(service);
  const events: string[] = [];
  client.onAuthStateChange((event) => void events.push(event));
  const { data, error } = await client.verifyOtp({ token_hash: await recoveryToken(email), type: "recovery" });
  expect([error, data.user?.email]).toEqual([null, email]);
  expect(events).toContain("PASSWORD_RECOVERY");
  expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  expect(await userStatus(session.access_token)).toBe(403);
  expect((await refresh(service, session.refresh_token)).status).toBe(400);
  expect(await userStatus(data.session!.access_token)).toBe(200);
  expect((await browser(service).signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
    "invalid_credentials",
  );
  expect((await browser(service).signInWithPassword({ email, password: NEW_PASSWORD })).error).toBeNull();
  expect((await letter(email, /^Cambió tu contraseña/)).text).toContain("No fui yo");
});

test("a recovery link ends the old password and the sessions at once, so that nobody who has them sets the next one", async () => {
  const { email, session } = await claimed();
  const owner = browser(service);
  expect((await owner.verifyOtp({ token_hash: await recoveryToken(email), type: "recovery" })).error).toBeNull();
  expect(
    (await ask(service, "PUT", "/user", { token: session.access_token, body: { password: "Ajena-pileta-99" } })).status,
  ).toBe(403);
  expect((await browser(service).signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
    "invalid_credentials",
  );
  expect((await owner.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  expect((await browser(service).signInWithPassword({ email, password: NEW_PASSWORD })).error).toBeNull();
});

test("with a code challenge a followed link gives a code that only the asking browser can exchange, once", async () => {
  const { email } = await signedUp(service);
  const kept = new Map<string, string>();
  const asking = new AuthClient({
    url: service.url,
    flowType: "pkce",
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storageKey: "session",
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  });
  const token = await recoveryToken(email, asking);
  const follow = () =>
    fetch(
      `${service.url}/verify?${new URLSearchParams({ token, type: "recovery", redirect_to: "http://localhost/forgot-password" })}`,
      { redirect: "manual" },
    );
  const target = new URL((await follow()).headers.get("location")!);
  expect(`${target.origin}${target.pathname}`).toBe("http://localhost/forgot-password");
  const code = target.searchParams.get("code")!;
  const stolen = await ask(service, "POST", "/token?grant_type=pkce", {
    body: { auth_code: code, code_verifier: "x".repeat(60) },
  });
  expect([stolen.status, stolen.json.code]).toEqual([400, "bad_code_verifier"]);
  expect((await asking.exchangeCodeForSession(code)).error?.code).toBe("flow_state_not_found");
  const over = new URL((await follow()).headers.get("location")!);
  expect(over.hash).toContain("error_code=otp_expired");

  const fresh = await recoveryToken(email, asking);
  const next = await fetch(`${service.url}/verify?token=${fresh}&type=recovery`, { redirect: "manual" });
  const { data, error } = await asking.exchangeCodeForSession(
    new URL(next.headers.get("location")!).searchParams.get("code")!,
  );
  expect([error, data.session?.user.email]).toEqual([null, email]);
});

test("a followed link leads nowhere but into the product", async () => {
  for (const redirect_to of [
    "https://evil.example/x",
    "//evil.example",
    "javascript:alert(1)",
    "http://localhost.evil.example",
  ]) {
    const answer = await fetch(
      `${service.url}/verify?${new URLSearchParams({ token: "x", type: "recovery", redirect_to })}`,
      { redirect: "manual" },
    );
    expect(new URL(answer.headers.get("location")!).origin).toBe("http://localhost");
  }
});

test("of 20 uses of a link at once on two nodes one succeeds", async () => {
  const { email } = await signedUp(service);
  const token_hash = await recoveryToken(email);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      browser(turn % 2 ? service : otherNode).verifyOtp({ token_hash, type: "recovery" }),
    ),
  );
  expect(answers.filter(({ error }) => !error)).toHaveLength(1);
  expect(answers.filter(({ error }) => error?.code === "otp_expired")).toHaveLength(19);
});

test("a link is worth nothing after an hour, after a newer one, after a new password, or as another kind", async () => {
  const { email, user } = await claimed();
  const owner = browser(service);
  const uses = async (token_hash: string, type: "recovery" | "signup" | "email_change" = "recovery") =>
    (await browser(service).verifyOtp({ token_hash, type })).error?.code ?? "ok";
  const old = await recoveryToken(email);
  await sql`update auth.one_time_tokens set expires_at = now() where user_id = ${user.id} and kind = 'recovery'`.execute(
    service.db,
  );
  expect(await uses(old)).toBe("otp_expired");
  expect((await owner.verifyOtp({ token_hash: await recoveryToken(email), type: "recovery" })).error).toBeNull();
  const first = await recoveryToken(email);
  const second = await recoveryToken(email);
  expect([await uses(first), await uses(second, "signup"), await uses(second, "email_change")]).toEqual([
    "otp_expired",
    "otp_expired",
    "otp_expired",
  ]);
  expect((await owner.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  expect(await uses(second)).toBe("otp_expired");
});

test("who has a session and keeps changing the password keeps nobody from a recovery: its link serves ten minutes more", async () => {
  const { email, user, client } = await claimed();
  const intruder = async (password: string) => expect((await client.updateUser({ password })).error).toBeNull();
  const first = await recoveryToken(email);
  await intruder("De-quien-entro-1");
  await sql`update auth.one_time_tokens set created_at = created_at - interval '10 minutes', expires_at = expires_at - interval '10 minutes'
    where user_id = ${user.id} and kind = 'recovery'`.execute(service.db);
  const owner = browser(service);
  expect((await owner.verifyOtp({ token_hash: first, type: "recovery" })).error?.code).toBe("otp_expired");
  const second = await recoveryToken(email);
  await intruder("De-quien-entro-2");
  expect((await owner.verifyOtp({ token_hash: second, type: "recovery" })).error).toBeNull();
  expect((await client.updateUser({ password: "De-quien-entro-3" })).error).not.toBeNull();
});

test("whoever asks cannot tell a known address from an unknown one, and nothing of either is kept in clear", async () => {
  const { email } = await signedUp(service);
  const nobody = newEmail();
  const answer = async (address: string) => {
    const { status, json } = await ask(service, "POST", "/recover", { body: { email: address } });
    return { status, json };
  };
  expect(await answer(nobody)).toEqual(await answer(email));
  await letter(email, /nueva contraseña/);
  await quiet(service);
  expect(await service.letters(nobody)).toEqual([]);
  const { rows } = await sql<{ row: string }>`select t::text as row from auth.one_time_tokens t
    union all select r::text from auth.message_requests r union all select j::text from graphile_worker._private_jobs j`.execute(
    service.db,
  );
  expect(rows.map(({ row }) => row).join("\n")).not.toContain(nobody);
});

test("another e-mail is used once its own mailbox confirms it, and the one before is told twice", async () => {
  const { email, client } = await signedUp(service);
  const address = newEmail();
  const change = await client.updateUser({ email: address });
  expect([change.error, change.data.user?.email, change.data.user?.new_email]).toEqual([null, email, address]);
  expect((await letter(email, /^Pidieron cambiar el email/)).text).toContain(address);
  const token_hash = tokenOf(await letter(address, /^Confirmá tu nuevo email/));
  expect((await browser(service).verifyOtp({ token_hash, type: "email_change" })).error).toBeNull();
  expect((await letter(email, /^Cambió el email/)).text).toContain(address);
  const { data } = await client.getUser();
  expect([data.user?.email, data.user?.new_email]).toEqual([address, undefined]);
  const profile = await service.db
    .selectFrom("profiles")
    .select("email")
    .where("id", "=", data.user!.id)
    .executeTakeFirst();
  expect(profile?.email).toBe(address);
  expect((await browser(service).signInWithPassword({ email: address, password: PASSWORD })).error).toBeNull();
  expect((await browser(service).signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
    "invalid_credentials",
  );
});

test("whether an address that somebody asks for has an account shows only in its mailbox", async () => {
  const [ana, bea] = [await signedUp(service), await signedUp(service)];
  const nobody = newEmail();
  const answerTo = async (email: string) => {
    const { json, status } = await ask(service, "PUT", "/user", { token: ana.session.access_token, body: { email } });
    const { updated_at: _, new_email, email_change_sent_at, ...rest } = json;
    expect([new_email, typeof email_change_sent_at]).toEqual([email, "string"]);
    return { status, rest };
  };
  expect(await answerTo(bea.email)).toEqual(await answerTo(nobody));
  await answerTo(bea.email);
  const told = await letter(bea.email, /^Pidieron usar tu email en otra cuenta/);
  expect(told.link).not.toContain("token");
  expect((await service.letters(bea.email)).some(({ subject }) => subject.startsWith("Confirmá tu nuevo"))).toBe(false);
  // Nor may the link be sent again.
  await ask(service, "POST", "/resend", {
    token: ana.session.access_token,
    body: { type: "email_change", email: ana.email },
  });
  await quiet(service);
  expect((await service.letters(bea.email)).some(({ subject }) => subject.startsWith("Confirmá tu nuevo"))).toBe(false);
});

test("an address that somebody takes before the link is used is refused", async () => {
  const [ana, bea] = [await signedUp(service), await signedUp(service)];
  const wanted = newEmail();
  expect((await ana.client.updateUser({ email: wanted })).error).toBeNull();
  const token_hash = tokenOf(await letter(wanted, /^Confirmá tu nuevo email/));
  await sql`update auth.users set email = ${wanted} where id = ${bea.user.id}`.execute(service.db);
  expect((await browser(service).verifyOtp({ token_hash, type: "email_change" })).error?.code).toBe("email_exists");
});

test("another e-mail needs a sign-in of the last five minutes", async () => {
  const { user, client } = await signedUp(service);
  await sql`update auth.sessions set created_at = created_at - interval '6 minutes' where user_id = ${user.id}`.execute(
    service.db,
  );
  expect((await client.updateUser({ email: newEmail() })).error?.code).toBe("reauthentication_needed");
});

test("a link that got lost is sent again", async () => {
  const { email, client } = await signedUp(service);
  await letter(email, /^Confirmá tu email/);
  await quiet(service);
  const before = (await service.letters(email)).length + (await otherNode.letters(email)).length;
  expect((await client.resend({ type: "signup", email })).error).toBeNull();
  await vi.waitFor(
    async () =>
      expect((await service.letters(email)).length + (await otherNode.letters(email)).length).toBe(before + 1),
    PATIENCE,
  );
});

test("messages that are asked for again and again ask for a captcha, and then wait", async () => {
  const limits = raisedRateLimits(1000);
  Object.assign(limits.recovery_recipient, { free: 4, captcha_after: 2 });
  const limited = await openService({ limits, databaseUrl: service.databaseUrl });
  const address = newEmail();
  const codes = [];
  for (let turn = 0; turn < 4; turn += 1)
    codes.push((await ask(limited, "POST", "/recover", { body: { email: address } })).json.code ?? "ok");
  await limited.close();
  expect(codes).toEqual(["ok", "ok", "captcha_failed", "captcha_failed"]);
});
