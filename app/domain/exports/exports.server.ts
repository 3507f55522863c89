import { makeZip } from "client-zip";
import { sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { notify } from "../../auth/flows/security-notifications.server.ts";
import { dataDownloaded } from "../../auth/mails/messages.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import { provenMember } from "../../api/guards.server.ts";
import { whileAllowed } from "../../api/judge-again.server.ts";
import type { Services } from "../../api/services.server.ts";
import { signLink } from "../../platform/signed-links.server.ts";
import type { Bucket } from "../../platform/storage/storage.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { sections } from "./sections.server.ts";

/** The most exports of a user within a day. */
const MOST_A_DAY = 3;

/**
 * Creates a link to all data stored about the viewer, valid once and for five minutes in this session, and tells them by mail. Throws RECENT_PROOF_NEEDED, and
 * TOO_MANY_REQUESTS from the fourth export within a day.
 */
export const ask = provenMember
  .meta({
    summary: "Returns a link to a copy of all data about the caller.",
    refuses: ["TOO_MANY_REQUESTS"],
    writes: { unkeyed: "a link is a secret of five minutes, and three are given a day" },
  })
  .output(z.strictObject({ url: z.string() }))
  .handler(({ context: { db, viewer, services } }) =>
    db.transaction().execute(async (tx) => {
      // The lock serialises the user's exports, so that the count below holds.
      await tx.selectFrom("profiles").select("id").where("id", "=", viewer.id).forNoKeyUpdate().execute();
      const { count } = await tx
        .selectFrom("data_exports")
        .select((eb) => eb.fn.countAll<string>().as("count"))
        .where("user_id", "=", viewer.id)
        .where("asked_at", ">", sql<Date>`now() - interval '1 day'`)
        .executeTakeFirstOrThrow();
      if (Number(count) >= MOST_A_DAY)
        throw new AppError("TOO_MANY_REQUESTS", `Podés descargar tus datos ${MOST_A_DAY} veces por día. Probá mañana.`);
      const { id } = await tx
        .insertInto("data_exports")
        .values({ user_id: viewer.id })
        .returning("id")
        .executeTakeFirstOrThrow();
      await recordEvent(tx, { event: "data_exported", user_id: viewer.id, session_id: viewer.session_id });
      await notify({ mail: services.mail, limiter: services.auth.limiter }, tx, dataDownloaded, viewer.id, {});
      return {
        url: signLink(services.settings.secret, `/files/exports/${id}`, viewer.session_id ?? "", services.clock.now()),
      };
    }),
  );

/** Opens an export of its user, once; it breaks off when their session ends. Throws NOT_FOUND. */
export async function takeExport(services: Services, viewer: Viewer, id: string): Promise<ReadableStream<Uint8Array>> {
  const { db } = services;
  const taken = await db
    .updateTable("data_exports")
    .set({ taken_at: sql`now()` })
    .where("id", "=", id)
    .where("user_id", "=", viewer.id)
    .where("taken_at", "is", null)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) throw new AppError("NOT_FOUND");
  const data = await collect(services, viewer.id);
  return makeZip(whileAllowed(db, viewer, filesOf(services, viewer.id, data)));
}

/** All sections, read from one snapshot. */
async function collect({ db, masked }: Services, id: string): Promise<Record<string, object[]>> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      const data: Record<string, object[]> = {};
      for (const { name, rows, shown } of sections) {
        const found = (await rows(id).execute(tx)).rows;
        data[name] = shown ? found.map((row) => shown(row, masked)) : found;
      }
      return data;
    });
}

async function* filesOf({ storage, settings, clock }: Services, id: string, data: Record<string, object[]>) {
  const lastModified = new Date(clock.now());
  yield { name: "LEEME.txt", input: readme(settings.productName, lastModified), lastModified };
  yield { name: "datos.json", input: JSON.stringify(data, null, 2), lastModified };
  // Skips a file that was removed after the data was read.
  async function* file(bucket: Bucket, path: string, name: string) {
    const found = await storage.open(bucket, path);
    if (!found) return;
    const reader = found.bytes.getReader();
    try {
      yield { name, input: partsOf(reader), size: found.size, lastModified };
    } finally {
      // When the client disconnects in the middle of a file, the ZIP library leaves that file open.
      await reader.cancel();
    }
  }
  for await (const path of storage.list("avatars", id))
    yield* file("avatars", path, `foto/${path.slice(path.indexOf("/") + 1)}`);
  const cases = (data["casos"] ?? []) as { studies_urls: string[] }[];
  for (const path of cases.flatMap(({ studies_urls }) => studies_urls)) {
    yield* file("case-studies", path, `estudios/${path.slice(path.indexOf("/") + 1)}`);
  }
  for (const { file_path: path } of (data["conversaciones"] ?? []) as { file_path: string | null }[])
    if (path) yield* file("case-studies", path, `mensajes/${path.slice(path.indexOf("/") + 1)}`);
}

async function* partsOf(reader: ReadableStreamDefaultReader<Uint8Array>) {
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

function readme(productName: string, now: Date): string {
  return [
    `Tus datos en ${productName}, como estaban el ${now.toISOString()}.`,
    "",
    "datos.json tiene todo lo que guardamos sobre vos, por partes:",
    ...sections.map(({ name, about }) => `- ${name}: ${about}`),
    "",
    "foto tiene tu foto de perfil, y estudios los archivos de tus casos, en una carpeta por caso.",
    "mensajes tiene los archivos de tus conversaciones, en una carpeta por postulación.",
    "No incluye contraseñas, claves ni códigos: los guardamos de forma que nadie los puede leer.",
    "",
  ].join("\n");
}
