import type { Logger } from "pino";
import type { Auth } from "../auth/auth.server.ts";
import type { UploadWorkers } from "../platform/uploads/workers.server.ts";
import type { Clock } from "../platform/clock.server.ts";
import type { Database, PoolFigures } from "../platform/database/database.server.ts";
import type { LruCache } from "../platform/lru-cache.server.ts";
import type { Live } from "../platform/live/live.server.ts";
import type { Metrics } from "../platform/metrics.server.ts";
import type { Mail } from "../platform/mail/mail.server.ts";
import type { Ask } from "../platform/database/prepared-statements.server.ts";
import type { Replica } from "../platform/database/replica.server.ts";
import type { Settings } from "../platform/settings.ts";
import type { Storage } from "../platform/storage/storage.server.ts";
import type { Traces } from "../platform/traces.server.ts";
import type { FairQueue } from "../platform/fair-queue.server.ts";

/** Everything live that a running app holds; opened and closed with it. */
export type Services = {
  settings: Settings;
  db: Database;
  /** Statements made once, on the connections of `db`. */
  ask: Ask;
  /** null where there is none. */
  replica: Replica | null;
  clock: Clock;
  /** The connections of this node for requests. */
  pool: () => PoolFigures;
  /** Names what browsers load, as `x-build` does. */
  build: string;
  log: Logger;
  storage: Storage;
  auth: Auth;
  live: Live;
  mail: Mail;
  /** null where nobody may read them. */
  metrics: Metrics | null;
  /** null where nobody collects them. */
  traces: Traces | null;
  /** Bodies of more than 16 kB on their way: each may hold 256 kB in memory and 10 MB on disk. */
  receiving: FairQueue;
  /** Files that have arrived, being looked at and kept: each may be 10 MB in memory. */
  uploads: FairQueue;
  /** Pictures being drawn: one at a time, since each takes a whole core. */
  images: FairQueue;
  /** Pictures of public profiles that were drawn, by what is in them. */
  shareImages: LruCache<Uint8Array<ArrayBuffer>>;
  /** Opens what people upload, in processes of its own: one core stays free, since a decoder takes a whole one and up to 100 MB. */
  uploadWorkers: UploadWorkers;
};
