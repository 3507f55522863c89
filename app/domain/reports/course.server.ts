import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { publish } from "../../platform/live/publish.server.ts";
import { licencesChanged } from "../licences/course.server.ts";
import { endQueueNotifications, notifyAdmins } from "../notifications/notify-admins.server.ts";
import { lookAtReport } from "../service-levels/look-at-queues.server.ts";

/** What follows from a report: admins see it and are notified, again when it is late. The licences of who is doubted at once changed with it. */
export async function reportWasMade(tx: Tx, id: string, doubted: string | null): Promise<void> {
  await publish(tx, ["counts", "admins"]);
  await notifyAdmins(tx, "report_waiting");
  await lookAtReport.run(tx, { id });
  if (doubted) await licencesChanged(tx, doubted);
}

/**
 * The same for a report that the database made in this transaction about a review or a profile, if it made one: of a review that waits for an
 * admin, or of texts with contact data.
 */
export async function reportOfProgramWasMade(tx: Tx, subject: string): Promise<void> {
  const made = await newReport.first(tx, { subject });
  if (made) await reportWasMade(tx, made.id, null);
}

/**
 * What follows when the words of something change that anybody may have reported: it waits in the queue again where it was, since admins decided about
 * other words.
 */
export async function reportedWasEdited(tx: Tx, thing: string): Promise<void> {
  await requeued.run(tx, { thing });
  await reportOfProgramWasMade(tx, thing);
}

const EDITED = "Su autor la editó después de una denuncia.";

/** Where it says something else than what was reported last. */
const requeued = prepared(
  "reports of what was edited",
  (_, { thing }: { thing: string }) => sql`
    insert into reports (profile_id, case_id, match_id, review_id, message_id, reply_id, reason, details)
      select r.profile_id, r.case_id, r.match_id, r.review_id, r.message_id, r.reply_id, 'other', ${EDITED}
        from reports r cross join lateral reported(r) n
        where r.id = (select o.id from reports o where o.subject_id = ${thing}::uuid
            and (o.reporter_id is not null or o.profile_id is null or o.details = ${EDITED})
            order by o.id desc limit 1)
          and words_hash(n.title, n.body) is distinct from coalesce(r.read_hash, words_hash(r.said_title, r.said))
          and (r.review_id is not null
            or not exists (select from reports o where o.subject_id = ${thing}::uuid and o.decided_at is null and o.reporter_id is not null))
      on conflict (subject_id, reason) where reporter_id is null and decided_at is null do nothing`,
  { isDeferred: true },
);

const newReport = prepared("report of the program", (db, { subject }: { subject: string }) =>
  db
    .selectFrom("reports")
    .select("id")
    .where("subject_id", "=", subject)
    .where("reporter_id", "is", null)
    .where("decided_at", "is", null)
    .where(sql<boolean>`created_at = now()`),
);

/** What follows from a decision: the notifications of an empty queue end. What the report took at once may be given back with it. */
export async function reportWasDecided(tx: Tx, doubted: string | null): Promise<void> {
  await publish(tx, ["counts", "admins"]);
  await endQueueNotifications.run(tx, { kind: "report_waiting" });
  if (doubted) await licencesChanged(tx, doubted);
}
