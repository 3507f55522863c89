import { failureMessage } from "../../client/connection.ts";
import { auth } from "../../client/session.ts";

/** Whether this browser can make and use keys: passkeys and security keys. */
export const canUseKeys = (): boolean => typeof PublicKeyCredential !== "undefined" && "credentials" in navigator;

/** The sentence for whatever stopped the use or the making of a key. */
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
 * Makes a key of this device or of a separate one and adds it as a second factor. The client's own `register` would
 * take separate ones only. Null when it went well, else why not.
 */
export async function makeFactorKey(factorId: string): Promise<Error | null> {
  const { mfa } = auth();
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

/** Shows a key that is a second factor. Null when it went well, else why not. */
export async function showFactorKey(factorId: string): Promise<Error | null> {
  const { error } = await auth().mfa.webauthn.authenticate({ factorId, webauthn: relyingParty() });
  return error;
}
