import type { Services } from "../../api/services.server.ts";
import type { OfferFacts } from "./offer.ts";

type Masking = Pick<Services, "masked">;

type Texts = {
  offer: OfferFacts | null;
  message: string | null;
  name?: string;
  specialty?: string | null;
  bio?: string | null;
};

/**
 * An application as a patient reads it who is not in contact with its specialist: contact data in its texts is masked, also across them and those
 * of the profile beside them.
 */
export function shownToPatient<Row extends Texts>({ masked }: Masking, row: Row): Row {
  const { offer } = row;
  const [message, place, name, specialty, bio] = masked.together([
    row.message,
    offer?.place,
    row.name,
    row.specialty,
    row.bio,
  ]);
  return {
    ...row,
    ...(offer && { offer: { ...offer, ...(place && { place }) } }),
    message,
    ...(name && { name }),
    ...(specialty && { specialty }),
    ...(bio && { bio }),
  };
}
