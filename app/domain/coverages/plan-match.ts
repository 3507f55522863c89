const QUALIFIERS =
  /\b(todos?|todas?|menos|salvo|excepto|sin|no|solo|desde|hasta|entre|a|al|mas|superior(es)?|adelante)\b|\+|\d\s*[-–]\s*\d/;

const withoutAccents = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "");

/** The plans of a list such as "210 y 310", without the words around them. */
function plansIn(text: string, short: string): string[] {
  return text
    .split(/[,;/]|\b[yeo]\b/)
    .map((plan) =>
      plan
        .replace(/\bplan(es)?\b/g, "")
        .replace(withoutAccents(short), "")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter(Boolean);
}

/**
 * Whether a specialist who states these plans of a coverage accepts a patient's plan of it. No plans mean all of them. Both are free text: null
 * where they say more than a list of names, or are alike without being the same.
 */
export function acceptsPlan(plans: string | null, plan: string | null, short: string): boolean | null {
  if (plans === null) return true;
  if (plan === null || QUALIFIERS.test(withoutAccents(plans))) return null;
  const stated = plansIn(withoutAccents(plans), short);
  const [asked, ...more] = plansIn(withoutAccents(plan), short);
  if (asked === undefined || more.length > 0 || stated.length === 0) return null;
  if (stated.includes(asked)) return true;
  const words = new Set(stated.flatMap((each) => each.split(" ")));
  return asked.split(" ").some((word) => words.has(word)) ? null : false;
}
