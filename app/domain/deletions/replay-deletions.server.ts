import { type RawBuilder, sql } from "kysely";
import { deleteRows } from "../accounts/delete-rows.server.ts";
import { removeFiles, removeFilesJob } from "../accounts/delete.server.ts";
import { writeWithdrawal } from "../consents/consents.server.ts";
import { asViewer, type Database, type Tx } from "../../platform/database/database.server.ts";
import {
  type Deletion,
  type DeletionKind,
  isOutdated,
  writeTombstones,
  readTombstones,
} from "../../platform/storage/tombstones.server.ts";
import { deleteReview } from "../reviews/delete-review.server.ts";
import { addJob } from "../../platform/jobs.server.ts";
import { endings } from "./replay-endings.server.ts";
import { revocations } from "./replay-revocations.server.ts";
import type { Revocation } from "./revocation.server.ts";
import type { Services } from "../../api/services.server.ts";

type Parts = Pick<Services, "db" | "storage" | "log" | "mail" | "settings">;

/**
 * Each kind stands after those that make it possible. Accounts first: deleting a specialist reopens cases, and a deleted patient needs no
 * withdrawal. Blocks are found by applications, which go with cases. Acceptances end before what the database does in open cases alone. Roles
 * before suspensions, which need an admin.
 */
export const ORDER: DeletionKind[] = [
  "account",
  "blocked",
  "ended",
  "withdrawal",
  "review",
  "case",
  "study",
  "evidence",
  "patient_at_most",
  "kine_at_most",
  "suspended",
  "password",
  "recovery_codes",
  "passkey",
  "factor",
  "identity",
  "address_restored",
  "calendar",
  "measure",
  "mails_off",
  "reading_hidden",
  "application",
  "closed",
  "reading_narrowed",
  "phone_hidden",
  "licence_down",
  "licence_doubted",
  "stars_taken",
  "review_hidden",
  "reply_hidden",
  "coverage_removed",
  // These only supersede earlier tombstones.
  "admin_at_most",
  "restored",
  "mails_on",
  "unblocked",
  "reading_shown",
  "reading_widened",
  "phone_listed",
  "licence_verified",
  "licence_standing",
  "stars_given",
  "review_shown",
  "reply_shown",
  "coverage_kept",
];

/**
 * Replays the deletions and revocations that are recorded outside the database as tombstones and that a restored backup undid. Must run
 * before the app accepts requests. Returns how many were replayed; failures are logged and retried at the next start.
 */
export async function replayDeletions(services: Parts): Promise<number> {
  const { db, log } = services;
  const { noted, outdated } = await readTombstones(services);
  const unknown = await missingIn(db, noted);
  let gone = 0;
  for (const kind of ORDER) {
    const due = unknown.filter((each) => each.kind === kind);
    if (due.length === 0) continue;
    const replay = replays[kind];
    const revocation = revocations[kind] ?? endings[kind];
    const found = await findAll(db, (replay ?? revocation)?.all, due);
    for (const deletion of due) {
      const id = found.get(deletion.hash);
      if (id === undefined) continue;
      try {
        const isReplayed = replay
          ? await deleteOne(services, deletion, replay, id)
          : await revokeOne(db, deletion, revocation, id);
        gone += Number(isReplayed);
      } catch (error) {
        log.error({ err: error, kind, hash: deletion.hash }, "what was deleted came back and stays for now");
      }
    }
  }
  for (const name of outdated) await services.storage.remove("deletions", name).catch(() => undefined);
  await writeTombstones(services);
  if (gone > 0) log.warn({ gone }, "what had come back with an older database was deleted again");
  return gone;
}

/** The tombstones that the database lacks; one that was not restored has them all. */
async function missingIn(db: Database, noted: Deletion[]): Promise<Deletion[]> {
  const { rows } = await sql<{ place: number }>`
    select n.place::int as place from unnest(${noted.map(({ kind }) => kind)}::text[], ${noted.map(({ hash }) => hash)}::text[],
      ${noted.map(({ at }) => at.toISOString())}::timestamptz[]) with ordinality n (kind, hash, at, place)
    where not exists (select from deletions d where d.kind = n.kind and d.hash = n.hash and d.at = n.at)
    order by n.at`.execute(db);
  return rows.flatMap(({ place }) => noted[place - 1] ?? []);
}

const record = (db: Database | Tx, deletion: Deletion) =>
  db
    .insertInto("deletions")
    .values({ ...deletion, noted_at: sql`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();

async function deleteOne(services: Parts, deletion: Deletion, { replay }: Replay, id: string): Promise<boolean> {
  const isGone = await replay(services, id, deletion.at);
  await record(services.db, deletion);
  return isGone;
}

/** Records the tombstone in the transaction that applies it, so that only one of two nodes starting at once applies it. */
function revokeOne(db: Database, deletion: Deletion, revocation: Revocation | undefined, id: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await record(tx, deletion);
    if (numInsertedOrUpdatedRows === 0n || !revocation || (await isOutdated(tx, deletion))) return false;
    return revocation.revoke(tx, id);
  });
}

/** Resolves the hashes of tombstones in one table scan. Tombstones without a match or a replay are recorded as applied. */
async function findAll(
  db: Database,
  all: RawBuilder<unknown> | undefined,
  due: Deletion[],
): Promise<Map<string, string>> {
  const hashes = due.map(({ hash }) => hash);
  const { rows } = all
    ? await sql<{ what: string; hash: string }>`
    select what, hash from (select what, encode(sha256(convert_to(what, 'UTF8')), 'hex') as hash from (${all}) everything) hashed
    where hash = any(${hashes}::text[])`.execute(db)
    : { rows: [] };
  const found = new Map(rows.map(({ what, hash }) => [hash, what]));
  const rest = due.filter(({ hash }) => !found.has(hash));
  await sql`
    insert into deletions (kind, hash, at, noted_at)
    select ${due[0]?.kind}, hash, at, now() from unnest(${rest.map(({ hash }) => hash)}::text[], ${rest.map(({ at }) => at.toISOString())}::timestamptz[]) n (hash, at)
    on conflict do nothing`.execute(db);
  return found;
}

/**
 * How a permanent deletion is replayed: the query for the ids or paths to hash, and the deletion. It returns false when nothing is left to
 * delete: an earlier replay or another node may have deleted it since the query.
 */
type Replay = { all: RawBuilder<unknown>; replay: (services: Parts, id: string, at: Date) => Promise<boolean> };

const replays: Partial<Record<DeletionKind, Replay>> = {
  account: {
    all: sql`select id::text as what from auth.users`,
    async replay(services, id, at) {
      const isHere = await services.db.transaction().execute(async (tx) => {
        await sql`lock table user_roles in share row exclusive mode`.execute(tx);
        const user = await tx.selectFrom("auth.users").select("id").where("id", "=", id).executeTakeFirst();
        if (!user) return false;
        await services.mail.drop(tx, id);
        await deleteRows(tx, id, { secret: services.settings.secret, at });
        await addJob(tx, removeFilesJob, { id });
        return true;
      });
      if (isHere) await removeFiles(services, id);
      return isHere;
    },
  },
  withdrawal: {
    all: sql`select id::text as what from profiles`,
    replay: ({ db }, id, at) =>
      asViewer(db, id, async (tx) => {
        // A later consent stands.
        const { rows } = await sql`select from profiles p where p.id = ${id} and not exists
          (select from consents c where c.user_id = p.id and c.document = 'health_data' and c.accepted_at > ${at})`.execute(
          tx,
        );
        return rows.length > 0 ? writeWithdrawal(tx, id) : false;
      }),
  },
  review: {
    all: sql`select id::text as what from reviews`,
    replay: ({ db }, id) => db.transaction().execute((tx) => deleteReview(tx, id)),
  },
  case: {
    all: sql`select id::text as what from cases`,
    replay: ({ db }, id) =>
      asPatientOf(db, id, (tx) => tx.deleteFrom("cases").where("id", "=", id).executeTakeFirstOrThrow()),
  },
  study: {
    all: sql`select unnest(studies_urls) as what from cases`,
    async replay({ db }, path) {
      const found = await db
        .selectFrom("cases")
        .select("id")
        .where(sql<boolean>`${path} = any (studies_urls)`)
        .executeTakeFirst();
      if (!found) return false;
      return asPatientOf(db, found.id, (tx) =>
        tx
          .updateTable("cases")
          .set({ studies_urls: sql`array_remove(studies_urls, ${path})` })
          .where("id", "=", found.id)
          .executeTakeFirstOrThrow(),
      );
    },
  },
  evidence: {
    all: sql`select evidence_path as what from licences where evidence_path is not null`,
    async replay({ db }, path) {
      const { numUpdatedRows } = await db
        .updateTable("licences")
        .set({ evidence_path: null, evidence_at: null })
        .where("evidence_path", "=", path)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  },
};

/** Runs a write as the patient of a case, whom its triggers require. Returns false when the case is gone. */
async function asPatientOf(db: Database, caseId: string, write: (tx: Tx) => Promise<unknown>): Promise<boolean> {
  const found = await db.selectFrom("cases").select("patient_id").where("id", "=", caseId).executeTakeFirst();
  if (!found) return false;
  await asViewer(db, found.patient_id ?? "", write);
  return true;
}
