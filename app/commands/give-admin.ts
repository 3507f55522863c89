// npm run admin -- admin:give EMAIL: makes somebody an admin where no admin is left to do it.
import { sql } from "kysely";
import { openCommandDatabase } from "./command-database.ts";
import { noteRevocations } from "./note-revocations.ts";
import { giveAdminBack } from "../domain/accounts/lost-admin.server.ts";
import { readSecret } from "../platform/data-dir.ts";
import { openDatabase } from "../platform/database/database.server.ts";
import { openLog } from "../platform/log.server.ts";
import { openMail } from "../platform/mail/mail.server.ts";
import { readSettings } from "../platform/settings.ts";

const closing: (() => unknown)[] = [];

async function give(): Promise<void> {
  const email = process.argv[2]?.trim().toLowerCase();
  if (!email) throw new Error("name the e-mail of the account");
  const settings = readSettings(process.env);
  const { db } = openDatabase(await openCommandDatabase(settings, closing), { max: 2, onError: () => undefined });
  closing.unshift(() => db.destroy());
  // A running node sends the queued messages.
  const secret = settings.secret ?? readSecret(settings.dataDir);
  const mail = openMail({ db, settings: { ...settings, secret }, log: openLog(), kinds: [] });
  await db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom("auth.users as u")
      .innerJoin("profiles as p", "p.id", "u.id")
      .select(["u.id", "p.approval_status"])
      .select(sql<boolean>`u.email_confirmed_at is not null or u.claimed_at is not null`.as("is_confirmed"))
      // As long as it takes to decide about other admins.
      .select(sql<Date>`now() - interval '72 hours'`.as("admin_since"))
      .where("u.email", "=", email)
      .forUpdate("u")
      .executeTakeFirst();
    if (!user) throw new Error(`there is no account of ${email}`);
    if (user.approval_status !== "approved") throw new Error(`the account of ${email} is not approved`);
    if (!user.is_confirmed) throw new Error(`nobody has confirmed the address ${email}: follow the link in its mail`);
    await giveAdminBack({ mail }, tx, { user_id: user.id, admin_since: user.admin_since, created_at: null });
  });
  await noteRevocations(db, settings);
  console.log(`${email} is an admin.`);
}

try {
  await give();
} catch (error) {
  console.error(`Cannot give the role: ${(error as Error).message.split("\n")[0]}`);
  process.exitCode = 1;
} finally {
  for (const close of closing) await close();
}
