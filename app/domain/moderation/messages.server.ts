import { defineMessage } from "../../platform/mail/message.server.ts";
import type { Suspension } from "./suspension-mails.server.tsx";

const suspensionMails = () => import("./suspension-mails.server.tsx");

export const accountSuspended = defineMessage<Suspension>(
  "account_suspended",
  async () => (await suspensionMails()).accountSuspended,
);
export const accountRestored = defineMessage<Suspension>(
  "account_restored",
  async () => (await suspensionMails()).accountRestored,
);
