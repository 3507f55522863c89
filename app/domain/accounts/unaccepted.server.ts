import { type RawBuilder, sql } from "kysely";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { givesWay, isUnused } from "../../auth/core/addresses.server.ts";
import type { Secret } from "../../platform/crypto.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { addJob } from "../../platform/jobs.server.ts";
import type { Mail } from "../../platform/mail/mail.server.ts";
import { removeFilesJob } from "./delete.server.ts";
import { deleteRows } from "./delete-rows.server.ts";

type Deps = { mail: Pick<Mail, "drop">; secret: Secret };

/** Deletes the account of a withdrawn invitation, which would keep its address from its owner. */
export const freeAddress = (tx: Tx, deps: Deps, email: string): Promise<void> =>
  removeUnaccepted(tx, deps, sql<boolean>`u.email = ${email} and ${givesWay}`);

/** Deletes the account of an invitation that nobody accepted and that alone keeps a licence, as one to a misspelt address does. */
export const freeLicence = (tx: Tx, deps: Deps, license: string): Promise<void> =>
  removeUnaccepted(
    tx,
    deps,
    sql<boolean>`licence_value_number(p.license_number) = licence_value_number(${license})
      and licence_conflict(${license}, null) = 'taken' and licence_conflict(${license}, p.id) is null and ${isUnused}`,
  );

/** A suspended person's account stays: its suspension is of the address as well. So does one with which somebody has worked. */
async function removeUnaccepted(tx: Tx, { mail, secret }: Deps, holds: RawBuilder<boolean>): Promise<void> {
  const found = await tx
    .selectFrom("auth.users as u")
    .innerJoin("profiles as p", "p.id", "u.id")
    .select("u.id")
    .where("u.terms_due", "=", true)
    .where("p.suspended_at", "is", null)
    .where(sql<boolean>`not exists (select from matches m where m.kine_id = u.id)`)
    .where(holds)
    .forUpdate("u")
    .execute();
  for (const { id } of found) {
    await mail.drop(tx, id);
    await recordEvent(tx, { event: "account_deleted", user_id: id, actor_id: null });
    await deleteRows(tx, id, { secret, at: null });
    await addJob(tx, removeFilesJob, { id });
  }
}
