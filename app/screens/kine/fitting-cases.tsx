import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { queries } from "../../client/api.ts";
import type { CaseFit } from "../../domain/cases/case-fit.ts";
import { useSeenCases } from "../../domain/cases/seen-cases.ts";
import { useFits } from "../../domain/cases/use-fits.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { useLacked } from "../../domain/profiles/use-lacked.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { AvailableCaseCard } from "./available-case-card.tsx";

const MOST = 3;
/** Farther cases fit by nothing that their distance says. */
const NEAR_KM = 6;

const isNear = ({ is_here, km }: CaseFit) => is_here || (km !== null && km <= NEAR_KM);
/** How much of a case fits; 0 for nothing. */
const scoreOf = (fit: CaseFit | undefined) =>
  fit ? Number(isNear(fit)) + Number(fit.coverage !== null) + Number(fit.free_at !== null) : 0;

/** The open cases among the newest that fit the specialist best, in the modalities that they offer. */
export function FittingCases() {
  const navigate = useNavigate();
  const { isSeen } = useSeenCases();
  const cases = useInfiniteQuery(
    queries.cases.available.infiniteOptions({
      input: (before: string | null) => ({ location_city: null, injury_area: null, preferred_modality: null, before }),
      ...inPages,
    }),
  );
  const { lackedFor, isPending } = useLacked();
  const { fitOf, isLoading } = useFits(cases.data?.pages ?? []);
  const fitting = (cases.data?.pages[0]?.items ?? [])
    .filter((each) => each.status === "open" && lackedFor(each) === null && scoreOf(fitOf(each.id)) > 0)
    .toSorted((one, other) => scoreOf(fitOf(other.id)) - scoreOf(fitOf(one.id)))
    .slice(0, MOST);
  return (
    <section aria-labelledby="fitting">
      <h2 id="fitting" className="mb-3 text-xl">
        Casos que te quedan bien
      </h2>
      {cases.isLoading || isPending || isLoading ? (
        <div className="mb-4">
          <CardListSkeleton count={MOST} />
        </div>
      ) : fitting.length > 0 ? (
        <ul className="mb-4 grid gap-4">
          {fitting.map((each) => (
            <AvailableCaseCard
              key={each.id}
              available={each}
              fit={fitOf(each.id)}
              isSeen={isSeen(each.id)}
              isOpen={false}
              onOpen={() => void navigate(`/dashboard/kine/cases?caso=${each.id}`)}
            />
          ))}
        </ul>
      ) : (
        <p className="mb-4 text-muted">
          Ninguno de los últimos. Con barrio, coberturas y horarios los encontramos mejor.
        </p>
      )}
      <ButtonLink to="/dashboard/kine/cases" variant="secondary">
        Ver todos los casos
      </ButtonLink>
    </section>
  );
}
