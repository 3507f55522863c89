import { createUser } from "../../auth/auth.server.ts";
import { asRefusal } from "../../api/refusals.server.ts";
import type { Services } from "../../api/services.server.ts";
import { asViewer, type Database, type Tx } from "../../platform/database/database.server.ts";
import type { Secret } from "../../platform/crypto.server.ts";
import { textKey } from "../../shared/text/words.ts";
import { addSpecialist } from "./add-specialist.server.ts";
import type { ListedSpecialist } from "./specialist-list.ts";

type Loading = {
  db: Database;
  mail: Services["mail"];
  secret: Secret;
  adminId: string;
  isApproved: boolean;
  isRehearsal: boolean;
};
/** How many were added, and a sentence for each line that a person must look at. */
export type LoadedSpecialists = { added: number; known: number; told: string[] };

/** Undoes what a rehearsal wrote. */
class Rehearsed extends Error {}

/**
 * Adds the specialists of a list in the name of an admin, each in a transaction of its own, with the coverages that the vocabulary knows by any
 * of their names. Who has an account with the address, or whose licence another specialist holds, stays as they are. A rehearsal changes nothing.
 */
export async function loadSpecialists(
  loading: Loading,
  listed: readonly ListedSpecialist[],
): Promise<LoadedSpecialists> {
  const { db, adminId, isRehearsal } = loading;
  const loaded: LoadedSpecialists = { added: 0, known: 0, told: [] };
  const coverages = await coveragesByName(db);
  for (const each of listed) {
    const line = `línea ${each.line}`;
    const wanted = each.coverages.map((name) => ({ name, id: coverages.get(textKey(name)) }));
    const refusal = await asViewer(db, adminId, async (tx) => {
      await add(tx, loading, each, [...new Set(wanted.flatMap(({ id }) => id ?? []))]);
      if (isRehearsal) throw new Rehearsed();
      return null;
    }).catch((error: unknown) => {
      if (error instanceof Rehearsed) return null;
      const refused = asRefusal(error);
      if (!refused) throw error;
      return refused;
    });
    if (refusal?.code === "EMAIL_TAKEN") loaded.known += 1;
    else if (refusal) loaded.told.push(`${line}: ${refusal.message}`);
    if (refusal) continue;
    loaded.added += 1;
    for (const { name, id } of wanted) if (!id) loaded.told.push(`${line}: no se conoce la cobertura "${name}"`);
  }
  return loaded;
}

async function add(
  tx: Tx,
  { mail, secret, adminId, isApproved }: Loading,
  { specialist }: ListedSpecialist,
  coverages: number[],
) {
  const { id } = await addSpecialist(
    tx,
    {
      createUser,
      mail,
      secret,
      by: { actor_id: adminId, session_id: null },
      encrypted_password: null,
      approval: isApproved ? "approved" : "none",
    },
    specialist,
  );
  if (coverages.length > 0)
    await tx
      .insertInto("kine_coverages")
      .values(coverages.map((coverage_id) => ({ kine_id: id, coverage_id, how: "direct" as const })))
      .execute();
}

/** The coverages in use by the keys of all their names. A short name leads to its own entry, even if it is another's alias. */
async function coveragesByName(db: Database): Promise<Map<string, number>> {
  const all = await db
    .selectFrom("coverages")
    .select(["id", "short", "name", "aliases"])
    .where("merged_into", "is", null)
    .where("retired_at", "is", null)
    .execute();
  const named = all.flatMap(({ id, name, aliases }) => [name, ...aliases].map((each) => [textKey(each), id] as const));
  return new Map([...named, ...all.map(({ id, short }) => [textKey(short), id] as const)]);
}
