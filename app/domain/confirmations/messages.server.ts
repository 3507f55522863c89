import { defineMessage } from "../../platform/mail/message.server.ts";
import type { Monthly } from "./monthly-mail.server.tsx";

export const monthlyConfirmation = defineMessage<Monthly>(
  "monthly_confirmation",
  async () => (await import("./monthly-mail.server.tsx")).monthlyConfirmation,
);
