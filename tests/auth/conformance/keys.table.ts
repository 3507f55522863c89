import { z } from "zod";
import { newAuthenticator } from "../authenticator.ts";
import { ORIGIN } from "../service.ts";
import { sure } from "../second-factors.ts";
import { addPasskey, challengeKey, inBrowserWith, newPasskey, passkeyAnswer, rpId } from "./keys.ts";
import * as shapes from "./shapes.ts";
import type { Stage, Table } from "./stage.ts";

const friendlyName = "Llave";

/** A patient with a security key that is not registered yet. */
async function patientAddingKey(stage: Stage) {
  const ana = await stage.patient();
  const key = newAuthenticator();
  const { id } = sure(await ana.client.mfa.webauthn.enroll({ friendlyName }));
  return { ...ana, key, factorId: id };
}

/** A patient with a security key as second factor. */
async function patientWithKey(stage: Stage) {
  const ana = await patientAddingKey(stage);
  sure(await ana.client.mfa.webauthn.verify(await challengeKey(ana.client, ana.key, ana.factorId)));
  return ana;
}

async function patientWithPasskey(stage: Stage) {
  const ana = await stage.patient();
  const key = newAuthenticator();
  return { ...ana, key, passkeyId: (await addPasskey(ana.client, key)).id };
}

const added = ["POST /factors", "POST /factors/:id/challenge", "POST /factors/:id/verify"];
const missing = { name: "AuthSessionMissingError", status: 400 };

/** Security keys as second factors, and passkeys. */
export const keys: Table = {
  "mfa.webauthn.enroll": [
    {
      says: "a key",
      play: async (stage) => (await stage.patient()).watch((client) => client.mfa.webauthn.enroll({ friendlyName })),
      asks: ["POST /factors"],
      data: shapes.EnrolledKey,
    },
  ],
  "mfa.webauthn.challenge": [
    {
      says: "what the key answers",
      play: async (stage) => {
        const { key, factorId, watch } = await patientAddingKey(stage);
        return inBrowserWith(key, () =>
          watch((client) => client.mfa.webauthn.challenge({ factorId, webauthn: { rpId, rpOrigins: [ORIGIN] } })),
        );
      },
      asks: ["POST /factors/:id/challenge"],
      data: z.object({ factorId: z.uuid(), challengeId: z.uuid(), webauthn: z.object({ type: z.literal("create") }) }),
    },
  ],
  "mfa.webauthn.verify": [
    {
      says: "the key's answer, which raises the session",
      play: async (stage) => {
        const { client, key, factorId, watch } = await patientAddingKey(stage);
        const answer = await challengeKey(client, key, factorId);
        return watch((at) => at.mfa.webauthn.verify(answer));
      },
      asks: ["POST /factors/:id/verify"],
      data: shapes.Verified,
      events: ["MFA_CHALLENGE_VERIFIED"],
    },
    {
      says: "the answer of another key",
      play: async (stage) => {
        const { client, factorId, watch } = await patientWithKey(stage);
        const other = await patientWithKey(stage);
        const answer = await challengeKey(client, other.key, factorId);
        return watch((at) => at.mfa.webauthn.verify(answer));
      },
      asks: ["POST /factors/:id/verify"],
      error: { code: "mfa_verification_failed" },
    },
  ],
  "mfa.webauthn.register": [
    {
      says: "a key, from its name to the session that it raises",
      play: async (stage) => {
        const { watch } = await stage.patient();
        return inBrowserWith(newAuthenticator(), () =>
          watch((client) => client.mfa.webauthn.register({ friendlyName })),
        );
      },
      asks: added,
      data: shapes.Verified,
      events: ["MFA_CHALLENGE_VERIFIED"],
    },
  ],
  "mfa.webauthn.authenticate": [
    {
      says: "a key, asked and answered",
      play: async (stage) => {
        const { key, factorId, watch } = await patientWithKey(stage);
        return inBrowserWith(key, () => watch((client) => client.mfa.webauthn.authenticate({ factorId })));
      },
      asks: added.slice(1),
      data: shapes.Verified,
      events: ["MFA_CHALLENGE_VERIFIED"],
    },
  ],
  registerPasskey: [
    {
      says: "a passkey made by the browser",
      play: async (stage) => {
        const { watch } = await stage.patient();
        return inBrowserWith(newAuthenticator(), () => watch((client) => client.registerPasskey()));
      },
      asks: ["POST /passkeys/registration/options", "POST /passkeys/registration/verify"],
      data: shapes.Passkey,
    },
  ],
  signInWithPasskey: [
    {
      says: "a session by the browser's passkey",
      play: async (stage) => {
        const { key } = await patientWithPasskey(stage);
        const { watch } = await stage.stranger();
        return inBrowserWith(key, () => watch((client) => client.signInWithPasskey()));
      },
      asks: ["POST /passkeys/authentication/options", "POST /passkeys/authentication/verify"],
      data: shapes.SignedIn,
      events: ["SIGNED_IN"],
    },
  ],
  "passkey.startRegistration": [
    {
      says: "options for the browser",
      play: async (stage) => (await stage.patient()).watch((client) => client.passkey.startRegistration()),
      asks: ["POST /passkeys/registration/options"],
      data: shapes.PasskeyOptions,
    },
    {
      says: "without a session",
      play: async (stage) => (await stage.stranger()).watch((client) => client.passkey.startRegistration()),
      asks: [],
      error: missing,
    },
  ],
  "passkey.verifyRegistration": [
    {
      says: "a passkey",
      play: async (stage) => {
        const { client, watch } = await stage.patient();
        const made = await newPasskey(client, newAuthenticator());
        return watch((at) => at.passkey.verifyRegistration(made));
      },
      asks: ["POST /passkeys/registration/verify"],
      data: shapes.Passkey,
    },
  ],
  "passkey.startAuthentication": [
    {
      says: "options for the browser",
      play: async (stage) => (await stage.stranger()).watch((client) => client.passkey.startAuthentication()),
      asks: ["POST /passkeys/authentication/options"],
      data: shapes.PasskeyOptions,
    },
  ],
  "passkey.verifyAuthentication": [
    {
      says: "a session",
      play: async (stage) => {
        const { key } = await patientWithPasskey(stage);
        const { client, watch } = await stage.stranger();
        const answer = await passkeyAnswer(client, key);
        return watch((at) => at.passkey.verifyAuthentication(answer));
      },
      asks: ["POST /passkeys/authentication/verify"],
      data: shapes.SignedIn,
      events: ["SIGNED_IN"],
    },
    {
      says: "an answer given before",
      play: async (stage) => {
        const { key } = await patientWithPasskey(stage);
        const { client, watch } = await stage.stranger();
        const answer = await passkeyAnswer(client, key);
        sure(await client.passkey.verifyAuthentication(answer));
        return watch((at) => at.passkey.verifyAuthentication(answer));
      },
      asks: ["POST /passkeys/authentication/verify"],
      error: { status: 400, code: "webauthn_challenge_not_found" },
    },
  ],
  "passkey.list": [
    {
      says: "one's passkeys",
      play: async (stage) => (await patientWithPasskey(stage)).watch((client) => client.passkey.list()),
      asks: ["GET /passkeys"],
      data: shapes.Passkeys,
    },
  ],
  "passkey.update": [
    {
      says: "another name",
      play: async (stage) => {
        const { passkeyId, watch } = await patientWithPasskey(stage);
        return watch((client) => client.passkey.update({ passkeyId, friendlyName: "Notebook" }));
      },
      asks: ["PATCH /passkeys/:id"],
      data: shapes.Passkey,
    },
    {
      says: "a passkey of somebody else",
      play: async (stage) => {
        const { passkeyId } = await patientWithPasskey(stage);
        return (await stage.patient()).watch((client) => client.passkey.update({ passkeyId, friendlyName: "Mía" }));
      },
      asks: ["PATCH /passkeys/:id"],
      error: { status: 404, code: "webauthn_credential_not_found" },
    },
  ],
  "passkey.delete": [
    {
      says: "one's passkey",
      play: async (stage) => {
        const { passkeyId, watch } = await patientWithPasskey(stage);
        return watch((client) => client.passkey.delete({ passkeyId }));
      },
      asks: ["DELETE /passkeys/:id"],
      data: z.null(),
    },
  ],
};
