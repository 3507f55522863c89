// The thread of bcrypt.server.ts: computes bcrypt hashes, one after the other.
import { parentPort } from "node:worker_threads";
import { hashSync } from "bcryptjs";

/** `password` as it was typed; `salts` in bcrypt's own form ("$2b$10$" and 22 characters). */
export type BcryptTask = { id: number; password: string; salts: string[] };
export type BcryptAnswer = { id: number; hash: string };

parentPort?.on("message", ({ id, password, salts }: BcryptTask) => {
  const [hash = ""] = salts.map((salt) => hashSync(password, salt));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage({ id, hash } satisfies BcryptAnswer);
});
