/** By what a request is compared with other accounts, beside its licence. */
export const ALIKE = ["phone", "domain", "photo"] as const;
export type Alike = (typeof ALIKE)[number];

/** Mailboxes that anybody opens: of two people there, the domain says nothing. */
const PUBLIC_MAIL =
  /^(gmail|googlemail|hotmail|outlook|live|msn|yahoo|ymail|rocketmail|icloud|me|mac|aol|gmx|mail|email|zoho|yandex|proton|protonmail|pm|tutanota|tuta|fastmail|hushmail|fibertel|arnet|speedy|ciudad|uolsinectis|sinectis|infovia|netizen|datafull|latinmail|argentina|terra|telefonica|personal|telecentro|adinet)\.(com|net|org|me|fm|de|es|it|fr|co|ar|uy|cl|br|mx|us|com\.(ar|uy|br|mx|co)|net\.(ar|uy)|co\.uk)$/;

/** The domain of an address if it says something about a person; null for mail that is open to everybody. */
export function tellingDomain(email: string): string | null {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return PUBLIC_MAIL.test(domain) ? null : domain;
}
