import { vi } from "vitest";
import type { newAuthenticator } from "../authenticator.ts";
import { type Browser, ORIGIN } from "../service.ts";
import { sure } from "../second-factors.ts";

const way = { origin: ORIGIN };
export const rpId = "localhost";
export type Key = ReturnType<typeof newAuthenticator>;
type Answer = ReturnType<Key["create"]> | ReturnType<Key["get"]>;
type FromServer = Parameters<Key["create"]>[0];

type FromClient = { challenge: BufferSource; rp?: { id?: string }; user?: { id: BufferSource } };

const encode = (bytes: BufferSource) => Buffer.from(bytes as ArrayBuffer).toString("base64url");
/** The options handed to a browser, as the server serialised them. */
const asWritten = (options: FromClient) =>
  ({
    ...options,
    challenge: encode(options.challenge),
    ...(options.user && { user: { id: encode(options.user.id) } }),
  }) as FromServer;

/** Runs work in a fake browser on the service's page with the given security key. */
export async function inBrowserWith<T>(key: Key, work: () => Promise<T>): Promise<T> {
  class Credential {
    readonly made: Answer;
    constructor(made: Answer) {
      this.made = made;
    }
    toJSON() {
      return this.made;
    }
  }
  type Options = { publicKey: FromClient };
  const credentials = {
    create: async ({ publicKey }: Options) => new Credential(key.create(asWritten(publicKey), way)),
    get: async ({ publicKey }: Options) => new Credential(key.get(asWritten(publicKey), way)),
  };
  vi.stubGlobal("PublicKeyCredential", Credential);
  vi.stubGlobal("navigator", { credentials });
  vi.stubGlobal("document", {});
  vi.stubGlobal("window", { PublicKeyCredential: Credential, location: { hostname: rpId, origin: ORIGIN } });
  try {
    return await work();
  } finally {
    vi.unstubAllGlobals();
  }
}

/** Requests a challenge for a security key factor and answers it. */
export async function challengeKey(client: Browser, key: Key, factorId: string) {
  const { id, webauthn } = sure(await client.mfa.challenge({ factorId, webauthn: { rpId, rpOrigins: [ORIGIN] } }));
  const options = asWritten(webauthn.credential_options.publicKey as FromClient);
  const made = webauthn.type === "create" ? key.create(options, way) : key.get(options, way);
  const credential_response = { toJSON: () => made } as never;
  return { factorId, challengeId: id, webauthn: { type: webauthn.type, rpId, credential_response } };
}

/** Requests a new passkey's options and answers them with a key. */
export async function newPasskey(client: Browser, key: Key) {
  const { challenge_id, options } = sure(await client.passkey.startRegistration());
  return { challengeId: challenge_id, credential: key.create(options as FromServer, way) };
}

/** Requests a passkey sign-in and answers it with a key. */
export async function passkeyAnswer(client: Browser, key: Key) {
  const { challenge_id, options } = sure(await client.passkey.startAuthentication());
  return { challengeId: challenge_id, credential: key.get(options, way) };
}

/** Adds a passkey to the signed-in user. */
export async function addPasskey(client: Browser, key: Key) {
  return sure(await client.passkey.verifyRegistration(await newPasskey(client, key)));
}
