import { parsePhoneNumberFromString } from "libphonenumber-js/min";

const ARGENTINA = "54";
const CHAT_PREFIX = "549";

/**
 * The digits of a WhatsApp link. Argentine numbers with 0 or 15 are normalised; an invalid number keeps its digits, prefixed with 549
 * unless they start with 54.
 */
export function whatsAppDigits(phone: string): string {
  const parsed = parsePhoneNumberFromString(phone, "AR");
  const digits = parsed?.isPossible() ? parsed.number.slice(1) : phone.replace(/\D/g, "");
  if (digits.startsWith(CHAT_PREFIX) || (digits.startsWith(ARGENTINA) && !parsed)) return digits;
  if (parsed && parsed.countryCallingCode !== ARGENTINA) return digits;
  return CHAT_PREFIX + (digits.startsWith(ARGENTINA) ? digits.slice(ARGENTINA.length) : digits);
}

/** A WhatsApp link to this number with a prefilled message. */
export function whatsAppLink(phone: string, message: string): string {
  return `https://wa.me/${whatsAppDigits(phone)}?text=${encodeURIComponent(message)}`;
}

/** The tel: link of this number. */
export function callLink(phone: string): string {
  return `tel:${parsePhoneNumberFromString(phone, "AR")?.number ?? phone.replace(/[^\d+]/g, "")}`;
}

/** A phone number as displayed: "+54 9 11 5555-5555"; an invalid number is left unchanged. */
export function formatPhone(phone: string): string {
  const parsed = parsePhoneNumberFromString(phone, "AR");
  if (!parsed?.isPossible()) return phone;
  const read = parsed.formatInternational();
  return parsed.countryCallingCode === ARGENTINA ? read.replace(/ (?=\S+$)/, "-") : read;
}
