import type { Services } from "../../api/services.server.ts";
import type { OfferFacts } from "./offer.ts";

type Masking = Pick<Services, "masked">;

/** An application as a patient reads it who is not in contact with its specialist: contact data in its texts is masked. */
export function shownToPatient<Row extends { offer: OfferFacts | null; message: string | null }>(
  services: Masking,
  row: Row,
): Row {
  return { ...offerShownToPatient(services, row), message: row.message && services.masked(row.message) };
}

/** The same for an application that is read without its message. */
export function offerShownToPatient<Row extends { offer: OfferFacts | null }>({ masked }: Masking, row: Row): Row {
  const { offer } = row;
  return offer?.place ? { ...row, offer: { ...offer, place: masked(offer.place) } } : row;
}
