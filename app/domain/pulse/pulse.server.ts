import { z } from "zod";
import { adminReads } from "../../api/guards.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { ALL } from "../flow/cells.ts";
import { Market } from "./market-output.server.ts";
import { COUNTED_MODALITIES, MOST_WEEKS, USUAL_WEEKS } from "./pulse.ts";
import { readMarket } from "./read-market.server.ts";

/** What "Pulso" shows: some weeks until the last one that ended, of all cases or of a place, a modality and a zone of the body. */
export const MarketFilter = z.object({
  weeks: z.int().min(1).default(USUAL_WEEKS),
  place: z.string().max(80).nullish(),
  modality: z.enum(COUNTED_MODALITIES).nullish(),
  zone: z.string().max(80).nullish(),
});

/** How the market fares by the week of publication. Throws PERIOD_TOO_LONG beyond 13 months. */
export const market = adminReads
  .meta({ summary: "Returns how cases fare by the week of their publication.", refuses: ["PERIOD_TOO_LONG"] })
  .input(MarketFilter)
  .output(Market)
  .handler(({ input: { weeks, place, modality, zone }, context: { db, services } }) => {
    if (weeks > MOST_WEEKS) throw new AppError("PERIOD_TOO_LONG");
    const cell = { place: place ?? ALL, modality: modality ?? ALL, zone: zone ?? ALL };
    return readMarket(db, { ...cell, weeks, now: services.clock.now() });
  });
