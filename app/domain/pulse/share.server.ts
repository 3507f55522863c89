import type { Database } from "../../platform/database/database.server.ts";
import { ALL } from "../flow/cells.ts";
import { readMarket } from "./read-market.server.ts";

/** The latest weeks that may hold four of which 24 hours are over. */
const WEEKS = 6;

/** The share of the latest four weeks' cases with an application within 24 hours; null where no share is told. */
export async function shareWithinADay(db: Database, now: number): Promise<number | null> {
  const { latest } = await readMarket(db, { place: ALL, modality: ALL, zone: ALL, weeks: WEEKS, now });
  return latest === null || latest.percent === null ? null : latest.n / latest.of;
}
