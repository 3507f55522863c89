import { createHash } from "node:crypto";
import { Hono, type Context as HonoContext } from "hono";
import { openAuditCsv } from "../domain/audit/audit.server.ts";
import { openListCsv } from "../domain/downloads/downloads.server.ts";
import { STUDY_MAX_BYTES, studyTooLarge } from "../domain/cases/case.ts";
import { recordStudyView } from "../domain/studies/study-views.server.ts";
import { addStudy, findStudy, assertCanAddStudy } from "../domain/studies/studies.server.ts";
import { mustHaveJustCreated } from "../domain/accounts/create-kine.server.ts";
import { addEvidence, mayReadEvidence, mustTakeEvidence } from "../domain/licences/evidence.server.ts";
import { FILE_MAX_BYTES, FILE_TOO_LARGE } from "../domain/conversations/conversation.ts";
import { mayReadFile, mustTakeFile, sendFile } from "../domain/conversations/message-files.server.ts";
import { takeExport } from "../domain/exports/exports.server.ts";
import { changePhoto, findPhoto } from "../domain/profiles/photos.server.ts";
import { PHOTO_MAX_BYTES, PHOTO_TOO_LARGE } from "../domain/profiles/profile.ts";
import { AppError } from "../shared/app-error.server.ts";
import { cut } from "../shared/text/cut.ts";
import { idempotentWrites, type RequestIdentity, isDone } from "../api/idempotency.server.ts";
import type { Sender } from "../api/request-context.server.ts";
import type { Context } from "../api/request-context.server.ts";
import { requireMember, requireRole } from "../api/guards.server.ts";
import { judgeAgain } from "../api/judge-again.server.ts";
import { viewerOfLink } from "../api/link-viewer.server.ts";
import type { Viewer } from "../api/viewer.server.ts";
import { isKnownByClient } from "../platform/etag.server.ts";
import { lengthOf } from "../platform/uploads/received-body.server.ts";
import type { Tx } from "../platform/database/database.server.ts";
import { spooled } from "../platform/uploads/spooled-body.server.ts";
import type { Bucket } from "../platform/storage/storage.server.ts";

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
/** Cache time of a photo, until the client must check whether its user still shows it. */
const PHOTO_CACHE_SECONDS = 5 * 60;
const PHOTO = { most: PHOTO_MAX_BYTES, tooLarge: PHOTO_TOO_LARGE };

type Env = { Bindings: Sender; Variables: { call: Context } };

const CONTENT_TYPES: Record<string, string> = {
  jpg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  pdf: "application/pdf",
};

/**
 * Receives a file of at most `most` bytes from a user whom `check` allows, and passes its bytes to `take` in the upload queue: a file
 * still arriving blocks no one. Throws `tooLarge` before reading anything, and as `spooled` does.
 */
async function upload<T>(
  c: HonoContext<Env>,
  viewer: Pick<Viewer, "id">,
  { most, tooLarge, check }: { most: number; tooLarge: string; check?: () => Promise<unknown> },
  take: (bytes: Uint8Array) => Promise<T>,
): Promise<T> {
  const { services } = c.var.call;
  const length = lengthOf(c.req.raw.headers, most, new AppError("FILE_TOO_LARGE", tooLarge));
  return services.receiving(viewer.id, async () => {
    await check?.();
    return spooled(c.env.incoming ?? c.req.raw, { length, folder: services.settings.dataDir }, (read) =>
      services.uploads(viewer.id, async () => take(await read())),
    );
  });
}

async function answerFile(c: HonoContext<Env>, bucket: Bucket, path: string, headers: Record<string, string>) {
  const { storage } = c.var.call.services;
  // HEAD requests run this too: an opened file would be neither read nor closed.
  const file: { size: number; bytes?: ReadableStream<Uint8Array> } | null =
    c.req.method === "HEAD" ? await storage.find(bucket, path) : await storage.open(bucket, path);
  if (!file) throw new AppError("NOT_FOUND");
  const headersOfFile = {
    "content-type": CONTENT_TYPES[path.split(".").pop() ?? ""] ?? "application/octet-stream",
    "content-length": String(file.size),
    "content-security-policy": "default-src 'none'; sandbox",
    ...headers,
  };
  return file.bytes ? c.body(file.bytes, 200, headersOfFile) : c.body(null, 200, headersOfFile);
}

/** Uploads and downloads: public photos, and studies and evidence of licences through links signed for one session. */
export const files = new Hono<Env>()
  .put("/avatars", async (c) => {
    const { services, findViewer } = c.var.call;
    const viewer = requireMember(await findViewer());
    return c.json(
      await upload(c, viewer, PHOTO, (bytes) =>
        changePhoto(services, viewer.id, bytes, (tx) => judgeAgain(tx, viewer)),
      ),
    );
  })
  .put(`/avatars/:kineId{${UUID}}`, async (c) => {
    const { services, findViewer } = c.var.call;
    const viewer = requireMember(await findViewer());
    const kineId = c.req.param("kineId");
    const check = () => mustHaveJustCreated(services.db, viewer, kineId);
    const judge = async (tx: Tx) => {
      await judgeAgain(tx, viewer);
      await mustHaveJustCreated(tx, viewer, kineId);
    };
    return c.json(await upload(c, viewer, { ...PHOTO, check }, (bytes) => changePhoto(services, kineId, bytes, judge)));
  })
  .put(`/case-studies/:caseId{${UUID}}`, async (c) => {
    const { services, findViewer, idempotencyKey: key = null } = c.var.call;
    const viewer = requireMember(await findViewer());
    requireRole(viewer, "patient");
    const caseId = c.req.param("caseId");
    const name = cut(c.req.query("name") ?? "archivo", 200);
    const { db, settings } = services;
    // A retried upload that was already stored may have filled the case, so it skips the check.
    const check = async () => (await isDone(db, { personId: viewer.id, key })) || assertCanAddStudy(db, viewer, caseId);
    return c.json(
      await upload(c, viewer, { most: STUDY_MAX_BYTES, tooLarge: studyTooLarge(name), check }, (bytes) => {
        const asked: RequestIdentity["asked"] = () => [
          "study",
          caseId,
          name,
          createHash("sha256").update(bytes).digest("hex"),
        ];
        const { transaction } = idempotentWrites(db, settings.secret, { personId: viewer.id, key, asked });
        return addStudy(services, { transaction, viewer }, caseId, { name, bytes });
      }),
    );
  })
  .put(`/messages/:matchId{${UUID}}`, async (c) => {
    const { services, findViewer, idempotencyKey: key = null } = c.var.call;
    const viewer = requireMember(await findViewer());
    requireRole(viewer, "kine");
    const id = c.req.param("matchId");
    const { db, settings } = services;
    const check = async () => (await isDone(db, { personId: viewer.id, key })) || mustTakeFile(db, viewer, id);
    return c.json(
      await upload(c, viewer, { most: FILE_MAX_BYTES, tooLarge: FILE_TOO_LARGE, check }, (bytes) => {
        const asked = () => ["message file", id, createHash("sha256").update(bytes).digest("hex")];
        const { transaction } = idempotentWrites(db, settings.secret, { personId: viewer.id, key, asked });
        return sendFile(services, { transaction, viewer }, id, bytes);
      }),
    );
  })
  .get(`/messages/:authorId{${UUID}}/:matchId{${UUID}}/:name{[\\w-]+\\.[a-z]{3}}`, async (c) => {
    const { authorId, matchId, name } = c.req.param();
    const path = `${authorId}/${matchId}/${name}`;
    const { services } = c.var.call;
    const viewer = await viewerOfLink(services, new URL(c.req.url));
    if (!(await mayReadFile(services.db, viewer, path))) throw new AppError("NOT_FOUND");
    return answerFile(c, "case-studies", path, {
      "cache-control": "private, no-store",
      "content-disposition": `${name.endsWith(".pdf") ? "attachment" : "inline"}; filename="mensaje-${name}"`,
    });
  })
  .put(`/licence-evidence/:licenceId{${UUID}}`, async (c) => {
    const { services, findViewer, idempotencyKey: key = null } = c.var.call;
    const viewer = requireMember(await findViewer());
    requireRole(viewer, "kine");
    const id = c.req.param("licenceId");
    const name = cut(c.req.query("name") ?? "archivo", 200);
    const { db, settings } = services;
    // A retried upload that was already stored may have been the day's last, so it skips the check.
    const check = async () => (await isDone(db, { personId: viewer.id, key })) || mustTakeEvidence(db, viewer, id);
    return c.json(
      await upload(c, viewer, { most: STUDY_MAX_BYTES, tooLarge: studyTooLarge(name), check }, (bytes) => {
        const asked = () => ["evidence", id, name, createHash("sha256").update(bytes).digest("hex")];
        const { transaction } = idempotentWrites(db, settings.secret, { personId: viewer.id, key, asked });
        return addEvidence(services, { transaction, viewer }, id, { name, bytes });
      }),
    );
  })
  .get(`/licence-evidence/:kineId{${UUID}}/:licenceId{${UUID}}/:name{[\\w-]+\\.[a-z]{3}}`, async (c) => {
    const { kineId, licenceId, name } = c.req.param();
    const path = `${kineId}/${licenceId}/${name}`;
    const { services } = c.var.call;
    const viewer = await viewerOfLink(services, new URL(c.req.url));
    if (!(await mayReadEvidence(services.db, viewer, path))) throw new AppError("NOT_FOUND");
    return answerFile(c, "licence-evidence", path, {
      "cache-control": "private, no-store",
      "content-disposition": `${name.endsWith(".pdf") ? "attachment" : "inline"}; filename="constancia-${name}"`,
    });
  })
  .get(`/avatars/:userId{${UUID}}/:name{avatar\\.[a-z]{3,4}}`, async (c) => {
    const { userId, name } = c.req.param();
    const { pathname, search } = new URL(c.req.url);
    const photo = await findPhoto(c.var.call.services, userId, pathname + search);
    if (!photo) throw new AppError("NOT_FOUND");
    const headers = { "cache-control": `public, max-age=${PHOTO_CACHE_SECONDS}, must-revalidate`, etag: photo.etag };
    if (isKnownByClient(c.req.header("if-none-match"), photo.etag)) return c.body(null, 304, headers);
    return answerFile(c, "avatars", `${userId}/${name}`, headers);
  })
  .get(`/exports/:id{${UUID}}`, async (c) => {
    const { services } = c.var.call;
    // A HEAD request would consume the export unread.
    if (c.req.method === "HEAD") throw new AppError("NOT_FOUND");
    const viewer = await viewerOfLink(services, new URL(c.req.url));
    return c.body(await takeExport(services, viewer, c.req.param("id")), 200, {
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="mis-datos.zip"',
      "cache-control": "private, no-store",
    });
  })
  .get("/audit/:asked{[\\w-]+}/auditoria.csv", async (c) => {
    const { services } = c.var.call;
    if (c.req.method === "HEAD") throw new AppError("NOT_FOUND");
    const viewer = await viewerOfLink(services, new URL(c.req.url));
    return c.body(await openAuditCsv(services, viewer, c.req.param("asked")), 200, {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="auditoria.csv"',
      "cache-control": "private, no-store",
    });
  })
  .get("/lists/:asked{[\\w-]+}/:file{[a-z-]+\\.csv}", async (c) => {
    const { services } = c.var.call;
    if (c.req.method === "HEAD") throw new AppError("NOT_FOUND");
    const viewer = await viewerOfLink(services, new URL(c.req.url));
    return c.body(await openListCsv(services, viewer, c.req.param("asked")), 200, {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${c.req.param("file")}"`,
      "cache-control": "private, no-store",
    });
  })
  .get(`/case-studies/:patientId{${UUID}}/:caseId{${UUID}}/:name{[\\w-]+\\.[a-z]{3}}`, async (c) => {
    const { patientId, caseId, name } = c.req.param();
    const path = `${patientId}/${caseId}/${name}`;
    const { services } = c.var.call;
    // A study does not exist for anyone who may not read it.
    const viewer = await viewerOfLink(services, new URL(c.req.url)).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError("NOT_FOUND") : error;
    });
    const study = await findStudy(services.db, viewer, caseId, path);
    if (!study) throw new AppError("NOT_FOUND");
    // Each study that is sent to anyone but the patient leaves an entry in its access log.
    if (!study.isPatient && c.req.method !== "HEAD")
      await recordStudyView(services.db, { case_id: caseId, path: study.path, viewer_id: viewer.id });
    return answerFile(c, "case-studies", study.path, {
      "cache-control": "private, no-store",
      "content-disposition": `${name.endsWith(".pdf") ? "attachment" : "inline"}; filename="estudio-${name}"`,
    });
  });
