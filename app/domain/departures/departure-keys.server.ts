import { createHmac, randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { decrypt, deriveKey, encrypt, type Secret } from "../../platform/crypto.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";

type Licence = {
  number_key: string;
  kind: string | null;
  jurisdiction: string | null;
  /** When an admin last found no such licence, or somebody else's, since its newest check; ISO 8601. */
  found_false_at?: string | null;
};

/** What a person is known again by. What else a licence says is of it. */
export type DepartureKey = Omit<Licence, "number_key"> & { what: "licence" | "email" | "phone"; hash: Buffer };

/** What an account says of its person. A licence is compared by each number that its text names. */
export type Identified = { licences: Licence[]; mailboxes: string[]; phone?: string | null };

/**
 * The mailbox of an account, where `isKnown`, and those that it has proven and left. Departures of before are of addresses as they were written.
 */
export const mailboxesOf = (id: RawBuilder<unknown>, isKnown: RawBuilder<boolean>) => sql<string[]>`array(
  select unnest(array[mailbox_key(email), lower(email)]) from profiles where id = ${id} and ${isKnown}
  union select mailbox from former_mailboxes where user_id = ${id})`;

const CONTEXT = "departures";
const stored = prepared("departures key", (db) => db.selectFrom("departure_secrets").select("sealed"));

/** The key of the hashes, which the database has encrypted with SECRET. */
export const openDepartureSecret = (secret: Secret, sealed: Buffer): Buffer =>
  Buffer.from(decrypt(deriveKey(secret, "departures"), sealed, CONTEXT), "base64url");

/** The key of the hashes; it is made with its first use. */
export async function departureSecret(tx: Tx, secret: Secret): Promise<Buffer> {
  const found = await stored.first(tx, {});
  if (found) return openDepartureSecret(secret, found.sealed);
  const sealed = encrypt(deriveKey(secret, "departures"), randomBytes(32).toString("base64url"), CONTEXT);
  await tx
    .insertInto("departure_secrets")
    .values({ sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return departureSecret(tx, secret);
}

/** The keyed hashes of a person's licences, mailboxes and phone: without the key of `departureSecret` nobody can tell whose they are. */
export function departureKeys(key: Buffer, { licences, mailboxes, phone }: Identified): DepartureKey[] {
  const hashOf = (what: DepartureKey["what"], text: string) =>
    createHmac("sha256", key).update(`${what}\n${text}`).digest();
  return [
    ...licences.map(({ number_key, ...licence }) => ({
      what: "licence" as const,
      hash: hashOf("licence", number_key),
      ...licence,
    })),
    ...mailboxes.map((mailbox) => ({
      what: "email" as const,
      hash: hashOf("email", mailbox),
      kind: null,
      jurisdiction: null,
    })),
    ...(phone
      ? [{ what: "phone" as const, hash: hashOf("phone", phoneDigits(phone)), kind: null, jurisdiction: null }]
      : []),
  ];
}

/** The digits of a number, the same however it is written. */
function phoneDigits(phone: string): string {
  const parsed = parsePhoneNumberFromString(phone, "AR");
  // Mobile numbers of Argentina are written with a 9 or without it.
  return (parsed?.number ?? phone).replaceAll(/\D/g, "").replace(/^549/, "54");
}

const mailbox = prepared(
  "departures mailbox",
  (_, { person }: { person: string }) => sql<{ mailbox: string | null }>`select mailbox_of(${person}::uuid) as mailbox`,
);

/**
 * Notes by whose mailbox reviews are that are of none yet, under a keyed hash: a later review from it, also by another account once this one is gone,
 * replaces them.
 */
export async function noteReviewAuthor(
  tx: Tx,
  secret: Secret,
  author: string,
  reviews: readonly string[],
): Promise<void> {
  if (reviews.length === 0) return;
  const [key, found] = await Promise.all([departureSecret(tx, secret), mailbox.first(tx, { person: author })]);
  if (!found?.mailbox) return;
  const hash = createHmac("sha256", key).update(`mailbox\n${found.mailbox}`).digest();
  for (const review of reviews) {
    await tx
      .insertInto("review_authors")
      .values({ review_id: review, hash })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await sql`select replace_earlier_reviews(r) from reviews r where r.id = ${review} and r.patient_id is not null
      and (exists (select from review_authors a join reviews o on o.id = a.review_id
          where a.hash = ${hash} and o.kine_id = r.kine_id and o.patient_id is null)
        or exists (select from departure_authors where kine_id = r.kine_id and hash = ${hash}))`.execute(tx);
  }
}

/** The same for all reviews of an account. */
export async function noteReviewsOf(tx: Tx, secret: Secret, author: string): Promise<void> {
  const reviews = await tx.selectFrom("reviews").select("id").where("patient_id", "=", author).execute();
  await noteReviewAuthor(
    tx,
    secret,
    author,
    reviews.map(({ id }) => id),
  );
}
