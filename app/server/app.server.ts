import { setTimeout as wait } from "node:timers/promises";
import { removeDroppedFiles, removeDroppedFilesSoon } from "../platform/storage/dropped-files.server.ts";
import { publishConsentTexts } from "../domain/consents/consents.server.ts";
import { openMaskedTexts } from "../domain/contacts/masked-texts.server.ts";
import { openWordLinks } from "../domain/vocabulary/link-words.server.ts";
import { publishVocabulary } from "../domain/vocabulary/publish-vocabulary.server.ts";
import { openAuth } from "../auth/auth.server.ts";
import { KEYS_CHANNEL } from "../auth/sessions/keys.server.ts";
import type { Sender } from "../api/request-context.server.ts";
import { accountActs } from "./account-acts.server.ts";
import { openCallLimit } from "./call-limit.server.ts";
import { logSandbox } from "../platform/uploads/log-sandbox.server.ts";
import { openUploadWorkers } from "../platform/uploads/workers.server.ts";
import { openCopies } from "../platform/copies.server.ts";
import { openClock } from "../platform/clock.server.ts";
import { openDatabase } from "../platform/database/database.server.ts";
import { directoryCopy } from "../domain/directory/copy.server.ts";
import { replayDeletions } from "../domain/deletions/replay-deletions.server.ts";
import { dropOldTombstones, writeTombstones } from "../platform/storage/tombstones.server.ts";
import { makeFirstAdmin } from "../domain/accounts/first-admin.server.ts";
import { openJobs } from "../platform/jobs.server.ts";
import { openLruCache } from "../platform/lru-cache.server.ts";
import { openProfilePages } from "./fast-path/profile-pages.server.ts";
import { openLive } from "../platform/live/live.server.ts";
import { openLog } from "../platform/log.server.ts";
import { openMail } from "../platform/mail/mail.server.ts";
import { jobs } from "./jobs.server.ts";
import { messageKinds } from "./messages.server.ts";
import { openOrphanSweep } from "../domain/deletions/orphan-files.server.ts";
import { openWeekly } from "../domain/weekly/weekly.server.ts";
import { queueCounts } from "../domain/operator/operator.server.ts";
import { openAlarms } from "../domain/operator/alarms.server.ts";
import { openAttention } from "../domain/status/status.server.ts";
import { openPush } from "../platform/push/push.server.ts";
import { openReadiness } from "../platform/readiness.server.ts";
import { repeat } from "../platform/repeat.server.ts";
import { openReplica } from "../platform/database/replica.server.ts";
import { openFlow } from "../domain/flow/keep-counts.server.ts";
import { openSignUps } from "../domain/sign-ups/keep-counts.server.ts";
import { openOpenings } from "../domain/sign-ups/openings.server.ts";
import { openKinePulse } from "../domain/pulse/kine-pulse.server.ts";
import { shareWithinADay } from "../domain/pulse/share.server.ts";
import { openRetention } from "./retention.server.ts";
import type { Services } from "../api/services.server.ts";
import { openFastPath, type FastPath } from "./fast-path/fast-path.server.ts";
import type { Settings } from "../platform/settings.ts";
import { openHttpApp, type Pages } from "./http-app.server.ts";
import { openStorage } from "../platform/storage/open-storage.server.ts";
import { openFairQueue } from "../platform/fair-queue.server.ts";
import { openScan } from "../platform/uploads/virus-scan.server.ts";

/** A running app: answers requests, and releases its resources when closed. */
export type App = {
  fetch(request: Request, info: Sender): Promise<Response> | Response;
  fastPath: FastPath;
  /** Reports not ready, so that no more requests are routed here, while still answering. */
  drain(): void;
  /** Ends the live streams, which would otherwise keep the server from closing. */
  endStreams(): void;
  close(): Promise<void>;
  firstAdmin: { email: string; password: string } | null;
  services: Services;
};

const MAX_CONNECTIONS = 10;
/** Each takes some 50 kB. */
const SHARE_IMAGES_KEPT = 200;
const SWEEP_MS = 60 * 60 * 1000;
const NOTE_MS = 60_000;
/** The longest time that a start waits for the directory. */
const LONGEST_FIRST_READING_MS = 10_000;

/** Opens an app on a migrated database. Throws when SECRET does not decrypt the database's keys. */
export async function openApp(
  settings: Settings,
  databaseUrl: string,
  pages?: Pages,
  connections = MAX_CONNECTIONS,
): Promise<App> {
  const log = openLog();
  let closing = false;
  const storage = await openStorage(settings, log);
  const traces = settings.traces && (await import("../platform/traces.server.ts")).openTraces(settings.traces, log);
  // LISTEN, and other features bound to one connection, do not work behind a pooler.
  const directUrl = settings.databaseDirectUrl ?? databaseUrl;
  const isPooled = settings.databaseDirectUrl !== null;
  const onQuery = traces?.queried;
  let wake = () => undefined as void;
  const { db, pool } = openDatabase(databaseUrl, {
    onWrite: () => wake(),
    max: connections,
    isPooled,
    onQuery,
    onError: (error) => closing || log.warn({ reason: error.message }, "database connection lost"),
  });
  const mail = openMail({ db, settings, log, kinds: messageKinds });
  const opening = publishConsentTexts(db).then(async () => {
    await publishVocabulary(db);
    const clock = await openClock(db, log);
    return {
      clock,
      auth: await openAuth({ db, clock, settings, log, mail, ...accountActs({ mail, secret: settings.secret }) }),
    };
  });
  const { clock, auth } = await opening.catch(async (error: unknown) => {
    // Do not log connections that end after a failed start.
    closing = true;
    storage.close();
    await db.destroy();
    await traces?.close();
    throw error;
  });
  const { databaseReplicaUrl: replicaUrl, clamavSocket, uploadsSocket, dataDir } = settings;
  const replica =
    replicaUrl === null
      ? null
      : openReplica({ url: replicaUrl, primary: { url: databaseUrl, isPooled }, max: connections, log, onQuery });
  const also = { channel: KEYS_CHANNEL, hear: () => auth.reloadKeys() };
  const live = await openLive({ databaseUrl: directUrl, db, secret: settings.secret, log, also });
  ({ wake } = live);
  const uploadWorkers = openUploadWorkers(log, {
    dataDir,
    socket: uploadsSocket,
    ...(clamavSocket && { scan: openScan(clamavSocket) }),
  });
  void logSandbox(uploadWorkers, log);
  const copies = openCopies({ db, log });
  const metrics =
    settings.metricsToken === null
      ? null
      : (await import("../platform/metrics.server.ts")).openMetrics({
          counting: {
            db,
            clock,
            dataDir: settings.s3 ? null : dataDir,
            queues: () => queueCounts(db),
            shareWithinADay: () => shareWithinADay(db, clock.now()),
          },
          pool,
          replica,
          live,
          uploadWorkers,
          passwordQueue: () => auth.passwordQueue(),
          directoryAge: () => copies.of(directoryCopy).ageMs(),
        });
  const openings = openOpenings();
  const services: Services = {
    settings,
    copies,
    db,
    replica,
    clock,
    pool,
    build: pages?.build ?? "",
    log,
    auth,
    live,
    mail,
    push: await openPush({ db, clock, settings }),
    storage,
    receiving: openFairQueue({ total: 64, perKey: 2, waiting: 8 }),
    uploads: openFairQueue({ total: 12, perKey: 2, waiting: 8 }),
    photoChanges: openFairQueue({ total: 12, perKey: 1, waiting: 8 }),
    images: openFairQueue({ total: 1, perKey: 1, waiting: 8 }),
    shareImages: openLruCache(SHARE_IMAGES_KEPT),
    uploadWorkers,
    masked: openMaskedTexts(),
    openings,
    attention: { wrong: [] },
    metrics,
    traces,
  };
  // Runs before a first admin exists and any request is answered.
  await replayDeletions(services);
  const firstAdmin = await makeFirstAdmin(services);
  const runner = await openJobs({
    db,
    databaseUrl: directUrl,
    log,
    isOnlyProcess: settings.databaseUrl === null,
    jobs,
    resources: services,
  });
  // Completes removals that a crashed server left undone.
  await removeDroppedFilesSoon(services);
  const sweepOrphans = openOrphanSweep(services);
  const noting = repeat(
    NOTE_MS,
    () => writeTombstones(services),
    (error) => closing || log.warn({ err: error }, "deletions are not noted for now"),
  );
  const sweeping = repeat(
    SWEEP_MS,
    () =>
      removeDroppedFiles(services)
        .then(sweepOrphans)
        .then(() => dropOldTombstones(services)),
    (error) => closing || log.warn({ err: error }, "files were not swept"),
  );
  const upkeep = [
    openRetention(services),
    openFlow(services),
    openKinePulse(services),
    openSignUps({ db, log, openings }),
    openAlarms(services),
    openAttention(services),
    openWeekly(services),
  ];
  const wordLinks = openWordLinks(services);
  // Waits before the node reports ready, so that no request waits for the first reading, unless it fails or takes too long.
  const firstReading = copies.of(directoryCopy).read();
  await Promise.race([firstReading.catch(() => undefined), wait(LONGEST_FIRST_READING_MS, undefined, { ref: false })]);
  const readiness = await openReadiness(db);
  const app = openHttpApp(services, readiness, pages);
  const limit = openCallLimit(services);
  // With tracing on, each request takes the full path, so that its parts are traced.
  const fastPaths = traces
    ? []
    : [openFastPath(services, pages?.build ?? ""), ...(pages ? [openProfilePages(services, pages)] : [])];
  return {
    services,
    firstAdmin,
    fetch: (request, info) => app.fetch(request, info),
    fastPath: (request, response, otherwise) => {
      const fastPath = () => fastPaths.some((shortcut) => shortcut(request, response, otherwise));
      return limit?.(request, response, () => fastPath() || otherwise()) || fastPath();
    },
    drain: () => readiness.drain(),
    endStreams: () => live.end(),
    async close() {
      closing = true;
      await Promise.all([noting, sweeping, ...upkeep, wordLinks].map((each) => each.stop()));
      await copies.close();
      await runner.close();
      await live.close();
      uploadWorkers.close();
      await auth.close();
      await clock.close();
      storage.close();
      await replica?.close();
      await db.destroy();
      await traces?.close();
    },
  };
}
