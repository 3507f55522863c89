import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { dayAfter, isOver, partsShown, WEEK_DAYS, weekOf } from "../flow/flow.ts";
import { SIGN_UP_ROLES, SIGN_UP_STEPS, type SignUpRole, type StepCounts, worstStep } from "./sign-ups.ts";

const Counts = z.strictObject({
  accounts: z.int(),
  confirmed: z.int(),
  begun: z.int(),
  applied: z.int(),
  accepted: z.int(),
});

export const SignUps = z.strictObject({
  /** Since when people who left, and openings of the form, are counted too. */
  counted_since: z.date().nullable(),
  roles: z.array(
    z.strictObject({
      role: z.enum(SIGN_UP_ROLES),
      /** By week of the account, the oldest first, without the week that runs. */
      points: z.array(
        z.strictObject({
          from: z.iso.date(),
          /** How often the form was opened; null before that was counted, and for few accounts. */
          opened: z.int().nullable(),
          /** Null for fewer than five accounts. */
          counts: Counts.nullable(),
          /** Whether the thirty days of some of its people are not over. */
          is_running: z.boolean(),
        }),
      ),
      /** All weeks of which thirty days are over, without those of few accounts; null without such a week. */
      total: Counts.nullable(),
      worst: z.enum(SIGN_UP_STEPS).nullable(),
    }),
  ),
});
type SignUps = z.output<typeof SignUps>;
type Week = StepCounts & { from_day: string; role: SignUpRole; opened: number };

/** How far those came who signed up in some weeks. Weeks with few accounts are told by nothing, and are in no sum. */
export async function readSignUps(db: Database, { weeks, now }: { weeks: number; now: number }): Promise<SignUps> {
  const [rows, about] = await Promise.all([
    weeksFrom.all(db, { from: dayAfter(weekOf(now), -weeks * WEEK_DAYS) }),
    aboutCounts.first(db, {}),
  ]);
  const since = about?.since ?? null;
  return {
    counted_since: since,
    roles: SIGN_UP_ROLES.map((role) => {
      const points = rows.filter((row) => row.role === role && isOver(row.from_day, WEEK_DAYS, null, now));
      const ripe = points.filter((row) => partsShown(row.accounts) && isOver(row.from_day, WEEK_DAYS, "month", now));
      const total = ripe.length === 0 ? null : ripe.map(countsOf).reduce(added);
      return {
        role,
        points: points.map((row) => {
          const isTold = partsShown(row.accounts);
          const isWholeWeek = since !== null && row.from_day > weekOf(since.getTime());
          return {
            from: row.from_day,
            opened: isTold && isWholeWeek ? row.opened : null,
            counts: isTold ? countsOf(row) : null,
            is_running: !isOver(row.from_day, WEEK_DAYS, "month", now),
          };
        }),
        total,
        worst: total && worstStep(total),
      };
    }),
  };
}

const countsOf = ({ accounts, confirmed, begun, applied, accepted }: Week): StepCounts => ({
  accounts,
  confirmed,
  begun,
  applied,
  accepted,
});
const added = (a: StepCounts, b: StepCounts): StepCounts => ({
  accounts: a.accounts + b.accounts,
  confirmed: a.confirmed + b.confirmed,
  begun: a.begun + b.begun,
  applied: a.applied + b.applied,
  accepted: a.accepted + b.accepted,
});

const weeksFrom = prepared(
  "sign-up weeks",
  (_, { from }: { from: string }) => sql<Week>`
    select week::text as from_day, role, opened, accounts, confirmed, begun, applied, accepted
    from signup_counts where week >= ${from}::date order by week limit 120`,
);
const aboutCounts = prepared(
  "sign-ups about",
  () => sql<{ since: Date | null }>`select
    (select applied_at from schema_migrations where name >= '0630' order by name limit 1) as since`,
);
