import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.server.ts";

/** What became of a message: refused for now, refused for good, or reported as spam by its reader. */
export const BOUNCES = ["soft", "hard", "complained"] as const;
export type BounceKind = (typeof BOUNCES)[number];
export type Bounce = { kind: BounceKind; code: string };

/** How long a report about a message counts. */
const REPORT_DAYS = 7;
/** So many soft bounces within a week pause the mails of an account for another. */
const SOFT_MOST = 3;
const SOFT_DAYS = 7;

const PROVIDERS: Record<string, RegExp> = {
  gmail: /^(gmail|googlemail)\.com$/,
  outlook: /^(outlook|hotmail|live|msn)\.(com|com\.ar|es|cl)$/,
  yahoo: /^(yahoo|ymail|rocketmail|aol)\.(com|com\.ar|es)$/,
  icloud: /^(icloud|me|mac)\.com$/,
};

/** The class of an address's provider: of the address itself nothing is kept. */
export function providerClass(address: string): string {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return Object.keys(PROVIDERS).find((name) => PROVIDERS[name]?.test(domain)) ?? "other";
}

/** What remains of a message's address: enough to see whether its account still has it. */
export const addressHash = (id: string, address: string) =>
  createHash("sha256").update(`${id} ${address.toLowerCase()}`).digest();

/** Shapes a mail server's code for the database. */
export const codeOf = (text: string) => text.replace(/[^0-9A-Za-z.-]+/g, "-").slice(0, 40) || "unknown";

/**
 * Notes that a message came back or was reported as spam, unless the same or worse is known of it. Only a message that was sent to its
 * account's present address within the last seven days changes what the account receives. Returns whether it was one of ours.
 */
export function noteBounce(db: Database, id: string, { kind, code }: Bounce): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const found = await tx.selectFrom("outgoing_messages").select("user_id").where("id", "=", id).executeTakeFirst();
    if (!found) return false;
    const { user_id } = found;
    // The account before its message, as a deletion locks them.
    const account = await tx
      .selectFrom("auth.users")
      .select("email")
      .where("id", "=", user_id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!account) return false;
    const noted = await tx
      .updateTable("outgoing_messages")
      .set({ bounce: kind, fail_code: code })
      .where("id", "=", id)
      .where(sql<boolean>`coalesce(sent_at, failed_at) > now() - make_interval(days => ${REPORT_DAYS})`)
      .where(
        sql<boolean>`coalesce(array_position(array['soft', 'hard', 'complained'], bounce), 0)
        < array_position(array['soft', 'hard', 'complained'], ${kind}::text)`,
      )
      .returning("address_hash")
      .executeTakeFirst();
    if (!noted) return false;
    if (noted.address_hash?.equals(addressHash(id, account.email))) await stopMails(tx, user_id, { kind, code });
    return true;
  });
}

async function stopMails(tx: Tx, user_id: string, { kind, code }: Bounce): Promise<void> {
  if (kind === "soft" && (await softBounces(tx, user_id)) < SOFT_MOST) return;
  await sql`insert into mail_states (user_id, state, code) values (${user_id}, ${kind}, ${code})
    on conflict (user_id) do update set state = excluded.state, code = excluded.code, at = excluded.at
      where excluded.state <> 'soft' and mail_states.state <> 'complained' or mail_states.state = 'soft'`.execute(tx);
}

async function softBounces(tx: Tx, user_id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from outgoing_messages
    where user_id = ${user_id} and bounce = 'soft' and coalesce(sent_at, failed_at) > now() - make_interval(days => ${SOFT_DAYS})`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** Whether an account gets no mails for now but those about its security. */
export async function isMailStopped(db: Database, user_id: string): Promise<boolean> {
  const { rows } = await sql`select from mail_states where user_id = ${user_id}
    and (state <> 'soft' or at > now() - make_interval(days => ${SOFT_DAYS}))`.execute(db);
  return rows.length > 0;
}

/** Lets an account receive mails again; returns whether it did not. */
export async function clearMailState(tx: Tx, user_id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("mail_states").where("user_id", "=", user_id).executeTakeFirst();
  return numDeletedRows > 0n;
}
