import { SignJWT } from "jose";
import { sql } from "kysely";
import { openSigningKeys } from "../../app/auth/sessions/keys.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import { cast } from "../../app/demo/cast.ts";
import type { Principal } from "./procedures.table.ts";
import { like, type Person } from "../support/people.ts";
import type { TestApp } from "../support/test-app.ts";

/** Each principal's access token and user id; `forged`, `expired` and the ended sessions are the owner's. */
export type Principals = { tokens: Record<Principal, string | null>; ids: Record<Principal, string> };

/** Creates all principals in a test app, each with a session. */
export async function openPrincipals(testApp: TestApp): Promise<Principals> {
  const member = (name: string) => like(cast.carla, name, { license_number: `MN ${name}` });
  const kine = (name: string) => testApp.approvedKine(member(name));
  const pending = (name: string, license_number: string) => testApp.signUp(like(cast.diego, name, { license_number }));
  const owner = await testApp.signUp(cast.ana);
  const people: Partial<Record<Principal, Person>> = {
    owner,
    "owner in an old session": await testApp.signIn(cast.ana),
    "other patient": await testApp.signUp(cast.bruno),
    "kine without application": await kine("Sin"),
    "kine in an old session": await testApp.signIn(member("Sin")),
    "kine proposed": await kine("Propuesta"),
    "kine accepted": await kine("Aceptada"),
    "kine rejected": await kine("Rechazada"),
    "pending kine": await testApp.signUp(cast.diego),
    "turned down kine": await pending("Rechazado", "MN 777"),
    "unapproved admin": await pending("Apurado", "MN 778"),
    "kine with a temporary password": await kine("Temporal"),
    admin: await testApp.signIn(cast.elena),
    "admin in an old session": await testApp.signIn(cast.elena),
    suspended: await kine("Parado"),
    "suspended in a live session": await kine("Parada"),
    "half patient": await testApp.signUp(like(cast.ana, "Media")),
    "half kine": await kine("Medio"),
    "half admin": await testApp.signUp(like(cast.bruno, "Mitad")),
    "signed out": await testApp.signIn(cast.ana),
    "session over": await testApp.signIn(cast.ana),
    deleted: await testApp.signUp(like(cast.ana, "Borrada")),
  };
  const tokens = {} as Principals["tokens"];
  const ids = {} as Principals["ids"];
  for (const [principal, person] of Object.entries(people) as [Principal, Person][]) {
    [tokens[principal], ids[principal]] = [await person.token(), person.id];
  }
  tokens.anonymous = null;
  tokens.forged = `${tokens.owner!.slice(0, -8)}AAAAAAAA`;
  tokens.expired = await expiredToken(testApp.db, testApp.app.services.settings.secret, tokens.owner!);
  ids.anonymous = ids.forged = ids.expired = owner.id;
  await people["signed out"]!.auth.signOut({ scope: "local" });
  const { db } = testApp;
  await db
    .updateTable("auth.sessions")
    .set({ created_at: new Date(0), not_after: new Date(1000) })
    .where("id", "=", sessionOf(tokens["session over"]!))
    .execute();
  await db.deleteFrom("auth.users").where("id", "=", ids.deleted).execute();
  await db
    .updateTable("profiles")
    .set({ approval_status: "rejected" })
    .where("id", "=", ids["turned down kine"])
    .execute();
  await db
    .updateTable("auth.users")
    .set({ must_change_password: true })
    .where("id", "=", ids["kine with a temporary password"])
    .execute();
  await db.updateTable("user_roles").set({ role: "admin" }).where("user_id", "=", ids["unapproved admin"]).execute();
  await people.admin!.api.accounts.assignRole({ user_id: ids["half admin"], role: "admin" });
  for (const who of ["suspended", "suspended in a live session"] as const) {
    await people.admin!.api.moderation.suspend({ id: ids[who], reason: "Spam" });
  }
  await db
    .updateTable("auth.sessions")
    .set({ ended_at: null, end_reason: null })
    .where("id", "=", sessionOf(tokens["suspended in a live session"]!))
    .execute();
  await ageSessions(db, tokens);
  // A second factor that their sessions have not verified.
  for (const half of ["half patient", "half kine", "half admin"] as const) {
    await db
      .insertInto("auth.mfa_factors")
      .values({ user_id: ids[half], factor_type: "webauthn", status: "verified" })
      .execute();
  }
  return { tokens, ids };
}

/** Makes the old sessions three hours old. The proofs of the others outlast any test. */
async function ageSessions(db: Database, tokens: Principals["tokens"]) {
  const old = (Object.keys(tokens) as Principal[])
    .filter((who) => who.endsWith("in an old session"))
    .map((who) => sessionOf(tokens[who]!));
  await db
    .updateTable("auth.sessions")
    .set({ proofs: JSON.stringify([{ method: "password", timestamp: 4_000_000_000 }]) })
    .where("id", "not in", old)
    .execute();
  await db
    .updateTable("auth.sessions")
    .set({ created_at: sql`now() - interval '3 hours'` })
    .where("id", "in", old)
    .execute();
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
export async function expiredToken(db: Database, secret: string, token: string): Promise<string> {
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
