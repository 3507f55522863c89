import type pg from "pg";
import type { z } from "zod";
import { SignUpMetadata } from "../../domain/accounts/account-input.ts";
import { Email } from "../../shared/credentials.ts";
import { highestRole, type Role, ROLES } from "../../shared/roles.ts";
import type { Finding } from "./findings.ts";
import { identityData, provenEmailOf } from "./identity-data.ts";
import { movedId, timeOf } from "./ids.ts";
import { choiceKey, type Ledger } from "./ledger.ts";
import { batchesOf } from "./staging.ts";

/** Where a person of the old system is here. A merged one leads to the account that stays. */
export type Person = {
  id: string;
  email: string;
  role: Role;
  isMerged: boolean;
  /** Somebody read a mail at the address, or Google says that it is theirs: some systems call each address confirmed as it signs up. */
  isConfirmed: boolean;
  wasConfirmed: boolean;
  /** False where an account was merged in and nobody confirmed the address of one of the two: its password could be a stranger's. */
  keepsPassword: boolean;
};
/** By the old id; who is left is absent. */
export type People = ReadonlyMap<string, Person>;

type Found = {
  old_id: string;
  email: string | null;
  created_at: string | null;
  deleted_at: string | null;
  is_anonymous: string | null;
  confirmed_at: string | null;
  mailed_at: string | null;
  /** What Google said of the person, as texts. */
  googles: string[];
  last_sign_in_at: string | null;
  metadata: string | null;
  has_profile: boolean;
  roles: string[];
  applied: boolean;
};

/** Users with what decides whether they move, in the order of the source. */
const FOUND = `select u.old_id, u.data->>'email' as email, u.data->>'created_at' as created_at, u.data->>'deleted_at' as deleted_at,
    u.data->>'is_anonymous' as is_anonymous, coalesce(u.data->>'email_confirmed_at', u.data->>'confirmed_at') as confirmed_at,
    least(u.data->>'confirmation_sent_at', u.data->>'recovery_sent_at', u.data->>'invited_at') as mailed_at,
    array(select coalesce(i.data->>'identity_data', '') from source_auth_identities i
      where i.data->>'user_id' = u.old_id and i.data->>'provider' = 'google') as googles,
    u.data->>'last_sign_in_at' as last_sign_in_at, case when p.old_id is null then u.data->>'raw_user_meta_data' end as metadata,
    p.old_id is not null as has_profile,
    array(select r.data->>'role' from source_public_user_roles r where r.data->>'user_id' = u.old_id) as roles,
    exists (select from source_public_kine_applications a where a.data->>'user_id' = u.old_id) as applied
  from source_auth_users u left join source_public_profiles p on p.old_id = u.old_id order by u.n`;

/**
 * Decides who moves: each user of the source becomes an account, is merged into one, or is left. `accounts` are those that are here without the move,
 * by e-mail.
 */
export async function planPeople(
  client: pg.Client,
  ledger: Ledger,
  accounts: ReadonlyMap<string, { id: string; role: Role }>,
): Promise<People> {
  const people = new Map<string, Person>();
  const sharing = new Map<string, { old_id: string; isConfirmed: boolean; signedIn: number; createdAt: number }[]>();
  for await (const found of batchesOf<Found>(client, FOUND))
    for (const user of found) {
      const email = Email.safeParse(user.email ?? "").data ?? "";
      const why = whyLeft(user, email);
      if (why) {
        ledger.left("auth.users", user.old_id, why);
        continue;
      }
      const createdAt = timeOf(user.created_at);
      const confirmedAt = timeOf(user.confirmed_at);
      const mailedAt = timeOf(user.mailed_at);
      const isConfirmed =
        confirmedAt !== null &&
        (user.googles.some((text) => provenEmailOf(identityData(text)) === email) ||
          (mailedAt !== null && mailedAt.getTime() <= confirmedAt.getTime()));
      people.set(user.old_id, {
        id: movedId("user", user.old_id, createdAt),
        email,
        role: roleOf(user),
        isMerged: false,
        isConfirmed,
        wasConfirmed: confirmedAt !== null,
        keepsPassword: true,
      });
      const same = sharing.get(email) ?? [];
      same.push({
        old_id: user.old_id,
        isConfirmed,
        signedIn: timeOf(user.last_sign_in_at)?.getTime() ?? 0,
        createdAt: createdAt?.getTime() ?? 0,
      });
      sharing.set(email, same);
    }
  for (const [email, same] of sharing) {
    const here = accounts.get(email);
    // A confirmed one stays, and of those the last to sign in; of those who never did, the older one.
    const [stays, ...others] = same.toSorted(
      (a, b) => Number(b.isConfirmed) - Number(a.isConfirmed) || b.signedIn - a.signedIn || a.createdAt - b.createdAt,
    );
    for (const { old_id } of others) settleTwin(ledger, people, { old_id, stays: stays?.old_id ?? "" });
    const kept = here && stays && people.get(stays.old_id);
    if (!kept) continue;
    for (const { old_id } of same) if (people.has(old_id)) people.set(old_id, { ...kept, ...here, isMerged: true });
    ledger.merged("auth.users", stays.old_id, "known_account", email);
  }
  return people;
}

function whyLeft(user: Found, email: string): Finding | null {
  if (user.deleted_at !== null) return "deleted";
  if (user.is_anonymous === "t") return "anonymous";
  if (!user.email?.trim()) return "no_email";
  if (email === "") return "bad_email";
  return user.has_profile || metadataOf(user.metadata) ? null : "no_profile";
}

type SignUp = z.infer<typeof SignUpMetadata>;

/** The sign-up's data of a user without a profile, if a profile can be made of them. */
export function metadataOf(text: string | null): SignUp | null {
  try {
    const parsed = SignUpMetadata.safeParse(JSON.parse(text ?? "null"));
    return parsed.success && typeof parsed.data.name === "string" ? parsed.data : null;
  } catch {
    return null;
  }
}

/** The highest role; without any, a specialist is who applied to be one, or signed up as one. */
function roleOf({ roles, applied, metadata }: Found): Role {
  const known = roles.filter((role): role is Role => (ROLES as readonly string[]).includes(role));
  return highestRole(known) ?? (applied || metadataOf(metadata)?.role === "kine" ? "kine" : "patient");
}

/** Of two accounts with one address, what becomes of the one that does not stay: the operator says. */
function settleTwin(ledger: Ledger, people: Map<string, Person>, { old_id, stays }: { old_id: string; stays: string }) {
  const choice = ledger.choice("email_twice", old_id);
  const stayed = people.get(stays);
  const isConfirmed = people.get(old_id)?.isConfirmed ?? false;
  people.delete(old_id);
  if (choice?.startsWith("merge:") && stayed && choice.slice("merge:".length) === stays) {
    const keepsPassword = stayed.keepsPassword && stayed.isConfirmed && isConfirmed;
    people.set(stays, { ...stayed, keepsPassword });
    people.set(old_id, { ...stayed, isMerged: true });
    ledger.merged("auth.users", old_id, "email_twice", stays);
  } else ledger.left("auth.users", old_id, "email_twice", stays);
}

/** Throws away nothing silently: an answer that fits no question is named. */
export function strayChoices(ledger: Ledger, choices: ReadonlyMap<string, string>): string[] {
  const asked = new Set(ledger.entries.map(({ finding, id }) => choiceKey(finding, id)));
  return [...choices.keys()].filter((key) => !asked.has(key));
}
