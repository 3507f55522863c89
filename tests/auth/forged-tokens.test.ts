import { createHmac, createPublicKey } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, openService, type Service, signedUp } from "./service.ts";

let service: Service;
let genuine: string;
beforeAll(async () => {
  service = await openService();
  genuine = (await signedUp(service)).session.access_token;
});
afterAll(() => service?.close());

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
const parts = () => genuine.split(".") as [string, string, string];

/** Tries every token in process, and a sample of them over HTTP. Returns how many were let through. */
async function accepted(tokens: string[]): Promise<number> {
  expect(tokens.length).toBeGreaterThan(0);
  const verdicts = await Promise.all(tokens.map((token) => service.auth.verifyAccessToken(token)));
  for (const token of tokens.slice(0, 20)) {
    const { status } = await ask(service, "GET", "/user", { headers: { authorization: `Bearer ${encodeURI(token)}` } });
    expect([401, 403]).toContain(status);
  }
  return verdicts.filter((claims) => claims !== null).length;
}

test("the genuine token is accepted", async () => {
  expect((await ask(service, "GET", "/user", { token: genuine })).status).toBe(200);
});

test("a token with any one bit flipped is refused", async () => {
  const bits = genuine.length * 7;
  const flipped = Array.from({ length: 600 }, (_, index) => {
    const bit = Math.floor((index * bits) / 600);
    const at = Math.floor(bit / 7);
    const changed = String.fromCharCode(genuine.charCodeAt(at) ^ (1 << (bit % 7)));
    return genuine.slice(0, at) + changed + genuine.slice(at + 1);
  });
  expect(await accepted(flipped)).toBe(0);
});

test("another spelling of the same signature is refused", async () => {
  const last = genuine.at(-1);
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const spellings = [...alphabet].filter((letter) => letter !== last).map((letter) => genuine.slice(0, -1) + letter);
  expect(await accepted([...spellings, `${genuine}=`, ` ${genuine}`, `${genuine}.`, genuine.replaceAll("_", "/")]
    .filter((token) => token !== genuine))).toBe(0);
});

test("unsigned tokens are refused however they spell it", async () => {
  const [header, payload, signature] = parts();
  const spellings = ["none", "None", "NONE", "nOnE", "", null, 0, "ES256 ", "HS256", "RS256", "ES384", "EdDSA"];
  const tokens = spellings.flatMap((alg) => {
    const forged = encode({ ...decode(header), alg });
    return [`${forged}.${payload}.`, `${forged}.${payload}.${signature}`, `${forged}.${payload}`];
  });
  expect(await accepted(tokens)).toBe(0);
});

test("the public key used as an HMAC secret opens nothing", async () => {
  const { json } = await ask(service, "GET", "/.well-known/jwks.json");
  const [jwk] = json.keys as [JsonWebKey & { kid: string; x: string }];
  expect(jwk).not.toHaveProperty("d");
  const key = createPublicKey({ key: jwk, format: "jwk" });
  const secrets = [
    JSON.stringify(jwk),
    key.export({ type: "spki", format: "pem" }),
    key.export({ type: "spki", format: "der" }),
    Buffer.from(jwk.x, "base64url"),
    jwk.kid,
    "",
  ];
  const [header, payload] = parts();
  const tokens = ["HS256", "HS384", "HS512"].flatMap((alg) => secrets.map((secret) => {
    const signed = `${encode({ ...decode(header), alg })}.${payload}`;
    return `${signed}.${createHmac(alg.replace("HS", "sha"), secret).update(signed).digest("base64url")}`;
  }));
  expect(await accepted(tokens)).toBe(0);
});

test("a stranger's key is refused under our kid, under theirs, and when the token brings it along", async () => {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  const [header, payload] = parts();
  const { kid } = decode(header) as { kid: string };
  const headers = [
    { kid }, { kid: "theirs" }, {}, { jwk }, { kid, jwk }, { kid: "../../keys" }, { kid: "' or '1'='1" },
    { kid: "a\0b" }, { kid: "__proto__" }, { kid, jku: `${service.url}/.well-known/jwks.json` },
    { kid, x5u: "http://127.0.0.1/cert" }, { kid: 7 as unknown as string }, { kid: [kid] as unknown as string },
  ];
  const tokens = await Promise.all(headers.map((more) =>
    new SignJWT(decode(payload)).setProtectedHeader({ alg: "ES256", typ: "JWT", ...more }).sign(privateKey)));
  expect(await accepted(tokens)).toBe(0);
});

test("claims cannot be exchanged under a genuine signature", async () => {
  const [header, payload, signature] = parts();
  const id = crypto.randomUUID();
  const changes = [{ sub: id }, { exp: 9_999_999_999 }, { session_id: id }, { role: "admin" }];
  const changed = changes.map((change) => encode({ ...decode(payload), ...change }));
  expect(await accepted(changed.map((claims) => `${header}.${claims}.${signature}`))).toBe(0);
});

test("what is no token at all is refused", async () => {
  const junk = ["", ".", "..", "...", "a.b.c", "null", "%00", "é.é.é", "a".repeat(100_000), genuine + genuine];
  const verdicts = await Promise.all(junk.map((token) => service.auth.verifyAccessToken(token)));
  expect(verdicts.filter((claims) => claims !== null)).toEqual([]);
  expect((await ask(service, "GET", "/user")).json).toMatchObject({ code: "no_authorization" });
});
