import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { possibleKeys } from "./licence-text.ts";

/** The condition that a profile's licence may be this one, however it is written. The index of licence numbers serves it. */
export const mayBeLicence = (license: string): RawBuilder<boolean> =>
  sql<boolean>`license_key(license_number) = any(array_append(${possibleKeys(license)}::text[], license_key(${license})))`;

/**
 * Throws LICENSE_TAKEN when another person than `ownId` has a licence that may be this one. Until the transaction ends nobody else takes it: the
 * unique index alone sees equal texts only.
 */
export async function mustBeFree(tx: Tx, license: string | null, ownId: string): Promise<void> {
  if (license === null) return;
  const number = license.replaceAll(/\D/g, "");
  await sql`select pg_advisory_xact_lock(hashtextextended(${`licence number ${number}`}, 0))`.execute(tx);
  const taken = await tx
    .selectFrom("profiles")
    .select("id")
    .where(mayBeLicence(license))
    .where("id", "<>", ownId)
    .executeTakeFirst();
  if (taken) throw new AppError("LICENSE_TAKEN");
}
