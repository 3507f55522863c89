// npm run admin -- specialists:load FILE --admin EMAIL [--approved] [--dry-run]: adds the specialists of a list (a CSV), who get a mail to choose a
// password.
import { loadSpecialists } from "../domain/accounts/load-specialists.server.ts";
import { readSpecialists } from "../domain/accounts/specialist-list.ts";
import { openLog } from "../platform/log.server.ts";
import { openMail } from "../platform/mail/mail.server.ts";
import { runListCommand } from "./list-command.ts";

const USAGE = "usage: npm run admin -- specialists:load FILE --admin EMAIL [--approved] [--dry-run]";

await runListCommand(
  { usage: USAGE, failure: "Cannot load the specialists", flags: ["approved"] },
  async ({ bytes, db, adminId, settings, isRehearsal, isOn }) => {
    const { listed, problems } = readSpecialists(bytes);
    // A running node sends the queued messages.
    const mail = openMail({ db, settings, log: openLog(), kinds: [] });
    const loading = { db, mail, secret: settings.secret, adminId, isApproved: isOn("approved"), isRehearsal };
    const { added, known, told } = await loadSpecialists(loading, listed);
    for (const line of [...problems, ...told]) console.log(line);
    console.log(`${added} added, ${known} known before${isRehearsal ? ". Nothing was changed" : ""}.`);
    if (problems.length > 0) process.exitCode = 1;
  },
);
