import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { importJWK, jwtVerify } from "jose";
import type { Database } from "../../app/platform/database/database.server.ts";

/** A browser's subscription: what it sends to the server, and the private key that decrypts its pushes. */
export type TestSubscription = { endpoint: string; p256dh: string; auth: string; privateKey: string };

/** A push as a push service receives it. */
type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/** Creates a subscription as a browser does, with a new key pair and a new secret. */
function newSubscription(endpoint: string): TestSubscription {
  const pair = createECDH("prime256v1");
  return {
    endpoint,
    p256dh: pair.generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
    privateKey: pair.getPrivateKey("base64url"),
  };
}

/** The input that subscribes a browser under the server's key, if it has one, at an unreachable push service. */
export async function absentBrowser(db: Database) {
  const { endpoint, p256dh, auth } = newSubscription("http://127.0.0.1:9/push");
  const active = db.selectFrom("push_keys").select("public_key").where("retired_at", "is", null);
  return { key: (await active.executeTakeFirst())?.public_key ?? "A".repeat(87), endpoint, p256dh, auth };
}

/** Decrypts a push (RFC 8291). Written from the RFC, independent of the program's library. */
function decryptPush(body: Buffer, { p256dh, auth, privateKey }: TestSubscription): string {
  // RFC 8188: salt, record size, length of the key id, which is the sender's public key.
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body[20]!);
  const record = body.subarray(21 + body[20]!);
  const receiver = createECDH("prime256v1");
  receiver.setPrivateKey(privateKey, "base64url");
  const derive = (secret: Uint8Array, from: Uint8Array, info: Uint8Array, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, from, info, length));
  const about = Buffer.concat([Buffer.from("WebPush: info\0"), Buffer.from(p256dh, "base64url"), senderKey]);
  const material = derive(receiver.computeSecret(senderKey), Buffer.from(auth, "base64url"), about, 32);
  const key = derive(material, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(material, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("the padding is not of the last record");
  return padded.subarray(0, end).toString();
}

/** The claims of a push's sender (RFC 8292). Throws unless they are signed with the key that the request names. */
export async function senderOf(headers: IncomingHttpHeaders) {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const jwk = await importJWK({ kty: "EC", crv: "P-256", x: x!, y: y! }, "ES256");
  return { key, claims: (await jwtVerify(token, jwk)).payload };
}

/** A push service on this machine that records each push and answers after a delay: 201, unless `answer` sets another status. */
export async function startPushService(answersAfterMs = 0) {
  const received: Received[] = [];
  const answers = new Map<string, number>();
  const holds = new Map<string, Promise<unknown>>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const path = request.url ?? "";
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      await Promise.all([holds.get(path), answersAfterMs > 0 && wait(answersAfterMs)]);
      response.writeHead(answers.get(path) ?? 201, { location: `${url}/elsewhere` }).end("x".repeat(100_000));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let browsers = 0;
  return {
    url,
    received,
    answer: ({ endpoint }: TestSubscription, status: number) => void answers.set(new URL(endpoint).pathname, status),
    /** Delays the answers to a browser's pushes until the promise resolves. */
    hold: ({ endpoint }: TestSubscription, until: Promise<unknown>) =>
      void holds.set(new URL(endpoint).pathname, until),
    /** A browser with its own endpoint at this service. */
    browser: () => newSubscription(`${url}/push/${(browsers += 1)}`),
    /** What a browser was sent, decrypted. */
    pushesTo: (browser: TestSubscription): { kind: string; id: string }[] =>
      received
        .filter(({ path }) => url + path === browser.endpoint)
        .map(({ body }) => JSON.parse(decryptPush(body, browser)) as { kind: string; id: string }),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
