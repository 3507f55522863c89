import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { useDialogParam } from "../../client/dialog-param.ts";
import { AddressedConversation } from "../../domain/conversations/addressed-conversation.tsx";
import { useAddressParams } from "../../domain/lists/address-params.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { MATCH_STATUS_LABELS, MATCH_STATUSES, type MatchStatus } from "../../domain/matches/match-words.ts";
import { useRead } from "../../domain/notifications/use-read.ts";
import { CasesHead } from "./cases-head.tsx";
import { dueOrder, OwnMatchRow, type OwnMatch } from "./own-match-row.tsx";
import { RadioChips } from "../../ui/chip-group.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";
import { lateDialog } from "../../ui/late.tsx";
import type { CaseDialogProps } from "./case-dialog.tsx";

const CaseDialog = lateDialog<CaseDialogProps>(async () => (await import("./case-dialog.tsx")).CaseDialog);

/** The states as the URL names them. */
const NAMES: Record<MatchStatus, string> = { proposed: "pendientes", accepted: "aceptadas", rejected: "rechazadas" };
const OPTIONS = [
  { value: "", label: "Todas" },
  ...MATCH_STATUSES.map((value) => ({ value, label: MATCH_STATUS_LABELS[value] })),
];

/** "Mis Postulaciones": the specialist's applications; the accepted ones show the patient's contact data. */
export default function OwnMatches() {
  const dialog = useDialogParam("caso");
  const { params, set } = useAddressParams();
  const stored = MATCH_STATUSES.find((each) => NAMES[each] === params.get("estado")) ?? null;
  // The choice shows before the URL has followed.
  const [{ status, known }, setChosen] = useState({ status: stored, known: stored });
  if (stored !== known) setChosen({ status: stored, known: stored });
  const choose = (next: MatchStatus | null) => {
    setChosen({ status: next, known });
    set({ estado: next && NAMES[next] });
  };
  return (
    <>
      <CasesHead title="Mis Postulaciones" />
      {/* A row's words and its acts stay together. */}
      <div className="max-w-5xl">
        <States status={status} onChoose={choose} />
        <Matches onOpen={dialog.open} status={status} onAll={() => choose(null)} />
      </div>
      {dialog.shown !== null && (
        <CaseDialog key={dialog.shown} caseId={dialog.shown} isOpen={dialog.value !== null} onClose={dialog.close} />
      )}
      <AddressedConversation />
    </>
  );
}

/** The states to choose from, all of them first. */
function States({ status, onChoose }: { status: MatchStatus | null; onChoose: (status: MatchStatus | null) => void }) {
  return (
    <div className="mb-6 max-md:mb-4">
      <RadioChips
        label="Estado"
        isLabelHidden
        options={OPTIONS}
        value={status ?? ""}
        onChange={(value) => onChoose(MATCH_STATUSES.find((each) => each === value) ?? null)}
      />
    </div>
  );
}

type MatchesProps = { onOpen: (caseId: string) => void; status: MatchStatus | null; onAll: () => void };

function useOwnMatches(status: MatchStatus | null) {
  return useInfiniteQuery(
    queries.matches.mine.infiniteOptions({
      input: (before: string | null) => ({ before, status }),
      ...inPages,
      placeholderData: keepPreviousData,
    }),
  );
}

const isClosed = (match: OwnMatch) => match.case_status === "closed";
const isAttended = (match: OwnMatch) => match.access === "accepted" && !isClosed(match);

function Matches({ onOpen, status, onAll }: MatchesProps) {
  const matches = useOwnMatches(status);
  // Who accepted comes first, and of them what waits for the specialist, however long ago the application was made.
  const accepted = useOwnMatches("accepted").data?.pages.flatMap(({ items }) => items) ?? [];
  const first =
    status === null || status === "accepted"
      ? accepted.filter(isAttended).toSorted((one, other) => dueOrder(one).localeCompare(dueOrder(other)))
      : [];
  const me = useQuery(queries.accounts.me.queryOptions());
  useRead(matches.data ? { kinds: ["application_accepted", "application_rejected", "acceptance_ended"] } : null);
  const row = (match: OwnMatch) => (
    <OwnMatchRow key={match.id} match={match} kineName={me.data?.name ?? ""} onOpen={() => onOpen(match.case_id)} />
  );
  return (
    <PagedList
      list={matches}
      first={first}
      behind={({ status, ended_at }) => status === "rejected" || ended_at !== null}
      last={{ title: "Casos cerrados", has: isClosed }}
      narrowing={{ isNarrowed: status !== null, showAll: onAll }}
      failure="Error al cargar las postulaciones"
      lines={1}
      empty={
        <EmptyState
          illustration={<NoMessages />}
          title="Todavía no te postulaste a ningún caso"
          action={<ButtonLink to="/dashboard/kine/cases">Ver casos disponibles</ButtonLink>}
        >
          Cuando te postules, acá vas a ver la respuesta de cada paciente y cómo contactarlo.
        </EmptyState>
      }
    >
      {row}
    </PagedList>
  );
}
