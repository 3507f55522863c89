import { spawnSync } from "node:child_process";

/** The user that runs PostgreSQL when the app runs as root, since PostgreSQL refuses root. */
export type SystemUser = { uid: number; gid: number };

const NAME = "postgres";

/** Finds or creates the system user for PostgreSQL; undefined when the app does not run as root. */
export function systemUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const existing = lookUp();
  if (existing) return existing;
  spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", NAME]);
  const created = lookUp();
  if (created) return created;
  throw new Error(
    `PostgreSQL cannot run as root and no user ${NAME} could be made: run as another user or set DATABASE_URL`,
  );
}

function lookUp(): SystemUser | undefined {
  const ids = ["-u", "-g"].map((flag) => spawnSync("id", [flag, NAME], { encoding: "utf8" }));
  const [uid, gid] = ids.map((result) => (result.status === 0 ? Number(result.stdout) : undefined));
  return uid && gid ? { uid, gid } : undefined;
}

/** Whether `user` can run the programs in `home`, tested by running them. */
export function canRun(user: SystemUser | undefined, home: string): boolean {
  const script = '"$1/bin/postgres" --version && test -r "$1/share/postgresql/postgres.bki"';
  return attempt(user, script, home);
}

/** Whether `user` can write into the folder, tested as that user. */
export function canWrite(user: SystemUser | undefined, folder: string): boolean {
  return attempt(user, 'cd "$1" && test -w .', folder);
}

function attempt(user: SystemUser | undefined, script: string, argument: string): boolean {
  const options = { ...user, cwd: "/", stdio: "ignore" as const };
  return spawnSync("/bin/sh", ["-c", script, "sh", argument], options).status === 0;
}
