import { encryptNotification } from "@block65/webcrypto-web-push";
import { SignJWT } from "jose";
import type { Clock } from "../clock.server.ts";
import { decrypt, deriveKey, encrypt } from "../crypto.server.ts";
import type { Database } from "../database/database.server.ts";
import type { Settings } from "../settings.ts";
import { pushProblem } from "./push-availability.ts";
import { isPushEndpoint } from "./push-endpoint.ts";
import { openPushKeys, type PushKeys } from "./push-keys.server.ts";

/** A browser's address at its push service, and the keys to encrypt for it, as the browser gives them. */
export type Subscription = { endpoint: string; p256dh: string; auth: string };

/** The outcome of a push: accepted by the push service, to be retried, for a subscription that has ended, or refused permanently. */
export type SendResult = "handed" | "later" | "gone" | "refused";

/** A push. It replaces an undelivered push with the same `topic`. Its push service stores it for `ttl` seconds for a browser that is off. */
type PushMessage = { publicKey: string; subscription: Subscription; payload: object; topic: string; ttl: number };

export type Push = {
  /** Whether pushes can be sent with this server's settings. */
  isOn: boolean;
  keys: PushKeys;
  /** Encrypts a subscription for the database, bound to its session. */
  seal(subscription: Subscription, sessionId: string): Buffer;
  open(sealed: Buffer, sessionId: string): Subscription;
  /**
   * Sends one push to its push service, encrypted (RFC 8291). Answers within some seconds and never throws. Answers "later" without a request
   * when the host has just timed out.
   */
  send(parcel: PushMessage): Promise<SendResult>;
};

/** Every payload is padded to this length: its push service cannot read it, and cannot guess its kind by the length either. */
const PAYLOAD_BYTES = 128;
const TIMEOUT_MS = 5_000;
/** A host that timed out gets no requests for this long: each one would block a job worker until its timeout. */
const REST_MS = 30_000;
const TOKEN_S = 12 * 60 * 60;

type PushOptions = { db: Database; clock: Pick<Clock, "now">; settings: Settings };

/** Opens the push sender. Creates the first key when pushes can be sent. */
export async function openPush({ db, clock, settings }: PushOptions): Promise<Push> {
  const sealKey = deriveKey(settings.secret, "push subscriptions");
  const keys = openPushKeys(db, settings.secret);

  /** The authorisation of one request (RFC 8292); null when its key was deleted. */
  async function authorization(publicKey: string, endpoint: string): Promise<string | null> {
    const privateKey = await keys.privateKey(publicKey);
    if (!privateKey) return null;
    const token = await new SignJWT({ sub: `mailto:${settings.contactEmail}` })
      .setProtectedHeader({ typ: "JWT", alg: "ES256" })
      .setAudience(new URL(endpoint).origin)
      .setExpirationTime(Math.floor(clock.now() / 1_000) + TOKEN_S)
      .sign(privateKey);
    return `vapid t=${token}, k=${publicKey}`;
  }

  const restsUntil = new Map<string, number>();
  const rests = (host: string) => (restsUntil.get(host) ?? 0) > clock.now();
  function rest(host: string): void {
    for (const other of restsUntil.keys()) if (!rests(other)) restsUntil.delete(other);
    restsUntil.set(host, clock.now() + REST_MS);
  }

  const isOn = pushProblem(settings) === null;
  if (isOn) await keys.active();
  return {
    isOn,
    keys,
    seal: (subscription, sessionId) => encrypt(sealKey, JSON.stringify(subscription), sessionId),
    open: (sealed, sessionId) => JSON.parse(decrypt(sealKey, sealed, sessionId)) as Subscription,
    async send({ publicKey, subscription: { endpoint, p256dh, auth }, payload, topic, ttl }) {
      if (!isPushEndpoint(endpoint, settings.pushLoopback)) return "gone";
      const { host } = new URL(endpoint);
      if (rests(host)) return "later";
      const vapid = await authorization(publicKey, endpoint);
      if (!vapid) return "gone";
      const text = Buffer.from(JSON.stringify(payload).padEnd(PAYLOAD_BYTES));
      const receiver = { endpoint, expirationTime: null, keys: { p256dh, auth } };
      const body = await encryptNotification(receiver, text, { pad: false });
      const headers = {
        authorization: vapid,
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        ttl: String(ttl),
        topic,
      };
      try {
        // A redirect could lead anywhere, so it is not followed. The answer's body is not read either.
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const response = await fetch(endpoint, { method: "POST", redirect: "manual", headers, body, signal });
        await response.body?.cancel();
        return resultOf(response.status);
      } catch (error) {
        if ((error as Error).name === "TimeoutError") rest(host);
        return "later";
      }
    },
  };
}

function resultOf(status: number): SendResult {
  if (status >= 200 && status < 300) return "handed";
  if (status === 404 || status === 410) return "gone";
  return status === 429 || status >= 500 ? "later" : "refused";
}
