import { sql } from "kysely";
import { deleteRows } from "../accounts/delete-rows.server.ts";
import { removeFiles } from "../accounts/delete.server.ts";
import { writeWithdrawal } from "../consents/consents.server.ts";
import { asViewer, type Database, type Tx } from "../../platform/database/database.server.ts";
import { type Deletion, type DeletionKind, writeTombstones, readTombstones } from "../../platform/storage/tombstones.server.ts";
import { addJob } from "../../platform/jobs.server.ts";
import type { Services } from "../../api/services.server.ts";

type Parts = Pick<Services, "db" | "storage" | "log" | "mail">;

/** Accounts first: who leaves opens cases, and what is theirs needs no withdrawal. */
const ORDER: DeletionKind[] = ["account", "withdrawal", "case", "study"];

/**
 * Deletes again what is noted as deleted and came back with an older database. To be called before anybody is answered.
 * Returns how many things went; what cannot go now is logged, and tried at the next start.
 */
export async function replayDeletions(services: Parts): Promise<number> {
  const { db, log } = services;
  const unknown = await unknownTo(db, await readTombstones(services));
  let gone = 0;
  for (const kind of ORDER) {
    for (const deletion of unknown.filter((each) => each.kind === kind)) {
      try {
        if (await again[kind](services, deletion)) gone += 1;
        await db.insertInto("deletions").values({ ...deletion, noted_at: sql`now()` }).onConflict((conflict) => conflict.doNothing()).execute();
      } catch (error) {
        log.error({ err: error, kind, hash: deletion.hash }, "what was deleted came back and stays for now");
      }
    }
  }
  await writeTombstones(services);
  if (gone > 0) log.warn({ gone }, "what had come back with an older database was deleted again");
  return gone;
}

/** A database that has not gone back knows every note. */
async function unknownTo(db: Database, noted: Deletion[]): Promise<Deletion[]> {
  const { rows } = await sql<{ place: number }>`
    select n.place::int as place from unnest(${noted.map(({ kind }) => kind)}::text[], ${noted.map(({ hash }) => hash)}::text[],
      ${noted.map(({ at }) => at.toISOString())}::timestamptz[]) with ordinality n (kind, hash, at, place)
    where not exists (select from deletions d where d.kind = n.kind and d.hash = n.hash and d.at = n.at)
    order by n.at`.execute(db);
  return rows.flatMap(({ place }) => noted[place - 1] ?? []);
}

const again: Record<DeletionKind, (services: Parts, deletion: Deletion) => Promise<boolean>> = {
  async account(services, { hash }) {
    const id = await findByHash(services.db, sql`select id::text as what from auth.users`, hash);
    if (!id) return false;
    await services.db.transaction().execute(async (tx) => {
      await sql`lock table user_roles in share row exclusive mode`.execute(tx);
      await services.mail.drop(tx, id);
      await deleteRows(tx, id);
      await addJob(tx, "remove_files", { id });
    });
    await removeFiles(services, id);
    return true;
  },
  async withdrawal({ db }, { hash, at }) {
    const id = await findByHash(db, sql`select id::text as what from profiles`, hash);
    if (!id) return false;
    return asViewer(db, id, async (tx) => {
      const later = await tx.selectFrom("consents").select("id").where("user_id", "=", id)
        .where("document", "=", "health_data").where("accepted_at", ">", at).executeTakeFirst();
      return later ? false : writeWithdrawal(tx, id);
    });
  },
  async case({ db }, { hash }) {
    const id = await findByHash(db, sql`select id::text as what from cases`, hash);
    return id !== null && asItsPatient(db, id, async (tx) => {
      await tx.deleteFrom("cases").where("id", "=", id).execute();
    });
  },
  async study({ db }, { hash }) {
    const path = await findByHash(db, sql`select unnest(studies_urls) as what from cases`, hash);
    const found = path && (await db.selectFrom("cases").select("id").where(sql<boolean>`${path} = any (studies_urls)`).executeTakeFirst());
    if (!found) return false;
    return asItsPatient(db, found.id, async (tx) => {
      await tx.updateTable("cases").set({ studies_urls: sql`array_remove(studies_urls, ${path})` }).where("id", "=", found.id).execute();
    });
  },
};

async function asItsPatient(db: Database, id: string, work: (tx: Tx) => Promise<void>): Promise<boolean> {
  const { patient_id } = await db.selectFrom("cases").select("patient_id").where("id", "=", id).executeTakeFirstOrThrow();
  await asViewer(db, patient_id ?? "", work);
  return true;
}

async function findByHash(db: Database, all: ReturnType<typeof sql>, hash: string): Promise<string | null> {
  const { rows } = await sql<{ what: string }>`
    select what from (${all}) everything where encode(sha256(convert_to(what, 'UTF8')), 'hex') = ${hash}`.execute(db);
  return rows[0]?.what ?? null;
}
