import { createHash } from "node:crypto";
import sharp from "sharp";
import type { Services } from "../../api/services.server.ts";
import { SHARE_SIZE, shareCard, type ShareFields } from "./share-card.server.ts";

/** To be raised when the drawing changes, so that nobody goes on with an older picture. */
const DRAWING = 1;

/** Names one state of a profile's picture: the same fields give the same tag. */
export function shareTag({ name, specialty, location_city, price_range, review_count, average_stars, license_checked }: ShareFields, productName: string) {
  const fields = [DRAWING, productName, name, specialty, location_city, price_range, review_count, average_stars, license_checked];
  return createHash("sha256").update(JSON.stringify(fields)).digest("base64url").slice(0, 22);
}

/** Draws a profile's picture as PNG. */
export async function drawShareImage(profile: ShareFields, productName: string): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = SHARE_SIZE;
  const png = await sharp(Buffer.from(shareCard(profile, productName))).resize(width, height).png({ palette: true }).toBuffer();
  return new Uint8Array(png);
}

/** A profile's picture, drawn once; one at a time is drawn for all who ask. Throws UNAVAILABLE when too many wait. */
export async function shareImage(
  { images, shareImages }: Pick<Services, "images" | "shareImages">,
  profile: ShareFields,
  productName: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const tag = shareTag(profile, productName);
  const find = () => shareImages.get(tag);
  return find() ?? images("share images", async () => {
    // Whoever waited may have been preceded by one who asked for the same.
    const kept = find();
    if (kept) return kept;
    const png = await drawShareImage(profile, productName);
    shareImages.set(tag, png);
    return png;
  });
}
