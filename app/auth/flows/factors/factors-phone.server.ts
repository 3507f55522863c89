import { randomInt } from "node:crypto";

/** Carries a short text to a phone. Which provider does it is the installation's choice; without one there is none. */
export type PhoneSender = {
  /** Throws when the message could not be handed over. */
  send(message: { phone: string; text: string; channel: "sms" | "whatsapp" }): Promise<void>;
};

/** How long a person waits before another code is sent to the same phone. */
export const PHONE_PAUSE_SECONDS = 60;

/** A code of six digits. */
export const newPhoneCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");
