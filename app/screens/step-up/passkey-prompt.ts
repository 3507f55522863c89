import { failureMessage } from "../../client/connection.ts";
import { auth, currentSession } from "../../client/session.ts";

/** Whether this browser supports passkeys and security keys. */
export const canUseKeys = (): boolean => typeof PublicKeyCredential !== "undefined" && "credentials" in navigator;

/** The message for a failed use or creation of a key. */
export function keyFailure(error: Error): string {
  if (error.name === "NotAllowedError" || error.name === "AbortError") {
    return "No se usó ninguna llave: se canceló o se acabó el tiempo.";
  }
  if (error.name === "InvalidStateError") return "Esa llave ya está agregada.";
  if (error.name === "NotSupportedError" || error.name === "ConstraintError") {
    return "Esa llave no puede pedirte un PIN o tu huella. Probá con otra.";
  }
  if (error.name === "SecurityError") return "Las llaves solo funcionan en la dirección principal del sitio.";
  return failureMessage(error);
}

const relyingParty = () => ({ rpId: location.hostname, rpOrigins: [location.origin] });

/**
 * Creates a platform or roaming key and registers it as a second factor. The client's own `register` accepts roaming
 * keys only. Returns null on success, else the error.
 */
export async function makeFactorKey(factorId: string): Promise<Error | null> {
  const { mfa } = await auth();
  const challenge = await mfa.challenge({ factorId, webauthn: relyingParty() });
  if (challenge.error) return challenge.error;
  const { publicKey } = challenge.data.webauthn.credential_options;
  let credential;
  try {
    credential = await navigator.credentials.create({ publicKey: publicKey as PublicKeyCredentialCreationOptions });
  } catch (error) {
    return error as Error;
  }
  const answer = { type: "create" as const, ...relyingParty(), credential_response: credential as never };
  return (await mfa.verify({ factorId, challengeId: challenge.data.id, webauthn: answer })).error;
}

/** Verifies a security key as second factor. Returns null on success, else the error. */
export async function showFactorKey(factorId: string): Promise<Error | null> {
  const { error } = await (await auth()).mfa.webauthn.authenticate({ factorId, webauthn: relyingParty() });
  return error;
}

/** Whether this browser proves its user by a passkey within a session: the session client's own conversion serves sign-ins only. */
export const canProveByPasskey = (): boolean => canUseKeys() && "parseRequestOptionsFromJSON" in PublicKeyCredential;

type Asked = { challenge_id: string; options: PublicKeyCredentialRequestOptionsJSON };

/** Shows one of the user's passkeys to their session, which then counts as freshly signed in. Returns null on success, else the error. */
export async function proveByPasskey(): Promise<Error | null> {
  try {
    const asked = await post("/auth/v1/passkeys/proof/options", {});
    const { challenge_id, options } = (await asked.json()) as Asked;
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
    await post("/auth/v1/passkeys/proof/verify", { challenge_id, credential: credential.toJSON() });
    return null;
  } catch (error) {
    return error as Error;
  }
}

/** Throws the account service's refusal, as its client does. */
async function post(path: string, body: object): Promise<Response> {
  const session = await currentSession();
  const response = await fetch(path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${session?.access_token}`,
      "content-type": "application/json",
      "x-supabase-api-version": "2024-01-01",
    },
    body: JSON.stringify(body),
  });
  if (response.ok) return response;
  const { code, message } = (await response.json()) as { code: string; message: string };
  throw Object.assign(new Error(message), { code, __isAuthError: true });
}
