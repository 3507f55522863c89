import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { ROLES } from "../../shared/roles.ts";
import { whatsAppDigits } from "../profiles/phone.ts";
import { ALIKE, type Alike as Fact, tellingDomain } from "./alike.ts";

/** So many are named of each fact, the suspended and the oldest first; one more says that there are others. Accounts that come later hide nobody. */
const NAMED = 5;
/** Accounts whose phones end alike, which are compared whole. */
const CANDIDATES = 40;

/** Other accounts with the applicant's phone, domain of e-mail, or photo; `compared` has what could be compared. */
export const AlikeAccounts = z.strictObject({
  compared: z.array(z.enum(ALIKE)),
  people: z.array(
    z.strictObject({ fact: z.enum(ALIKE), id: z.uuid(), name: z.string(), role: z.enum(ROLES).nullable() }),
  ),
  /** The facts that more accounts share than are named. */
  more: z.array(z.enum(ALIKE)),
});
type AlikeAccounts = z.output<typeof AlikeAccounts>;
type Applicant = { profile_id: string; email: string; phone: string | null };
type Found = AlikeAccounts["people"][number] & { applicant_id: string; phone: string | null; is_suspended: boolean };

/** Which other accounts share something with each of these applicants, by the applicants' ids. */
export async function alikeOf(db: Database, applicants: Applicant[]): Promise<Map<string, AlikeAccounts>> {
  const found = new Map<string, AlikeAccounts>();
  if (applicants.length === 0) return found;
  const asked = applicants.map(({ profile_id, email, phone }) => ({
    id: profile_id,
    phone,
    domain: tellingDomain(email),
  }));
  const rows = await others.all(db, { asked: JSON.stringify(asked) });
  for (const { profile_id, email, phone } of applicants) {
    const own = rows
      .filter(({ applicant_id }) => applicant_id === profile_id)
      .toSorted((a, b) => Number(b.is_suspended) - Number(a.is_suspended) || (a.id < b.id ? -1 : 1));
    const digits = phone && whatsAppDigits(phone);
    const isAlike = (other: Found) => other.fact !== "phone" || (other.phone && whatsAppDigits(other.phone) === digits);
    const of = (fact: Fact) => own.filter((other) => other.fact === fact && other.id !== profile_id && isAlike(other));
    const has = {
      phone: phone !== null,
      domain: tellingDomain(email) !== null,
      // The own row says that there is a hash.
      photo: own.some(({ fact, id }) => fact === "photo" && id === profile_id),
    };
    found.set(profile_id, {
      compared: ALIKE.filter((fact) => has[fact]),
      people: ALIKE.flatMap((fact) =>
        of(fact)
          .slice(0, NAMED)
          .map(({ id, name, role }) => ({ fact, id, name, role })),
      ),
      more: ALIKE.filter((fact) => of(fact).length > NAMED),
    });
  }
  return found;
}

/** The oldest of the suspended, and of all: each by an index, since one order of both would sort all who share a domain. */
const firstOf = (fact: Fact, isShared: RawBuilder<unknown>, most: number) => {
  const oldest = (of: RawBuilder<unknown>) =>
    sql`(select ${sql.lit(fact)} as fact, p.id from profiles p where ${isShared} and p.id <> q.id ${of} order by p.id limit ${sql.lit(most)})`;
  return sql`${oldest(sql`and p.suspended_at is not null`)} union ${oldest(sql``)}`;
};

const others = prepared(
  "kineApplications alike",
  (_, { asked }: { /** JSON: the applicants with `phone` and `domain`. */ asked: string }) =>
    sql<Found>`
      select q.id as applicant_id, o.fact, p.id, p.name, p.phone, p.suspended_at is not null as is_suspended, (select max(r.role) from user_roles r where r.user_id = p.id) as role
      from json_to_recordset(${asked}::json) as q (id uuid, phone text, domain text)
      cross join lateral (
        ${firstOf("phone", sql`phone_tail(p.phone) = phone_tail(q.phone) and p.phone is not null`, CANDIDATES)}
        union ${firstOf("domain", sql`email_domain(p.email) = q.domain`, NAMED + 1)}
        union
        (select 'photo', h.profile_id from photo_hashes own join photo_hashes h on h.sha256 = own.sha256 join profiles p on p.id = h.profile_id
          where own.profile_id = q.id order by h.profile_id = q.id desc, p.suspended_at is null, h.profile_id limit ${sql.lit(NAMED + 2)})) o
      join profiles p on p.id = o.id`,
);
