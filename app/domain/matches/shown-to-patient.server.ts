import type { Services } from "../../api/services.server.ts";
import { maskedAfter } from "../contacts/masked-text.ts";
import type { OfferFacts } from "./offer.ts";

type Masking = Pick<Services, "masked">;

/** An application as a patient reads it who is not in contact with its specialist: contact data in its texts is masked. */
export function shownToPatient<Row extends { offer: OfferFacts | null; message: string | null }>(
  services: Masking,
  row: Row,
): Row {
  const { message, offer } = row;
  const place = offer?.place && maskedAfter(message ? [message] : [], offer.place).shown;
  return { ...row, ...(offer && { offer: { ...offer, place } }), message: message && services.masked(message) };
}
