import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { useDialogParam } from "../../client/dialog-param.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { OwnMatchCard } from "./own-match-card.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";
import { CaseDialog } from "./case-dialog.tsx";

/** "Mis Postulaciones": the specialist's applications; the accepted ones show the patient's contact data. */
export default function OwnMatches() {
  const dialog = useDialogParam("caso");
  return (
    <>
      <h1 className="mb-6 text-3xl">Mis Postulaciones</h1>
      <Matches onOpen={dialog.open} />
      {dialog.shown !== null && (
        <CaseDialog key={dialog.shown} caseId={dialog.shown} isOpen={dialog.value !== null} onClose={dialog.close} />
      )}
    </>
  );
}

function Matches({ onOpen }: { onOpen: (caseId: string) => void }) {
  const matches = useInfiniteQuery(
    queries.matches.mine.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
  );
  const me = useQuery(queries.accounts.me.queryOptions());
  return (
    <PagedList
      list={matches}
      failure="Error al cargar las postulaciones"
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
      {(match) => (
        <OwnMatchCard
          key={match.id}
          match={match}
          kineName={me.data?.name ?? ""}
          onOpen={() => onOpen(match.case_id)}
        />
      )}
    </PagedList>
  );
}
