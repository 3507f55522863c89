import { createHash, randomInt } from "node:crypto";
import { createORPCClient, ORPCError } from "@orpc/client";
import { RPCLink } from "@orpc/client/fetch";
import type { RouterClient } from "@orpc/server";
import { AuthClient } from "@supabase/auth-js";
import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { z } from "zod";
import type { Router } from "../../app/router.server.ts";
import { allErrors } from "../../app/shared/server-errors.server.ts";
import { cast, type CastMember } from "../../app/demo/cast.ts";
import { normalNumber } from "../../app/domain/licences/licence-text.ts";

export type Api = RouterClient<Router>;
/** A user with a browser: session client, API and id. */
export type Person = { id: string; auth: InstanceType<typeof AuthClient>; api: Api; token: () => Promise<string> };

/** The typed client of a caller with this access token, or none. */
export function apiOf(url: string, token: () => Promise<string | null>): Api {
  return createORPCClient(
    new RPCLink({
      url: `${url}/rpc`,
      interceptors: [({ path, next }) => next().then((answer) => asDeclared(path, answer), refusedAsDeclared(path))],
      headers: async (): Promise<Record<string, string>> => {
        const bearer = await token();
        return bearer ? { authorization: `Bearer ${bearer}` } : {};
      },
    }),
  );
}

// Programs that only call a server should not load its code.
const declared = process.env["VITEST"] ? (await import("./procedures.ts")).procedures() : null;
const refusedBy = process.env["VITEST"] ? (await import("../../app/server/openapi.server.ts")).refusedBy : null;

/** Checks an answer against its procedure's output schema, without extra fields. Throws when it does not match. */
function asDeclared(path: readonly string[], answer: unknown): unknown {
  const schema = declared?.get(path.join("."))?.["~orpc"].outputSchema as z.ZodType | undefined;
  const parsed = path[0] === "live" ? null : schema?.safeParse(answer);
  if (!parsed || parsed.success) return answer;
  throw new Error(`${path.join(".")} answers what it does not declare: ${parsed.error.message}`);
}

/** Checks that a procedure declares the code with which it refuses. Throws the refusal, or an error where it does not. */
const refusedAsDeclared = (path: readonly string[]) => (error: unknown) => {
  const procedure = error instanceof ORPCError ? declared?.get(path.join(".")) : undefined;
  const code = error instanceof ORPCError ? String(error.code) : "";
  if (procedure && code in allErrors && !refusedBy?.(procedure).some((each) => each === code))
    throw new Error(`${path.join(".")} refuses with ${code}, which it does not declare`);
  throw error;
};

/** A new session client, as in one browser. */
export function sessionClient(url: string, headers: Record<string, string> = {}): InstanceType<typeof AuthClient> {
  const stored = new Map<string, string>();
  return new AuthClient({
    url: `${url}/auth/v1`,
    headers,
    experimental: { recoveryCodes: true },
    storageKey: "session",
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
  });
}

/** A random client address: after thirty sign-ups from one address each costs a second of work. A server without trusted proxies ignores it. */
export const ownAddress = () => ({ "x-forwarded-for": `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(256)}` });

/**
 * Signs a user up or in at a running server, in a new browser; `headers` are what a proxy before the server
 * would add. Throws the account service's error.
 */
export async function enter(
  url: string,
  member: CastMember,
  way: "sign up" | "sign in",
  headers: Record<string, string> = way === "sign up" ? ownAddress() : {},
): Promise<Person> {
  const auth = sessionClient(url, headers);
  const { email, password, metadata } = member;
  const ask = (captchaToken?: string) =>
    way === "sign up"
      ? auth.signUp({ email, password, options: { data: metadata, captchaToken } })
      : auth.signInWithPassword({ email, password, options: { captchaToken } });
  let { data, error } = await ask();
  if (error?.code === "captcha_failed") ({ data, error } = await ask(await solvedCaptcha(url)));
  if (error || !data.user) throw error ?? new Error(`${email} has no session`);
  const token = async () => (await auth.getSession()).data.session?.access_token ?? "";
  const api = apiOf(url, token);
  // A patient's first case requires the consent.
  if (way === "sign up" && member.role === "patient") await consent(api);
  return { id: data.user.id, auth, api, token };
}

/** Consents to the use of health data, with the current text. */
export async function consent(api: Api): Promise<void> {
  const { version, sha256 } = await api.consents.health();
  await api.consents.giveHealth({ version, sha256 });
}

/** Solves a captcha challenge of a running server; returns the token. */
async function solvedCaptcha(url: string): Promise<string> {
  const challenge = (await (await fetch(`${url}/auth/v1/captcha`)).json()) as Challenge;
  return btoa(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }));
}

/** What a cached session may get: it has ended, or its proof has expired. */
const STALE_SESSION = ["NOT_SIGNED_IN", "RECENT_PROOF_NEEDED"];

/** The admin's session at each server, cached because a sign-in costs more than an approval. */
const admins = new Map<string, Promise<Person>>();

async function approve(url: string, kineId: string): Promise<void> {
  const elena = await admins.getOrInsertComputed(url, () => enter(url, cast.elena, "sign in"));
  const { items } = await elena.api.kineApplications.list();
  await elena.api.kineApplications.approve({
    id: items.find(({ profile_id }) => profile_id === kineId)?.id ?? "",
    is_checked: true,
  });
}

/** The same specialist with a licence that is read, as a check needs: a text without a number of its own gets one. */
function withNumber(member: CastMember): CastMember {
  const text = String(member.metadata["license_number"] ?? "");
  if (text === "" || /^\d+$/.test(normalNumber(text))) return member;
  const license_number = `MN ${BigInt(`0x${createHash("sha256").update(text).digest("hex").slice(0, 12)}`)}`;
  return { ...member, metadata: { ...member.metadata, license_number } };
}

/** Signs up a specialist and has the cast's admin check and approve them. */
export async function enterApproved(url: string, member: CastMember): Promise<Person> {
  const kine = await enter(url, withNumber(member), "sign up");
  await approve(url, kine.id).catch((error: { code?: string }) => {
    if (!STALE_SESSION.includes(error.code ?? "")) throw error;
    admins.delete(url);
    return approve(url, kine.id);
  });
  return kine;
}

/** A user like a cast member, under another name. */
export function like(member: CastMember, name: string, more: Record<string, unknown> = {}): CastMember {
  const slug = name.toLowerCase().replaceAll(/\W+/g, ".");
  return { ...member, email: `${slug}@example.com`, metadata: { ...member.metadata, name, ...more } };
}

/** Reads all pages of a list. */
export async function everyItem<Item>(
  page: (before: string | null) => Promise<{ items: Item[]; next: string | null }>,
) {
  const items: Item[] = [];
  for (let before: string | null | undefined; before !== null;) {
    const got: { items: Item[]; next: string | null } = await page(before ?? null);
    items.push(...got.items);
    before = got.next;
  }
  return items;
}

/** The code of a call's error, or "ok" when it succeeds. */
export async function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "ok",
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  );
}
