import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { CASE_MODALITY_LABELS, type Modality } from "../../domain/profiles/modality.ts";
import { ButtonLink } from "../../ui/button-link.tsx";

export type LackedPlaceProps = {
  /** What cases ask for that the profile does not offer. */ lacked: readonly Modality[];
};

/** Where the agenda keeps a place for what the profile does not offer: why such cases are folded away, and the way to mend it. */
export function LackedPlace({ lacked }: LackedPlaceProps) {
  const agenda = useQuery(queries.agendas.mine.queryOptions());
  const place = agenda.data?.places.find(({ modality }) => lacked.includes(modality));
  if (!place) return null;
  const modality = CASE_MODALITY_LABELS[place.modality];
  return (
    <p className="flex max-md:mt-4 md:mb-4 flex-wrap items-center gap-x-3 wrap-anywhere">
      Tu agenda tiene «{place.label}», pero tu perfil no ofrece {modality}: esos casos quedan al final.
      <ButtonLink to="/dashboard/kine/profile" variant="link" size="inline">
        Agregar {modality} a mi perfil
      </ButtonLink>
    </p>
  );
}
