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
/** The options that the client hands to a browser, as the server wrote them. */
const asWritten = (options: FromClient) => ({
  ...options,
  challenge: encode(options.challenge),
  ...(options.user && { user: { id: encode(options.user.id) } }),
}) as FromServer;

/** Does a piece of work where a browser would be, whose page is the service's and whose security key is the given one. */
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

/** Asks for a challenge of a key that is a second factor, and answers it with that key. */
export async function challengeKey(client: Browser, key: Key, factorId: string) {
  const { id, webauthn } = sure(await client.mfa.challenge({ factorId, webauthn: { rpId, rpOrigins: [ORIGIN] } }));
  const options = asWritten(webauthn.credential_options.publicKey as FromClient);
  const made = webauthn.type === "create" ? key.create(options, way) : key.get(options, way);
  const credential_response = { toJSON: () => made } as never;
  return { factorId, challengeId: id, webauthn: { type: webauthn.type, rpId, credential_response } };
}

/** Asks for a new passkey's options and answers them with a key. */
export async function newPasskey(client: Browser, key: Key) {
  const { challenge_id, options } = sure(await client.passkey.startRegistration());
  return { challengeId: challenge_id, credential: key.create(options as FromServer, way) };
}

/** Asks to sign in with a passkey and answers with a key. */
export async function passkeyAnswer(client: Browser, key: Key) {
  const { challenge_id, options } = sure(await client.passkey.startAuthentication());
  return { challengeId: challenge_id, credential: key.get(options, way) };
}

/** Adds a passkey to whoever is signed in. */
export async function addPasskey(client: Browser, key: Key) {
  return sure(await client.passkey.verifyRegistration(await newPasskey(client, key)));
}
