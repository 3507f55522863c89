import type pg from "pg";
import type { Key } from "../../platform/crypto.server.ts";
import type { Finding } from "./findings.ts";
import { movedId, timeOf } from "./ids.ts";
import { insertRows, keep, type Kept } from "./insert.ts";
import type { Ledger } from "./ledger.ts";
import type { Licences } from "./plan-licences.ts";
import { metadataOf, type People, type Person } from "./plan-people.ts";
import { approvalOf, type Applied, profileRow } from "./profile-row.ts";
import type { SourceRow } from "./source.ts";
import { batchesOf } from "./staging.ts";
import { noLosses } from "./texts.ts";
import { waysIn } from "./ways-in.ts";

export type Writing = {
  client: pg.Client;
  ledger: Ledger;
  people: People;
  licences: Licences;
  /** The `photo_url` here, by the old id of its person. */
  photos: ReadonlyMap<string, string>;
  factorKey: Key;
};

type Found = {
  old_id: string;
  user: SourceRow;
  user_sha256: Buffer;
  password: string | null;
  profile: SourceRow | null;
  roles: string[];
  identities: SourceRow[];
  factors: SourceRow[];
  applications: Applied[];
};

const rows = (table: string, column = "user_id") =>
  `(select coalesce(jsonb_agg(s.data order by s.n), '[]') from source_${table} s where s.data->>'${column}' = u.old_id)`;

const FOUND = `select u.old_id, u.data as user, u.sha256 as user_sha256, a.encrypted as password, p.data as profile, ${rows("auth_identities")} as identities,
    array(select r.data->>'role' from source_public_user_roles r where r.data->>'user_id' = u.old_id) as roles,
    ${rows("auth_mfa_factors")} as factors, ${rows("public_kine_applications")} as applications
  from source_auth_users u left join source_public_profiles p on p.old_id = u.old_id
  left join adopted_passwords a on a.old_id = u.old_id order by u.n`;

/** Writes accounts, ways in, profiles, roles and suspensions. */
export async function writePeople(writing: Writing): Promise<void> {
  const { client } = writing;
  for await (const found of batchesOf<Found>(client, FOUND)) {
    const batch: Batch = { users: [], identities: [], factors: [], profiles: [], suspensions: [], roles: [], kept: [] };
    for (const each of found) placePerson(writing, batch, each);
    await insertRows(client, "auth.users", batch.users);
    await insertRows(client, "auth.identities", batch.identities);
    await insertRows(client, "auth.mfa_factors", batch.factors);
    await insertRows(client, "public.profiles", batch.profiles);
    await insertRows(client, "public.suspensions", batch.suspensions);
    await insertRows(client, "public.user_roles", batch.roles);
    await insertRows(client, "public.moved_rows", batch.kept);
  }
}

type Batch = Record<"users" | "identities" | "factors" | "profiles" | "suspensions" | "roles", object[]> & {
  kept: Kept[];
};

function placePerson(writing: Writing, batch: Batch, found: Found): void {
  const { ledger, people } = writing;
  const { old_id } = found;
  const person = people.get(old_id);
  placeRoles(writing, found, person);
  if (!person || person.isMerged) {
    for (const row of found.identities) ledger.left("auth.identities", idOfIdentity(row), "orphan");
    for (const row of found.factors) ledger.left("auth.mfa_factors", row["id"] ?? "", "orphan");
    if (found.profile && person) ledger.merged("public.profiles", old_id, "known_account");
    else if (found.profile) ledger.left("public.profiles", old_id, "orphan");
    if (!person) return;
    const { id } = person;
    batch.kept.push(
      keep(
        { kind: "user", old_id, new_id: id, person_id: id, is_merged: true, sha256: found.user_sha256 },
        found.profile ?? {},
      ),
    );
    return;
  }
  const losses = noLosses();
  const findings: [Finding, string][] = [];
  const ways = waysIn(writing, found, person, found.password);
  if (ways.password === null && !ways.identities.some(({ provider }) => provider !== "email"))
    findings.push(["no_password", person.email]);
  const bannedUntil = found.user["banned_until"];
  // An end that cannot be read has not come.
  const isBanned = Boolean(bannedUntil) && (timeOf(bannedUntil)?.getTime() ?? Infinity) > Date.now();
  const suspended_at = isBanned ? (timeOf(found.user["updated_at"]) ?? timeOf(found.user["created_at"])) : null;
  if (isBanned) findings.push(["banned", bannedUntil ?? ""]);
  if (!found.profile) findings.push(["profile_made", person.email]);
  if (person.wasConfirmed && !person.isConfirmed) {
    findings.push(["confirmed_without_mail", person.email]);
    losses.left["email_confirmed_at"] = confirmedAt(found.user) ?? "";
  }
  const profile = found.profile ?? profileOfMetadata(found);
  batch.users.push(userRow(found.user, person, { ...ways, name: profile["name"] ?? "" }));
  batch.identities.push(...ways.identities);
  batch.factors.push(...ways.factors);
  batch.profiles.push({
    ...profileRow(writing, losses, {
      old_id,
      profile,
      person,
      approval: approvalOf(person.role, profile, found.applications, losses),
    }),
    suspended_at,
  });
  if (isBanned)
    batch.suspensions.push({
      id: movedId("suspension", old_id, suspended_at),
      user_id: person.id,
      reason: "Suspendida en el sistema anterior",
      suspended_at,
    });
  batch.roles.push({ user_id: person.id, role: person.role });
  ledger.moved("auth.users", old_id, findings);
  if (found.profile) ledger.moved("public.profiles", old_id, losses.findings);
  batch.kept.push(
    keep({ kind: "user", old_id, new_id: person.id, person_id: person.id, sha256: found.user_sha256 }, losses.left),
  );
}

const idOfIdentity = (row: SourceRow): string => `${row["provider"]} ${row["provider_id"] || row["id"]}`;

/** One role is kept: the highest. */
function placeRoles({ ledger }: Writing, { old_id, roles }: Found, person: Person | undefined): void {
  const known = new Set<string>(["patient", "kine", "admin"]);
  for (const role of roles) {
    const id = `${old_id} ${role}`;
    if (!person) ledger.left("public.user_roles", id, "orphan");
    else if (person.isMerged) ledger.merged("public.user_roles", id, "known_account");
    else if (!known.has(role)) ledger.left("public.user_roles", id, "unknown_role");
    else if (role === person.role) ledger.moved("public.user_roles", id);
    else ledger.merged("public.user_roles", id, "several_roles", person.role);
  }
}

function profileOfMetadata({ old_id, user }: Found): SourceRow {
  const metadata = metadataOf(user["raw_user_meta_data"] ?? null);
  const { role: _role, accepted_terms: _terms, ...fields } = metadata ?? { role: null, accepted_terms: null };
  return { ...(fields as SourceRow), id: old_id, created_at: user["created_at"] ?? null };
}

type Account = { password: string | null; isClaimed: boolean; name: string };

const confirmedAt = (user: SourceRow) => user["email_confirmed_at"] ?? user["confirmed_at"] ?? null;

function userRow(user: SourceRow, { id, email, isConfirmed }: Person, { password, isClaimed, name }: Account): object {
  const created_at = timeOf(user["created_at"]) ?? new Date(0);
  const email_confirmed_at = isConfirmed ? timeOf(confirmedAt(user)) : null;
  return {
    id,
    email,
    encrypted_password: password,
    email_confirmed_at,
    last_sign_in_at: timeOf(user["last_sign_in_at"]),
    raw_user_meta_data: { name },
    must_change_password: false,
    created_at,
    updated_at: timeOf(user["updated_at"]) ?? created_at,
    profile_due: false,
    joined_by_address: true,
    claimed_at: isClaimed ? (email_confirmed_at ?? created_at) : null,
  };
}
