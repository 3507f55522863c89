import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { SETTINGS } from "../settings/settings.ts";
import { type CaseStatus, MAX_CASES_IN_COURSE } from "./case.ts";

const lockPublisher = prepared("publisher", (db, { viewer }: { viewer: string }) =>
  db
    .selectFrom("profiles")
    .select(["id", "phone"])
    .where("id", "in", sql<string>`(select same_person(${viewer}::uuid))`)
    .orderBy("id")
    .forNoKeyUpdate(),
);
const casesOf = (viewer: string, ...statuses: CaseStatus[]) =>
  sql<number>`(select count(*)::int from cases where patient_id in (select same_person(${viewer}::uuid))
    and status in (${sql.join(statuses.map((status) => sql.lit(status)))}))`;
/** The patient's cases in course, the open ones and those of the day, in all accounts of their mailbox, and the most of each. */
const publicationsOf = prepared("cases published", (db, { viewer }: { viewer: string }) =>
  db.selectNoFrom([
    casesOf(viewer, "open", "matched").as("in_course"),
    casesOf(viewer, "open").as("open"),
    sql<number>`setting_number('open_cases', ${sql.lit(SETTINGS.open_cases.fallback)})`.as("most_open"),
    sql<number>`(select count(*)::int from cases_published where patient_id in (select same_person(${viewer}::uuid))
      and at > clock_timestamp() - interval '1 day') + acts_before(${viewer}::uuid, 'case')`.as("of_day"),
    sql<number>`setting_number('cases_published_a_day', 20)`.as("most_of_day"),
    sql<number>`case when is_confirmed(${viewer}::uuid) then ${MAX_CASES_IN_COURSE}::int
      else least(setting_number('unconfirmed_cases', 6), ${MAX_CASES_IN_COURSE}::int) end`.as("most_in_course"),
  ]),
);

type Spent = Record<"in_course" | "most_in_course" | "open" | "most_open" | "of_day" | "most_of_day", number>;

/** Throws PHONE_MISSING without a phone; TOO_MANY_CASES with as many cases in course, open or of the day as a patient may have. */
export async function requireRoomToPublish(tx: Tx, viewer: string): Promise<void> {
  // The lock serialises the publications of one person's accounts, so that the counts hold.
  const accounts = await lockPublisher.all(tx, { viewer });
  if (!accounts.find(({ id }) => id === viewer)?.phone) throw new AppError("PHONE_MISSING");
  const spent = await publicationsOf.first(tx, { viewer });
  if (spent) requireRoom(spent);
}

function requireRoom({ in_course, most_in_course, open, most_open, of_day, most_of_day }: Spent): void {
  if (in_course >= most_in_course) {
    if (most_in_course >= MAX_CASES_IN_COURSE) throw new AppError("TOO_MANY_CASES");
    throw new AppError(
      "TOO_MANY_CASES",
      `Sin confirmar tu email podés tener hasta ${most_in_course} casos en curso. Confirmalo en «Seguridad» para publicar otro.`,
    );
  }
  if (open >= most_open)
    throw new AppError(
      "TOO_MANY_CASES",
      `Ya tenés ${open} casos abiertos, contando todas las cuentas de tu email. Aceptá a un especialista o retirá un caso para publicar otro.`,
    );
  if (of_day >= most_of_day)
    throw new AppError("TOO_MANY_CASES", `Ya publicaste ${of_day} casos en un día. Mañana podés publicar otro.`);
}
