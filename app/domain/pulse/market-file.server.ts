import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { ALL } from "../flow/cells.ts";
import { databaseNow } from "./database-now.server.ts";
import { casesWords, modalityWords, partWords } from "./pulse-words.ts";
import { MOST_WEEKS } from "./pulse.ts";
import type { MarketFilter } from "./pulse.server.ts";
import { readMarket } from "./read-market.server.ts";

const text = z.string();
/** The weeks of "Mercado" and, after them, its places, told as on the screen. */
export const MarketRows = z.strictObject({
  items: z.array(
    z.strictObject({
      desde: text,
      lugar: text,
      modalidad: text,
      casos: text,
      en_24_h: text,
      en_48_h: text,
      en_7_dias: text,
      sin_postulacion: text,
    }),
  ),
});

/** The rows of the file. Few cases are "<5", as everywhere. Throws PERIOD_TOO_LONG. */
export async function marketRows(db: Database, { weeks, place, modality, zone }: z.output<typeof MarketFilter>) {
  if (weeks > MOST_WEEKS) throw new AppError("PERIOD_TOO_LONG");
  const cell = { place: place ?? ALL, modality: modality ?? ALL, zone: zone ?? ALL };
  const { points, rows, table_from } = await readMarket(db, { ...cell, weeks, now: await databaseNow(db) });
  return {
    items: [
      ...points.map(({ from, published, day, two_days, week }) => ({
        desde: from,
        lugar: place ?? "",
        modalidad: modality ?? "",
        casos: casesWords(published),
        en_24_h: partWords(day),
        en_48_h: partWords(two_days),
        en_7_dias: partWords(week),
        sin_postulacion: "",
      })),
      ...rows.map((row) => ({
        desde: table_from ?? "",
        lugar: row.place || "Lugar no reconocido",
        modalidad: modalityWords(row.modality),
        casos: String(row.published),
        en_24_h: partWords(row.day),
        en_48_h: "",
        en_7_dias: "",
        sin_postulacion: String(row.unmet),
      })),
    ],
    next: null,
  };
}
