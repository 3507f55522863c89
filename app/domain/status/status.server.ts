import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { sql } from "kysely";
import { version } from "../../../package.json" with { type: "json" };
import { jobKinds, sumOfJobs } from "../../platform/job-figures.server.ts";
import { adminReads } from "../../api/guards.server.ts";
import type { Services } from "../../api/services.server.ts";
import { moveFigures } from "../moved-rows/figures.server.ts";
import { exposuresWith } from "../../platform/uploads/sandbox.server.ts";
import { casesByDay, choreFigures, databaseFigures, messageFigures, signInsByHour } from "./counts.server.ts";
import { Status } from "./status-output.server.ts";

/** The state of the installation: figures of all nodes come from the database, the rest from the answering node. */
export const readStatus = adminReads
  .meta({ summary: "Returns the state of the service and its figures." })
  .output(Status)
  .handler(async ({ context: { db, services } }) => {
    // Measured alone: the other queries would delay it.
    const answers_in_ms = await tookMs(() => sql`select`.execute(db));
    const [database, files, messages, kinds, upkeep, sign_ins, cases, moved] = await Promise.all([
      databaseFigures(db),
      fileStore(services),
      messageFigures(db, services.clock),
      jobKinds(db),
      choreFigures(db),
      signInsByHour(db),
      casesByDay(db),
      moveFigures(db),
    ]);
    return {
      at: new Date(services.clock.now()),
      database: { answers_in_ms, ...database },
      files,
      messages: { by_smtp: services.settings.smtpUrl !== null, ...messages },
      jobs: { ...sumOfJobs(kinds), kinds },
      upkeep,
      node: {
        name: hostname(),
        version,
        build: services.build,
        started_at: new Date(services.clock.now() - process.uptime() * 1000),
        memory_bytes: process.memoryUsage.rss(),
        streams: services.live.count(),
        replica: replicaFigures(services),
        connections: services.pool(),
      },
      move: moved && { people: moved.people, entered: moved.entered, without_password: moved.without_password },
      sign_ins,
      cases,
    };
  });

/** Whether the file storage answers, and its free space if known. */
async function fileStore({ storage, uploadWorkers, settings: { dataDir, s3 } }: Services) {
  // Looks up a missing file: only the response time matters.
  const answers_in_ms = await tookMs(() => storage.find("avatars", "checks/none")).catch(() => null);
  const [disk, layers] = await Promise.all([statfs(dataDir).catch(() => null), uploadWorkers.layers()]);
  return {
    in_bucket: s3 !== null,
    answers_in_ms,
    free_bytes: s3 || !disk ? null : disk.bavail * disk.bsize,
    exposed: layers && exposuresWith(layers),
  };
}

function replicaFigures({ replica }: Services) {
  if (!replica) return null;
  const { in_use, age_ms } = replica.figures();
  return { in_use, age_ms: Number.isFinite(age_ms) ? age_ms : null };
}

async function tookMs(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}
