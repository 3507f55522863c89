import { sql } from "kysely";
import { z } from "zod";
import { patientReads } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { asPage, PAGE_AND_ONE, pageOf, personOf } from "../lists/pages.server.ts";
import { Specialist } from "../profiles/profile-output.server.ts";
import { specialistColumns } from "../profiles/specialists.server.ts";
import { CoverageId } from "./coverage-input.ts";
import { freshness, PublicCoverage } from "./stated-coverages.server.ts";
import { shownToOthers } from "../contacts/shown-to-others.ts";

const Filter = z.object({
  coverage_id: CoverageId,
  /** True for specialists with a confirmation of the last 90 days, false for the others. */
  is_confirmed: z.boolean().default(true),
  before: z.uuid().nullish(),
});

const CoveredKines = pageOf(
  Specialist.extend(
    PublicCoverage.pick({ how: true, plans: true, extra: true, confirmed_at: true, freshness: true }).shape,
  ),
);

/**
 * The specialists who state a coverage, newest first, 20 a page from `before` (a specialist's id): either those who confirmed it in the
 * last 90 days, or the others. Disputed coverages are in neither list.
 */
export const kines = patientReads
  .meta({ summary: "Lists specialists who attend by a coverage." })
  .input(Filter)
  .output(CoveredKines)
  .handler(async ({ input: { coverage_id, is_confirmed, before }, context: { db, viewer, services } }) => {
    const rows = await pages[is_confirmed ? "confirmed" : "unconfirmed"].all(db, {
      viewer: viewer.id,
      coverage: coverage_id,
      before: before ?? undefined,
    });
    return asPage(rows.map((row) => shownToOthers(services, row)));
  });

type PageInput = { viewer: string; coverage: number; before?: string | undefined };

const pageOfState = (state: "confirmed" | "unconfirmed") =>
  prepared(`coverages.kines ${state}`, (db, { viewer, coverage, before }: PageInput) => {
    let query = db
      .selectFrom("kine_coverages as kc")
      .innerJoinLateral(personOf("kc.kine_id").as("p"), (join) => join.onTrue())
      .select([
        ...specialistColumns(viewer),
        "kc.how",
        "kc.plans",
        "kc.extra",
        "kc.confirmed_at",
        freshness("kc.confirmed_at").as("freshness"),
      ])
      .where("kc.coverage_id", "=", coverage)
      .where("kc.disputed_at", "is", null)
      .where(freshness("kc.confirmed_at"), state === "confirmed" ? "<>" : "=", "stale")
      .where(sql<boolean>`has_role(kc.kine_id, 'kine')`)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom("coverages as v")
            .select("v.id")
            .whereRef("v.id", "=", "kc.coverage_id")
            .where("v.retired_at", "is", null),
        ),
      )
      .where("p.approval_status", "=", "approved")
      .where("p.suspended_at", "is", null)
      .where("p.publish_asked_at", "is", null);
    if (before) query = query.where("kc.kine_id", "<", before);
    return query.orderBy("kc.kine_id", "desc").limit(PAGE_AND_ONE);
  });
const pages = { confirmed: pageOfState("confirmed"), unconfirmed: pageOfState("unconfirmed") };
