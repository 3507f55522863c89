import { createHash } from "node:crypto";
import sharp from "sharp";
import type { Context } from "../../api/request-context.server.ts";
import type { Services } from "../../api/services.server.ts";
import { addressBlock } from "../../platform/client-address.server.ts";
import { SHARE_SIZE, shareCard, type ShareFields } from "./share-card.server.ts";

/** Increment when the drawing changes, to invalidate cached images. */
const DRAWING = 2;

/** A cache key of a profile's image: the same fields give the same tag. */
export function shareTag(
  {
    name,
    specialty,
    location_city,
    price_range,
    review_count,
    average_stars,
    rating_from,
    license_checked,
  }: ShareFields,
  productName: string,
) {
  const fields = [
    DRAWING,
    productName,
    name,
    specialty,
    location_city,
    price_range,
    review_count,
    average_stars,
    rating_from,
    license_checked,
  ];
  return createHash("sha256").update(JSON.stringify(fields)).digest("base64url").slice(0, 22);
}

/** Renders a profile's image as PNG. */
export async function drawShareImage(profile: ShareFields, productName: string): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = SHARE_SIZE;
  const png = await sharp(Buffer.from(shareCard(profile, productName)))
    .resize(width, height)
    .png({ palette: true })
    .toBuffer();
  return new Uint8Array(png);
}

type Drawing = Pick<Context, "clientAddress"> & { services: Pick<Services, "images" | "shareImages"> };

/** A profile's image, drawn once. Throws UNAVAILABLE when too many of the caller's network wait. */
export const shareImage = (
  call: Drawing,
  profile: ShareFields,
  productName: string,
): Promise<Uint8Array<ArrayBuffer>> =>
  drawnOnce(call, shareTag(profile, productName), () => drawShareImage(profile, productName));

/**
 * The result of `draw`, cached by its tag; one image is drawn at a time. Throws UNAVAILABLE when too many of the caller's network wait: one
 * network must not take the queue of all.
 */
export async function drawnOnce(
  { services: { images, shareImages }, clientAddress }: Drawing,
  tag: string,
  draw: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  return (
    shareImages.get(tag) ??
    images(addressBlock(clientAddress), async () => {
      // A request ahead in the queue may have drawn the same image.
      const kept = shareImages.get(tag);
      if (kept) return kept;
      const drawn = await draw();
      shareImages.set(tag, drawn);
      return drawn;
    })
  );
}
