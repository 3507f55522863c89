import { z } from "zod";
import { ageProofs } from "../second-factors.ts";
import { PASSWORD } from "../service.ts";
import { Claims, Identities, OneKnownUser, OneUser } from "./shapes.ts";
import type { Table } from "./stage.ts";

const missing = { name: "AuthSessionMissingError", status: 400 };

/** The session's user, and changes of it. */
export const person: Table = {
  getUser: [
    {
      says: "the person",
      play: async (stage) => (await stage.patient()).watch((client) => client.getUser()),
      asks: ["GET /user"],
      data: OneUser,
    },
    {
      says: "the person with their factors",
      play: async (stage) => (await stage.patientWithApp()).watch((client) => client.getUser()),
      asks: ["GET /user"],
      data: OneUser.extend({ user: OneUser.shape.user.required({ factors: true }) }),
    },
    {
      says: "before the second factor, no more than the factors to show",
      play: async (stage) => {
        const { email } = await stage.patientWithApp();
        const ana = await stage.stranger();
        await ana.client.signInWithPassword({ email, password: PASSWORD });
        return ana.watch((client) => client.getUser());
      },
      asks: ["GET /user"],
      data: OneKnownUser.extend({ user: OneKnownUser.shape.user.required({ factors: true }) }),
    },
    {
      says: "without a session",
      play: async (stage) => (await stage.stranger()).watch((client) => client.getUser()),
      asks: [],
      error: missing,
    },
    {
      says: "a session that ended",
      play: async (stage) => {
        const { session, client } = await stage.patient();
        await client.signOut();
        return (await stage.stranger()).watch((other) => other.getUser(session.access_token));
      },
      asks: ["GET /user"],
      error: missing,
      events: ["SIGNED_OUT"],
    },
    {
      says: "a token that is none",
      play: async (stage) => (await stage.stranger()).watch((client) => client.getUser("a.b.c")),
      asks: ["GET /user"],
      error: { status: 403, code: "bad_jwt" },
    },
  ],
  updateUser: [
    {
      says: "one's metadata",
      play: async (stage) => (await stage.patient()).watch((client) => client.updateUser({ data: { color: "verde" } })),
      asks: ["PUT /user"],
      data: OneUser.extend({
        user: OneUser.shape.user.extend({ user_metadata: z.object({ color: z.literal("verde") }) }),
      }),
      events: ["USER_UPDATED"],
    },
    {
      says: "one's password",
      play: async (stage) =>
        (await stage.patient()).watch((client) => client.updateUser({ password: "Otra-clave-88" })),
      asks: ["PUT /user"],
      data: OneUser,
      events: ["USER_UPDATED"],
    },
    {
      says: "the same password",
      play: async (stage) => (await stage.patient()).watch((client) => client.updateUser({ password: PASSWORD })),
      asks: ["PUT /user"],
      error: { status: 422, code: "same_password" },
    },
    {
      says: "a weak password",
      play: async (stage) => (await stage.patient()).watch((client) => client.updateUser({ password: "12345678" })),
      asks: ["PUT /user"],
      error: { name: "AuthWeakPasswordError", status: 422, code: "weak_password" },
    },
    {
      says: "a password long after signing in",
      play: async (stage) => {
        const ana = await stage.patient();
        await ageProofs(stage.service, ana.user.id);
        return ana.watch((client) => client.updateUser({ password: "Otra-clave-88" }));
      },
      asks: ["PUT /user"],
      error: { code: "reauthentication_needed" },
    },
    {
      says: "one's phone, which is not offered",
      play: async (stage) => (await stage.patient()).watch((client) => client.updateUser({ phone: "+5491155555555" })),
      asks: ["PUT /user"],
      error: { status: 400, code: "phone_provider_disabled" },
    },
    {
      says: "without a session",
      play: async (stage) =>
        (await stage.stranger()).watch((client) => client.updateUser({ data: { color: "verde" } })),
      asks: [],
      error: missing,
    },
  ],
  reauthenticate: [
    {
      says: "by a code, which is not offered: people sign in again",
      play: async (stage) => (await stage.patient()).watch((client) => client.reauthenticate()),
      asks: ["GET /reauthenticate"],
      error: { status: 422, code: "otp_disabled" },
    },
    {
      says: "without a session",
      play: async (stage) => (await stage.stranger()).watch((client) => client.reauthenticate()),
      asks: [],
      error: missing,
    },
  ],
  getUserIdentities: [
    {
      says: "the ways into one's account",
      play: async (stage) => (await stage.patient()).watch((client) => client.getUserIdentities()),
      asks: ["GET /user"],
      data: Identities,
    },
    {
      says: "without a session",
      play: async (stage) => (await stage.stranger()).watch((client) => client.getUserIdentities()),
      asks: [],
      error: missing,
    },
  ],
  getClaims: [
    {
      says: "the claims, held against the published keys",
      play: async (stage) => (await stage.patient({ storageKey: "claims" })).watch((client) => client.getClaims()),
      asks: ["GET /.well-known/jwks.json"],
      data: Claims,
    },
    {
      says: "a signature that does not fit",
      play: async (stage) => {
        const { session, ...ana } = await stage.patient({ storageKey: "forged claims" });
        const other = await stage.patient();
        const [header, payload] = session.access_token.split(".");
        const signature = other.session.access_token.split(".")[2];
        return ana.watch((client) => client.getClaims(`${header}.${payload}.${signature}`));
      },
      asks: ["GET /.well-known/jwks.json"],
      error: { name: "AuthInvalidJwtError", status: 400, code: "invalid_jwt" },
    },
  ],
};
