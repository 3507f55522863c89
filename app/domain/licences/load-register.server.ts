import { sql } from "kysely";
import { asRefusal } from "../../api/refusals.server.ts";
import { asViewer, type Database } from "../../platform/database/database.server.ts";
import type { Secret } from "../../platform/crypto.server.ts";
import { storeFinding } from "./finding.server.ts";
import { isOtherPerson, isSamePerson, type RegisterEntry } from "./register-list.ts";

/** How many lines had which end, by the end's name, and a sentence for each that a person must look at. */
export type LoadedRegister = { counts: Record<End, number>; told: string[] };
type End = "verified" | "doubtful" | "inactive" | "unchanged" | "absent";
type Found = { id: string; name: string; state: string; is_held: boolean; is_newer: boolean; is_contested: boolean };

const REASON = "La lista del registro la da a otro nombre.";
const INACTIVE_REASON = "La lista del registro dice que no está vigente.";

/**
 * Compares the licences of approved specialists with a register's list, in the name of an admin: one whose number and name agree is verified as
 * of the line's day, one of another name is doubtful, one that is not in force is inactive. Nothing is changed that was checked on that day or
 * later, that an admin doubts, whose name may be somebody else's, or that two specialists declare, but for one who holds it. A rehearsal changes nothing.
 */
export async function loadRegister(
  db: Database,
  { adminId, secret, isRehearsal }: { adminId: string; secret: Secret; isRehearsal: boolean },
  entries: readonly RegisterEntry[],
): Promise<LoadedRegister> {
  const loaded: LoadedRegister = {
    counts: { verified: 0, doubtful: 0, inactive: 0, unchanged: 0, absent: 0 },
    told: [],
  };
  for (const entry of entries) {
    const line = `línea ${entry.line}, ${entry.licence}`;
    const { end, told } = await asViewer(db, adminId, async (tx): Promise<{ end: End; told: string | null }> => {
      const { rows } = await sql<Found>`
        select l.id, p.name, l.state, l.is_first or l.state = 'verified' as is_held, l.contested_at > coalesce(l.decided_at, '-infinity') is true as is_contested,
          coalesce(greatest(l.checked_at, l.decided_at) < ${entry.on}::date, true) as is_newer
        from licence_value(${entry.licence}) v join licences l on l.value_number = license_key(v.number) and l.state <> 'withdrawn'
          and l.value_kind = v.kind and l.value_place = v.jurisdiction
        join profiles p on p.id = l.kine_id and p.approval_status = 'approved' and p.suspended_at is null
        where exists (select from user_roles r where r.user_id = p.id and r.role = 'kine')
        order by l.id for no key update of p`.execute(tx);
      // Anybody declares any number besides their own: that keeps nobody's licence from its check.
      const held = rows.filter(({ is_held }) => is_held);
      const [found, ...others] = held.length > 0 ? held : rows;
      if (!found) return { end: "absent", told: null };
      if (others.length > 0) return { end: "unchanged", told: `${line}: la declaran ${rows.length} especialistas` };
      if (found.state === "doubtful" || found.is_contested)
        return { end: "unchanged", told: `${line}: la revisa un administrador` };
      if (!found.is_newer) return { end: "unchanged", told: null };
      const isOther = isOtherPerson(entry.name, found.name);
      if (!isOther && !isSamePerson(entry.name, found.name))
        return { end: "unchanged", told: `${line}: el nombre del registro puede ser de otra persona` };
      const end = isOther ? "doubtful" : entry.is_active ? "verified" : "inactive";
      if (end === found.state && end !== "verified") return { end: "unchanged", told: null };
      if (!isRehearsal) {
        await storeFinding(tx, { id: adminId, session_id: null, secret }, found.id, {
          state: end,
          reason: { verified: null, doubtful: REASON, inactive: INACTIVE_REASON }[end],
          ...(end === "verified" && { method: "register", checked_at: `${entry.on}T12:00:00-03:00` }),
        });
      }
      return { end, told: isOther ? `${line}: en el registro es de otra persona` : null };
    }).catch((error: unknown) => {
      const refusal = asRefusal(error);
      if (!refusal) throw error;
      return { end: "unchanged" as const, told: `${line}: ${refusal.message}` };
    });
    loaded.counts[end] += 1;
    if (told) loaded.told.push(told);
  }
  return loaded;
}
