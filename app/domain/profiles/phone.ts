import { parsePhoneNumberFromString, type PhoneNumber } from "libphonenumber-js/min";
import { plainDigits } from "../../shared/text/digits.ts";
import { nationalPart } from "./argentine-phone.ts";

const ARGENTINA = "54";
const CHAT_PREFIX = "549";
/** The digits of a whole Argentine number: area code and local number. */
const WHOLE = 10;

/** The number in its international form, with a 9 where a prefix says that it is of an Argentine mobile; undefined for other texts. */
function parsed(phone: string): PhoneNumber | undefined {
  const national = nationalPart(phone);
  if (!national) return possible(parsePhoneNumberFromString(plainDigits(phone).trim().replace(/^00/, "+"), "AR"));
  // The library knows where each area code ends, and so drops a 15 after it.
  const number = possible(parsePhoneNumberFromString(`0${national.digits}`, "AR"));
  if (!number?.isValid()) return undefined;
  return national.isMobile && !number.nationalNumber.startsWith("9")
    ? parsePhoneNumberFromString(`+${CHAT_PREFIX}${number.nationalNumber}`)
    : number;
}

const possible = (number: PhoneNumber | undefined) => (number?.isPossible() ? number : undefined);

/**
 * The digits of a WhatsApp link. Argentine numbers lose 0 and 15 and have the 9; others that no country has keep their digits, prefixed with
 * 549 unless they start with 54.
 */
export function whatsAppDigits(phone: string): string {
  const number = parsed(phone);
  if (number && number.countryCallingCode !== ARGENTINA) return number.number.slice(1);
  const digits = number?.nationalNumber ?? nationalPart(phone)?.digits ?? phone.replaceAll(/\D/g, "");
  return number?.nationalNumber.startsWith("9") ? ARGENTINA + digits : CHAT_PREFIX + digits;
}

/**
 * The digits by which a search finds a phone, however it and the searched number were written: `phone_words` of the database indexes the last 10 and
 * the last 8 digits of what a person typed, with or without the prefixes for home calls and mobiles. `begun` may go on: the searched number is not a whole one.
 */
export function writtenForms(searched: string): { whole: string[]; begun: string[] } {
  const number = parsed(searched);
  if (number?.countryCallingCode !== ARGENTINA) {
    const digits = nationalPart(searched)?.digits;
    return { whole: [], begun: digits === undefined ? [] : [digits] };
  }
  const [area = "", ...local] = number
    .formatInternational()
    .replace(/^\+54 (?:9 )?/, "")
    .split(/[ -]/);
  const whole = area + local.join("");
  const forms = [whole, `${area}15${local.join("")}`.slice(-WHOLE), local.join(""), `15${local.join("")}`];
  return { whole: forms, begun: [] };
}

/** A WhatsApp link to this number with a prefilled message. */
export function whatsAppLink(phone: string, message: string): string {
  return `https://wa.me/${whatsAppDigits(phone)}?text=${encodeURIComponent(message)}`;
}

/** The tel: link of this number. */
export function callLink(phone: string): string {
  return `tel:${parsed(phone)?.number ?? plainDigits(phone).replaceAll(/[^\d+]/g, "")}`;
}

/** A phone number as displayed: "+54 9 11 5555-5555"; an invalid number is left unchanged. */
export function formatPhone(phone: string): string {
  const number = parsed(phone);
  if (!number) return phone;
  const read = number.formatInternational();
  return number.countryCallingCode === ARGENTINA ? read.replace(/ (?=\S+$)/, "-") : read;
}
