import { createHash, randomInt } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { readPublicly } from "../../platform/database/replica.server.ts";
import type { Services } from "../../api/services.server.ts";
import { type Database, isConnectionLost, type Tx } from "../../platform/database/database.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { cleanedFile } from "../studies/cleaned-file.server.ts";
import { INVALID_PHOTO, PHOTO_MAX_BYTES, PHOTO_TOO_LARGE } from "./profile.ts";

type Stores = Pick<Services, "db" | "storage" | "log" | "uploadWorkers" | "photoChanges">;

/**
 * Replaces a user's photo and returns its public URL; `judge` judges the caller in the transaction that does. No call of the storage runs in a
 * transaction: a slow storage must not hold database connections. Throws FILE_TOO_LARGE, FILE_TYPE, NOT_SIGNED_IN, and as `judge`.
 */
export async function changePhoto(
  services: Stores,
  personId: string,
  bytes: Uint8Array,
  judge: (tx: Tx) => Promise<unknown>,
): Promise<{ photo_url: string }> {
  if (bytes.length > PHOTO_MAX_BYTES) throw new AppError("FILE_TOO_LARGE", PHOTO_TOO_LARGE);
  const named = { subject: "La foto", wrongFormat: INVALID_PHOTO };
  const clean = await cleanedFile(services, { personId, purpose: "photo", bytes }, named);
  const path = `${personId}/avatar.${clean.extension}`;
  return services.photoChanges(personId, () => storePhoto(services, personId, { path, bytes: clean.bytes, judge }));
}

/** First the object, then the row, then the object in another format that the row named before. */
async function storePhoto(
  { db, storage, log }: Stores,
  personId: string,
  { path, bytes, judge }: { path: string; bytes: Uint8Array; judge: (tx: Tx) => Promise<unknown> },
) {
  // Each photo has an address of its own, which nobody who knew an earlier one can guess.
  const photo_url = `/files/avatars/${path}?t=${randomInt(2 ** 48 - 1)}`;
  // A photo's path is public and stays the same: the object must not change for a caller who is refused.
  await db.transaction().execute(judge);
  const kept = await storage.open("avatars", path);
  const earlierBytes = kept && (await buffer(kept.bytes));
  await storage.write("avatars", path, bytes);
  const earlierUrl = await db
    .transaction()
    .execute(async (tx) => {
      await judge(tx);
      await noteHash(tx, personId, bytes);
      return replaceUrl(tx, personId, photo_url);
    })
    .catch(async (error: unknown) => {
      // A lost transaction may have been committed.
      if (isConnectionLost(error)) throw error;
      await (earlierBytes ? storage.write("avatars", path, earlierBytes) : storage.remove("avatars", path));
      throw error;
    });
  const earlier = photoPath(earlierUrl);
  if (earlier === null || earlier === path) return { photo_url };
  try {
    // A concurrent change on another node may have removed this file as the earlier format.
    if (!(await storage.find("avatars", path))) await storage.write("avatars", path, bytes);
    const row = await db.selectFrom("profiles").select("photo_url").where("id", "=", personId).executeTakeFirst();
    const named = photoPath(row?.photo_url ?? null);
    for (const each of [earlier, path]) if (each !== named) await storage.remove("avatars", each);
  } catch (error) {
    // The photo is changed; the orphan sweep removes what remains.
    log.error({ err: error }, "an earlier photo remains");
  }
  return { photo_url };
}

/** Notes the hash of a photo's file, by which admins see who else has it. */
async function noteHash(tx: Tx, profile_id: string, bytes: Uint8Array): Promise<void> {
  const hash = { sha256: createHash("sha256").update(bytes).digest() };
  await tx
    .insertInto("photo_hashes")
    .values({ profile_id, ...hash })
    .onConflict((conflict) => conflict.column("profile_id").doUpdateSet(hash))
    .execute();
}

/** Sets a profile's photo; returns the earlier URL. Throws NOT_SIGNED_IN when the account was deleted. */
async function replaceUrl(tx: Tx, personId: string, photo_url: string): Promise<string | null> {
  const earlier = await tx
    .selectFrom("profiles")
    .select("photo_url")
    .where("id", "=", personId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!earlier) throw new AppError("NOT_SIGNED_IN");
  await tx.updateTable("profiles").set({ photo_url }).where("id", "=", personId).execute();
  return earlier.photo_url;
}

/** The path in the bucket of photos that a profile's `photo_url` names. */
export const photoPath = (photoUrl: string | null): string | null =>
  photoUrl?.replace(/^\/files\/avatars\//, "").replace(/\?.*$/, "") ?? null;

/**
 * The photo at this address (`/files/avatars/…?t=…`), if it is its user's current one and they are not suspended; null otherwise. `etag` changes
 * with each photo.
 */
export async function findPhoto(
  services: Pick<Services, "db" | "replica">,
  personId: string,
  address: string,
): Promise<{ etag: string } | null> {
  const stored = async (db: Database) => {
    const person = await db
      .selectFrom("profiles")
      .select(["photo_url", "suspended_at"])
      .where("id", "=", personId)
      .executeTakeFirst();
    return person?.photo_url === address && !person.suspended_at;
  };
  // A replica may not have the newest photo yet.
  if (!(await readPublicly(services, ({ db }) => stored(db))) && !(await stored(services.db))) return null;
  return { etag: `"${createHash("sha256").update(address).digest("base64url").slice(0, 22)}"` };
}
