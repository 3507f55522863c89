import * as auth from "../auth/mails/messages.server.ts";
import * as accounts from "../domain/accounts/messages.server.ts";
import * as calendars from "../domain/calendars/messages.server.ts";
import * as confirmations from "../domain/confirmations/messages.server.ts";
import * as coverages from "../domain/coverages/messages.server.ts";
import * as kineApplications from "../domain/kine-applications/messages.server.ts";
import * as movedRows from "../domain/moved-rows/messages.server.ts";
import * as moderation from "../domain/moderation/messages.server.ts";
import * as notifications from "../domain/notifications/messages.server.ts";
import * as settings from "../domain/settings/messages.server.ts";
import * as weekly from "../domain/weekly/messages.server.ts";
import type { MessageKind } from "../platform/mail/message.server.ts";

const securityKinds = [...Object.values(auth), ...Object.values(accounts), settings.weakenedSetting];

/** All message kinds that may be queued in the database. */
export const messageKinds = [
  ...securityKinds.map((kind) => ({ ...kind, isSecurity: true as const })),
  ...[kineApplications, moderation, movedRows, coverages, confirmations, calendars, notifications, weekly].flatMap(
    (kinds) => Object.values(kinds),
  ),
] as MessageKind<never>[];
