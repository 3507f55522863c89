import { parsePhoneNumberFromString } from "libphonenumber-js/min";

const ARGENTINA = "54";
const CHAT_PREFIX = "549";

/**
 * The digits that a WhatsApp link takes. Argentine numbers written with 0 or 15 are put right; what is not a
 * phone number keeps its digits, behind 549 unless they start with 54.
 */
export function whatsAppDigits(phone: string): string {
  const parsed = parsePhoneNumberFromString(phone, "AR");
  const digits = parsed?.isPossible() ? parsed.number.slice(1) : phone.replace(/\D/g, "");
  if (digits.startsWith(CHAT_PREFIX) || (digits.startsWith(ARGENTINA) && !parsed)) return digits;
  if (parsed && parsed.countryCallingCode !== ARGENTINA) return digits;
  return CHAT_PREFIX + (digits.startsWith(ARGENTINA) ? digits.slice(ARGENTINA.length) : digits);
}

/** A WhatsApp chat with this number and a message already written. */
export function whatsAppLink(phone: string, message: string): string {
  return `https://wa.me/${whatsAppDigits(phone)}?text=${encodeURIComponent(message)}`;
}

/** The address that calls this number. */
export function callLink(phone: string): string {
  return `tel:${parsePhoneNumberFromString(phone, "AR")?.number ?? phone.replace(/[^\d+]/g, "")}`;
}

/** A phone as it is read: "+54 9 11 5555-5555"; what is not a phone number stays as it was written. */
export function formatPhone(phone: string): string {
  const parsed = parsePhoneNumberFromString(phone, "AR");
  if (!parsed?.isPossible()) return phone;
  const read = parsed.formatInternational();
  return parsed.countryCallingCode === ARGENTINA ? read.replace(/ (?=\S+$)/, "-") : read;
}
