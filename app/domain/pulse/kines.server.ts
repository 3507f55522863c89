import { sql } from "kysely";
import { z } from "zod";
import { adminReads } from "../../api/guards.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { asPage, PAGE_AND_ONE } from "../lists/pages.server.ts";
import { SEGMENTS, type Segment } from "./segments.ts";

/** Which specialists, and after which of them (an id). */
export const SegmentFilter = z.object({ segment: z.enum(SEGMENTS), after: z.uuid().nullish() });

const Listed = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  location_city: z.string().nullable(),
  told_30: z.int(),
  applied_30: z.int(),
  accepted_30: z.int(),
  seen_on: z.iso.date().nullable(),
});
export const KinesOfSegment = z.strictObject({
  items: z.array(Listed),
  next: z.string().nullable(),
  /** The groups as they were computed last. */
  segments: z.array(z.strictObject({ segment: z.enum(SEGMENTS), n: z.int() })),
  computed_at: z.date().nullable(),
});

/** The specialists of a group, 20 a page from `after`, and how many are in each. */
export const kines = adminReads
  .meta({ summary: "Lists specialists by what they did in thirty days." })
  .input(SegmentFilter)
  .output(KinesOfSegment)
  .handler(async ({ input: { segment, after }, context: { db } }) => {
    const [page, segments] = await Promise.all([segmentPage(db, segment, after ?? null), countsOf.all(db, {})]);
    const counts = new Map(segments.map((one) => [one.segment, one.n]));
    return {
      ...page,
      segments: SEGMENTS.map((one) => ({ segment: one, n: counts.get(one) ?? 0 })),
      computed_at: segments[0]?.computed_at ?? null,
    };
  });

/** A page of the specialists of a group. */
export const segmentPage = async (db: Database, segment: Segment, after: string | null) =>
  asPage(await pageOfSegment.all(db, { segment, after: after ?? undefined }));

const pageOfSegment = prepared(
  "pulse kines",
  (_, { segment, after }: { segment: string; after?: string | undefined }) => sql<z.output<typeof Listed>>`
    select p.id, p.name, p.location_city, k.told_30, k.applied_30, k.accepted_30, k.seen_on::text
    from (select * from kine_pulse where segment = any(array[${segment}::text::kine_segment]) ${after ? sql`and kine_id > ${after}::uuid` : sql``}
      order by segment, kine_id limit ${PAGE_AND_ONE}) k join profiles p on p.id = k.kine_id order by k.kine_id`,
);

const countsOf = prepared(
  "pulse segments",
  () => sql<{ segment: Segment; n: number; computed_at: Date }>`select segment, n, computed_at from kine_segments`,
);
