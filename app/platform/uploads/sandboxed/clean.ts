import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { type CleanFile, MOST_BYTES, type Purpose } from "./clean-file.ts";
import { rewritePdf } from "./rewrite-pdf.ts";

const MOST_PIXELS = 25_000_000;
const PHOTO_SIDE_PX = 640;
const PHOTOS = { "image/jpeg": "jpeg", "image/png": "png", "image/gif": "gif", "image/webp": "webp" } as const;
const STUDIES = { "image/jpeg": "jpeg", "image/png": "png" } as const;

// One image per process: the decoder's threads would take cores from requests.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Sanitises a file: an image is decoded and encoded again, a PDF without active content is rewritten from its inspected objects. Hidden
 * content does not survive. Returns null for anything else. Throws, or never ends, on some files: call it only in a separate process.
 */
export async function clean(purpose: Purpose, bytes: Uint8Array): Promise<CleanFile | null> {
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? "";
  if (mime === "application/pdf") return purpose === "study" ? asPdf(await rewritePdf(bytes)) : null;
  const formats: Record<string, "jpeg" | "png" | "gif" | "webp"> = purpose === "photo" ? PHOTOS : STUDIES;
  const format = formats[mime];
  if (!format) return null;
  const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error" }).autoOrient();
  const sized =
    purpose === "photo"
      ? image.resize(PHOTO_SIDE_PX, PHOTO_SIDE_PX, { fit: "cover", withoutEnlargement: true })
      : image;
  const written = purpose === "study" && format === "jpeg" ? sized.jpeg({ quality: 90 }) : sized.toFormat(format);
  const result = await written.toBuffer();
  // Repeated rows take almost no space with another program's PNG filters, and their full size with ours.
  return result.length > MOST_BYTES ? null : { extension: format === "jpeg" ? "jpg" : format, bytes: result };
}

const asPdf = (bytes: Uint8Array | null): CleanFile | null => bytes && { extension: "pdf", bytes };
