import { plainDigits } from "../../shared/text/digits.ts";

/** The digits of an Argentine number without its prefixes, and whether one of them says that it is of a mobile. */
type National = { digits: string; isMobile: boolean };

/** Area codes have 2 to 4 digits; 10 digits are a whole number, and 12 have the 15 within. */
const [WHOLE, WITH_15] = [10, 12];

/** The digits of a number after the prefixes for calls to Argentina and within it, in any order people write them; null for other countries. */
export function nationalPart(phone: string): National | null {
  const plain = plainDigits(phone).trim();
  let digits = plain.replaceAll(/\D/g, "");
  const isWhole = /^\D*\+/.test(plain) || digits.startsWith("00");
  digits = digits.replace(/^00/, "");
  const isFromHome = digits.startsWith("54") && (isWhole || digits.length >= WITH_15);
  if (isWhole && !isFromHome) return null;
  if (isFromHome) digits = digits.slice(2);
  let isMobile = false;
  digits = digits.replace(/^0+/, "");
  // No area code begins with 9, and none with 15.
  if (digits.startsWith("9") && digits.length > WHOLE) [digits, isMobile] = [digits.slice(1).replace(/^0+/, ""), true];
  if (digits.startsWith("15") && digits.length !== 11) [digits, isMobile] = [digits.slice(2).replace(/^0+/, ""), true];
  return { digits, isMobile };
}

/** Whether an Argentine number lacks its area code, without which nobody can call or write to it from elsewhere. */
export function lacksAreaCode(phone: string): boolean {
  const national = nationalPart(phone);
  return national !== null && national.digits.length >= 6 && national.digits.length < WHOLE;
}
