import { type RawBuilder, sql } from "kysely";

/** Whether the two of an application have agreed on something: a turno that counts, or what one of them said. Otherwise both are asked once. */
export const haveCoordinated = (match: RawBuilder<unknown>) => sql<boolean>`(exists (select from bookings b
    where b.match_id = ${match} and b.state in ('requested', 'confirmed', 'held', 'no_show'))
  or exists (select from match_levels l where l.match_id = ${match} and l.coordinated_at is not null))`;
