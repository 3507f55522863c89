import type { Masked } from "../shared/masked.ts";
import type { Logger } from "pino";
import type { Auth } from "../auth/auth.server.ts";
import type { UploadWorkers } from "../platform/uploads/workers.server.ts";
import type { Clock } from "../platform/clock.server.ts";
import type { Database, PoolFigures } from "../platform/database/database.server.ts";
import type { LruCache } from "../platform/lru-cache.server.ts";
import type { Live } from "../platform/live/live.server.ts";
import type { Metrics } from "../platform/metrics.server.ts";
import type { Copies } from "../platform/copies.server.ts";
import type { Mail } from "../platform/mail/mail.server.ts";
import type { Push } from "../platform/push/push.server.ts";
import type { Replica } from "../platform/database/replica.server.ts";
import type { Settings } from "../platform/settings.ts";
import type { Storage } from "../platform/storage/storage.server.ts";
import type { Traces } from "../platform/traces.server.ts";
import type { FairQueue } from "../platform/fair-queue.server.ts";

/** Resources of a running app; opened and closed with it. */
export type Services = {
  settings: Settings;
  db: Database;
  /** null without a read replica. */
  replica: Replica | null;
  clock: Clock;
  copies: Copies;
  /** Figures of this node's connection pool for requests. */
  pool: () => PoolFigures;
  /** Build id of the client assets, as in the `x-build` header. */
  build: string;
  log: Logger;
  storage: Storage;
  auth: Auth;
  live: Live;
  mail: Mail;
  push: Push;
  /** Removes the contact data from texts. Caches the results for the most recently used texts. */
  masked: Masked;
  /** null when metrics are not exposed. */
  metrics: Metrics | null;
  /** null when traces are not collected. */
  traces: Traces | null;
  /** What asked for attention when this node last looked, the worst first: "Copias: nunca se hizo una copia". */
  attention: { wrong: readonly string[] };
  /** How often the sign-up form was opened, until it is written. */
  openings: { count(request: Request): void };
  /** Queue for request bodies over 16 kB: each may hold 256 kB in memory and 10 MB on disk. */
  receiving: FairQueue;
  /** Queue for inspecting and storing received files: each may take 10 MB in memory. */
  uploads: FairQueue;
  /** Queue for storing photos: one change of a person at a time, since a change in another format removes the earlier object. */
  photoChanges: FairQueue;
  /** Queue for rendering images: one at a time, since each takes a whole core. */
  images: FairQueue;
  /** Cache of rendered images of public profiles, by content. */
  shareImages: LruCache<Uint8Array<ArrayBuffer>>;
  /** Decodes uploads in separate processes: a decoder takes a whole core and up to 100 MB, so one core is left free. */
  uploadWorkers: UploadWorkers;
};
