import { defineMessage } from "../../platform/mail/message.server.ts";
import type { MovedAccount } from "./account-moved-mail.server.tsx";

/** Tells somebody that their account came here from the system before. */
export const accountMoved = defineMessage<{ user_id: string }, MovedAccount>(
  "account_moved",
  async () => (await import("./account-moved-mail.server.tsx")).accountMoved,
  async ({ db }, { user_id }) => {
    const account = await db
      .selectFrom("auth.users")
      .select(["encrypted_password", "email_confirmed_at"])
      .where("id", "=", user_id)
      .executeTakeFirst();
    if (!account) return null;
    return {
      facts: { has_password: account.encrypted_password !== null, is_confirmed: account.email_confirmed_at !== null },
    };
  },
);
