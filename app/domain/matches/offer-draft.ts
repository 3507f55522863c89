import { z } from "zod";
import { keepPersonal, readPersonal } from "../../client/personal-storage.ts";
import type { NewMatch } from "./match.ts";
import { OFFER_DAYS, type OfferFacts } from "./offer.ts";

type Values = z.input<typeof NewMatch>;
const Typed = z.custom<NonNullable<Values["offer"]>>((typed) => typeof typed === "object");
const Draft = z.object({ message: z.string(), offer: Typed.nullable().optional(), valid_days: z.int().optional() });
type OfferDraft = z.output<typeof Draft>;

const keyOf = (caseId: string) => `offer-draft:${caseId}` as const;

/** The unsent application to a case in this browser, without the times that passed meanwhile, or null. */
export function readOfferDraft(caseId: string, now = new Date()): OfferDraft | null {
  const draft = Draft.safeParse(readPersonal(keyOf(caseId))).data ?? null;
  if (!draft?.offer?.times) return draft;
  const times = draft.offer.times.filter((time) => time === "" || new Date(time) > now);
  return { ...draft, offer: { ...draft.offer, times } };
}

/** Stores what was typed for a case; null, and an application as it was put forward, removes it. */
export function keepOfferDraft(caseId: string, typed: Values | null, proposed?: OfferFacts | null): void {
  keepPersonal(keyOf(caseId), typed && draftOf(typed, proposed));
}

/** What differs from the application that is put forward: the proposal follows the specialist's own facts, which may change. */
function draftOf({ message, offer, valid_days }: Values, proposed: OfferFacts | null | undefined): OfferDraft | null {
  const changed = offer !== undefined && JSON.stringify(offer) !== JSON.stringify(proposed);
  const limited = valid_days !== undefined && valid_days !== OFFER_DAYS;
  if (!message && !changed && !limited) return null;
  return { message: message ?? "", ...(changed && { offer }), ...(limited && { valid_days }) };
}
