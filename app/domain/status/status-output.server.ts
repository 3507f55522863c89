import { z } from "zod";
import { EXPOSURES } from "../../platform/uploads/sandbox.server.ts";

const ms = z.number();
const jobCounts = { due: z.int(), oldest_due: z.date().nullable(), running: z.int(), failed: z.int() };

export const Status = z.strictObject({
  at: z.date(),
  database: z.strictObject({
    answers_in_ms: ms,
    version: z.string(),
    migration: z.string(),
    bytes: z.number(),
    connections: z.int(),
    most_connections: z.int(),
  }),
  /** `answers_in_ms` is null while the file storage is unavailable, `free_bytes` where it is unknown. */
  files: z.strictObject({
    in_bucket: z.boolean(),
    answers_in_ms: ms.nullable(),
    free_bytes: z.number().nullable(),
    /** What a file that takes over its opener reaches; null while no opener answers. */
    exposed: z.array(z.enum(EXPOSURES)).nullable(),
  }),
  /** Of seven days: `sent_at` is the last sent, `sent` how many, which without SMTP were written to a folder, and `failed` their failures. */
  messages: z.strictObject({
    by_smtp: z.boolean(),
    waiting: z.int(),
    oldest: z.date().nullable(),
    sent_at: z.date().nullable(),
    sent: z.int(),
    failed: z.int(),
  }),
  /** Failed are those out of attempts, with those whose node died with the last; `kinds` are those of which something is to be said. */
  jobs: z.strictObject({
    ...jobCounts,
    kinds: z.array(z.strictObject({ task: z.string(), ...jobCounts, code: z.string().nullable() })),
  }),
  /** The last removal of expired data and the last backup, and their last failures; null where unknown. */
  upkeep: z.strictObject({
    removed_at: z.date().nullable(),
    removal_failed_at: z.date().nullable(),
    backed_up_at: z.date().nullable(),
    backup_failed_at: z.date().nullable(),
    /** The size of the last backup, where the command that made it said so. */
    backup_bytes: z.number().nullable(),
    /** The last backup that was restored on trial, and the last that could not be. */
    verified_at: z.date().nullable(),
    verification_failed_at: z.date().nullable(),
    /** The operator's setting: an older backup is too old. */
    backup_max_hours: z.int(),
  }),
  node: z.strictObject({
    name: z.string(),
    version: z.string(),
    build: z.string(),
    started_at: z.date(),
    memory_bytes: z.int(),
    streams: z.int(),
    /** null without a replica; `age_ms` is null until it has caught up once. */
    replica: z.strictObject({ in_use: z.boolean(), age_ms: ms.nullable() }).nullable(),
    connections: z.strictObject({ total: z.int(), idle: z.int(), waiting: z.int() }),
  }),
  /** People who moved in from the system before; null where nobody did. */
  move: z.strictObject({ people: z.int(), entered: z.int(), without_password: z.int() }).nullable(),
  sign_ins: z.array(z.strictObject({ hour: z.date(), signed_in: z.int(), refused: z.int() })),
  cases: z.array(z.strictObject({ day: z.string(), published: z.int(), filled: z.int() })),
});
