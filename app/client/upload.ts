import { apiError, refusal } from "../shared/errors.ts";
import { currentSession } from "./session.ts";

/** `key` is the idempotency key: a retried upload counts once. */
export type UploadOptions = { onProgress?: (share: number) => void; signal?: AbortSignal; key?: string };

/**
 * Sends a file as the body of a PUT and returns the server's answer. `onProgress` receives the share sent, 0 to 1; 1 means
 * that all bytes left, not that the server has confirmed them.
 * Throws what the API's client throws: the server's refusal, or UNAVAILABLE when it fails or `signal` aborts. Throws TypeError, as fetch
 * does, when the network fails.
 */
async function upload<T>(path: string, file: Blob, options: UploadOptions = {}): Promise<T> {
  const session = await currentSession();
  if (!session) throw refusal("NOT_SIGNED_IN");
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
      reject(code && message ? apiError(code, request.status, message) : refusal("UNAVAILABLE"));
    };
    request.onerror = () => reject(new TypeError("the network failed"));
    request.onabort = () => reject(refusal("UNAVAILABLE"));
    options.signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

/** Uploads the signed-in user's profile photo. */
export function uploadPhoto(file: Blob, options?: UploadOptions): Promise<{ photo_url: string }> {
  return upload("/files/avatars", file, options);
}

/** Uploads the photo of a specialist whom the signed-in admin has just added. */
export function uploadPhotoOf(kineId: string, file: Blob): Promise<{ photo_url: string }> {
  return upload(`/files/avatars/${kineId}`, file);
}

/** Uploads the evidence of one of the specialist's own licences. */
export function uploadEvidence(licenceId: string, file: File, options?: UploadOptions): Promise<{ stored: true }> {
  return upload(`/files/licence-evidence/${licenceId}?name=${encodeURIComponent(file.name)}`, file, options);
}

/** Sends a file of the signed-in specialist as a message of a conversation. */
export function uploadMessageFile(
  conversationId: string,
  file: File,
  options?: UploadOptions,
): Promise<{ id: string }> {
  return upload(`/files/messages/${conversationId}`, file, options);
}

/** Uploads one study to the user's own case. */
export function uploadStudy(caseId: string, file: File, options?: UploadOptions): Promise<{ studies: number }> {
  return upload(`/files/case-studies/${caseId}?name=${encodeURIComponent(file.name)}`, file, options);
}
