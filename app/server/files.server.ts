import { Hono, type Context as HonoContext } from "hono";
import { STUDY_MAX_BYTES } from "../domain/cases/case.ts";
import { addStudy, mayReadStudy } from "../domain/cases/studies.server.ts";
import { changePhoto } from "../domain/profiles/photos.server.ts";
import { PHOTO_MAX_BYTES, PHOTO_TOO_LARGE } from "../domain/profiles/profile.ts";
import { AppError } from "../shared/errors.ts";
import { highestRole } from "../domain/accounts/account.ts";
import type { Context } from "./procedures.server.ts";
import { readSignedLink } from "./signed-links.server.ts";
import type { Bucket } from "./storage.server.ts";

type Env = { Variables: { call: Context } };

const CONTENT_TYPES: Record<string, string> = {
  jpg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  pdf: "application/pdf",
};

/** Reads a request's body of at most `max` bytes. Throws FILE_TOO_LARGE with `message` without reading the rest. */
async function readBody(request: Request, max: number, message: string): Promise<Uint8Array> {
  const tooLarge = new AppError("FILE_TOO_LARGE", message);
  if (Number(request.headers.get("content-length")) > max) throw tooLarge;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > max) throw tooLarge;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function answerFile(c: HonoContext<Env>, bucket: Bucket, path: string, headers: Record<string, string>) {
  const file = await c.var.call.services.storage.read(bucket, path);
  if (!file) throw new AppError("NOT_FOUND");
  return c.body(file.body, 200, {
    "content-type": CONTENT_TYPES[path.split(".").pop() ?? ""] ?? "application/octet-stream",
    "content-length": String(file.size),
    "content-security-policy": "default-src 'none'; sandbox",
    ...headers,
  });
}

/** Uploads and downloads: public photos, and studies behind links that are signed for one viewer. */
export const files = new Hono<Env>()
  .put("/avatars", async (c) => {
    const viewer = await c.var.call.findViewer();
    if (!viewer) throw new AppError("NOT_SIGNED_IN");
    return c.json(await changePhoto(c.var.call.services, viewer, await readBody(c.req.raw, PHOTO_MAX_BYTES, PHOTO_TOO_LARGE)));
  })
  .put("/case-studies/:caseId{[0-9a-f-]{36}}", async (c) => {
    const viewer = await c.var.call.findViewer();
    if (!viewer) throw new AppError("NOT_SIGNED_IN");
    if (viewer.approval_status !== "approved" || highestRole(viewer.roles) !== "patient") throw new AppError("NOT_ALLOWED");
    const name = (c.req.query("name") ?? "archivo").slice(0, 200);
    const bytes = await readBody(c.req.raw, STUDY_MAX_BYTES, `${name} excede el límite de 10MB`);
    return c.json(await addStudy(c.var.call.services, viewer, c.req.param("caseId"), { name, bytes }));
  })
  .get("/avatars/:userId{[0-9a-f-]{36}}/:name{avatar\\.[a-z]{3,4}}", (c) =>
    answerFile(c, "avatars", `${c.req.param("userId")}/${c.req.param("name")}`, {
      "cache-control": "public, max-age=31536000, immutable",
    }))
  .get("/case-studies/:patientId{[0-9a-f-]{36}}/:caseId{[0-9a-f-]{36}}/:name{[\\w-]+\\.[a-z]{3}}", async (c) => {
    const { patientId, caseId, name } = c.req.param();
    const path = `${patientId}/${caseId}/${name}`;
    const { services } = c.var.call;
    const viewerId = readSignedLink(services.settings.secret, new URL(c.req.url));
    if (!viewerId || !(await mayReadStudy(services.db, viewerId, caseId, path))) throw new AppError("NOT_FOUND");
    return answerFile(c, "case-studies", path, {
      "cache-control": "private, no-store",
      "content-disposition": `${name.endsWith(".pdf") ? "attachment" : "inline"}; filename="estudio-${name}"`,
    });
  });
