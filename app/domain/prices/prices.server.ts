import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { kine, kineReads } from "../../api/guards.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { askLater } from "../confirmations/ask.server.ts";
import { lockSpecialist } from "../confirmations/lock-specialist.server.ts";
import { freshness } from "../coverages/stated-coverages.server.ts";
import { mustBeAsRead } from "../lists/as-read.server.ts";
import { Prices, Raise } from "./price-input.ts";
import { statedPrice } from "./prices-form.ts";
import { PublicPrice } from "./stated-prices.server.ts";

/** The specialist's own prices, with their dates. */
export const mine = kineReads
  .meta({ summary: "Returns the prices that the caller states." })
  .output(z.array(PublicPrice))
  .handler(({ context: { db, viewer } }) => ownPrices.all(db, { viewer: viewer.id }));

const ownPrices = prepared("prices.mine", (db, { viewer }: { viewer: string }) =>
  db
    .selectFrom("kine_prices as kp")
    .select([
      "kp.modality",
      "kp.session",
      "kp.first",
      "kp.ten",
      "kp.confirmed_at",
      freshness("kp.confirmed_at").as("freshness"),
    ])
    .where("kp.kine_id", "=", viewer)
    .orderBy("kp.modality"),
);

/** Saves the specialist's prices, all of them confirmed now. The profile's price range follows them. Throws LIST_CHANGED. */
export const save = kine
  .meta({ summary: "Replaces the prices that the caller states.", refuses: ["LIST_CHANGED"], writes: "once" })
  .input(Prices)
  .output(z.strictObject({ prices: z.int() }))
  .handler(({ input: { prices, read }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      // The lock serialises concurrent saves, so that two lists are never mixed.
      await lockSpecialist(tx, viewer.id);
      if (read) {
        const stored = await ownPrices.all(tx, { viewer: viewer.id });
        mustBeAsRead({ read, stored: stored.map(statedPrice), wanted: prices });
      }
      const given = { viewer: viewer.id, prices: JSON.stringify(prices) };
      await dropOthers.run(tx, given);
      await savePrices.run(tx, given);
      await askLater(tx, viewer.id);
      return { prices: prices.length };
    }),
  );

type Given = { viewer: string; prices: string };
const dropOthers = prepared(
  "prices taken away",
  (_, { viewer, prices }: Given) =>
    sql`delete from kine_prices where kine_id = ${viewer}::uuid
      and modality not in (select modality from jsonb_to_recordset(${prices}::jsonb) as r (modality modality))`,
);
/** All prices as one JSON value, so that the statement is the same for any number of them. */
const savePrices = prepared(
  "prices stated",
  (_, { viewer, prices }: Given) =>
    sql`insert into kine_prices (kine_id, modality, session, first, ten)
      select ${viewer}::uuid, modality, session, first, ten
      from jsonb_to_recordset(${prices}::jsonb) as r (modality modality, session int, first int, ten int)
      on conflict (kine_id, modality) do update
        set session = excluded.session, first = excluded.first, ten = excluded.ten, confirmed_at = now()`,
);

/** Confirms the specialist's prices, raised by `raise` percent. */
export const confirm = kine
  .meta({ summary: "Confirms the caller's prices, raised by some percent or as they are.", writes: "once" })
  .input(Raise.default({ raise: 0 }))
  .output(z.strictObject({ confirmed: z.int() }))
  .handler(({ input: { raise }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await lockSpecialist(tx, viewer.id);
      const confirmed = await confirmPrices(tx, viewer.id, raise);
      await askLater(tx, viewer.id);
      return { confirmed };
    }),
  );

/** Confirms a specialist's prices as of now, raised by `raise` percent and rounded to hundreds. Returns the number of prices. */
export async function confirmPrices(tx: Tx, kineId: string, raise: number): Promise<number> {
  const { numAffectedRows } = await raisePrices.run(tx, { kineId, raise });
  return Number(numAffectedRows);
}

/** A price raised by some percent, as `raised` of the program; null where none is stated. */
export const raisedPrice = (
  price: RawBuilder<unknown>,
  raise: unknown,
) => sql<number>`case when ${raise}::int = 0 or ${price} is null then ${price}
  else greatest(${price}, least(round(${price}::numeric * (100 + ${raise}::int) / 100 / 100) * 100, 1000000000)::int) end`;

const raisePrices = prepared(
  "prices confirmed",
  (_, { kineId, raise }: { kineId: string; raise: number }) =>
    sql`update kine_prices set confirmed_at = now(),
      session = ${raisedPrice(sql`session`, raise)}, first = ${raisedPrice(sql`first`, raise)},
      ten = ${raisedPrice(sql`ten`, raise)}
      where kine_id = ${kineId}::uuid`,
);
