import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import type { Services } from "../../server/services.server.ts";
import { AppError } from "../../shared/errors.ts";
import { INVALID_PHOTO, PHOTO_MAX_BYTES, PHOTO_TOO_LARGE } from "./profile.ts";

const FORMATS = { "image/jpeg": "jpg", "image/png": "png", "image/gif": "gif", "image/webp": "webp" } as const;
const SIDE_PX = 640;

async function cleanPhoto(bytes: Uint8Array): Promise<{ extension: string; bytes: Uint8Array }> {
  const mime = (await fileTypeFromBuffer(bytes))?.mime as keyof typeof FORMATS | undefined;
  const extension = mime && FORMATS[mime];
  if (!extension) throw new AppError("FILE_TYPE", INVALID_PHOTO);
  try {
    const image = sharp(bytes, { limitInputPixels: 25_000_000, failOn: "error" }).autoOrient()
      .resize(SIDE_PX, SIDE_PX, { fit: "cover", withoutEnlargement: true });
    return { extension, bytes: await image.toFormat(extension === "jpg" ? "jpeg" : extension).toBuffer() };
  } catch {
    throw new AppError("FILE_TYPE", INVALID_PHOTO);
  }
}

/** Replaces a person's photo and returns its public address. Throws FILE_TOO_LARGE, FILE_TYPE, NOT_SIGNED_IN. */
export async function changePhoto(
  { db, storage, images }: Pick<Services, "db" | "storage" | "images">,
  personId: string,
  bytes: Uint8Array,
): Promise<{ photo_url: string }> {
  if (bytes.length > PHOTO_MAX_BYTES) throw new AppError("FILE_TOO_LARGE", PHOTO_TOO_LARGE);
  const clean = await images(personId, () => cleanPhoto(bytes));
  const name = `avatar.${clean.extension}`;
  // The time stamp makes a new photo show at once wherever the old one is cached.
  const photo_url = `/files/avatars/${personId}/${name}?t=${Date.now()}`;
  return db.transaction().execute(async (tx) => {
    // One change of a person's photo at a time: each takes away the other formats. And none once the account is deleted.
    const kept = await tx.updateTable("profiles").set({ photo_url }).where("id", "=", personId).executeTakeFirst();
    if (kept.numUpdatedRows === 0n) throw new AppError("NOT_SIGNED_IN");
    await storage.write("avatars", `${personId}/${name}`, clean.bytes);
    for (const older of await storage.list("avatars", personId)) {
      if (older.startsWith("avatar.") && older !== name) await storage.remove("avatars", `${personId}/${older}`);
    }
    return { photo_url };
  });
}
