import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettings, SettingsError } from "../../app/platform/settings.ts";
import { makeFolder } from "../support/folder.ts";

test("with no settings at all the defaults serve", () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    host: null,
    publicUrl: "http://localhost:3000",
    dataDir: `${process.cwd()}/data`,
    databaseUrl: null,
    databaseDirectUrl: null,
    databaseReplicaUrl: null,
    smtpUrl: null,
    mailFrom: "Kinexo <no-responder@localhost>",
    productName: "Kinexo",
    contactPhone: "+54 11 5555-5555",
    contactEmail: "hola@kinexo.local",
    adminEmail: null,
    adminPassword: null,
    drainSeconds: 0,
    metricsToken: null,
    mailHook: null,
    traces: null,
    callLimit: 20,
    trustedProxies: 0,
    clamavSocket: null,
    uploadsSocket: null,
    s3: null,
    signInProviders: [],
    pushLoopback: false,
    passwordMemory: 47_104,
    secret: null,
  });
});

test("an empty variable counts as unset", () => {
  expect(readSettings({ PORT: "", DATABASE_URL: " ", PUBLIC_URL: "" })).toEqual(readSettings({}));
});

test.each([
  { PORT: "70000" },
  { PORT: "-1" },
  { PORT: "3e3" },
  { PUBLIC_URL: "ftp://example.com" },
  { PUBLIC_URL: "https://example.com/app" },
  { DATABASE_URL: "host=localhost" },
  { DATABASE_DIRECT_URL: "host=localhost", DATABASE_URL: "postgres://pooler/kinexo" },
  { DATABASE_DIRECT_URL: "postgres://database/kinexo" },
  { DATABASE_REPLICA_URL: "host=localhost", DATABASE_URL: "postgres://database/kinexo" },
  { DATABASE_REPLICA_URL: "postgres://standby/kinexo" },
  { SMTP_URL: "http://example.com" },
  { CLAMAV_SOCKET: "clamd" },
  { CLAMAV_SOCKET: "clamd:99999" },
  { MAIL_FROM: "Kinexo\r\nBcc: everybody@example.com" },
  { PRODUCT_NAME: "a\nb" },
  { CONTACT_EMAIL: "nobody" },
  { ADMIN_EMAIL: "a b@example.com" },
  { ADMIN_PASSWORD: "sin-mayuscula-1" },
  { TRUSTED_PROXIES: "all" },
  { SECRET: "too short" },
  { SECRET_PREVIOUS: "an earlier secret, long enough to be one" },
  { SECRET_PREVIOUS: "too short", SECRET: "a secret of the tests, long enough to be one" },
  { SECRET_FILE: "/proc/no/such/file" },
  { SECRET_FILE: "package.json", SECRET: "a secret of the tests, long enough to be one" },
  { PUSH_LOOPBACK: "yes", PUBLIC_URL: "https://kinexo.example" },
  { PUSH_LOOPBACK: "yes", PUBLIC_URL: "http://10.0.0.5:3000" },
  { PUSH_LOOPBACK: "no" },
  { S3_URL: "https://s3.example.com", S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "secret" },
  { S3_URL: "https://key:secret@s3.example.com/kinexo", S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "secret" },
  { S3_SECRET_ACCESS_KEY: "", S3_URL: "https://s3.example.com/kinexo", S3_ACCESS_KEY_ID: "key" },
  { S3_PATH_STYLE: "maybe" },
  { DRAIN_SECONDS: "301" },
  { METRICS_TOKEN: "short" },
  { MAIL_HOOK_TOKEN: "short" },
  { MAIL_HOOK_TOPIC: "a topic", MAIL_HOOK_TOKEN: "x".repeat(32) },
  { MAIL_HOOK_TOPIC: "arn:aws:sns:sa-east-1:123456789012:mails" },
  { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" },
  { OTEL_EXPORTER_OTLP_ENDPOINT: "http://key:secret@collector:4318" },
  { OTEL_TRACES_SAMPLER_ARG: "all" },
  { GOOGLE_CLIENT_SECRET: "", GOOGLE_CLIENT_ID: "id" },
  { OIDC_CLIENT_SECRET: "", OIDC_ISSUER: "https://id.example.com", OIDC_CLIENT_ID: "id", OIDC_NAME: "Clínica" },
  { OIDC_ISSUER: "http://id.example.com", OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "secret", OIDC_NAME: "Clínica" },
])("%j is refused in one line that names it", (env) => {
  const [name] = Object.keys(env);
  expect(() => readSettings(env)).toThrow(SettingsError);
  expect(() => readSettings(env)).toThrow(new RegExp(`^${name} [^\n]+$`));
});

test("a secret comes from a variable or a file, with the earlier one after it", () => {
  const folder = makeFolder("settings");
  const [current, earlier] = [
    "a secret of the tests, long enough to be one",
    "an earlier secret, long enough to be one",
  ];
  writeFileSync(join(folder, "secret"), `${current}\n`);
  writeFileSync(join(folder, "short"), "short");
  expect(readSettings({ SECRET: current }).secret).toBe(current);
  expect(readSettings({ SECRET_FILE: join(folder, "secret") }).secret).toBe(current);
  expect(readSettings({ SECRET_FILE: join(folder, "secret"), SECRET_PREVIOUS: earlier }).secret).toEqual([
    current,
    earlier,
  ]);
  expect(() => readSettings({ SECRET_FILE: join(folder, "short") })).toThrow(/^SECRET_FILE must have/);
  rmSync(folder, { recursive: true });
});
