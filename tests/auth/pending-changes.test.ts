import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lettersAbout, linkToken, recovered } from "./mailbox.ts";
import { signedUpWithTotp, sure } from "./second-factors.ts";
import { ask, browser, newEmail, openService, PASSWORD, type Service, signedUp } from "./service.ts";

const NEW_PASSWORD = "Otra-pileta-88";
const CHANGE = /^Confirmá tu nuevo email/;

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service?.close());

/** An account where an intruder with its password requested another address, in a separate session. */
async function intrudedUpon() {
  const owner = await signedUp(service);
  const intruder = browser(service);
  const { session } = sure(await intruder.signInWithPassword({ email: owner.email, password: PASSWORD }));
  const wanted = newEmail();
  sure(await intruder.updateUser({ email: wanted }));
  const token = await linkToken(service, wanted, CHANGE);
  return { owner, intruder, wanted, token, asking: session.access_token };
}

const follows = async (token_hash: string) =>
  (await browser(service).verifyOtp({ token_hash, type: "email_change" })).error?.code ?? "changed";
const resend = (email: string, token?: string) =>
  ask(service, "POST", "/resend", { token, body: { type: "email_change", email } });

test("a pending change of address ends with a new password, and is not sent again", async () => {
  const { owner, wanted, token } = await intrudedUpon();
  sure(await owner.client.updateUser({ password: NEW_PASSWORD }));
  expect(await follows(token)).toBe("otp_expired");
  await resend(owner.email);
  expect(await lettersAbout(service, wanted, CHANGE)).toHaveLength(1);
});

test("a pending change of address that a session asked for itself ends with its new password", async () => {
  const { client } = await signedUp(service);
  const wanted = newEmail();
  sure(await client.updateUser({ email: wanted }));
  sure(await client.updateUser({ password: NEW_PASSWORD }));
  expect(await follows(await linkToken(service, wanted, CHANGE))).toBe("otp_expired");
});

test("a pending change of address ends as soon as a recovery link is used", async () => {
  const { owner, token } = await intrudedUpon();
  await service.db
    .updateTable("auth.users")
    .set({ email_confirmed_at: new Date(), claimed_at: new Date() })
    .where("id", "=", owner.user.id)
    .execute();
  const client = await recovered(service, owner.email);
  expect(await follows(token)).toBe("otp_expired");
  expect(sure(await client.getUser()).user.new_email).toBeUndefined();
  // Where there is a second factor the sessions go on.
  const guarded = await signedUpWithTotp(service);
  await service.db
    .updateTable("auth.users")
    .set({ claimed_at: new Date() })
    .where("id", "=", guarded.user.id)
    .execute();
  const wanted = newEmail();
  sure(await guarded.client.updateUser({ email: wanted }));
  await recovered(service, guarded.email);
  expect(await follows(await linkToken(service, wanted, CHANGE))).toBe("otp_expired");
  expect(sure(await guarded.client.getUser()).user.email).toBe(guarded.email);
});

test("a pending change of address ends with the session that asked for it, however that one ends", async () => {
  for (const end of [
    ({ owner }: Intruded) => owner.client.signOut({ scope: "others" }),
    ({ intruder }: Intruded) => intruder.signOut({ scope: "local" }),
  ]) {
    const person = await intrudedUpon();
    await end(person);
    expect(await follows(person.token)).toBe("otp_expired");
  }
});
type Intruded = Awaited<ReturnType<typeof intrudedUpon>>;

test("an account that is suspended has no change of address pending", async () => {
  const { owner, token } = await intrudedUpon();
  const { user: admin } = await signedUp(service);
  await service.db.insertInto("user_roles").values({ user_id: admin.id, role: "admin" }).execute();
  await service.db.transaction().execute(async (tx) => {
    await sql`select set_config('kinexo.viewer', ${admin.id}, true)`.execute(tx);
    await tx.insertInto("suspensions").values({ user_id: owner.user.id, reason: "Spam" }).execute();
  });
  expect(await follows(token)).toBe("otp_expired");
});

test("a change of address that names no session, as an earlier version kept it, is not made", async () => {
  const { token, owner } = await intrudedUpon();
  await service.db
    .updateTable("auth.one_time_tokens")
    .set({ session_id: null })
    .where("user_id", "=", owner.user.id)
    .execute();
  expect(await follows(token)).toBe("otp_expired");
});

test("only the session that asked for another address has its link sent again", async () => {
  const { owner, wanted, token, asking } = await intrudedUpon();
  const owners = await resend(owner.email, owner.session.access_token);
  const nobodys = await resend(owner.email);
  expect([owners.status, nobodys.status, nobodys.json]).toEqual([200, 200, {}]);
  expect(await lettersAbout(service, wanted, CHANGE)).toHaveLength(1);
  await resend(owner.email, asking);
  expect(await lettersAbout(service, wanted, CHANGE)).toHaveLength(2);
  expect(await follows(token)).toBe("otp_expired");
  expect(await follows(await linkToken(service, wanted, CHANGE))).toBe("changed");
});

test("a pending change of address is cancelled by any session of the account, by asking for the address in use", async () => {
  const { owner, token } = await intrudedUpon();
  expect(sure(await owner.client.getUser()).user.new_email).toBeDefined();
  const { user } = sure(await owner.client.updateUser({ email: owner.email }));
  expect(user.new_email).toBeUndefined();
  expect(await follows(token)).toBe("otp_expired");
});
