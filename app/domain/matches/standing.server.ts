import { sql } from "kysely";

/** The condition that an application `m` stands: it was decided, or may be; one that waits with a lapsed offer may not be accepted. */
export const isStanding = sql<boolean>`(m.status <> 'proposed' or m.valid_until is null or m.valid_until > now())`;
