import type { Answers } from "../../client/api.ts";
import { distanceInWords } from "../places/distance.ts";
import { formatPesos } from "../prices/pesos.ts";
import { CASE_MODALITY_LABELS, modalityLabels } from "../profiles/modality.ts";
import { firstTime, type OfferFacts } from "./offer.ts";
import { timeInWords } from "./offer-words.ts";

type Application = Answers["cases"]["get"]["applications"][number];
type Applicant = Pick<
  Application,
  "location_city" | "km" | "offer" | "listed_price" | "price_range" | "coverage_how" | "modalities"
>;

/** The price of a session: the offer's, else the lowest price of the profile. */
export const priceOf = ({ offer, listed_price }: Pick<Application, "offer" | "listed_price">) =>
  offer?.session ?? listed_price;

/**
 * The facts of an applicant's sentence: "Palermo, a 2 km", "$18.000", "toma PAMI", "Domicilio", "puede el mar, 1 dic, 09:30". One price: the
 * offer's, else the profile's, else its range. `coverage` is the short name of the case's coverage.
 */
export function applicantInWords(one: Applicant, coverage: string | null, now = new Date()): string[] {
  const { offer } = one;
  const price = priceOf(one);
  const time = offer && firstTime(offer, now);
  return [
    placeInWords(one),
    price === null ? one.price_range : formatPesos(price),
    takes(offer?.how ?? one.coverage_how, coverage),
    offer?.modality ? CASE_MODALITY_LABELS[offer.modality] : modalityLabels(one.modalities).join(", "),
    time && `puede el ${timeInWords(time)}`,
  ].filter((fact): fact is string => Boolean(fact));
}

/** What decides about an applicant, in one line of a phone: "$18.000 · toma PAMI · Palermo, a 2 km", or "$18.000 · va a tu casa". */
export function decidesInWords(one: Applicant, coverage: string | null): string[] {
  const { offer } = one;
  const price = priceOf(one);
  return [
    price === null ? one.price_range : formatPesos(price),
    takes(offer?.how ?? one.coverage_how, coverage),
    offer?.modality === "domicilio" ? "va a tu casa" : offer?.modality === "online" ? "online" : placeInWords(one),
  ].filter((fact): fact is string => Boolean(fact));
}

/** The facts of an offer that the sentence leaves out. */
export const unsaid = ({ session: _session, modality: _modality, how: _how, ...rest }: OfferFacts): OfferFacts => rest;

function takes(how: NonNullable<Application["offer"]>["how"] | null, coverage: string | null): string | null {
  if (!how) return null;
  if (how === "none") return "atiende particular";
  const name = coverage ?? "tu cobertura";
  return how === "direct" ? `toma ${name}` : `${name} por reintegro`;
}

const placeInWords = ({ location_city, km }: Applicant) =>
  location_city && (km === null || km === 0 ? location_city : `${location_city}, ${distanceInWords(km)}`);
