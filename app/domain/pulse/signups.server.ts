import { z } from "zod";
import { adminReads } from "../../api/guards.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { readSignUps, SignUps } from "../sign-ups/read-sign-ups.server.ts";
import { ROLE_WORDS } from "../sign-ups/sign-ups.ts";
import { databaseNow } from "./database-now.server.ts";
import { casesWords } from "./pulse-words.ts";
import { MOST_WEEKS, USUAL_WEEKS } from "./pulse.ts";

/** Some weeks until the last one that ended. */
export const SignUpFilter = z.object({ weeks: z.int().min(1).default(USUAL_WEEKS) });

/** How far those come who sign up, by role and week. Throws PERIOD_TOO_LONG beyond 13 months. */
export const signups = adminReads
  .meta({ summary: "Returns how far those come who sign up, by week.", refuses: ["PERIOD_TOO_LONG"] })
  .input(SignUpFilter)
  .output(SignUps)
  .handler(({ input: { weeks }, context: { db, services } }) => readWithin(db, weeks, services.clock.now()));

function readWithin(db: Database, weeks: number, now: number) {
  if (weeks > MOST_WEEKS) throw new AppError("PERIOD_TOO_LONG");
  return readSignUps(db, { weeks, now });
}

const text = z.string();
/** The weeks of "Altas", told as on the screen. */
export const SignUpRows = z.strictObject({
  items: z.array(
    z.strictObject({
      desde: text,
      rol: text,
      formulario_abierto: text,
      cuentas: text,
      email_confirmado: text,
      caso_o_aprobacion: text,
      primera_postulacion: text,
      primera_aceptacion: text,
      todavia_corre: text,
    }),
  ),
});

/** The rows of the file. Throws PERIOD_TOO_LONG. */
export async function signUpRows(db: Database, { weeks }: z.output<typeof SignUpFilter>) {
  const { roles } = await readWithin(db, weeks, await databaseNow(db));
  const words = (n: number | undefined) => casesWords(n ?? null);
  return {
    items: roles.flatMap(({ role, points }) =>
      points.map(({ from, opened, counts, is_running }) => ({
        desde: from,
        rol: ROLE_WORDS[role],
        formulario_abierto: opened === null ? "" : String(opened),
        cuentas: words(counts?.accounts),
        email_confirmado: words(counts?.confirmed),
        caso_o_aprobacion: words(counts?.begun),
        primera_postulacion: words(counts?.applied),
        primera_aceptacion: words(counts?.accepted),
        todavia_corre: is_running ? "sí" : "no",
      })),
    ),
    next: null,
  };
}
