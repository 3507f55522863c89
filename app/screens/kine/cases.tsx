import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queries } from "../../client/api.ts";
import { useDialogParam } from "../../client/dialog-param.ts";
import { useSeenCases } from "../../domain/cases/seen-cases.ts";
import { useFits } from "../../domain/cases/use-fits.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { useRead } from "../../domain/notifications/use-read.ts";
import { CASE_MODALITY_LABELS, MODALITIES } from "../../domain/profiles/modality.ts";
import { useLacked } from "../../domain/profiles/use-lacked.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoCases } from "../../ui/illustrations/empty.tsx";
import { late, lateDialog } from "../../ui/late.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import type { LackedPlaceProps } from "./lacked-place.tsx";
import { useIsWide, useMedia } from "../../ui/use-media.ts";
import type { CaseDialogProps, CasePaneProps } from "./case-dialog.tsx";
import { type AvailableCase, AvailableCaseCard } from "./available-case-card.tsx";
import { CasesHead } from "./cases-head.tsx";
import { CaseFilters, useCaseFilters } from "./case-filters.tsx";

const CaseDialog = lateDialog<CaseDialogProps>(async () => (await import("./case-dialog.tsx")).CaseDialog);
const CasePane = late<CasePaneProps>(async () => (await import("./case-dialog.tsx")).CasePane);

const LackedPlace = late<LackedPlaceProps>(async () => (await import("./lacked-place.tsx")).LackedPlace);

/** "Casos Disponibles": open and matched cases that the specialist has not applied to; where there is room, the chosen case is beside them. */
export default function AvailableCases() {
  const dialog = useDialogParam("caso");
  const hasRoom = useMedia("(min-width: 1360px)");
  const [{ isRoomy, isApplying }, setPlace] = useState({ isRoomy: hasRoom, isApplying: false });
  const { isSeen, see } = useSeenCases();
  const { value } = dialog;
  useRead({ kinds: ["admission_approved"] });
  useEffect(() => {
    if (value !== null) see(value);
  });
  // A case moves between pane and dialog only without the form of an application above it, which would go with it.
  if (isApplying ? value === null : isRoomy !== hasRoom) setPlace({ isRoomy: hasRoom, isApplying: false });
  const onApplying = (isOn: boolean) => setPlace({ isRoomy, isApplying: isOn });
  const isBeside = isRoomy && value !== null;
  return (
    <>
      <CasesHead title="Casos Disponibles" />
      <div className={isBeside ? "grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-6" : ""}>
        <div className="min-w-0">
          <Cases onOpen={dialog.open} openId={value} isNarrow={isBeside} isSeen={isSeen} />
        </div>
        {isBeside && <CasePane key={value} caseId={value} onClose={dialog.close} onApplying={onApplying} />}
      </div>
      {!isRoomy && dialog.shown !== null && (
        <CaseDialog
          key={dialog.shown}
          caseId={dialog.shown}
          isOpen={value !== null}
          onClose={dialog.close}
          onApplying={onApplying}
        />
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
  const { fitOf } = useFits(cases.data?.pages ?? []);
  const { lackedFor, isPending } = useLacked();
  const isWide = useIsWide();
  const lackedOf = (each: AvailableCase) => (each.status === "open" ? lackedFor(each) : null);
  const items = cases.data?.pages.flatMap((page) => page.items) ?? [];
  const lacked = MODALITIES.filter((modality) => items.some((each) => lackedOf(each) === modality));
  // Until it is known what is folded away, a case would move.
  const list = isPending ? (
    <CardListSkeleton count={4} isWide={!isNarrow} />
  ) : (
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
      last={[
        ...MODALITIES.map((modality) => ({
          title: `No ofrecés ${CASE_MODALITY_LABELS[modality]}`,
          has: (each: AvailableCase) => lackedOf(each) === modality,
        })),
        { title: "Ya eligieron a alguien", has: ({ status }) => status === "matched" },
      ]}
      openId={isNarrow ? openId : null}
      isWide={!isNarrow}
    >
      {(each) => (
        <AvailableCaseCard
          key={each.id}
          available={each}
          fit={fitOf(each.id)}
          isSeen={isSeen(each.id)}
          isOpen={each.id === openId}
          onOpen={() => onOpen(each.id)}
        />
      )}
    </PagedList>
  );
  // On phones the first case is whole in the first screen: what mends the folds stands after them.
  const mend = lacked.length > 0 && <LackedPlace lacked={lacked} />;
  return (
    <>
      <CaseFilters filters={filters} />
      {isWide && mend}
      {list}
      {!isWide && mend}
    </>
  );
}
