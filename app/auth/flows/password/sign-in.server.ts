import { sql } from "kysely";
import { z } from "zod";
import { plainAddress } from "../../../shared/credentials.ts";
import { PASSWORD_MAX } from "../../../shared/password-rules.ts";
import { wideBlock } from "../../../platform/client-address.server.ts";
import { recordEvent } from "../../core/audit.server.ts";
import { isCommonPassword } from "../../../shared/common-passwords.ts";
import type { AuthDeps } from "../deps.server.ts";
import { AuthFailure, invalidCredentials } from "../../core/auth-errors.server.ts";
import { accountKey, addressKey, countAttempt, forgiveAttempt, unlessOverloaded } from "../../limits/limits.server.ts";
import { isRemembered, notifyOfNewDevice } from "../security-notifications.server.ts";
import { withCaptcha } from "../../core/requests.server.ts";
import { startSession } from "../../sessions/sessions.server.ts";
import type { Device, OpenedSession } from "../../core/session.server.ts";

export const PasswordGrant = z.object({
  email: z.string("Email inválido"),
  password: z.string("Mínimo 8 caracteres"),
  ...withCaptcha,
});

/** The account of an e-mail, and whether it has had a session from this network. */
async function findAccount(db: AuthDeps["db"], email: string, network: string) {
  return db
    .selectFrom("auth.users as u")
    .select(["u.id", "u.encrypted_password"])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("auth.sessions as s")
            .select("s.id")
            .whereRef("s.user_id", "=", "u.id")
            .where(isRemembered)
            .where(sql<boolean>`s.ip <<= ${network}::inet`),
        )
        .as("is_known_network"),
    )
    .where("u.email", "=", email)
    .executeTakeFirst();
}

/**
 * Records a rate-limited sign-in, once an hour per network block, so a flood leaves few rows. Known and unknown accounts take
 * the same steps.
 */
async function recordRefusal({ db, limiter }: Pick<AuthDeps, "db" | "limiter">, userId: string | null, device: Device) {
  if (!(await limiter.once(`refused:${wideBlock(device.address)}`, 3600))) return;
  await db
    .transaction()
    .execute((tx) => recordEvent(tx, { event: "sign_in_refused", user_id: userId, actor_id: null, device }));
}

/** Signs in by e-mail and password. Throws the same AuthFailure 400 for an unknown e-mail and a wrong password. */
export async function signInWithPassword(
  deps: AuthDeps,
  body: z.output<typeof PasswordGrant>,
  device: Device,
): Promise<OpenedSession> {
  const { db, limiter, passwords } = deps;
  const email = plainAddress(body.email);
  const network = addressKey(device.address);
  const account = await findAccount(db, email, network);
  const own = `${accountKey(email)} ${network}`;
  // Known networks of an account have limits separate from strangers'. The number of steps is equal, so timing reveals nothing.
  const isKnown = account?.is_known_network ?? false;
  const keys = {
    sign_in_address: network,
    sign_in_account_address: own,
    sign_in_account: isKnown ? own : accountKey(email),
    sign_in_block: isKnown ? own : wideBlock(device.address),
    sign_in_everywhere: isKnown ? own : "everybody",
  };
  await countAttempt(deps, keys, body.gotrue_meta_security?.captcha_token).catch(async (refusal: unknown) => {
    if (refusal instanceof AuthFailure) await recordRefusal({ db, limiter }, account?.id ?? null, device);
    throw refusal;
  });
  const password = body.password.slice(0, PASSWORD_MAX + 1);
  const stored = account?.encrypted_password ?? null;
  const fits = await unlessOverloaded(limiter, keys, () => passwords.verify(password, stored));
  if (!fits || !account || stored === null) throw invalidCredentials();
  await forgiveAttempt(limiter, keys);
  const encrypted_password = passwords.isOutdated(stored) ? await passwords.hash(password) : stored;
  const isMoved = !stored.startsWith("$argon2id$");
  return db.transaction().execute(async (tx) => {
    // The password may have changed since it was read.
    const { numUpdatedRows } = await tx
      .updateTable("auth.users")
      .set({ last_sign_in_at: sql`now()`, encrypted_password })
      // The other system may have taken a password that is refused here.
      .$if(isMoved && isCommonPassword(password), (query) => query.set({ must_change_password: true }))
      .where("id", "=", account.id)
      .where("encrypted_password", "=", stored)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw invalidCredentials();
    if (isMoved) await recordEvent(tx, { event: "password_upgraded", user_id: account.id, device });
    await notifyOfNewDevice(deps, tx, account.id, device);
    return startSession(tx, account.id, device);
  });
}
