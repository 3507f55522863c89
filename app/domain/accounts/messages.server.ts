import { defineMessage } from "../../platform/mail/message.server.ts";
import type { KineCreated } from "./kine-created-mail.server.tsx";

export const kineCreated = defineMessage<KineCreated>("kine_created", async () => (await import("./kine-created-mail.server.tsx")).kineCreated);
