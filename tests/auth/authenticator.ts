import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

type StoredKey = { id: Buffer; privateKey: KeyObject; rpId: string; handle: string };
type Way = { origin: string; isVerified?: boolean };

/** The options of both WebAuthn ceremonies, binary parts in base64url. */
type Options = { challenge: string };

/** A software security key: creates ES256 credentials without attestation and counts its signatures. */
export function newAuthenticator() {
  const storedKeys: StoredKey[] = [];
  let count = 0;

  const clientData = (type: string, { challenge }: Options, { origin }: Way) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData(rpId: string, { isVerified = true }: Way, credential?: Buffer) {
    count += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (credential ? HAS_CREDENTIAL : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, credential ?? Buffer.alloc(0)]);
  }

  return {
    /** Sets the signature counter, as in a cloned key. */
    rewind(to: number) {
      count = to;
    },

    /** The response to creation options. */
    create(options: Options & { rp: { id?: string }; user: { id: string } }, way: Way) {
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const id = randomBytes(32);
      const rpId = options.rp.id ?? "";
      storedKeys.push({ id, privateKey, rpId, handle: options.user.id });
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(cose)]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authenticatorData(rpId, way, credential))],
      ]);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: "public-key" as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", options, way)),
          attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
          transports: ["usb" as const],
        },
      };
    },

    /** The response to request options, with the latest credential. */
    get(options: Options, way: Way) {
      const credential = storedKeys.at(-1);
      if (!credential) throw new Error("this key holds no credential");
      const data = authenticatorData(credential.rpId, way);
      const client = clientData("webauthn.get", options, way);
      return {
        id: base64url(credential.id),
        rawId: base64url(credential.id),
        type: "public-key" as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign("sha256", Buffer.concat([data, sha256(client)]), credential.privateKey)),
          userHandle: credential.handle,
        },
      };
    },
  };
}
