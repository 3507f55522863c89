import { createHmac, createPublicKey, generateKeyPairSync, KeyObject, sign as signBytes } from "node:crypto";
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSigningKeys } from "../../app/auth/sessions/keys.server.ts";
import { ask, openService, SECRET, type Service, signedUp } from "./service.ts";

let service: Service;
let genuine: string;
let other: { user: string; session: string };
let signingKey: CryptoKey;
let tried = 0;
let letThrough = 0;
beforeAll(async () => {
  service = await openService();
  genuine = (await signedUp(service)).session.access_token;
  const { user, session } = await signedUp(service);
  other = { user: user.id, session: String(decodeJwt(session.access_token)["session_id"]) };
  signingKey = (await openSigningKeys(service.db, SECRET)).active().privateKey;
});
afterAll(async () => {
  await service?.close();
  console.log(`${tried} forged tokens tried, ${letThrough} accepted`);
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
const parts = () => genuine.split(".") as [string, string, string];

/** Tries every token in process and a sample over HTTP. Returns how many were accepted. */
async function accepted(tokens: string[]): Promise<number> {
  expect(tokens.length).toBeGreaterThan(0);
  const verdicts = await Promise.all(tokens.map((token) => service.auth.verifyAccessToken(token)));
  for (const token of tokens.slice(0, 20)) {
    const { status } = await ask(service, "GET", "/user", { headers: { authorization: `Bearer ${encodeURI(token)}` } });
    expect([401, 403]).toContain(status);
  }
  const opened = verdicts.filter((claims) => claims !== null).length;
  tried += tokens.length;
  letThrough += opened;
  return opened;
}

test("the genuine token is accepted", async () => {
  expect((await ask(service, "GET", "/user", { token: genuine })).status).toBe(200);
});

test("a token with any one bit flipped is refused, and with any letter left out, doubled or exchanged", async () => {
  const flipped = Array.from({ length: genuine.length * 7 }, (_, bit) => {
    const at = Math.floor(bit / 7);
    return (
      genuine.slice(0, at) + String.fromCharCode(genuine.charCodeAt(at) ^ (1 << (bit % 7))) + genuine.slice(at + 1)
    );
  });
  const places = Array.from({ length: genuine.length }, (_, at) => at);
  const changed = places.flatMap((at) => [
    genuine.slice(0, at) + genuine.slice(at + 1),
    genuine.slice(0, at + 1) + genuine.slice(at),
    genuine.slice(0, at),
    ...["A", "_", "."].map((letter) => genuine.slice(0, at) + letter + genuine.slice(at + 1)),
  ]);
  expect(await accepted([...flipped, ...changed.filter((token) => token !== genuine)])).toBe(0);
});

test("another spelling of the same signature is refused", async () => {
  const last = genuine.at(-1);
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const spellings = [...alphabet].filter((letter) => letter !== last).map((letter) => genuine.slice(0, -1) + letter);
  expect(
    await accepted(
      [...spellings, `${genuine}=`, ` ${genuine}`, `${genuine}.`, genuine.replaceAll("_", "/")].filter(
        (token) => token !== genuine,
      ),
    ),
  ).toBe(0);
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
  const tokens = ["HS256", "HS384", "HS512"].flatMap((alg) =>
    secrets.map((secret) => {
      const signed = `${encode({ ...decode(header), alg })}.${payload}`;
      return `${signed}.${createHmac(alg.replace("HS", "sha"), secret).update(signed).digest("base64url")}`;
    }),
  );
  expect(await accepted(tokens)).toBe(0);
});

test("a stranger's key is refused under our kid, under theirs, and when the token brings it along", async () => {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  const [header, payload] = parts();
  const { kid } = decode(header) as { kid: string };
  const headers = [
    { kid },
    { kid: "theirs" },
    {},
    { jwk },
    { kid, jwk },
    { kid: "../../keys" },
    { kid: "' or '1'='1" },
    { kid: "a\0b" },
    { kid: "__proto__" },
    { kid, jku: `${service.url}/.well-known/jwks.json` },
    { kid, x5u: "http://127.0.0.1/cert" },
    { kid: 7 as unknown as string },
    { kid: [kid] as unknown as string },
  ];
  const tokens = await Promise.all(
    headers.map((more) =>
      new SignJWT(decode(payload)).setProtectedHeader({ alg: "ES256", typ: "JWT", ...more }).sign(privateKey),
    ),
  );
  expect(await accepted(tokens)).toBe(0);
});

test("claims cannot be exchanged under a genuine signature", async () => {
  const [header, payload, signature] = parts();
  const id = crypto.randomUUID();
  const changes = [
    { sub: id },
    { sub: other.user },
    { exp: 9_999_999_999 },
    { session_id: id },
    { session_id: other.session },
    { sub: other.user, session_id: other.session },
    { role: "admin" },
    { aal: "aal2" },
    { aud: "admin" },
  ];
  const changed = changes.map((change) => encode({ ...decode(payload), ...change }));
  expect(await accepted(changed.map((claims) => `${header}.${claims}.${signature}`))).toBe(0);
});

test("what our own key signed is refused when it is expired, for others, by others, of another kind or without its claims", async () => {
  const [header, payload] = parts();
  const claims = decode(payload);
  const now = Math.floor(Date.now() / 1000);
  const sign = (change: object, headers: object = {}) =>
    new SignJWT({ ...claims, ...change })
      .setProtectedHeader({ ...decode(header), alg: "ES256", ...headers })
      .sign(signingKey);
  const without = ["sub", "session_id", "exp", "iat", "iss", "aud"].map((name) => ({ [name]: undefined }));
  const changes = [
    ...without,
    { exp: now - 1 },
    { exp: now - 600 },
    { nbf: now + 60 },
    { exp: "9999999999" },
    { exp: 9_999_999_999 },
    { exp: now + 1200, iat: now },
    { exp: now + 4200, iat: now + 3600 },
    { iss: "http://127.0.0.1/auth/v1" },
    { iss: "" },
    { aud: "anon" },
    { aud: [] },
    { sub: "" },
    { sub: 7 },
    { sub: other.user.toUpperCase() },
    { session_id: "" },
    { session_id: null },
    { session_id: [other.session] },
    { session_id: `${other.session}'` },
  ];
  const headers = [{ typ: "at+jwt" }, { typ: undefined }, { kid: undefined }, { kid: "" }, { crit: ["exp"] }];
  // Control: the same signing code, unaltered, is accepted.
  expect(await service.auth.verifyAccessToken(await sign({}))).toMatchObject({ user_id: claims["sub"] });
  const made = await Promise.allSettled([
    ...changes.map((change) => sign(change)),
    ...headers.map((more) => sign({}, more)),
  ]);
  const tokens = made.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  expect(tokens.length).toBeGreaterThan(20);
  expect(await accepted(tokens)).toBe(0);
});

test("a session of somebody else opens nothing, even under our own key", async () => {
  const [header, payload] = parts();
  const sign = (change: object) =>
    new SignJWT({ ...decode(payload), ...change })
      .setProtectedHeader({ ...decode(header), alg: "ES256" })
      .sign(signingKey);
  for (const change of [{ session_id: other.session }, { sub: other.user }, { session_id: crypto.randomUUID() }]) {
    tried += 1;
    const { status } = await ask(service, "GET", "/user", { token: await sign(change) });
    if (status < 400) letThrough += 1;
    expect([401, 403]).toContain(status);
  }
});

test("thousands of tokens put together from every trick at once are refused", async () => {
  const [header, payload, signature] = parts();
  const stranger = await generateKeyPair("ES256", { extractable: true });
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const { json } = await ask(service, "GET", "/.well-known/jwks.json");
  const [ours] = json.keys as [JsonWebKey & { kid: string }];
  const publicPem = createPublicKey({ key: ours, format: "jwk" }).export({ type: "spki", format: "pem" });
  const jwk = await exportJWK(stranger.publicKey);
  const privateKey = KeyObject.from(stranger.privateKey);
  const { kid } = decode(header);
  const certificate = Buffer.from("a certificate").toString("base64");
  const algorithms = [
    "none",
    "None",
    "HS256",
    "HS512",
    "RS256",
    "PS256",
    "ES256",
    "ES256K",
    "ES384",
    "EdDSA",
    null,
    undefined,
  ];
  const headers = [
    {},
    { kid },
    { kid: "" },
    { kid: jwk.x },
    { kid, jwk },
    { jwk },
    { kid, jku: `${service.url}/.well-known/jwks.json` },
    { kid, x5c: [certificate] },
    { kid, x5u: "http://127.0.0.1/cert" },
    { kid, x5t: "AA" },
    { kid, crit: ["b64"], b64: false },
    { kid, typ: "at+jwt" },
    { kid, cty: "JWT" },
    { kid, zip: "DEF" },
    { kid: [kid] },
    { kid: { $ne: "" } },
  ];
  const claims = [
    {},
    { exp: 9_999_999_999 },
    { sub: other.user },
    { session_id: other.session },
    { role: "service_role" },
    { aal: "aal2" },
    { sub: other.user, session_id: other.session },
    { iss: undefined },
  ];
  const signers: ((text: string) => string)[] = [
    () => "",
    () => signature,
    () => "A".repeat(86),
    () => Buffer.alloc(64).toString("base64url"),
    (text) => createHmac("sha256", publicPem).update(text).digest("base64url"),
    (text) => createHmac("sha512", JSON.stringify(ours)).update(text).digest("base64url"),
    (text) =>
      signBytes("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" }).toString("base64url"),
    (text) => signBytes("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "der" }).toString("base64url"),
  ];
  const tokens = algorithms.flatMap((alg) =>
    headers.flatMap((more) =>
      claims.flatMap((change) => {
        const text = `${encode({ ...decode(header), kid: undefined, ...more, alg })}.${encode({ ...decode(payload), ...change })}`;
        return signers.map((signed) => `${text}.${signed(text)}`);
      }),
    ),
  );
  const byRsa = claims.map((change) => {
    const text = `${encode({ typ: "JWT", kid, alg: "RS256" })}.${encode({ ...decode(payload), ...change })}`;
    return `${text}.${signBytes("sha256", Buffer.from(text), rsa.privateKey).toString("base64url")}`;
  });
  expect(await accepted([...tokens, ...byRsa].filter((token) => token !== genuine))).toBe(0);
  expect(tried).toBeGreaterThanOrEqual(10_000);
});

test("what is no token at all is refused", async () => {
  const junk = ["", ".", "..", "...", "a.b.c", "null", "%00", "é.é.é", "a".repeat(100_000), genuine + genuine];
  const verdicts = await Promise.all(junk.map((token) => service.auth.verifyAccessToken(token)));
  expect(verdicts.filter((claims) => claims !== null)).toEqual([]);
  expect((await ask(service, "GET", "/user")).json).toMatchObject({ code: "no_authorization" });
});
