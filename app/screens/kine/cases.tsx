import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { useDialogParam } from "../../client/dialog-param.ts";
import { CaseFacts } from "../../domain/cases/case-facts.tsx";
import { useSeenCases } from "../../domain/cases/seen-cases.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { useRead } from "../../domain/notifications/use-read.ts";
import { plural } from "../../shared/format.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { CardButton } from "../../ui/card-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoCases } from "../../ui/illustrations/empty.tsx";
import { late, lateDialog } from "../../ui/late.tsx";
import { useMedia } from "../../ui/use-media.ts";
import type { CaseDialogProps, CasePaneProps } from "./case-dialog.tsx";
import { CaseFilters, useCaseFilters } from "./case-filters.tsx";

const CaseDialog = lateDialog<CaseDialogProps>(async () => (await import("./case-dialog.tsx")).CaseDialog);
const CasePane = late<CasePaneProps>(async () => (await import("./case-dialog.tsx")).CasePane);

/** "Casos Disponibles": open and matched cases that the specialist has not applied to; where there is room, the chosen case is beside them. */
export default function AvailableCases() {
  const dialog = useDialogParam("caso");
  const isRoomy = useMedia("(min-width: 1360px)");
  const { isSeen, see } = useSeenCases();
  const { value } = dialog;
  useRead({ kinds: ["admission_approved"] });
  useEffect(() => {
    if (value !== null) see(value);
  });
  const isBeside = isRoomy && value !== null;
  return (
    <>
      <h1 className="text-3xl">Casos Disponibles</h1>
      <p className="mt-2 mb-4 text-muted">
        Elegí un caso, leelo completo y postulate. El paciente decide con quién atenderse.
      </p>
      <div className={isBeside ? "grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-6" : ""}>
        <div className="min-w-0">
          <Cases onOpen={dialog.open} openId={value} isNarrow={isBeside} isSeen={isSeen} />
        </div>
        {isBeside && <CasePane key={value} caseId={value} onClose={dialog.close} />}
      </div>
      {!isRoomy && dialog.shown !== null && (
        <CaseDialog key={dialog.shown} caseId={dialog.shown} isOpen={value !== null} onClose={dialog.close} />
      )}
    </>
  );
}

type CasesProps = {
  onOpen: (id: string) => void;
  openId: string | null;
  isNarrow: boolean;
  isSeen: (id: string) => boolean;
};

function Cases({ onOpen, openId, isNarrow, isSeen }: CasesProps) {
  const filters = useCaseFilters();
  const cases = useInfiniteQuery(
    queries.cases.available.infiniteOptions({
      input: (before: string | null) => ({ ...filters.input, before }),
      ...inPages,
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <>
      <CaseFilters filters={filters} />
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
        narrowing={filters}
        isWide={!isNarrow}
      >
        {(each) => (
          <AvailableCaseCard
            key={each.id}
            available={each}
            isSeen={isSeen(each.id)}
            isOpen={each.id === openId}
            onOpen={() => onOpen(each.id)}
          />
        )}
      </PagedList>
    </>
  );
}

type AvailableCase = Answers["cases"]["available"]["items"][number];
type AvailableCaseCardProps = { available: AvailableCase; isSeen: boolean; isOpen: boolean; onOpen: () => void };

function AvailableCaseCard({ available, isSeen, isOpen, onOpen }: AvailableCaseCardProps) {
  const { application_count } = available;
  return (
    <Card as="li" isCurrent={isOpen}>
      <div className="flex flex-col gap-3">
        <CardHead
          aside={
            isSeen ? (
              <span className="text-sm text-muted">Visto</span>
            ) : (
              <Badge tone="info" icon={null}>
                Nuevo
              </Badge>
            )
          }
        >
          <h2>
            <CardButton onPress={onOpen}>{available.title}</CardButton>
          </h2>
          <p className="text-sm text-muted">
            {available.poster_name} · <RelativeTime date={available.created_at} />
          </p>
        </CardHead>
        <p className="line-clamp-2">{available.description}</p>
        <CaseFacts {...available} />
        <p className="text-sm text-muted">
          {available.seats !== null && available.seats_taken !== null
            ? `${available.seats_taken} de ${available.seats} postulaciones`
            : application_count === 0
              ? "Nadie se postuló todavía"
              : plural(application_count, "postulación", "postulaciones")}
        </p>
      </div>
    </Card>
  );
}
