import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { sql } from "kysely";
import { version } from "../../../package.json" with { type: "json" };
import type { Database } from "../../platform/database/database.server.ts";
import { repeat, type Repeated } from "../../platform/repeat.server.ts";
import { jobKinds, sumOfJobs } from "../../platform/job-figures.server.ts";
import { adminReads } from "../../api/guards.server.ts";
import type { Services } from "../../api/services.server.ts";
import { moveFigures } from "../moved-rows/figures.server.ts";
import { exposuresWith } from "../../platform/uploads/sandbox.server.ts";
import { casesByDay, choreFigures, databaseFigures, messageFigures, signInsByHour } from "./counts.server.ts";
import { Status } from "./status-output.server.ts";
import { type Judged, wrongInWords } from "./verdicts.ts";

const LOOK_MS = 60_000;

/** The state of the installation: figures of all nodes come from the database, the rest from the answering node. */
export const readStatus = adminReads
  .meta({ summary: "Returns the state of the service and its figures." })
  .output(Status)
  .handler(async ({ context: { db, services } }) => {
    // Measured alone: the other queries would delay it.
    const answers_in_ms = await tookMs(() => sql`select`.execute(db));
    const [judged, sign_ins, cases, moved] = await Promise.all([
      judgedFigures(db, services, answers_in_ms),
      signInsByHour(db),
      casesByDay(db),
      moveFigures(db),
    ]);
    services.attention.wrong = wrongInWords(judged);
    return {
      ...judged,
      move: moved && { people: moved.people, entered: moved.entered, without_password: moved.without_password },
      sign_ins,
      cases,
    };
  });

/** Looks every minute, on each node, which parts of the installation ask for attention: "Hoy" names them, and the menu has their number. */
export function openAttention(services: Services): Repeated {
  const look = async () => {
    services.attention.wrong = wrongInWords(await judgedFigures(services.db, services, 0));
  };
  const warn = (error: unknown) => services.log.warn({ err: error }, "the state of the installation was not read");
  void look().catch(warn);
  return repeat(LOOK_MS, look, warn);
}

/** The figures by which the parts of the installation are judged. */
async function judgedFigures(db: Database, services: Services, answers_in_ms: number): Promise<Judged> {
  const [database, files, messages, kinds, upkeep] = await Promise.all([
    databaseFigures(db),
    fileStore(services),
    messageFigures(db, services.clock),
    jobKinds(db),
    choreFigures(db),
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
  };
}

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
