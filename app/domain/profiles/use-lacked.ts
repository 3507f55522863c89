import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { type Modality, parseModalities } from "./modality.ts";

type Wanting = { preferred_modality: Modality | null };
type Lacked = {
  /** The modality that a case asks for and the specialist does not offer; null where it fits, and until that is known. */
  lackedFor: (wanting: Wanting) => Modality | null;
  isPending: boolean;
};

/** What a case on offer asks for that the specialist's profile does not offer; asked only where `isOffered`. */
export function useLacked(isOffered = true): Lacked {
  const profile = useQuery({ ...queries.profiles.mine.queryOptions(), enabled: isOffered });
  const offered = parseModalities(profile.data?.modalities ?? "");
  return {
    lackedFor: ({ preferred_modality: wanted }) =>
      wanted === null || offered === null || offered.includes(wanted) ? null : wanted,
    isPending: profile.isPending,
  };
}
