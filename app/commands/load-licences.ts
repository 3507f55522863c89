// npm run admin -- licences:load FILE --admin EMAIL [--dry-run]: compares the specialists' licences with the list of a register (a CSV).
import { loadRegister } from "../domain/licences/load-register.server.ts";
import { readRegister } from "../domain/licences/register-list.ts";
import { BUENOS_AIRES } from "../shared/text/calendar-days.ts";
import { runListCommand } from "./list-command.ts";

const USAGE = "usage: npm run admin -- licences:load FILE --admin EMAIL [--dry-run]";

await runListCommand(
  { usage: USAGE, failure: "Cannot load the licences" },
  async ({ bytes, db, adminId, settings: { secret }, isRehearsal }) => {
    const today = new Date().toLocaleDateString("sv", { timeZone: BUENOS_AIRES });
    const entries = readRegister(bytes, today);
    const { counts, told } = await loadRegister(db, { adminId, secret, isRehearsal }, entries);
    const { verified, doubtful, inactive, unchanged, absent } = counts;
    for (const line of told) console.log(line);
    console.log(
      `${verified} verified, ${doubtful} doubtful, ${inactive} inactive, ${unchanged} unchanged, ${absent} of nobody here${isRehearsal ? ". Nothing was changed" : ""}.`,
    );
  },
);
