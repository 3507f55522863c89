// npm run admin -- access:revoke EMAIL: revokes all access to an account except recovery by e-mail, for a user who contacted support.
import { openCommandDatabase } from "./command-database.ts";
import { noteRevocations } from "./note-revocations.ts";
import { readSecret } from "../platform/data-dir.ts";
import { revokeAccess } from "../auth/flows/first-proof.server.ts";
import { openDatabase } from "../platform/database/database.server.ts";
import { openLog } from "../platform/log.server.ts";
import { openMail } from "../platform/mail/mail.server.ts";
import { readSettings } from "../platform/settings.ts";

const closing: (() => unknown)[] = [];

async function revoke(): Promise<void> {
  const email = process.argv[2]?.trim().toLowerCase();
  if (!email) throw new Error("name the e-mail of the account");
  const settings = readSettings(process.env);
  const secret = settings.secret ?? readSecret(settings.dataDir);
  const { db } = openDatabase(await openCommandDatabase(settings, closing), { max: 2, onError: () => undefined });
  closing.unshift(() => db.destroy());
  // A running node sends the queued message.
  const mail = openMail({ db, settings: { ...settings, secret }, log: openLog(), kinds: [] });
  await db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom("auth.users")
      .select("id")
      .where("email", "=", email)
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw new Error(`there is no account of ${email}`);
    await revokeAccess({ mail }, tx, user.id, "support");
  });
  await noteRevocations(db, settings);
  console.log(`Nothing but its address opens the account of ${email} now: it is entered by a recovery link.`);
}

try {
  await revoke();
} catch (error) {
  console.error(`Cannot revoke: ${(error as Error).message.split("\n")[0]}`);
  process.exitCode = 1;
} finally {
  for (const close of closing) await close();
}
