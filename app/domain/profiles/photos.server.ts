import { createHash } from "node:crypto";
import { readPublicly } from "../../platform/database/replica.server.ts";
import type { Services } from "../../api/services.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { INVALID_PHOTO, PHOTO_MAX_BYTES, PHOTO_TOO_LARGE } from "./profile.ts";

/** Replaces a user's photo and returns its public URL. Throws FILE_TOO_LARGE, FILE_TYPE, NOT_SIGNED_IN. */
export async function changePhoto(
  { db, storage, uploadWorkers }: Pick<Services, "db" | "storage" | "uploadWorkers">,
  personId: string,
  bytes: Uint8Array,
): Promise<{ photo_url: string }> {
  if (bytes.length > PHOTO_MAX_BYTES) throw new AppError("FILE_TOO_LARGE", PHOTO_TOO_LARGE);
  const clean = await uploadWorkers.clean(personId, "photo", bytes);
  if (!clean) throw new AppError("FILE_TYPE", INVALID_PHOTO);
  const name = `avatar.${clean.extension}`;
  // The timestamp bypasses caches of the old photo.
  const photo_url = `/files/avatars/${personId}/${name}?t=${Date.now()}`;
  const path = `${personId}/${name}`;
  await storage.write("avatars", path, clean.bytes);
  return db.transaction().execute(async (tx) => {
    // The row lock serialises photo changes, since each removes the other formats. It fails once the account is deleted.
    const result = await tx.updateTable("profiles").set({ photo_url }).where("id", "=", personId).executeTakeFirst();
    if (result.numUpdatedRows === 0n) {
      await storage.remove("avatars", path);
      throw new AppError("NOT_SIGNED_IN");
    }
    // A concurrent change that ran first may have removed this file as an older format.
    if (!(await storage.find("avatars", path))) await storage.write("avatars", path, clean.bytes);
    for await (const older of storage.list("avatars", personId)) {
      if (older.startsWith(`${personId}/avatar.`) && older !== path) await storage.remove("avatars", older);
    }
    return { photo_url };
  });
}

/**
 * The photo with this name, if the user's profile references it and they are not suspended; null otherwise. `etag` changes with each photo.
 */
export async function findPhoto(
  services: Pick<Services, "db" | "replica">,
  personId: string,
  name: string,
): Promise<{ etag: string } | null> {
  const person = await readPublicly(services, ({ db }) =>
    db.selectFrom("profiles").select(["photo_url", "suspended_at"]).where("id", "=", personId).executeTakeFirst(),
  );
  if (!person?.photo_url?.startsWith(`/files/avatars/${personId}/${name}?`) || person.suspended_at) return null;
  return { etag: `"${createHash("sha256").update(person.photo_url).digest("base64url").slice(0, 22)}"` };
}
