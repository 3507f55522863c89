import { newAuthenticator } from "./authenticator.ts";
import { sure } from "./second-factors.ts";
import { type Browser, browser, ORIGIN, type Service } from "./service.ts";

export type Key = ReturnType<typeof newAuthenticator>;
type FromServer = Parameters<Key["create"]>[0];

/** Adds a passkey to the signed-in user; its id and key. */
export async function addPasskey(client: Browser, key: Key = newAuthenticator()): Promise<{ id: string; key: Key }> {
  const { challenge_id, options } = sure(await client.passkey.startRegistration());
  const credential = key.create(options as FromServer, { origin: ORIGIN });
  const { id } = sure(await client.passkey.verifyRegistration({ challengeId: challenge_id, credential }));
  return { id, key };
}

/** Signs in with a passkey in a new browser; returns the session client's answer. */
export async function passkeySignIn(service: Service, key: Key) {
  const client = browser(service);
  const { challenge_id, options } = sure(await client.passkey.startAuthentication());
  const credential = key.get(options as FromServer, { origin: ORIGIN });
  return { client, answer: await client.passkey.verifyAuthentication({ challengeId: challenge_id, credential }) };
}
