import { randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import { insertUser } from "../../app/auth/core/users.server.ts";
import type { Secret } from "../../app/platform/crypto.server.ts";
import { openSigningKeys } from "../../app/auth/sessions/keys.server.ts";
import { startSession } from "../../app/auth/sessions/sessions.server.ts";
import { openAccessTokens } from "../../app/auth/sessions/tokens.server.ts";
import { register } from "../../app/domain/accounts/register.server.ts";
import { asViewer, type Database } from "../../app/platform/database/database.server.ts";
import type { CastMember } from "../../app/demo/cast.ts";
import { currentConsent } from "./consent.ts";

/** One session of a user: the tokens, and the session's id. */
export type Entered = { id: string; token: string; refreshToken: string };

const device = { address: "127.0.0.1", userAgent: null };
const base64 = (bytes: number) => randomBytes(bytes).toString("base64").replace(/=+$/, "");

/**
 * Adds users and sessions by the app's own functions, without requests: hashed passwords and captchas would take most of the time of a
 * set-up with many users. Their passwords match nothing.
 */
export async function openAccounts(server: { db: Database; secret: Secret; publicUrl: string }) {
  const { db } = server;
  const tokens = openAccessTokens(await openSigningKeys(db, server.secret), `${server.publicUrl}/auth/v1`, Date);
  const consent = await currentConsent(db);
  /** Records a user's consent to the use of health data. */
  async function giveConsent(id: string) {
    const given = { ...consent, user_id: id, document: "health_data" as const };
    await asViewer(db, id, (tx) => tx.insertInto("consents").values(given).execute());
  }
  return {
    giveConsent,
    /** Adds a user as a sign-up does; a patient also consents to the use of health data. Returns the id. */
    async signUp({ email, role, metadata }: CastMember): Promise<string> {
      const encrypted_password = `$argon2id$v=19$m=47104,t=1,p=1$${base64(16)}$${base64(32)}`;
      const id = await db.transaction().execute(async (tx) => {
        const user = await insertUser(tx, { email, encrypted_password, metadata });
        if (!user) throw new Error(`${email} is taken`);
        await register(tx, { id: user, email, metadata });
        return user;
      });
      if (role === "patient") await giveConsent(id);
      return id;
    },
    async signIn(userId: string): Promise<Entered> {
      const { session, refresh_token } = await db.transaction().execute((tx) => startSession(tx, userId, device));
      return { id: session.id, token: (await tokens.issue(session)).access_token, refreshToken: refresh_token };
    },
  };
}

/** The session id in a token. */
export function sessionOf(token: string): string {
  return claimsOf(token).session_id;
}

function claimsOf(token: string) {
  const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
  return JSON.parse(payload) as { sub: string; session_id: string; iss: string };
}

/** A validly signed token of a live session that expired a minute ago. */
export async function expiredToken(db: Database, secret: Secret, token: string): Promise<string> {
  const { kid, privateKey } = (await openSigningKeys(db, secret)).active();
  const now = Math.floor(Date.now() / 1000);
  const { sub, session_id, iss } = claimsOf(token);
  return new SignJWT({ session_id })
    .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
    .setSubject(sub)
    .setIssuer(iss)
    .setAudience("authenticated")
    .setIssuedAt(now - 660)
    .setExpirationTime(now - 60)
    .sign(privateKey);
}
