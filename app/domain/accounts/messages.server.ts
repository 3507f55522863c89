import { defineMessage } from "../../platform/mail/message.server.ts";
import type { KineCreated } from "./kine-created-mail.server.tsx";
import type { LostAdmin } from "./lost-admin-mail.server.tsx";
import type { NewAdmin } from "./new-admin-mail.server.tsx";

export const kineCreated = defineMessage<KineCreated>(
  "kine_created",
  async () => (await import("./kine-created-mail.server.tsx")).kineCreated,
);
export const newAdmin = defineMessage<NewAdmin>(
  "new_admin",
  async () => (await import("./new-admin-mail.server.tsx")).newAdmin,
);
export const adminLost = defineMessage<LostAdmin>(
  "admin_lost",
  async () => (await import("./lost-admin-mail.server.tsx")).adminLost,
);
