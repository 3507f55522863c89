import { newEmail, PASSWORD, patient } from "../service.ts";
import { SignedIn } from "./shapes.ts";
import type { Table } from "./stage.ts";

const data = patient;

/** Signing up and signing in. */
export const signIn: Table = {
  signUp: [
    {
      says: "an account and its session",
      play: async (stage) =>
        (await stage.stranger()).watch((client) =>
          client.signUp({ email: newEmail(), password: PASSWORD, options: { data } }),
        ),
      asks: ["POST /signup"],
      data: SignedIn,
      events: ["SIGNED_IN"],
    },
    {
      says: "a weak password",
      play: async (stage) =>
        (await stage.stranger()).watch((client) =>
          client.signUp({ email: newEmail(), password: "corta", options: { data } }),
        ),
      asks: ["POST /signup"],
      error: { name: "AuthWeakPasswordError", status: 422, code: "weak_password" },
    },
    {
      says: "a taken e-mail",
      play: async (stage) => {
        const { email } = await stage.patient();
        return (await stage.stranger()).watch((client) =>
          client.signUp({ email, password: PASSWORD, options: { data } }),
        );
      },
      asks: ["POST /signup"],
      error: { status: 422, code: "user_already_exists" },
    },
    {
      says: "an e-mail that is none",
      play: async (stage) =>
        (await stage.stranger()).watch((client) =>
          client.signUp({ email: "nadie", password: PASSWORD, options: { data } }),
        ),
      asks: ["POST /signup"],
      error: { status: 400, code: "validation_failed" },
    },
    {
      says: "by phone, which is not offered",
      play: async (stage) =>
        (await stage.stranger()).watch((client) =>
          client.signUp({ phone: "+5491155555555", password: PASSWORD, options: { data } }),
        ),
      asks: ["POST /signup"],
      error: { status: 400, code: "phone_provider_disabled" },
    },
    {
      says: "without an e-mail",
      play: async (stage) => (await stage.stranger()).watch((client) => client.signUp({ password: PASSWORD } as never)),
      asks: [],
      error: { name: "AuthInvalidCredentialsError", status: 400 },
    },
  ],
  signInWithPassword: [
    {
      says: "a session",
      play: async (stage) => {
        const { email } = await stage.patient();
        return (await stage.stranger()).watch((client) => client.signInWithPassword({ email, password: PASSWORD }));
      },
      asks: ["POST /token password"],
      data: SignedIn,
      events: ["SIGNED_IN"],
    },
    {
      says: "a wrong password",
      play: async (stage) => {
        const { email } = await stage.patient();
        return (await stage.stranger()).watch((client) =>
          client.signInWithPassword({ email, password: "Otra-clave-88" }),
        );
      },
      asks: ["POST /token password"],
      error: { status: 400, code: "invalid_credentials" },
    },
    {
      says: "by phone, which is not offered",
      play: async (stage) =>
        (await stage.stranger()).watch((client) =>
          client.signInWithPassword({ phone: "+5491155555555", password: PASSWORD }),
        ),
      asks: ["POST /token password"],
      error: { status: 422, code: "phone_provider_disabled" },
    },
  ],
  signInAnonymously: [
    {
      says: "not offered",
      play: async (stage) => (await stage.stranger()).watch((client) => client.signInAnonymously()),
      asks: ["POST /signup"],
      error: { status: 422, code: "anonymous_provider_disabled" },
    },
  ],
  signInWithOtp: [
    {
      says: "by e-mail, which is not offered",
      play: async (stage) => (await stage.stranger()).watch((client) => client.signInWithOtp({ email: newEmail() })),
      asks: ["POST /otp"],
      error: { status: 422, code: "otp_disabled" },
    },
    {
      says: "by phone, which is not offered",
      play: async (stage) =>
        (await stage.stranger()).watch((client) => client.signInWithOtp({ phone: "+5491155555555" })),
      asks: ["POST /otp"],
      error: { status: 400, code: "phone_provider_disabled" },
    },
  ],
  signInWithSSO: [
    {
      says: "by domain, which is not offered",
      play: async (stage) =>
        (await stage.stranger()).watch((client) => client.signInWithSSO({ domain: "example.com" })),
      asks: ["POST /sso"],
      error: { status: 404, code: "saml_provider_disabled" },
    },
    {
      says: "by provider, which is not offered",
      play: async (stage) =>
        (await stage.stranger()).watch((client) =>
          client.signInWithSSO({ providerId: "21648a9d-8d5a-4555-a9d1-d6375dc14e92" }),
        ),
      asks: ["POST /sso"],
      error: { status: 404, code: "saml_provider_disabled" },
    },
  ],
  signInWithWeb3: [
    {
      says: "by Ethereum, which is not offered",
      play: async (stage) =>
        (await stage.stranger()).watch((client) =>
          client.signInWithWeb3({ chain: "ethereum", message: "sign in", signature: "0x00" }),
        ),
      asks: ["POST /token web3"],
      error: { status: 422, code: "web3_provider_disabled" },
    },
    {
      says: "by Solana, which is not offered",
      play: async (stage) =>
        (await stage.stranger()).watch((client) =>
          client.signInWithWeb3({ chain: "solana", message: "sign in", signature: new Uint8Array(64) }),
        ),
      asks: ["POST /token web3"],
      error: { status: 422, code: "web3_provider_disabled" },
    },
  ],
  signInWithIdToken: [
    {
      says: "of a provider that is not enabled",
      play: async (stage) =>
        (await stage.stranger()).watch((client) => client.signInWithIdToken({ provider: "google", token: "a.b.c" })),
      asks: ["POST /token id_token"],
      error: { status: 400, code: "provider_disabled" },
    },
  ],
};
