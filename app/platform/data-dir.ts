import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Secret } from "./crypto.server.ts";

/** Creates the data folder when it is missing. Throws a one-line error when it cannot be used. */
export function openDataDir(dataDir: string): void {
  try {
    if (!existsSync(dataDir)) {
      makeFolder(dataDir);
      // When run by root, the database runs as another user, which must traverse this folder; everything else in it stays private.
      chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    }
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    mkdirSync(join(dataDir, "files"), { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`DATA_DIR: the folder ${dataDir} cannot be read and written (${code})`);
  }
}

// Node's recursive mkdir never returns where the system allows no folder, as under /proc.
function makeFolder(path: string): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  mkdirSync(path);
}

/** Names in the data folder: the secret in use, the one that replaces it while that is under way, and the one before. */
export const SECRET_FILES = { current: "secret", next: "secret.next", previous: "secret.previous" };

/** The secret stored in the data folder; the first start creates it. Throws as `readSecret`. */
export function keepSecret(dataDir: string): Secret {
  const path = join(dataDir, SECRET_FILES.current);
  // The database beside it was created with a secret that is lost: another one would not decrypt it.
  if (!existsSync(path) && !existsSync(join(dataDir, "postgres"))) makeSecret(path);
  return readSecret(dataDir);
}

/** Writes a new secret: 32 random bytes in base64url. */
export function makeSecret(path: string): void {
  writeFileSync(`${path}.new`, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}

/** The secret stored in the data folder, and those beside it. Throws a one-line error when it is missing. */
export function readSecret(dataDir: string): Secret {
  const path = join(dataDir, SECRET_FILES.current);
  if (!existsSync(path))
    throw new Error(
      `SECRET: ${path} is missing, and the database cannot be read without it: set SECRET, or bring the file back from a backup`,
    );
  const beside = [SECRET_FILES.next, SECRET_FILES.previous].map((name) => join(dataDir, name)).filter(existsSync);
  const [current = "", ...earlier] = [path, ...beside].map((each) => {
    const secret = readFileSync(each, "utf8").trim();
    if (secret.length < 32) throw new Error(`${each} holds no secret: bring the file back from a backup`);
    return secret;
  });
  return [current, ...earlier];
}
