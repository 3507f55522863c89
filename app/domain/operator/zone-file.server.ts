import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import { byPlace } from "./operator.server.ts";

/** The rows of "Zonas", as on the screen. */
export const ZoneRows = z.strictObject({
  items: z.array(
    z.strictObject({
      zona: z.string(),
      casos_en_30_dias: z.int(),
      especialistas_activos: z.int(),
      sin_postulaciones: z.int(),
      hasta_1_dia: z.int(),
      de_2_a_7_dias: z.int(),
      mas_de_7_dias: z.int(),
    }),
  ),
});

/** The rows of the file: one a zone. */
export async function zoneRows(db: Database) {
  const zones = await byPlace.all(db, {});
  return {
    items: zones.map(({ name, published, specialists, waiting, one, week, more }) => ({
      zona: name ?? "Lugar no reconocido",
      casos_en_30_dias: published,
      especialistas_activos: specialists,
      sin_postulaciones: waiting,
      hasta_1_dia: one,
      de_2_a_7_dias: week,
      mas_de_7_dias: more,
    })),
    next: null,
  };
}
