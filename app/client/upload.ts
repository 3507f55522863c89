import { AppError, errorCatalogue, type ErrorCode } from "../shared/errors.ts";
import { currentSession } from "./session.ts";

/** `key` names the upload, so that one that is sent again counts once. */
export type UploadOptions = { onProgress?: (share: number) => void; signal?: AbortSignal; key?: string };

/**
 * Sends a file as the body of a PUT and returns the server's answer; `onProgress` hears the share sent (0 to 1), which is
 * 1 when all of it left and the server may have it, though it has not said so.
 * Throws AppError: the server's refusal, or UNAVAILABLE when it fails or `signal` aborts; and, as
 * fetch does, TypeError when the network fails.
 */
async function upload<T>(path: string, file: Blob, options: UploadOptions = {}): Promise<T> {
  const session = await currentSession();
  if (!session) throw new AppError("NOT_SIGNED_IN");
  return new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", path);
    request.responseType = "json";
    request.setRequestHeader("authorization", `Bearer ${session.access_token}`);
    if (options.key) request.setRequestHeader("idempotency-key", options.key);
    request.upload.onprogress = (event) => options.onProgress?.(event.loaded / event.total);
    request.onload = () => {
      if (request.status < 300) return resolve(request.response as T);
      const { code, message } = (request.response ?? {}) as { code?: string; message?: string };
      reject(new AppError(code && code in errorCatalogue ? (code as ErrorCode) : "UNAVAILABLE", message));
    };
    request.onerror = () => reject(new TypeError("the network failed"));
    request.onabort = () => reject(new AppError("UNAVAILABLE"));
    options.signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

/** Uploads a profile photo of whoever is signed in. */
export function uploadPhoto(file: Blob, options?: UploadOptions): Promise<{ photo_url: string }> {
  return upload("/files/avatars", file, options);
}

/** Uploads the photo of a specialist whom the admin who is signed in has just added. */
export function uploadPhotoOf(kineId: string, file: Blob): Promise<{ photo_url: string }> {
  return upload(`/files/avatars/${kineId}`, file);
}

/** Uploads one study of an own case. */
export function uploadStudy(caseId: string, file: File, options?: UploadOptions): Promise<{ studies: number }> {
  return upload(`/files/case-studies/${caseId}?name=${encodeURIComponent(file.name)}`, file, options);
}
