const MAX_SIDE_PX = 2560;
const JPEG_QUALITY = 0.9;

/** A JPEG or PNG of at most 2560 px a side, in its own format; the original file where that is unnecessary or fails. */
export async function downscale(file: File): Promise<File> {
  if (file.type !== "image/jpeg" && file.type !== "image/png") return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const smaller = await redraw(bitmap, file.type).finally(() => bitmap.close());
    if (!smaller || smaller.size >= file.size) return file;
    return new File([smaller], file.name, { type: file.type, lastModified: file.lastModified });
  } catch {
    // This browser cannot decode the file; the server decides.
    return file;
  }
}

async function redraw(bitmap: ImageBitmap, type: string): Promise<Blob | null> {
  const scale = MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height);
  if (scale >= 1) return null;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY));
}
