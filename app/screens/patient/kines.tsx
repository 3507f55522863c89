import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { SpecialistCard } from "../../domain/profiles/specialist-card.tsx";
import { useProduct } from "../../shared/app-context.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";

/** "Especialistas": the specialists that a patient can choose from. */
export default function Specialists() {
  const { productName } = useProduct();
  const total = useQuery(queries.profiles.specialistCount.queryOptions());
  const specialists = useInfiniteQuery(
    queries.profiles.specialists.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
  );
  return (
    <>
      <h1 className="text-3xl">Especialistas{total.data && ` (${total.data.count})`}</h1>
      <p className="mt-2 mb-6 text-muted">
        Nuestro equipo aprueba a cada especialista. Para que te atiendan, publicá tu caso.
      </p>
      <PagedList
        list={specialists}
        failure="No se pudieron cargar los especialistas"
        empty={
          <EmptyState
            illustration={<NoMessages />}
            title="Todavía no hay especialistas"
            action={
              <ButtonLink to="/dashboard/patient/cases" variant="secondary">
                Ir a mis casos
              </ButtonLink>
            }
          >
            Publicá tu caso: quienes se sumen van a poder postularse.
          </EmptyState>
        }
        hasPhoto
        isWide
        lines={9}
      >
        {(specialist) => <SpecialistCard key={specialist.id} specialist={specialist} productName={productName} />}
      </PagedList>
    </>
  );
}
