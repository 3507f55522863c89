// @module-tag operations/full
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NAME } from "../../db/postgres-cluster.ts";
import { startServer } from "../../db/postgres-server.ts";
import { systemUser } from "../../db/postgres-user.ts";
import { makeFolder } from "../support/folder.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Where Debian has the oldest PostgreSQL that README promises. */
const HOME = "/usr/lib/postgresql/15";

test.skipIf(!existsSync(HOME))(
  "PostgreSQL 15 takes the database and the move from the older system (needs postgresql-15)",
  { timeout: 300_000 },
  async () => {
    const cluster = makeCluster();
    const server = await startServer(cluster, join(cluster.folder, "log"), false);
    try {
      const files = ["tests/move-in/ways-in.test.ts", "tests/move-in/move-in.test.ts"];
      const { status, stdout } = spawnSync(
        process.execPath,
        [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", ...files],
        { cwd: ROOT, encoding: "utf8", env: { ...process.env, TEST_DATABASE_URL: server.url } },
      );
      expect(status, stdout.slice(-4_000)).toBe(0);
    } finally {
      await server.stop();
      rmSync(cluster.folder, { recursive: true, force: true });
    }
  },
);

function makeCluster() {
  const user = systemUser();
  const folder = join(makeFolder("postgres-15"), "data");
  const password = "kinexo-of-the-tests";
  const passwordFile = `${folder}.password`;
  mkdirSync(folder);
  writeFileSync(passwordFile, password);
  for (const path of user ? [folder, passwordFile] : []) chownSync(path, user?.uid ?? 0, user?.gid ?? 0);
  const access = ["--username", NAME, "--auth=scram-sha-256", "--pwfile", passwordFile];
  const options = ["--pgdata", folder, ...access, "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"];
  const { status, stderr } = spawnSync(join(HOME, "bin/initdb"), options, { ...user, cwd: "/", encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return { folder, binaries: { home: HOME, version: "15" }, user, password };
}
