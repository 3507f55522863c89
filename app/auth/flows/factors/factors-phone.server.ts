import { randomInt } from "node:crypto";

/** Sends a short text to a phone. Each installation chooses its provider; the default is null. */
export type PhoneSender = {
  /** Throws when the provider did not accept the message. */
  send(message: { phone: string; text: string; channel: "sms" | "whatsapp" }): Promise<void>;
};

/** Minimum pause between two codes to the same phone. */
export const PHONE_PAUSE_SECONDS = 60;

/** A random six-digit code. */
export const newPhoneCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");
