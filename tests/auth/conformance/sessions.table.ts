import { expect } from "vitest";
import { z } from "zod";
import { OneSession, SignedIn } from "./shapes.ts";
import type { Stage, Table } from "./stage.ts";

const signedOut = z.undefined();
const missing = { name: "AuthSessionMissingError", status: 400 };

/** Operations on an existing session. */
export const sessions: Table = {
  initialize: [
    {
      says: "a session from before, renewed",
      play: async (stage) =>
        (await stage.latecomer({ skipAutoInitialize: true, autoRefreshToken: true })).watch(async (client) => {
          const answer = await client.initialize();
          await client.stopAutoRefresh();
          return answer;
        }),
      asks: ["POST /token refresh_token"],
      events: ["TOKEN_REFRESHED"],
    },
  ],
  getSession: [
    {
      says: "the session kept, without asking",
      play: async (stage) => (await stage.patient()).watch((client) => client.getSession()),
      asks: [],
      data: OneSession,
    },
    {
      says: "a session that ran out, renewed",
      play: async (stage) => (await stage.latecomer()).watch((client) => client.getSession()),
      asks: ["POST /token refresh_token"],
      data: OneSession,
      events: ["TOKEN_REFRESHED"],
    },
  ],
  setSession: [
    {
      says: "tokens from elsewhere",
      play: async (stage) => {
        const { session } = await stage.patient();
        return (await stage.stranger()).watch((client) => client.setSession(session));
      },
      asks: ["GET /user"],
      data: SignedIn.extend({ session: OneSession.shape.session.extend({ expires_in: z.number() }) }),
      events: ["SIGNED_IN"],
    },
    {
      says: "tokens of a session that ended",
      play: async (stage) => {
        const { client, session } = await stage.patient();
        await client.signOut();
        return (await stage.stranger()).watch((other) => other.setSession(session));
      },
      asks: ["GET /user"],
      error: missing,
      events: ["SIGNED_OUT"],
    },
  ],
  refreshSession: [
    {
      says: "new tokens",
      play: async (stage) => (await stage.patient()).watch((client) => client.refreshSession()),
      asks: ["POST /token refresh_token"],
      data: SignedIn,
      events: ["TOKEN_REFRESHED"],
    },
    {
      says: "a refresh token that nobody was given",
      play: async (stage) =>
        (await stage.stranger()).watch((client) => client.refreshSession({ refresh_token: "nobody-was-given-this" })),
      asks: ["POST /token refresh_token"],
      error: { status: 400, code: "refresh_token_not_found" },
      events: ["SIGNED_OUT"],
    },
    {
      says: "without a session",
      play: async (stage) => (await stage.stranger()).watch((client) => client.refreshSession()),
      asks: [],
      error: missing,
    },
  ],
  startAutoRefresh: [
    {
      says: "a session about to run out, renewed",
      play: async (stage) => {
        const visitor = await stage.latecomer();
        return visitor.watch(async (client) => {
          const refreshed = visitor.hears("TOKEN_REFRESHED");
          await client.startAutoRefresh();
          await refreshed;
          await client.stopAutoRefresh();
        });
      },
      asks: ["POST /token refresh_token"],
      events: ["TOKEN_REFRESHED"],
    },
  ],
  signOut: [
    ...(["global", "local", "others"] as const).map((scope) => ({
      says: `the sessions of the scope ${scope}`,
      play: async (stage: Stage) => (await stage.patient()).watch((client) => client.signOut({ scope })),
      asks: ["POST /logout"],
      data: signedOut,
      events: scope === "others" ? [] : ["SIGNED_OUT"],
    })),
    {
      says: "a session that has ended already, without complaint",
      play: async (stage) => {
        const ana = await stage.patient();
        const other = await stage.stranger();
        await other.client.setSession(ana.session);
        await other.client.signOut();
        return ana.watch((client) => client.signOut());
      },
      asks: ["POST /logout"],
      data: signedOut,
      events: ["SIGNED_OUT"],
    },
  ],
  onAuthStateChange: [
    {
      says: "who is there, at once",
      play: async (stage) =>
        (await stage.patient()).watch(async (client) => {
          const event = await new Promise((resolve) => void client.onAuthStateChange(resolve));
          expect(event).toBe("INITIAL_SESSION");
        }),
      asks: [],
    },
  ],
  stopAutoRefresh: [
    {
      says: "nothing more is renewed",
      play: async (stage) => (await stage.patient()).watch((client) => client.stopAutoRefresh()),
      asks: [],
    },
  ],
  dispose: [
    {
      says: "nobody listens any more",
      play: async (stage) =>
        (await stage.patient()).watch(async (client) => {
          await client.dispose();
          await client.signOut({ scope: "local" });
        }),
      asks: ["POST /logout"],
      events: [],
    },
  ],
  isThrowOnErrorEnabled: [
    {
      says: "errors thrown instead of answered",
      play: async (stage) =>
        (await stage.stranger({ throwOnError: true })).watch(async (client) => {
          expect(client.isThrowOnErrorEnabled()).toBe(true);
          const thrown = await client.signInAnonymously().catch((error: unknown) => error);
          return { data: null, error: thrown };
        }),
      asks: ["POST /signup"],
      error: { status: 422, code: "anonymous_provider_disabled" },
    },
  ],
};
