import { sql } from "kysely";
import { defineMessage } from "../../platform/mail/message.server.ts";
import { unsubscribeToken } from "../notifications/unsubscribe-link.server.ts";
import { WeekFigures } from "./figures.server.ts";
import type { Week } from "./weekly-mails.server.tsx";

type Told = { week: string; user_id: string };

/** Goes to who still is an admin, wants the mails of "Operación" and has this address, with the figures as they were written. */
export const weeklyMail = defineMessage<Told, Week>(
  "weekly_summary",
  async () => (await import("./weekly-mails.server.tsx")).weeklyMail,
  async ({ db, secret }, { week, user_id }) => {
    const { rows } = await sql<{ name: string; email: string; figures: unknown }>`
      select p.name, p.email, w.figures from profiles p join weekly_summaries w on w.week = ${week}::date
      where p.id = ${user_id} and p.suspended_at is null and has_role(p.id, 'admin') and not exists (
        select from notification_settings s where s.user_id = p.id and s."group" = 'operator' and s.mail = 'off')`.execute(
      db,
    );
    const [admin] = rows;
    if (!admin) return null;
    return {
      facts: {
        week,
        figures: WeekFigures.parse(admin.figures),
        token: unsubscribeToken(secret, user_id, "operator", admin.email),
      },
      to: { name: admin.name, address: admin.email },
    };
  },
);
