import { sql } from "kysely";
import { generateSync } from "otplib";
import type { RateLimitName } from "../../app/auth/limits/rate-limits.server.ts";
import { type Browser, claimed, type Service } from "./service.ts";

/** Unwraps the session client's result; throws its error. */
export function sure<A extends { data: unknown; error: Error | null }>({ data, error }: A) {
  if (error) throw error;
  return data as NonNullable<Extract<A, { error: null }>["data"]>;
}

/** The code of a session client's error. */
export const codeOf = ({ error }: { error: unknown }) => (error as { code?: string } | null)?.code;

/** An authenticator app's code, `steps` of 30 seconds after `at` (ms). */
export const codeNow = (secret: string, steps = 0, at = Date.now()) =>
  generateSync({ secret, epoch: Math.floor(at / 1000) + steps * 30 });

/** Adds an authenticator app to the signed-in user by its code of `usedAt` (ms), which raises the session to aal2. */
export async function addTotp(client: Browser, friendlyName = "Teléfono") {
  const { id, totp } = sure(await client.mfa.enroll({ factorType: "totp", friendlyName }));
  const usedAt = Date.now();
  const code = codeNow(totp.secret, 0, usedAt);
  const verified = sure(await client.mfa.challengeAndVerify({ factorId: id, code }));
  return { factorId: id, secret: totp.secret, usedAt, verified };
}

/** Makes a factor's used codes valid again, as if time had passed. */
export async function forgetUsedSteps(service: Service) {
  await service.db.updateTable("auth.mfa_factors").set({ last_used_step: null }).execute();
}

/** Makes all of a user's proofs six minutes older. */
export async function ageProofs(service: Service, userId: string) {
  await sql`update auth.sessions set created_at = created_at - interval '6 minutes', proofs = (
    select coalesce(jsonb_agg(jsonb_set(p, '{timestamp}', to_jsonb((p ->> 'timestamp')::bigint - 360))), '[]')
    from jsonb_array_elements(proofs) as p) where user_id = ${userId}`.execute(service.db);
}

/** Counts 20 more failures: after the next one, the following attempt waits five minutes, however slow the machine. */
export async function countManyFailures({ db }: Pick<Service, "db">, limit: RateLimitName) {
  await db
    .updateTable("auth.rate_limits")
    .set({ points: sql`points + 20` })
    .where("key", "like", `${limit}:%`)
    .execute();
}

/** A new patient with an authenticator app, at aal2. */
export async function signedUpWithTotp(service: Service) {
  const person = await claimed(service);
  return { ...person, ...(await addTotp(person.client)) };
}
