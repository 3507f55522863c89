import { sql } from "kysely";
import { z } from "zod";
import { anyone } from "../../api/guards.server.ts";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { type Asked, TOKEN_MAX } from "../../platform/asked-links.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { lockPair } from "../bookings/pair.server.ts";
import { closeNotifications } from "../notifications/notify.server.ts";
import { endTreatment } from "./end-treatment.server.ts";
import { finishedLinks } from "./finished-link.server.ts";
import { lookAtTreatment } from "./look-at-treatment.server.ts";

const VALID_DAYS = 60;

/**
 * Answers "¿Terminaste?" by the link of the latest message, without a session, once: used again it changes nothing. A yes ends the treatments
 * of the case that it asked about; the case stays its patient's to close. Throws NOT_FOUND for any other link, after 60 days, for another address than
 * the message went to, and where no treatment that it asked about stands.
 */
export const answerByLink = anyone
  .meta({
    summary: "Answers by the link of a message whether a treatment is over.",
    refuses: ["NOT_FOUND"],
    writes: { unkeyed: "a link that was used changes nothing" },
  })
  .input(z.object({ token: z.string().max(TOKEN_MAX), is_over: z.boolean() }))
  .output(z.strictObject({ is_first: z.boolean(), is_over: z.boolean(), case_id: z.uuid() }))
  .handler(async ({ input: { token, is_over }, context: { services } }) => {
    const { secret } = services.settings;
    const asked = finishedLinks.read(secret, token);
    if (!asked) throw new AppError("NOT_FOUND");
    const case_id = asked.id;
    return services.db.transaction().execute(async (tx) => {
      const open = await lockOpen(tx, asked);
      const found = await tx
        .selectFrom("cases as c")
        .innerJoin("profiles as p", "p.id", "c.patient_id")
        .innerJoin("case_levels as l", "l.case_id", "c.id")
        .select(["p.id as patient_id", "p.email", "l.finished_answered_at"])
        .where("c.id", "=", case_id)
        .where("c.status", "=", "matched")
        .where(sql<boolean>`exists (select from matches m where m.case_id = c.id and ${isAskedAbout(asked)})`)
        .where("l.finished_asked_at", "=", sql<Date>`to_timestamp(${asked.askedAt}::float8 / 1000)`)
        .where("l.finished_asked_at", ">", sql<Date>`now() - make_interval(days => ${VALID_DAYS}::int)`)
        .where("p.suspended_at", "is", null)
        .where(sql<boolean>`'patient' <> all (p.ended_roles)`)
        .where("p.health_withdrawn_at", "is", null)
        .forNoKeyUpdate("l")
        .executeTakeFirst();
      if (!found || !finishedLinks.isAddressOf(secret, found.email, asked.address)) throw new AppError("NOT_FOUND");
      if (found.finished_answered_at) return { is_first: false, is_over: open.length === 0, case_id };
      await tx
        .updateTable("case_levels")
        .set({ finished_answered_at: sql`now()` })
        .where("case_id", "=", case_id)
        .execute();
      if (is_over) for (const of of open) await endTreatment(tx, of, "patient", "completed");
      await closeNotifications(tx, { kinds: ["treatment_finished"], userId: found.patient_id, caseId: case_id });
      await lookAtTreatment.run(tx, { id: case_id, days: 0 });
      await recordEvent(tx, { event: "case_answered_by_link", user_id: found.patient_id });
      return { is_first: true, is_over, case_id };
    });
  });

type Open = { match_id: string; case_id: string; kine_id: string; patient_id: string };

/** Whether a treatment, an application `m`, began before the question. */
const isAskedAbout = ({ askedAt }: Pick<Asked, "askedAt">) =>
  sql<boolean>`(m.status = 'accepted' and m.decided_at <= to_timestamp(${askedAt}::float8 / 1000))`;

/** The treatments of a case that a question was about and that go on, locked as for an act of their two people. */
async function lockOpen(tx: Tx, asked: Asked): Promise<Open[]> {
  const find = async () => {
    const { rows } =
      await sql<Open>`select m.id as match_id, m.case_id, m.kine_id, c.patient_id from matches m join cases c on c.id = m.case_id
      where c.id = ${asked.id} and c.patient_id is not null and ${isAskedAbout(asked)}
        and not exists (select from treatments t where t.match_id = m.id and t.ended_at is not null) order by m.kine_id`.execute(
        tx,
      );
    return rows;
  };
  for (const of of await find()) await lockPair(tx, of);
  return find();
}
