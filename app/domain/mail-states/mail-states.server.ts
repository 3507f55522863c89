import { sql } from "kysely";
import { z } from "zod";
import { adminReads, provenAdmin } from "../../api/guards.server.ts";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { BOUNCES, clearMailState } from "../../platform/mail/bounces.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";

/** A message is retried for about four days. */
const DAYS = 7;
const MOST_LISTED = 20;

const Mails = z.strictObject({
  /** Of seven days; `failed` never left, `bounced` came back. */
  sent: z.int(),
  failed: z.int(),
  bounced: z.int(),
  /** Those that failed or came back, by the class of their provider and the code. */
  reasons: z.array(
    z.strictObject({ provider: z.string(), code: z.string(), kind: z.enum(["failed", ...BOUNCES]), count: z.int() }),
  ),
  /** The newest accounts that get no mails but those about security; first those whose address was proven. */
  stopped: z.array(
    z.strictObject({ id: z.uuid(), name: z.string(), state: z.enum(BOUNCES), code: z.string(), at: z.date() }),
  ),
});

/** What became of the mails of the last seven days, and whom no mail reaches. */
export const mail = adminReads
  .meta({ summary: "Counts sent, failed and bounced mails, and lists the accounts that they do not reach." })
  .output(Mails)
  .handler(async ({ context: { db } }) => {
    const [{ reasons, ...counts }, stopped] = await Promise.all([mailCounts(db), stoppedAccounts.all(db, {})]);
    return { ...counts, reasons: reasons.slice(0, MOST_LISTED), stopped };
  });

/** The mails of seven days: how many left, failed and came back, and why. */
export async function mailCounts(db: Database | Tx) {
  const groups = await mailGroups.all(db, {});
  const sum = (kinds: readonly string[]) =>
    groups.reduce((total, { kind, count }) => total + (kinds.includes(kind) ? count : 0), 0);
  return {
    sent: sum(["sent", ...BOUNCES]),
    failed: sum(["failed"]),
    bounced: sum(BOUNCES),
    reasons: groups.flatMap(({ kind, ...group }) => (kind === "sent" ? [] : [{ kind, ...group }])),
  };
}

type Group = {
  provider: string;
  code: string;
  kind: "sent" | z.output<typeof Mails>["reasons"][number]["kind"];
  count: number;
};
/** Ids begin with their time: the primary key finds the last days. A refusal at sending is a failure, whatever it says of the mailbox. */
const mailGroups = prepared(
  "pulse.mail groups",
  () => sql<Group>`
    select coalesce(m.provider_class, 'other') as provider, coalesce(m.fail_code, 'unknown') as code,
      case when m.failed_at is not null then 'failed' else coalesce(m.bounce, 'sent') end as kind, count(*)::int as count
    from outgoing_messages m where m.id >= uuid_at(now() - make_interval(days => ${sql.lit(DAYS)})) and m.sealed is null
    group by 1, 2, 3 order by count desc, 1, 2, 3`,
);
type Stopped = z.output<typeof Mails>["stopped"][number];
const stoppedAccounts = prepared(
  "pulse.mail stopped",
  () => sql<Stopped>`
    select p.id, p.name, m.state, m.code, m.at from mail_states m join profiles p on p.id = m.user_id
    order by is_confirmed(p.id) desc, m.at desc limit ${sql.lit(MOST_LISTED)}`,
);

/** Lets an account receive mails again, as after a mistake of its provider. Throws ALREADY_DONE when nothing kept them back. */
export const clear = provenAdmin
  .meta({ summary: "Lets an account receive mails again.", refuses: ["ALREADY_DONE"], writes: "once" })
  .input(z.object({ id: z.uuid() }))
  .output(z.strictObject({ cleared: z.literal(true) }))
  .handler(({ input: { id }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      if (!(await clearMailState(tx, id))) throw new AppError("ALREADY_DONE");
      const { id: actor_id, session_id } = viewer;
      await recordEvent(tx, { event: "mail_state_cleared", user_id: id, actor_id, session_id });
      return { cleared: true as const };
    }),
  );
