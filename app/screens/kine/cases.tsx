import { useInfiniteQuery } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { useDialogParam } from "../../client/dialog-param.ts";
import { CaseFacts } from "../../domain/cases/case-facts.tsx";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { CardButton } from "../../ui/card-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoCases } from "../../ui/illustrations/empty.tsx";
import { CaseDialog } from "./case-dialog.tsx";

/** "Casos Disponibles": open and matched cases that the specialist has not applied to. */
export default function AvailableCases() {
  const dialog = useDialogParam("caso");
  return (
    <>
      <h1 className="text-3xl">Casos Disponibles</h1>
      <p className="mt-2 mb-6 text-muted">
        Elegí un caso, leelo completo y postulate. El paciente decide con quién atenderse.
      </p>
      <Cases onOpen={dialog.open} />
      {dialog.shown !== null && (
        <CaseDialog key={dialog.shown} caseId={dialog.shown} isOpen={dialog.value !== null} onClose={dialog.close} />
      )}
    </>
  );
}

function Cases({ onOpen }: { onOpen: (id: string) => void }) {
  const cases = useInfiniteQuery(
    queries.cases.available.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
  );
  return (
    <PagedList
      list={cases}
      failure="Error al cargar los casos"
      empty={
        <EmptyState
          illustration={<NoCases />}
          title="No hay casos abiertos en este momento."
          action={
            <ButtonLink to="/dashboard/kine/matches" variant="secondary">
              Ver mis postulaciones
            </ButtonLink>
          }
        >
          Cuando un paciente publique uno, va a aparecer acá.
        </EmptyState>
      }
      isWide
    >
      {(each) => <AvailableCaseCard key={each.id} available={each} onOpen={() => onOpen(each.id)} />}
    </PagedList>
  );
}

type AvailableCase = Answers["cases"]["available"]["items"][number];

function AvailableCaseCard({ available, onOpen }: { available: AvailableCase; onOpen: () => void }) {
  return (
    <Card as="li">
      <div className="flex flex-col gap-3">
        <div>
          <h2>
            <CardButton onPress={onOpen}>{available.title}</CardButton>
          </h2>
          <p className="text-sm text-muted">
            {available.poster_name} · <RelativeTime date={available.created_at} />
          </p>
        </div>
        <p className="line-clamp-2">{available.description}</p>
        <CaseFacts {...available} />
      </div>
    </Card>
  );
}
