import type pg from "pg";
import type { ApprovalStatus } from "../../shared/roles.ts";
import { movedId, timeOf } from "./ids.ts";
import { insertRows, keep } from "./insert.ts";
import type { Ledger } from "./ledger.ts";
import type { Licences, PlannedLicence } from "./plan-licences.ts";
import type { People, Person } from "./plan-people.ts";
import { holdsLicence } from "./profile-row.ts";
import type { SourceRow } from "./source.ts";
import { batchesOf } from "./staging.ts";
import { lose, noLosses, textOf } from "./texts.ts";

type Found = { user_id: string; approval: ApprovalStatus | null; rows: SourceRow[]; sha256: string[] };

/** The requests of each person that has any, by their new account, the last first; and specialists without one. */
const FOUND = `select user_id, rows, sha256, p.approval_status as approval from (
    select data->>'user_id' as user_id, jsonb_agg(data order by data->>'created_at' desc, n desc) as rows,
      array_agg(encode(sha256, 'hex') order by data->>'created_at' desc, n desc) as sha256
    from source_public_kine_applications group by 1) s
  left join moved_rows m on m.kind = 'user' and m.old_id = s.user_id and not m.is_merged
  left join profiles p on p.id = m.new_id order by user_id`;

export type Applications = { client: pg.Client; ledger: Ledger; people: People; licences: Licences };

/** Writes the requests of specialists, each decided as its profile is, and one for each specialist without any. */
export async function writeApplications(writing: Applications): Promise<void> {
  const { client, ledger, people } = writing;
  for await (const found of batchesOf<Found>(client, FOUND)) {
    const placed = found.flatMap((each) => {
      const person = people.get(each.user_id);
      if (person && !person.isMerged && each.approval)
        return placeAll(writing, person, { ...each, approval: each.approval });
      for (const { id } of each.rows) ledger.left("public.kine_applications", id ?? "", "orphan");
      return [];
    });
    await insertRows(
      client,
      "public.kine_applications",
      placed.map(({ row }) => row),
    );
    await insertRows(
      client,
      "public.moved_rows",
      placed.map(({ kept }) => kept),
    );
  }
  await makeMissing(writing);
}

function placeAll(
  writing: Applications,
  person: Person,
  { user_id, approval, rows, sha256 }: Found & { approval: ApprovalStatus },
) {
  const { ledger, licences } = writing;
  return rows.flatMap((row, index) => {
    const old_id = row["id"] ?? "";
    const losses = noLosses();
    const isLast = index === 0;
    const decidedAt = timeOf(row["approved_at"]);
    const isOpen = isLast && approval === "pending";
    if (decidedAt === null && !isOpen && !isLast) {
      ledger.merged("public.kine_applications", old_id, "application_twice", rows[0]?.["id"] ?? "");
      return [];
    }
    const reason = textOf(losses, "rejection_reason", row["rejection_reason"], { most: 500, isLine: false });
    // The last one is what its profile says; of those before it only the reason speaks.
    const decided = reason === null ? "approved" : "rejected";
    const status = isOpen ? "pending" : isLast && approval !== "pending" ? approval : decidedAt ? decided : "approved";
    if (isLast && (isOpen ? decidedAt !== null : decidedAt === null || (status === "approved" && reason !== null)))
      lose(losses, "application_decided", "rejection_reason", row["rejection_reason"] ?? "");
    if (status === "rejected" && !reason) losses.findings.push(["rejected_without_reason", old_id]);
    const created_at = timeOf(row["created_at"]);
    const id = movedId("application", old_id, created_at);
    const by = writing.people.get(row["approved_by"] ?? "");
    const planned = isLast ? waitingLicence(licences.get(user_id), approval, person) : null;
    ledger.moved("public.kine_applications", old_id, losses.findings);
    return {
      row: {
        id,
        user_id: person.id,
        profile_id: person.id,
        status,
        created_at: created_at ?? new Date(0),
        approved_at: status === "pending" ? null : (decidedAt ?? created_at ?? new Date(0)),
        approved_by: status === "pending" ? null : (by?.id ?? null),
        rejection_reason: status === "rejected" ? reason : null,
        license_number: status === "approved" ? null : planned,
      },
      kept: keep(
        {
          kind: "application",
          old_id,
          new_id: id,
          person_id: person.id,
          sha256: Buffer.from(sha256[index] ?? "", "hex"),
        },
        losses.left,
      ),
    };
  });
}

/** The number that stays with the request: its profile may not hold it yet, or another specialist has it. */
function waitingLicence(planned: PlannedLicence | undefined, approval: ApprovalStatus, person: Person): string | null {
  return planned && (planned.isTaken || !holdsLicence(approval, person)) ? planned.text : null;
}

/** A specialist without a request gets one, as of the account's time. Of an approved one whose number another has, the number waits for an admin. */
async function makeMissing({ client, ledger, people, licences }: Applications): Promise<void> {
  const { rows } = await client.query<{
    old_id: string;
    id: string;
    created_at: Date;
    approval: ApprovalStatus;
    has: boolean;
  }>(
    `select m.old_id, p.id, p.created_at, p.approval_status as approval,
      exists (select from kine_applications a where a.user_id = p.id) as has
    from moved_rows m join user_roles r on r.user_id = m.new_id join profiles p on p.id = m.new_id
    where m.kind = 'user' and not m.is_merged and r.role = 'kine' order by p.id`,
  );
  const made = rows.filter(({ has }) => !has);
  const row = ({ old_id, id, created_at, approval }: (typeof rows)[number]) => {
    ledger.note("public.profiles", old_id, "application_made");
    const person = people.get(old_id);
    return {
      id: movedId("application", `of ${old_id}`, created_at),
      user_id: id,
      profile_id: id,
      status: approval,
      created_at,
      approved_at: approval === "pending" ? null : created_at,
      license_number: person && approval !== "approved" ? waitingLicence(licences.get(old_id), approval, person) : null,
    };
  };
  await insertRows(client, "public.kine_applications", made.map(row));
  const taken = rows.filter(({ old_id, approval }) => approval === "approved" && licences.get(old_id)?.isTaken);
  await client.query(
    `insert into profile_changes (kine_id, name, license_number, specialty)
    select p.id, p.name, t.text, p.specialty from unnest($1::uuid[], $2::text[]) t (id, text) join profiles p on p.id = t.id`,
    [taken.map(({ id }) => id), taken.map(({ old_id }) => licences.get(old_id)?.text)],
  );
}
