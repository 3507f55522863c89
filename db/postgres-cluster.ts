import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { copyBinaries, findBinaries, type Binaries } from "./postgres-binaries.ts";
import { canRun, canWrite, systemUser, type SystemUser } from "./postgres-user.ts";

/** A data folder created by initdb, with what is needed to run it. `folder` is its real path. */
export type Cluster = { folder: string; binaries: Binaries; user: SystemUser | undefined; password: string };

/** The name of PostgreSQL's superuser and of the application's database. */
export const NAME = "kinexo";

/** PostgreSQL's environment: none of the app's variables (settings hold secrets), messages in English. */
export const environment = { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" };

const REACHABLE = "/var/lib/kinexo";

/** Opens the cluster of a data folder, or creates it. */
export async function openCluster(dataDir: string, durable: boolean, log: (line: string) => void): Promise<Cluster> {
  const user = systemUser();
  const link = join(dataDir, "postgres");
  const password = keepPassword(join(dataDir, "postgres-password"));
  const installed = findBinaries();
  const binaries = canRun(user, installed.home) ? installed : copyBinaries(installed, REACHABLE);
  if (lstatSync(link, { throwIfNoEntry: false })) {
    if (!existsSync(link)) throw new Error(`${link} leads to a folder that is missing: bring it back or move it away`);
    const folder = realpathSync(link);
    checkVersion(folder, binaries);
    if (!canWrite(user, folder)) throw new Error(`PostgreSQL cannot open its folder ${folder}: check who owns it`);
    return { folder, binaries, user, password };
  }
  const folder = await makeCluster({ folder: place(link, user), binaries, user, password }, durable);
  if (folder !== link) {
    log(`PostgreSQL cannot reach ${dataDir} as its own user: its files are in ${folder}`);
    symlinkSync(folder, link);
  }
  return { folder: realpathSync(folder), binaries, user, password };
}

/** The folder of a new cluster: the data folder, or another place when PostgreSQL's user cannot reach it. */
function place(link: string, user: SystemUser | undefined): string {
  const trial = `${link}.trial`;
  rmSync(trial, { recursive: true, force: true });
  mkdirSync(trial, { mode: 0o700 });
  if (user) chownSync(trial, user.uid, user.gid);
  const reachable = canWrite(user, trial);
  rmSync(trial, { recursive: true, force: true });
  if (reachable) return link;
  mkdirSync(REACHABLE, { recursive: true });
  chmodSync(REACHABLE, 0o755);
  return join(REACHABLE, `data-${randomBytes(6).toString("hex")}`);
}

/** Runs initdb in a temporary folder and renames it, so that a partial cluster is never found. */
async function makeCluster({ folder, binaries, user, password }: Cluster, durable: boolean): Promise<string> {
  const unfinished = `${folder}.unfinished`;
  const handover = mkdtempSync(join(tmpdir(), "kinexo-"));
  const passwordFile = join(handover, "password");
  try {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { mode: 0o700 });
    writeFileSync(passwordFile, password);
    for (const path of user ? [unfinished, handover, passwordFile] : [])
      chownSync(path, user?.uid ?? 0, user?.gid ?? 0);
    // The built-in locale is the same on every machine: an update of the system's locales breaks no index.
    const locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
    const access = ["--username", NAME, "--auth=scram-sha-256", "--pwfile", passwordFile];
    const options = [...locale, ...access, "--encoding=UTF8", "--no-instructions", durable ? "" : "--no-sync"].filter(
      Boolean,
    );
    await promisify(execFile)(join(binaries.home, "bin/initdb"), ["--pgdata", unfinished, ...options], {
      ...user,
      cwd: "/",
      env: environment,
    });
    renameSync(unfinished, folder);
    return folder;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    const lastLine = (error as { stderr?: string }).stderr?.trim().split("\n").at(-1);
    throw new Error(
      `PostgreSQL could not make its data folder in ${dirname(folder)}: ${lastLine || (error as Error).message}`,
    );
  } finally {
    rmSync(handover, { recursive: true, force: true });
  }
}

function keepPassword(path: string): string {
  if (!existsSync(path)) {
    writeFileSync(`${path}.new`, randomBytes(24).toString("base64url"), { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  }
  return readFileSync(path, "utf8").trim();
}

function checkVersion(folder: string, binaries: Binaries): void {
  const [made, ours] = [readFileSync(join(folder, "PG_VERSION"), "utf8").trim(), binaries.version.split(".")[0]];
  if (made !== ours)
    throw new Error(`${folder} was made by PostgreSQL ${made}, this is PostgreSQL ${ours}: dump and restore it`);
}
