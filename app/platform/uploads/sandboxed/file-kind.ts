/** Readers of PDF look for its header in so many bytes, since some programs and mails put others before it. */
const PDF_SEARCHED = 1024;

const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);

/** Where a PDF begins in the bytes of a file; -1 without one. */
export const pdfStart = (bytes: Uint8Array): number => latin1(bytes.subarray(0, PDF_SEARCHED)).indexOf("%PDF-");

/** The format of a file by its first kilobyte, whatever its name; null for others. */
export function kindOf(bytes: Uint8Array): "jpeg" | "png" | "gif" | "webp" | "pdf" | null {
  const head = latin1(bytes.subarray(0, 12));
  if (head.startsWith("\u00ff\u00d8\u00ff")) return "jpeg";
  if (head.startsWith("\u0089PNG\r\n")) return "png";
  if (/^GIF8[79]a/.test(head)) return "gif";
  if (/^RIFF.{4}WEBP/s.test(head)) return "webp";
  return pdfStart(bytes) >= 0 ? "pdf" : null;
}

/** The format of a chosen file, of which only the beginning is read; null also when the browser can no longer read it. */
export async function kindOfFile(file: Blob): Promise<ReturnType<typeof kindOf>> {
  const head = await file
    .slice(0, PDF_SEARCHED)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  return kindOf(new Uint8Array(head));
}
