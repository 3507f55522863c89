import { defineMessage } from "../../platform/mail/message.server.ts";
import type { WeakenedSetting } from "./weakened-setting-mail.server.tsx";

export const weakenedSetting = defineMessage<WeakenedSetting>(
  "weakened_setting",
  async () => (await import("./weakened-setting-mail.server.tsx")).weakenedSetting,
);
