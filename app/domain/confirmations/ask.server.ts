import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { addJob, defineJob } from "../../platform/jobs.server.ts";
import { CASE_MODALITY_LABELS, type Modality } from "../profiles/modality.ts";
import { formatPesos } from "../prices/pesos.ts";
import { addressHash, confirmationToken } from "./confirmation-link.server.ts";
import { monthlyConfirmation } from "./messages.server.ts";

const MONTH_S = 30 * 86_400;
/** After this many unanswered messages a specialist is not asked again until they state or confirm something. */
const MOST_UNANSWERED = 6;

/**
 * The monthly job of one specialist: asks them by mail whether their coverages and prices are as stated, and schedules itself again. It reads
 * the state when it runs: a confirmation since the last message postpones the question, and a repeated run sends no second message.
 */
export async function askConfirmation(
  services: Pick<Services, "db" | "mail" | "settings">,
  kineId: string,
): Promise<void> {
  const { db, mail, settings } = services;
  await db.transaction().execute(async (tx) => {
    const found = await stateOf(tx, kineId);
    // The next statement or confirmation schedules the job again.
    if (!found || found.oldest === null || found.unanswered >= MOST_UNANSWERED) return;
    if (found.wait_s > 0 || !found.is_active) {
      await addJob(tx, askConfirmationJob, { id: kineId }, found.is_active ? found.wait_s : MONTH_S);
      return;
    }
    const { asked_at } = await tx
      .insertInto("kine_confirmations")
      .values({ kine_id: kineId, asked_at: thisMoment, unanswered: 1 })
      .onConflict((conflict) =>
        conflict
          .column("kine_id")
          .doUpdateSet({ asked_at: thisMoment, answered_at: null, unanswered: sql`kine_confirmations.unanswered + 1` }),
      )
      .returning(sql<number>`(extract(epoch from asked_at) * 1000)::float8`.as("asked_at"))
      .executeTakeFirstOrThrow();
    const { name, email } = found;
    const address = addressHash(settings.secret, email);
    const token = confirmationToken(settings.secret, { id: kineId, askedAt: asked_at, address });
    const told = { token, coverages: found.coverages, prices: found.prices.map(inWords) };
    await mail.post(tx, monthlyConfirmation, { user_id: kineId, to: { name, address: email }, told });
    await addJob(tx, askConfirmationJob, { id: kineId }, MONTH_S);
  });
}

export const askConfirmationJob = defineJob("ask_confirmation", { run: askConfirmation });

/**
 * Marks the last monthly question as answered, and schedules the next in a month. Call it after coverages or prices are stated or confirmed.
 */
export async function askLater(tx: Tx, kineId: string): Promise<void> {
  await markAnswered.run(tx, { kineId });
  await addJob(tx, askConfirmationJob, { id: kineId }, MONTH_S);
}

const markAnswered = prepared("confirmation answered", (db, { kineId }: { kineId: string }) =>
  db
    .updateTable("kine_confirmations")
    .set({ answered_at: sql`coalesce(answered_at, now())`, unanswered: 0 })
    .where("kine_id", "=", kineId)
    .where("asked_at", "is not", null),
);

// The link's token has a precision of milliseconds.
const thisMoment = sql<Date>`date_trunc('milliseconds', now())`;

type PriceRow = { modality: Modality; session: number };
const inWords = ({ modality, session }: PriceRow) =>
  `${CASE_MODALITY_LABELS[modality]}: ${formatPesos(session)} la sesión`;

/**
 * The stated facts of a specialist; `is_active` while they are approved, not suspended and may be public. `wait_s` is the time (s) until a month has passed
 * since their oldest confirmation and since the last message, by PostgreSQL's clock.
 */
async function stateOf(tx: Tx, kineId: string) {
  const { rows } = await sql<{
    name: string;
    email: string;
    is_active: boolean;
    coverages: string[];
    prices: PriceRow[];
    unanswered: number;
    oldest: Date | null;
    wait_s: number;
  }>`
    select p.name, p.email, p.approval_status = 'approved' and p.suspended_at is null and p.publish_asked_at is null and has_role(p.id, 'kine') as is_active, coalesce(f.unanswered, 0) as unanswered, least(c.oldest, k.oldest) as oldest,
      coalesce(c.shorts, '{}') as coverages, coalesce(k.prices, '[]') as prices,
      greatest(0, ceil(extract(epoch from greatest(least(c.oldest, k.oldest), f.asked_at) - now()) + ${MONTH_S}::int))::float8 as wait_s
    from profiles p
    left join kine_confirmations f on f.kine_id = p.id
    cross join lateral (
      select min(kc.confirmed_at) as oldest, array_agg(v.short order by v.short) as shorts
      from kine_coverages kc join coverages v on v.id = kc.coverage_id and v.retired_at is null where kc.kine_id = p.id
    ) c
    cross join lateral (
      select min(confirmed_at) as oldest,
        json_agg(json_build_object('modality', modality, 'session', session) order by modality) as prices
      from kine_prices where kine_id = p.id
    ) k
    where p.id = ${kineId}`.execute(tx);
  return rows[0] ?? null;
}
