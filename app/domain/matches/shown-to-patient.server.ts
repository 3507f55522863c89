import type { Services } from "../../api/services.server.ts";
import type { OfferFacts } from "./offer.ts";

type Masking = Pick<Services, "masked">;
type Applied = { status: string; offer: OfferFacts | null };

/** An application as its patient reads it: contact data in its specialist's texts is masked until they accept it. */
export function shownToPatient<Row extends Applied & { message: string | null }>(services: Masking, row: Row): Row {
  if (row.status === "accepted") return row;
  return { ...offerShownToPatient(services, row), message: row.message && services.masked(row.message) };
}

/** The same for an application that is read without its message. */
export function offerShownToPatient<Row extends Applied>({ masked }: Masking, row: Row): Row {
  const { status, offer } = row;
  if (status === "accepted" || !offer?.place) return row;
  return { ...row, offer: { ...offer, place: masked(offer.place) } };
}
