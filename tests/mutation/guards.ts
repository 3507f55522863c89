import { accountGuards } from "./account-guards.ts";
import { bookingGuards } from "./booking-guards.ts";
import { caseGuards } from "./case-guards.ts";
import { conversationGuards } from "./conversation-guards.ts";
import { coverageGuards } from "./coverage-guards.ts";
import { databaseGuards } from "./database-guards.ts";
import { fileGuards } from "./file-guards.ts";
import { handleGuards } from "./handle-guards.ts";
import { levelGuards } from "./level-guards.ts";
import { loadGuards } from "./load-guards.ts";
import { offerGuards } from "./offer-guards.ts";
import { privacyGuards } from "./privacy-guards.ts";
import { profileGuards } from "./profile-guards.ts";
import { relationGuards } from "./relation-guards.ts";
import { reviewGuards } from "./review-guards.ts";
import { secretGuards } from "./secret-guards.ts";
import { sessionGuards } from "./session-guards.ts";
import { trustGuards } from "./trust-guards.ts";
import type { Guard } from "./guard.ts";

/** Every guard, each removed in turn. */
export const guards: readonly Guard[] = [
  ...accountGuards,
  ...bookingGuards,
  ...caseGuards,
  ...conversationGuards,
  ...coverageGuards,
  ...databaseGuards,
  ...fileGuards,
  ...handleGuards,
  ...levelGuards,
  ...loadGuards,
  ...offerGuards,
  ...privacyGuards,
  ...profileGuards,
  ...relationGuards,
  ...reviewGuards,
  ...secretGuards,
  ...sessionGuards,
  ...trustGuards,
];
