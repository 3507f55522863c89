import { rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { AuthClient } from "@supabase/auth-js";
import { Hono } from "hono";
import { sql } from "kysely";
import { pino } from "pino";
import { accountActs } from "../../app/server/account-acts.server.ts";
import { openAuth } from "../../app/auth/auth.server.ts";
import { type ProviderSettings, readSettings } from "../../app/platform/settings.ts";
import type { Register } from "../../app/auth/flows/deps.server.ts";
import { type Clock, openClock } from "../../app/platform/clock.server.ts";
import { openDatabase } from "../../app/platform/database/database.server.ts";
import { openJobs } from "../../app/platform/jobs.server.ts";
import { answerMessageRequestJob } from "../../app/auth/flows/links/email-link-requests.server.ts";
import { openMail, sendMessageJob } from "../../app/platform/mail/mail.server.ts";
import { raisedRateLimits, type RateLimitTable } from "../../app/auth/limits/rate-limits.server.ts";
import { CHEAP_PASSWORDS } from "../support/cheap-passwords.ts";
import { createDatabase, throughPooler } from "../support/database.ts";
import { makeFolder } from "../support/folder.ts";
import { messagesTo } from "../support/outbox.ts";
import { messageKinds } from "../../app/server/messages.server.ts";

export const SECRET = "a secret of the tests, long enough to be one";
/** The origin of the service's pages: passkeys are bound to its host. */
export const ORIGIN = "http://localhost";
export const PASSWORD = "Pileta-verde-77";

export type Browser = InstanceType<typeof AuthClient>;
export type Service = Awaited<ReturnType<typeof openService>>;

type Options = {
  /** Replaces the database's clock. */
  clock?: Pick<Clock, "now">;
  limits?: RateLimitTable;
  trustedProxies?: number;
  register?: Register;
  databaseUrl?: string;
  signInProviders?: ProviderSettings[];
  /** `PASSWORD_MEMORY` for a test of the time that hashing takes. */
  passwordMemory?: number;
};

/** The account service alone, over HTTP on a free port; with a new database unless one is given. */
export async function openService(options: Options = {}) {
  const database = options.databaseUrl ? { url: options.databaseUrl, drop: async () => {} } : await createDatabase();
  const { url: databaseUrl, directUrl } = throughPooler(database.url);
  const { db } = openDatabase(databaseUrl, { max: 8, isPooled: directUrl !== null, onError: () => undefined });
  const failures: unknown[] = [];
  const warnings: { msg: string }[] = [];
  const log = pino(
    { level: "warn" },
    {
      write: (line: string) => {
        const entry = JSON.parse(line) as { level: number; msg: string };
        (entry.level >= 50 ? failures : warnings).push(entry);
      },
    },
  );
  const dataDir = makeFolder("service");
  const settings = {
    ...readSettings({ PUBLIC_URL: ORIGIN, DATA_DIR: dataDir, TRUSTED_PROXIES: String(options.trustedProxies ?? 0) }),
    secret: SECRET,
    passwordMemory: options.passwordMemory ?? CHEAP_PASSWORDS,
  };
  const mail = openMail({ db, settings, log, kinds: messageKinds });
  const acts = accountActs({ mail, secret: settings.secret });
  const clock = options.clock ? null : await openClock(db, log);
  const auth = await openAuth({
    db,
    clock: options.clock ?? clock!,
    log,
    mail,
    ...acts,
    register: options.register ?? acts.register,
    limits: options.limits ?? raisedRateLimits(1000),
    settings: { ...settings, signInProviders: options.signInProviders ?? [] },
  });
  const jobs = await openJobs<{ mail: typeof mail; auth: typeof auth }>({
    db,
    databaseUrl: database.url,
    log,
    isOnlyProcess: !options.databaseUrl,
    jobs: [sendMessageJob, answerMessageRequestJob],
    resources: { mail, auth },
  });
  const app = new Hono<{ Bindings: { remoteAddress: string } }>().route("/auth/v1", auth.routes);
  const server = serve({
    fetch: (request, { incoming }) => app.fetch(request, { remoteAddress: incoming.socket.remoteAddress ?? "" }),
    hostname: "127.0.0.1",
    port: 0,
  });
  await new Promise<void>((listening) => server.once("listening", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth/v1`;
  return {
    auth,
    db,
    url,
    databaseUrl: database.url,
    /** The errors logged: bugs of ours or an unavailable database. */
    failures,
    /** The warnings logged. */
    warnings,
    /** The messages to an address so far, the latest last. */
    letters: (address: string) => messagesTo(`${dataDir}/outbox`, address),
    async close() {
      await new Promise((closed) => {
        server.close(closed);
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
      await jobs.close();
      await auth.close();
      await clock?.close();
      await db.destroy();
      await rm(dataDir, { recursive: true, force: true });
      await database.drop();
    },
  };
}

/** One browser: a session client with its own storage. */
export function browser(
  service: { url: string },
  kept = new Map<string, string>(),
  flowType: "implicit" | "pkce" = "implicit",
): Browser {
  return new AuthClient({
    url: service.url,
    storageKey: "session",
    autoRefreshToken: false,
    detectSessionInUrl: false,
    flowType,
    experimental: { recoveryCodes: true },
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  });
}

/** Sign-up metadata of a patient. */
export const patient = {
  name: "Ana Suárez",
  role: "patient",
  phone: "+54 11 5555-5555",
  birth_date: "1990-05-17",
  activity_level: "activo",
  location_city: "Palermo",
  accepted_terms: true,
};

let people = 0;
/** An unused e-mail address. */
export const newEmail = (): string => `persona.${(people += 1)}.${process.pid}@example.com`;

/** Signs a new patient up in a new browser. */
export async function signedUp(service: Service) {
  const email = newEmail();
  const client = browser(service);
  const { data, error } = await client.signUp({ email, password: PASSWORD, options: { data: patient } });
  if (error || !data.session || !data.user) throw error ?? new Error("no session");
  return { email, client, user: data.user, session: data.session };
}

/** A new patient whose account is proven to belong to the reader of its address, as if its link had been opened in its session. */
export async function claimed(service: Service) {
  const person = await signedUp(service);
  await claim(service, person.user.id);
  return person;
}

/** Claims an account, as the link of its address does in its session. The address stays unconfirmed. */
export async function claim({ db }: Pick<Service, "db">, userId: string): Promise<void> {
  await db
    .updateTable("auth.users")
    .set({ claimed_at: sql`now()` })
    .where("id", "=", userId)
    .execute();
}

/** A plain HTTP request to the service without the session client, in the client's protocol version. */
export async function ask(
  service: { url: string },
  method: string,
  path: string,
  options: { token?: string; body?: unknown; text?: string; headers?: Record<string, string> } = {},
) {
  const { token, body, text = body === undefined ? undefined : JSON.stringify(body), headers } = options;
  const response = await fetch(service.url + path, {
    method,
    body: text,
    headers: {
      "content-type": "application/json",
      "x-supabase-api-version": "2024-01-01",
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  const answer = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: (answer === "" ? {} : JSON.parse(answer)) as Record<string, unknown>,
  };
}

/** Exchanges a refresh token. */
export const refresh = (service: { url: string }, refresh_token: string) =>
  ask(service, "POST", "/token?grant_type=refresh_token", { body: { refresh_token } });
