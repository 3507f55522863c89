import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { NODE_ENVIRONMENT, NODE_FLAGS } from "../../bin/node-flags.mjs";
import { STUDY_MAX_BYTES } from "../../app/domain/cases/case.ts";
import { migrate } from "../../db/migrate.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

test("the files for deployment set only variables that the program reads", () => {
  const compose =
    read("deploy/compose.yaml")
      .split("\nservices:")[0]
      ?.matchAll(/^ {4}([A-Z][A-Z0-9_]+): /gm) ?? [];
  const kubernetes = read("deploy/kubernetes.yaml");
  const inSecret = /from-env-file=kinexo\.env +\(([^)]+)\)/.exec(kubernetes)?.[1]?.match(/[A-Z][A-Z0-9_]+/g) ?? [];
  const set = [
    ...[...compose].map(([, name]) => name),
    ...[...kubernetes.matchAll(/name: ([A-Z][A-Z0-9_]+), value/g)].map(([, name]) => name),
    ...inSecret,
    ...[...read("deploy/kinexo.service").matchAll(/^Environment=(.+)$/gm)].flatMap(
      ([, line]) => line?.match(/[A-Z_]+(?==)/g) ?? [],
    ),
    ...[...read("deploy/Dockerfile").matchAll(/^ENV (.+)$/gm)].flatMap(
      ([, line]) => line?.match(/[A-Z_]+(?==)/g) ?? [],
    ),
  ];
  const settings = read("app/platform/settings.ts") + read("app/platform/secret-settings.ts");
  expect(set.length).toBeGreaterThan(20);
  expect(
    set.filter(
      (name = "") =>
        name !== "NODE_ENV" &&
        !Object.hasOwn(NODE_ENVIRONMENT, name) &&
        // What has a file instead is named by the variable alone.
        !settings.includes(`"${name.replace(/^(SECRET\w*)_FILE$/, "$1")}"`),
    ),
  ).toEqual([]);
});

test("the secrets of deploy/.env are its owner's to read, also when the file was readable before", () => {
  const folder = mkdtempSync(join(tmpdir(), "pin-"));
  try {
    copyFileSync(join(ROOT, "deploy/pin-images.sh"), join(folder, "pin-images.sh"));
    writeFileSync(join(folder, ".env"), "SECRET=x\n", { mode: 0o644 });
    writeFileSync(join(folder, "docker"), "#!/bin/sh\necho image@sha256:0\n", { mode: 0o755 });
    const env = { PATH: `${folder}${delimiter}${process.env["PATH"]}` };
    expect(spawnSync("sh", [join(folder, "pin-images.sh")], { env }).status).toBe(0);
    expect(statSync(join(folder, ".env")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, ".env"), "utf8")).toContain("SECRET=x\nNODE_IMAGE=image@sha256:0\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("SECRET is made once, in a folder of its owner's alone, and leaves deploy/.env", () => {
  const folder = mkdtempSync(join(tmpdir(), "secret-"));
  const made = () => readFileSync(join(folder, "secrets/secret"), "utf8").trim();
  const make = () => expect(spawnSync("sh", [join(folder, "make-secret.sh")]).status).toBe(0);
  try {
    copyFileSync(join(ROOT, "deploy/make-secret.sh"), join(folder, "make-secret.sh"));
    make();
    const first = made();
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    make();
    expect(made()).toBe(first);
    expect(statSync(join(folder, "secrets")).mode & 0o777).toBe(0o700);
    // Read by the containers' user, whom no group of this machine names.
    expect(statSync(join(folder, "secrets/secret")).mode & 0o777).toBe(0o444);
    rmSync(join(folder, "secrets"), { recursive: true });
    writeFileSync(join(folder, ".env"), "SITE=x\nSECRET=one-of-before\nMAIL_FROM=y\n", { mode: 0o600 });
    make();
    expect(made()).toBe("one-of-before");
    expect(readFileSync(join(folder, ".env"), "utf8")).toBe("SITE=x\nMAIL_FROM=y\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("what opens uploads in the containers has another user, no secret, no data folder and the profile", () => {
  const [, compose = ""] = /^ {2}opener:\n((?: {4}.*\n)+)/m.exec(read("deploy/compose.yaml")) ?? [];
  const [, kubernetes = ""] = /- name: opener\n([^]*?)\n {6}volumes:/.exec(read("deploy/kubernetes.yaml")) ?? [];
  for (const opener of [compose, kubernetes]) {
    expect(opener).toContain('["node", "app/platform/uploads/upload-opener.ts"]');
    expect(opener).toContain("seccomp-opener.json");
    expect(opener).toContain("64999");
    expect(opener).toContain("/run/uploads");
    expect(opener).not.toMatch(/secret|DATABASE|\/data\b|envFrom/i);
  }
  expect(compose).toContain("network_mode: none");
  for (const file of ["deploy/compose.yaml", "deploy/kubernetes.yaml"]) {
    expect(read(file)).toMatch(/SECRET_FILE/);
    expect(read(file)).not.toMatch(/\bSECRET: /);
  }
});

test("every file that starts the program gives Node the same flags", () => {
  const flags = NODE_FLAGS.join(" ");
  expect(flags).not.toBe("");
  expect(read("deploy/kinexo.service")).toContain(`node ${flags} app/process/main.ts`);
  expect(read("deploy/Dockerfile")).toContain(
    `CMD ${JSON.stringify(["node", ...NODE_FLAGS, "app/process/main.ts"]).replaceAll(",", ", ")}`,
  );
  for (const [name, value] of Object.entries(NODE_ENVIRONMENT)) {
    expect(read("deploy/kinexo.service")).toMatch(new RegExp(`^Environment=.*\\b${name}=${value}\\b`, "m"));
    expect(read("deploy/Dockerfile")).toMatch(new RegExp(`^ENV .*\\b${name}=${value}\\b`, "m"));
  }
});

test("the app's role in the containers is no superuser, and every migration is its to apply", async () => {
  const url = inject("databaseUrl");
  const name = `kinexo_role_${process.pid}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    const statements = read("deploy/postgres-role.sql")
      .replaceAll(/^--.*$/gm, "")
      .replaceAll(/\bkinexo\b/g, name)
      .replaceAll(":'password'", "'a password'");
    for (const statement of statements
      .split(";")
      .map((one) => one.trim())
      .filter(Boolean))
      await admin.query(statement);
    const { rows } = await admin.query(
      "select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = $1",
      [name],
    );
    expect(rows).toEqual([
      { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false },
    ]);
    const own = Object.assign(new URL(url), { pathname: `/${name}`, username: name, password: "a password" }).href;
    await migrate(own);
    const app = new pg.Client({ connectionString: own });
    await app.connect();
    expect((await app.query("select count(*)::int > 0 as any from public.schema_migrations")).rows).toEqual([
      { any: true },
    ]);
    await expect(app.query("copy (select 1) to program 'true'")).rejects.toThrow(/permission|privilege|must be/);
    await app.end();
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`drop role if exists ${name}`);
    await admin.end();
  }
});

test("the containers give the app no key of an administrator, and run only images that were pinned", () => {
  const compose = read("deploy/compose.yaml");
  const app = compose.split("\nservices:")[0] ?? "";
  const pins = read("deploy/pin-images.sh");
  expect(app).not.toContain("MINIO_ROOT");
  expect(app).not.toContain("POSTGRES_ADMIN_PASSWORD");
  expect(compose).toContain('DATABASE_URL: "postgres://kinexo:');
  expect(compose).toContain("POSTGRES_USER: postgres");
  expect(compose).toContain("MINIO_ROOT_USER: admin");
  const images = [...compose.matchAll(/^ {4}image: "?(.+?)"?$/gm)].map(([, image]) => image ?? "");
  expect(images).toHaveLength(5);
  for (const image of [...images, /NODE_IMAGE: "(.+?)"/.exec(compose)?.[1] ?? ""]) {
    const [, variable = "none"] = /^\$\{(\w+):\?/.exec(image) ?? [];
    expect(pins).toMatch(new RegExp(`^pin ${variable} \\S+:\\S+$`, "m"));
  }
  expect(read("deploy/Dockerfile").match(/^FROM .+$/gm)).toEqual(["FROM ${NODE_IMAGE} AS build", "FROM ${NODE_IMAGE}"]);
  const required = [...compose.matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => `${name}=`);
  expect(required.filter((line) => !read("deploy/env.example").includes(`\n${line}`))).toEqual([]);
  const { Statement } = JSON.parse(read("deploy/bucket-policy.json")) as {
    Statement: { Action: string[]; Resource: string[] }[];
  };
  expect(
    Statement.flatMap(({ Resource }) => Resource).every((resource) => /^arn:aws:s3:::kinexo(\/\*)?$/.test(resource)),
  ).toBe(true);
  expect(Statement.flatMap(({ Action }) => Action).join()).not.toContain("*");
});

const analyze = (...more: string[]) =>
  spawnSync("systemd-analyze", ["security", "--offline=true", ...more, join(ROOT, "deploy/kinexo.service")], {
    encoding: "utf8",
  });

test.skipIf(analyze().status !== 0)("systemd finds the service little exposed (needs systemd)", () => {
  const { stdout } = analyze("--json=short");
  const found = JSON.parse(stdout) as { name: string; set: boolean | null }[];
  const unset = found.filter(({ set }) => set === false).map(({ name }) => name);
  // Not restricted because needed: network access, the JIT, and namespaces and mounts for the upload sandbox.
  const needed = [
    /^IPAddressDeny/,
    /^PrivateNetwork/,
    /^PrivateUsers/,
    /^MemoryDenyWriteExecute/,
    /^RestrictNamespaces/,
    /^RestrictAddressFamilies/,
    /^RootDirectory/,
    /^ProcSubset/,
    /^SystemCallFilter/,
    /^DeviceAllow/,
  ];
  expect(unset.filter((name) => !needed.some((one) => one.test(name)))).toEqual([]);
  expect(Number(/level for kinexo\.service: ([\d.]+)/.exec(analyze().stdout)?.[1])).toBeLessThan(2.5);
});

test("a cluster lets the nodes be asked by two namespaces and ask seven ports, never what tells a machine its keys", () => {
  const kubernetes = read("deploy/kubernetes.yaml");
  const policy = kubernetes.split("\n---\n").find((part) => part.includes("kind: NetworkPolicy")) ?? "";
  expect(policy).toContain("policyTypes: [Ingress, Egress]");
  expect([...policy.matchAll(/port: (\d+)/g)].map(([, port]) => Number(port)).toSorted((a, b) => a - b)).toEqual([
    53, 53, 443, 465, 587, 4318, 5432, 9000,
  ]);
  expect(policy).toContain("except: [169.254.0.0/16]");
  for (const held of [
    "runAsNonRoot: true",
    "readOnlyRootFilesystem: true",
    "seccompProfile: { type: RuntimeDefault }",
    "allowPrivilegeEscalation: false",
    "drop: [ALL]",
    "automountServiceAccountToken: false",
  ]) {
    expect(kubernetes).toContain(held);
  }
});

test("what is under way of uploads fits into what the containers have for their data", () => {
  const [, places = 0] = /receiving: openFairQueue\(\{ total: (\d+)/.exec(read("app/server/app.server.ts")) ?? [];
  const most = (Number(places) * STUDY_MAX_BYTES) / 1024 ** 2;
  expect(most).toBe(640);
  const kubernetes = read("deploy/kubernetes.yaml");
  const sizes = [
    /\/data:size=(\d+)m/.exec(read("deploy/compose.yaml"))?.[1],
    /name: data, emptyDir: \{ sizeLimit: (\d+)Mi/.exec(kubernetes)?.[1],
    Number(/limits: .*ephemeral-storage: (\d+)Gi/.exec(kubernetes)?.[1]) * 1024,
  ];
  for (const size of sizes) expect(Number(size)).toBeGreaterThan(most);
});
