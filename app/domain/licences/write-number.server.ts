import { sql } from "kysely";
import type { Secret } from "../../platform/crypto.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { departuresOf } from "../departures/departures.server.ts";
import { isAsked } from "../departures/is-asked.ts";
import { sameLicencesOf } from "../kine-applications/same-licence.server.ts";
import { licencesChanged } from "./course.server.ts";
import type { Finding } from "./finding.server.ts";

/**
 * Writes the number of a licence whose text names none, with its kind and province. Returns its state where the number has a past or other holders, which the card could not show: an admin
 * reads them before the check. Null where there is nothing to read, or the licence is read already.
 */
export async function writeNumber(
  tx: Tx,
  secret: Secret,
  id: string,
  {
    number,
    kind = null,
    jurisdiction = null,
    past,
  }: Pick<Finding, "kind" | "jurisdiction" | "past"> & { number: string },
): Promise<"declared" | "doubtful" | "inactive" | null> {
  const holders = async () => (await sameLicencesOf(tx, [id])).get(id) ?? [];
  const before = new Set((await holders()).map((one) => one.id));
  const { rows } = await sql<{ kine_id: string; state: "declared" | "doubtful" | "inactive" }>`
    update licences set number = ${number}, kind = coalesce(kind, ${kind}), jurisdiction = coalesce(jurisdiction, ${jurisdiction})
    where id = ${id} and state in ('declared', 'doubtful', 'inactive') and not is_licence_read(number)
    returning kine_id, state`.execute(tx);
  const written = rows[0];
  if (!written) return null;
  const earlier = (await departuresOf(tx, secret, [written.kine_id])).get(written.kine_id) ?? [];
  const isNew =
    (await holders()).some((one) => !before.has(one.id)) ||
    earlier.some((one) => (past ? !past.shown.includes(one.id) : isAsked(one)));
  if (!isNew) return null;
  await licencesChanged(tx, written.kine_id);
  return written.state;
}
