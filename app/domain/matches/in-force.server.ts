import { sql } from "kysely";

/** The condition that an application `m` is in force: decided, or pending without a lapsed offer, which could not be accepted. */
export const isInForce = sql<boolean>`(m.status <> 'proposed' or m.valid_until is null or m.valid_until > now())`;
