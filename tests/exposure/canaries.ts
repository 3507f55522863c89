/** Columns that hold a unique word, by the two-letter code in that word. */
const codes = {
  na: "name",
  em: "email",
  al: "activity level",
  ba: "neighbourhood",
  ph: "photo",
  li: "licence",
  sp: "specialty",
  pr: "price",
  mo: "modalities",
  bi: "bio",
  me: "metadata",
  ua: "user agent",
  id: "identity",
  ct: "title",
  cd: "description",
  ci: "injury",
  cl: "case neighbourhood",
  su: "study name",
  sb: "study bytes",
  ap: "message",
  ms: "sent message",
  rc: "review",
  ra: "reply",
  rv: "earlier review",
  aa: "appeal",
  ac: "appeal's decision",
  rr: "rejection",
  rd: "report",
  de: "decision",
  sn: "suspension",
  hr: "hiding",
  cr: "closing",
  an: "asked name",
  aq: "asked licence",
  as: "asked specialty",
  ax: "change's rejection",
  fn: "factor name",
  rk: "recovery code",
  ck: "credential id",
  ki: "key id",
  pk: "public key",
  pn: "passkey name",
  ne: "new email",
  cc: "code challenge",
  la: "linked account",
  lc: "account to be linked",
  rt: "return address",
  sr: "sealed request",
  sf: "sealed flow",
  ad: "audit device",
  pc: "passkey challenge",
  mc: "factor challenge",
  se: "sealed message",
  ds: "dropped study",
  kp: "coverage plans",
  pp: "own plan",
  cp: "case plan",
  ln: "licence number",
  eu: "evidence name",
  eb: "evidence bytes",
  tp: "place of turnos",
  mz: "measured activity",
} as const;
type Code = keyof typeof codes;
/** "phone of owner": a private column and whose it is. */
export type Canary = string;

/** All planted canaries: words consist of a code and a number; other values are found by their literal text. */
export function openCanaries() {
  const subjects: string[] = [];
  const literals = openLiterals();
  const planted = new Set<Canary>();
  const numberOf = (subject: string) => {
    if (!subjects.includes(subject)) subjects.push(subject);
    return subjects.indexOf(subject);
  };
  const two = (number: number) => String(number).padStart(2, "0");
  const plant = (canary: Canary) => void planted.add(canary);

  return {
    planted,
    /** A word that no page, key or number contains by chance. */
    word(code: Code, subject: string): string {
      plant(`${codes[code]} of ${subject}`);
      return `zq${code}${two(numberOf(subject))}zq`;
    },
    phone(subject: string): string {
      plant(`phone of ${subject}`);
      return `+54 9 11 6677-00${two(numberOf(subject))}`;
    },
    birthDate(subject: string): string {
      plant(`birth date of ${subject}`);
      const number = numberOf(subject);
      return `19${two(10 + Math.floor(number / 12))}-${two(1 + (number % 12))}-27`;
    },
    /** An hour of the week, in the formats of the database and of JSON. */
    hour(subject: string): string {
      plant(`hours of ${subject}`);
      return `03:${two(numberOf(subject))}`;
    },
    address(subject: string): string {
      plant(`ip of ${subject}`);
      return `10.77.66.${100 + numberOf(subject)}`;
    },
    /** A literal value: an id, a token, a key. */
    literal(text: string, what: string, subject: string): string {
      plant(`${what} of ${subject}`);
      literals.add(text, `${what} of ${subject}`);
      return text;
    },
    /** All canaries in a text, in any format of dates and phones. */
    find(text: string): Set<Canary> {
      const found = new Set<Canary>();
      const of = (what: string, number: number) => {
        const subject = subjects[number];
        if (subject !== undefined && planted.has(`${what} of ${subject}`)) found.add(`${what} of ${subject}`);
      };
      for (const [, code, number] of text.matchAll(/zq([a-z]{2})(\d\d)zq/gi))
        of(codes[code!.toLowerCase() as Code], Number(number));
      // Requires the area code and no letters: random hexadecimal ids contain shorter matches by chance.
      for (const [, number] of text.matchAll(/11[^\da-z]{0,4}6677[^\da-z]{0,8}00(\d\d)/gi)) of("phone", Number(number));
      for (const [, decade, month] of text.matchAll(/19(\d\d)-(\d\d)-(?:26|27|28)/g)) birth(of, decade!, month!);
      for (const [, month, decade] of text.matchAll(/\b27\/0?(\d{1,2})\/19(\d\d)/g)) birth(of, decade!, month!);
      for (const [, number] of text.matchAll(/[">]03:(\d\d)/g)) of("hours", Number(number));
      for (const [, number] of text.matchAll(/10\.77\.66\.(\d{3})/g)) of("ip", Number(number) - 100);
      for (const canary of literals.find(text)) found.add(canary);
      return found;
    },
  };
}
export type Canaries = ReturnType<typeof openCanaries>;

/** The length of the prefix by which literals are indexed. */
const PREFIX_LENGTH = 4;
/** Finds a thousand literals in one pass over a text: compares only where the next four characters hash like the prefix of a literal. */
function openLiterals() {
  const starts = new Uint8Array(1 << 16);
  const byStart = new Map<string, [literal: string, canary: Canary][]>();
  const hashAt = (text: string, at: number) => {
    let hash = 0;
    for (let n = at; n < at + PREFIX_LENGTH; n += 1) hash = (hash * 131 + text.charCodeAt(n)) & 0xffff;
    return hash;
  };
  return {
    add(literal: string, canary: Canary) {
      if (literal.length < PREFIX_LENGTH) throw new Error(`${canary} is too short to be found`);
      const start = literal.slice(0, PREFIX_LENGTH);
      starts[hashAt(literal, 0)] = 1;
      byStart.set(start, [...(byStart.get(start) ?? []), [literal, canary]]);
    },
    *find(text: string): Generator<Canary> {
      for (let at = 0; at + PREFIX_LENGTH <= text.length; at += 1) {
        if (!starts[hashAt(text, at)]) continue;
        for (const [literal, canary] of byStart.get(text.slice(at, at + PREFIX_LENGTH)) ?? [])
          if (text.startsWith(literal, at)) yield canary;
      }
    },
  };
}

function birth(of: (what: string, number: number) => void, decade: string, month: string): void {
  of("birth date", (Number(decade) - 10) * 12 + Number(month) - 1);
}
