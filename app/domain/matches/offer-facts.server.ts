import { sql } from "kysely";
import { z } from "zod";
import { kineReads } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { freeTimes } from "../agendas/free-times.server.ts";
import { COVERAGE_HOWS, type CoverageHow } from "../coverages/coverage-labels.ts";
import { MODALITIES, type Modality, parseModalities } from "../profiles/modality.ts";
import { OfferFacts } from "./offer.ts";

const Modalities = z.enum(MODALITIES);
const OwnFacts = z.strictObject({
  modalities: z.array(Modalities),
  location_city: z.string().nullable(),
  /** In whole pesos; stale ones are left out, as stale coverages are. */
  prices: z.array(z.strictObject({ modality: Modalities, session: z.int(), first: z.int().nullable() })),
  coverages: z.array(z.strictObject({ id: z.int(), how: z.enum(COVERAGE_HOWS) })),
  gives_invoices: z.boolean(),
  places: z.array(z.strictObject({ label: z.string(), modality: Modalities })),
  /** Within two weeks. `local_start` is the wall time. */
  times: z.array(z.strictObject({ at: z.date(), local_start: z.string(), modality: Modalities.nullable() })),
  last: OfferFacts.nullable(),
});

/** The caller's own facts that fill in an offer. Nothing of a case is in them: who offers has opened it, which is noted. */
export const offerFacts = kineReads
  .meta({ summary: "Returns the caller's prices, places, coverages, free times and last offer." })
  .output(OwnFacts)
  .handler(async ({ context: { db, viewer } }) => {
    const [found, { times, places }] = await Promise.all([
      stated.first(db, { viewer: viewer.id }),
      freeTimes(db, viewer.id),
    ]);
    return {
      modalities: parseModalities(found?.modalities ?? "") ?? [],
      location_city: found?.location_city ?? null,
      prices: found?.prices ?? [],
      coverages: found?.coverages ?? [],
      gives_invoices: found?.gives_invoices ?? false,
      places: places.map(({ label, modality }) => ({ label, modality })),
      times: times.map(({ at, ...time }) => ({ at: new Date(at * 60_000), ...time })),
      last: found?.last ?? null,
    };
  });

type Row = {
  modalities: string | null;
  location_city: string | null;
  prices: { modality: Modality; session: number; first: number | null }[];
  coverages: { id: number; how: CoverageHow }[];
  gives_invoices: boolean;
  last: OfferFacts | null;
};

const stated = prepared(
  "matches.offerFacts",
  (_, { viewer }: { viewer: string }) => sql<Row>`
    select p.modalities, p.location_city,
      coalesce((select jsonb_agg(jsonb_build_object('modality', r.modality, 'session', r.session, 'first', r.first) order by r.modality)
        from kine_prices r where r.kine_id = p.id and fact_freshness(r.confirmed_at, now()) <> 'stale'), '[]') as prices,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.coverage_id, 'how', s.how)) from kine_coverages s
        where s.kine_id = p.id and s.disputed_at is null and fact_freshness(s.confirmed_at, now()) <> 'stale'), '[]') as coverages,
      coalesce((select fact_freshness(f.refund_invoice_at, now()) <> 'stale' from kine_confirmations f where f.kine_id = p.id), false)
        as gives_invoices,
      (select m.offer from matches m where m.kine_id = p.id and m.offer is not null order by m.id desc limit 1) as last
    from profiles p where p.id = ${viewer}`,
);
