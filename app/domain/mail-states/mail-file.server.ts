import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import { bounceWords, providerWords } from "./mail-state.ts";
import { mailCounts } from "./mail-states.server.ts";

/** The mails of seven days, as on the screen: without anybody. */
export const MailRows = z.strictObject({
  items: z.array(z.strictObject({ casilla: z.string(), que_paso: z.string(), codigo: z.string(), correos: z.int() })),
});

/** The rows of the file: the mails that left, and a row for each reason why others did not arrive. */
export async function mailRows(db: Database) {
  const { sent, reasons } = await mailCounts(db);
  return {
    items: [
      { casilla: "Todas", que_paso: "Enviados", codigo: "", correos: sent },
      ...reasons.map(({ provider, code, kind, count }) => ({
        casilla: providerWords(provider),
        que_paso: bounceWords(kind),
        codigo: code === "unknown" ? "" : code,
        correos: count,
      })),
    ],
    next: null,
  };
}
