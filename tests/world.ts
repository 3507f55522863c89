import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { createORPCClient } from "@orpc/client";
import { RPCLink } from "@orpc/client/fetch";
import type { RouterClient } from "@orpc/server";
import { AuthClient } from "@supabase/auth-js";
import { openApp, type App } from "../app/server/app.server.ts";
import type { Router } from "../app/server/router.server.ts";
import { readSettings } from "../app/server/settings.ts";
import { cast, type CastMember } from "../db/cast.ts";
import { createDatabase } from "./database.ts";

export type Api = RouterClient<Router>;
/** Somebody with a browser of their own: their session client, their API and their id. */
export type Person = { id: string; auth: InstanceType<typeof AuthClient>; api: Api; token: () => Promise<string> };
export type World = Awaited<ReturnType<typeof openWorld>>;

/** The typed client that a caller with this access token (or none) has. */
export function apiOf(url: string, token: () => Promise<string | null>): Api {
  return createORPCClient(
    new RPCLink({
      url: `${url}/rpc`,
      headers: async (): Promise<Record<string, string>> => {
        const bearer = await token();
        return bearer ? { authorization: `Bearer ${bearer}` } : {};
      },
    }),
  );
}

/** A session client of its own, as one browser has. */
export function sessionClient(url: string): InstanceType<typeof AuthClient> {
  const kept = new Map<string, string>();
  return new AuthClient({
    url: `${url}/auth/v1`,
    storageKey: "session",
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  });
}

/** The whole server on a database of its own, answering HTTP on a free port of 127.0.0.1. */
export async function openWorld(environment: Record<string, string> = {}) {
  const database = await createDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "kinexo-world-"));
  const settings = {
    ...readSettings({
      DATA_DIR: dataDir,
      ADMIN_EMAIL: cast.elena.email,
      ADMIN_PASSWORD: cast.elena.password,
      ...environment,
    }),
    secret: "a secret of the tests, long enough to be one",
  };
  const app: App = await openApp(settings, database.url);
  const listener = getRequestListener((request, { incoming }) =>
    app.fetch(request, { remoteAddress: incoming.socket.remoteAddress ?? "" }),
  );
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function enter(member: CastMember, signUp: boolean): Promise<Person> {
    const auth = sessionClient(url);
    const { email, password, metadata } = member;
    const { data, error } = signUp
      ? await auth.signUp({ email, password, options: { data: metadata } })
      : await auth.signInWithPassword({ email, password });
    if (error || !data.user) throw error ?? new Error(`${email} has no session`);
    const token = async () => (await auth.getSession()).data.session?.access_token ?? "";
    return { id: data.user.id, auth, api: apiOf(url, token), token };
  }

  return {
    url,
    app,
    db: app.services.db,
    dataDir,
    databaseUrl: database.url,
    anonymous: apiOf(url, async () => null),
    signUp: (member: CastMember) => enter(member, true),
    signIn: (member: CastMember) => enter(member, false),
    /** Signs up a specialist whom the admin lets in at once. */
    async approvedKine(member: CastMember): Promise<Person> {
      const kine = await enter(member, true);
      const elena = await enter(cast.elena, false);
      const pending = (await elena.api.kineApplications.list()).find(({ profile_id }) => profile_id === kine.id);
      await elena.api.kineApplications.approve({ id: pending?.id ?? "" });
      return kine;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A person of the cast's kind under another name. */
export function like(member: CastMember, name: string, more: Record<string, unknown> = {}): CastMember {
  const slug = name.toLowerCase().replaceAll(/\W+/g, ".");
  return { ...member, email: `${slug}@example.com`, metadata: { ...member.metadata, name, ...more } };
}

/** Takes the code of whatever a call refuses with, or "ok" when it answers. */
export async function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(() => "ok", (error: unknown) => (error as { code?: string }).code ?? String(error));
}

