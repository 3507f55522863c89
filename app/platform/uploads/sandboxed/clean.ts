import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { type Cleaned, MOST_BYTES, type Purpose } from "./clean-file.ts";
import { pdfStart } from "./file-kind.ts";
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
 * content does not survive. Returns the problem of any other file. Never ends on some files: call it only in a separate process.
 */
export async function clean(purpose: Purpose, bytes: Uint8Array): Promise<Cleaned> {
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? "";
  const start = purpose === "study" ? pdfStart(bytes) : -1;
  if (start >= 0 && !mime.startsWith("image/")) return rewritePdf(bytes.subarray(start));
  const formats: Record<string, "jpeg" | "png" | "gif" | "webp"> = purpose === "photo" ? PHOTOS : STUDIES;
  const format = formats[mime];
  if (!format) return { file: null, problem: "format" };
  const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error" }).autoOrient();
  const sized =
    purpose === "photo"
      ? image.resize(PHOTO_SIDE_PX, PHOTO_SIDE_PX, { fit: "cover", withoutEnlargement: true })
      : image;
  const written = purpose === "study" && format === "jpeg" ? sized.jpeg({ quality: 90 }) : sized.toFormat(format);
  try {
    const result = await written.toBuffer();
    // Repeated rows take almost no space with another program's PNG filters, and their full size with ours.
    if (result.length > MOST_BYTES) return { file: null, problem: "large" };
    return { file: { extension: format === "jpeg" ? "jpg" : format, bytes: result } };
  } catch (error) {
    return { file: null, problem: /pixel limit/i.test(String(error)) ? "pixels" : "broken" };
  }
}
