import { resolve } from "node:path";
import { PASSWORD_MIN } from "../shared/password-rules.ts";
import type { Secret } from "./crypto.server.ts";
import { mailHook, type MailHookSettings, secret, secrets } from "./secret-settings.ts";
import { SettingsError } from "./settings-error.ts";
import type { TraceSettings } from "./traces.server.ts";

/** An OpenID Connect provider; `name` is its display name. */
export type ProviderSettings = { id: string; name: string; issuer: string; clientId: string; clientSecret: string };

/** The settings read from the environment. `dataDir` is absolute, `publicUrl` an origin without a trailing slash. */
export type Settings = {
  port: number;
  /** The address to listen on; null listens on every interface. */
  host: string | null;
  publicUrl: string;
  dataDir: string;
  /** null runs the embedded database. */
  databaseUrl: string | null;
  /** The URL of the database itself when `databaseUrl` leads to a pooler: some components need a dedicated connection. */
  databaseDirectUrl: string | null;
  /** A standby of `databaseUrl` that serves visitors' reads; null reads everything from the primary. */
  databaseReplicaUrl: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  productName: string;
  contactPhone: string;
  contactEmail: string;
  adminEmail: string | null;
  adminPassword: string | null;
  /** How long a stopping node reports that it is not ready before it refuses requests. */
  drainSeconds: number;
  /** The token that grants access to the metrics; null publishes none. */
  metricsToken: string | null;
  /** The token of the address that takes reports about mails, and the topic of Amazon's service whose reports count; null takes none. */
  mailHook: MailHookSettings | null;
  /** Where traces are sent; null disables tracing. */
  traces: TraceSettings | null;
  /** The sustained calls per second of one account; an address without a session gets five times as many. 0 disables the limit. */
  callLimit: number;
  /** The number of our own proxies in front, each of which appends one address to X-Forwarded-For. */
  trustedProxies: number;
  /** The address of clamd, which scans each uploaded file; null scans nothing. */
  clamavSocket: { path: string } | { host: string; port: number } | null;
  /** The socket of the program that opens uploads in another container; null opens them in processes of this one. */
  uploadsSocket: string | null;
  /** The bucket that stores files; null stores them in the data folder. */
  s3: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
    forcePathStyle: boolean;
  } | null;
  /** The providers through which users may sign in. */
  signInProviders: ProviderSettings[];
  /** Whether pushes may also go to this machine, over http. For tests only: refused when `publicUrl` is a public address. */
  pushLoopback: boolean;
  /** The memory that hashing a password takes, in KiB. No variable sets it; tests hash thousands of passwords with less. */
  passwordMemory: number;
  secret: Secret;
};

/** Settings before the secret, which an embedded start generates. */
export type GivenSettings = Omit<Settings, "secret"> & { secret: Secret | null };

/** The memory that hashing a password takes (argon2id, one pass), in KiB. */
export const PASSWORD_MEMORY = 46 * 1024;

export { SettingsError };

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];
const POSTGRES = ["postgres:", "postgresql:"];

type Environment = Record<string, string | undefined>;

/** Reads every setting. Throws a SettingsError for the first invalid one. */
export function readSettings(env: Environment): GivenSettings {
  const text = (name: string) => env[name]?.trim() || null;
  const port = whole("PORT", text("PORT") ?? "3000", 65_535);
  const productName = line("PRODUCT_NAME", text("PRODUCT_NAME") ?? "Kinexo");
  const publicUrl = origin("PUBLIC_URL", text("PUBLIC_URL") ?? `http://localhost:${port}`);
  return {
    port,
    host: text("HOST"),
    publicUrl,
    dataDir: resolve(text("DATA_DIR") ?? "data"),
    databaseUrl: url("DATABASE_URL", text("DATABASE_URL"), POSTGRES),
    databaseDirectUrl: besideDatabaseUrl(text, "DATABASE_DIRECT_URL", "which leads to a pooler"),
    databaseReplicaUrl: besideDatabaseUrl(text, "DATABASE_REPLICA_URL", "whose standby it leads to"),
    smtpUrl: url("SMTP_URL", text("SMTP_URL"), ["smtp:", "smtps:"]),
    mailFrom: line("MAIL_FROM", text("MAIL_FROM") ?? `${productName} <no-responder@${new URL(publicUrl).hostname}>`),
    productName,
    contactPhone: line("CONTACT_PHONE", text("CONTACT_PHONE") ?? "+54 11 5555-5555"),
    contactEmail: email("CONTACT_EMAIL", text("CONTACT_EMAIL")) ?? "hola@kinexo.local",
    adminEmail: email("ADMIN_EMAIL", text("ADMIN_EMAIL"))?.toLowerCase() ?? null,
    adminPassword: password("ADMIN_PASSWORD", env["ADMIN_PASSWORD"] || null),
    drainSeconds: whole("DRAIN_SECONDS", text("DRAIN_SECONDS") ?? "0", 300),
    metricsToken: secret("METRICS_TOKEN", text("METRICS_TOKEN")),
    mailHook: mailHook(text),
    traces: traces(text),
    callLimit: whole("CALL_LIMIT", text("CALL_LIMIT") ?? "20", 100_000),
    trustedProxies: whole("TRUSTED_PROXIES", text("TRUSTED_PROXIES") ?? "0", 10),
    clamavSocket: socket("CLAMAV_SOCKET", text("CLAMAV_SOCKET")),
    uploadsSocket: socketPath("UPLOADS_SOCKET", text("UPLOADS_SOCKET")),
    s3: s3(text),
    signInProviders: [...google(text), ...openIdConnect(text)],
    pushLoopback: loopback("PUSH_LOOPBACK", text("PUSH_LOOPBACK"), publicUrl),
    passwordMemory: PASSWORD_MEMORY,
    secret: secrets(text),
  };
}

function whole(name: string, value: string, most: number): number {
  if (/^\d{1,6}$/.test(value) && Number(value) <= most) return Number(value);
  throw new SettingsError(`${name} must be a whole number from 0 to ${most}, not ${JSON.stringify(value)}`);
}

function line(name: string, value: string): string {
  // A line break in a name or an address would inject a header into a message or an answer.
  if (!/\p{Cc}/u.test(value) && value.length <= 200) return value;
  throw new SettingsError(`${name} must be one line of at most 200 characters`);
}

function origin(name: string, value: string): string {
  const parsed = URL.parse(value);
  if (parsed && ["http:", "https:"].includes(parsed.protocol) && `${parsed.origin}/` === parsed.href) {
    return parsed.origin;
  }
  throw new SettingsError(`${name} must be like https://example.com, with no path, not ${JSON.stringify(value)}`);
}

// These addresses hold passwords, so the message never repeats them.
function url(name: string, value: string | null, protocols: string[]): string | null {
  if (value === null) return null;
  const parsed = URL.parse(value);
  if (parsed?.hostname && protocols.includes(parsed.protocol)) return value;
  // A socket path has no host name.
  if (parsed?.searchParams.has("host") && protocols.includes(parsed.protocol)) return value;
  throw new SettingsError(`${name} must be like ${protocols.at(-1)}//user:password@host/name`);
}

function besideDatabaseUrl(text: Text, name: string, which: string): string | null {
  const given = url(name, text(name), POSTGRES);
  if (given === null || text("DATABASE_URL") !== null) return given;
  throw new SettingsError(`${name} is of use only beside DATABASE_URL, ${which}`);
}

function socket(name: string, value: string | null): GivenSettings["clamavSocket"] {
  if (value === null) return null;
  if (value.startsWith("/")) return { path: value };
  const [, host = "", port = ""] = /^([\w.-]+|\[[\da-f:]+\]):(\d{1,5})$/i.exec(value) ?? [];
  if (host && Number(port) > 0 && Number(port) <= 65_535)
    return { host: host.replaceAll(/[[\]]/g, ""), port: Number(port) };
  throw new SettingsError(
    `${name} must be a path like /run/clamav/clamd.ctl or host:port, not ${JSON.stringify(value)}`,
  );
}

function socketPath(name: string, value: string | null): string | null {
  if (value === null || value.startsWith("/")) return value;
  throw new SettingsError(`${name} must be a path like /run/uploads/opener.sock, not ${JSON.stringify(value)}`);
}

function email(name: string, value: string | null): string | null {
  if (value === null || (/^[^\s@]+@[^\s@]+$/.test(value) && value.length <= 254)) return value;
  throw new SettingsError(`${name} must be an e-mail address, not ${JSON.stringify(value)}`);
}

function password(name: string, value: string | null): string | null {
  if (value === null || (value.length >= PASSWORD_MIN && /\p{Lu}/u.test(value) && /\d/.test(value))) return value;
  throw new SettingsError(`${name} must have at least ${PASSWORD_MIN} characters, an upper-case letter and a digit`);
}

type Text = (name: string) => string | null;

/** The values of variables that must be set together; null when all are unset. */
function together<Name extends string>(text: Text, names: Name[]): Record<Name, string> | null {
  const missing = names.filter((name) => text(name) === null);
  if (missing.length === names.length) return null;
  if (missing.length > 0)
    throw new SettingsError(`${missing.join(" and ")} must be set too, or none of ${names.join(", ")}`);
  return Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string>;
}

function s3(text: Text): GivenSettings["s3"] {
  const given = together(text, ["S3_URL", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]);
  const region = line("S3_REGION", text("S3_REGION") ?? "us-east-1");
  const pathStyle = text("S3_PATH_STYLE") ?? "yes";
  if (!["yes", "no"].includes(pathStyle))
    throw new SettingsError(`S3_PATH_STYLE must be yes or no, not ${JSON.stringify(pathStyle)}`);
  if (!given) return null;
  const { S3_URL, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given;
  const parsed = URL.parse(S3_URL);
  const bucket = /^\/([a-z0-9][a-z0-9.-]{2,62})\/?$/.exec(parsed?.pathname ?? "")?.[1];
  if (
    !parsed ||
    !bucket ||
    !["http:", "https:"].includes(parsed.protocol) ||
    parsed.username ||
    parsed.search ||
    parsed.hash
  ) {
    throw new SettingsError("S3_URL must be like https://s3.example.com/bucket, its keys apart");
  }
  return { endpoint: parsed.origin, bucket, region, accessKeyId, secretAccessKey, forcePathStyle: pathStyle === "yes" };
}

function traces(text: Text): GivenSettings["traces"] {
  const endpoint = text("OTEL_EXPORTER_OTLP_ENDPOINT");
  const share = text("OTEL_TRACES_SAMPLER_ARG") ?? "1";
  if (!/^(0|1|0?\.\d+|1\.0+)$/.test(share))
    throw new SettingsError(`OTEL_TRACES_SAMPLER_ARG must be from 0 to 1, not ${JSON.stringify(share)}`);
  if (endpoint === null) return null;
  const parsed = URL.parse(endpoint);
  if (parsed && ["http:", "https:"].includes(parsed.protocol) && !parsed.username && !parsed.search && !parsed.hash) {
    return { endpoint: endpoint.replace(/\/+$/, ""), share: Number(share) };
  }
  throw new SettingsError("OTEL_EXPORTER_OTLP_ENDPOINT must be like http://collector:4318, its keys apart");
}

function google(text: Text): ProviderSettings[] {
  const given = together(text, ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"]);
  if (!given) return [];
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = given;
  return [{ id: "google", name: "Google", issuer: "https://accounts.google.com", clientId, clientSecret }];
}

function openIdConnect(text: Text): ProviderSettings[] {
  const given = together(text, ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_NAME"]);
  if (!given) return [];
  const name = line("OIDC_NAME", given.OIDC_NAME);
  const { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = given;
  return [{ id: "custom:oidc", name, issuer: issuer("OIDC_ISSUER", given.OIDC_ISSUER), clientId, clientSecret }];
}

function issuer(name: string, value: string): string {
  const parsed = URL.parse(value);
  const isLocal = parsed?.protocol === "http:" && LOCAL.includes(parsed.hostname);
  if (parsed && (parsed.protocol === "https:" || isLocal) && !parsed.search && !parsed.hash) return value;
  throw new SettingsError(`${name} must be like https://accounts.example.com, not ${JSON.stringify(value)}`);
}

function loopback(name: string, value: string | null, publicUrl: string): boolean {
  if (value === null) return false;
  if (value === "yes" && LOCAL.includes(new URL(publicUrl).hostname)) return true;
  throw new SettingsError(`${name} is for tests: it can only be yes, and PUBLIC_URL must be this machine's`);
}
