import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { useDialogParam } from "../../client/dialog-param.ts";
import { CaseCard } from "../../domain/cases/case-card.tsx";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoCases } from "../../ui/illustrations/empty.tsx";
import { CaseDialog } from "./case-dialog.tsx";
import { CreateCaseDialog } from "./create-case-dialog.tsx";
import { EditCaseDialog } from "./edit-case-dialog.tsx";

const POLL_MS = 30_000;

/**
 * "Mis Casos": the patient's cases. A dialog shows one (`?caso=<id>`), edits one
 * (`?editar=<id>`) or publishes a new one (`?nuevo=1`).
 */
export default function PatientCases() {
  const me = useQuery(queries.accounts.me.queryOptions());
  const openCase = useDialogParam("caso");
  const editedCase = useDialogParam("editar");
  const newCase = useDialogParam("nuevo");
  const create = () => newCase.open("1");
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">Mis Casos</h1>
        <Button icon="plus" onPress={create}>
          Crear Caso
        </Button>
      </div>
      <CaseList onOpen={openCase.open} onCreate={create} />
      {openCase.shown !== null && (
        <CaseDialog
          key={openCase.shown}
          caseId={openCase.shown}
          patientName={me.data?.name ?? ""}
          isOpen={openCase.value !== null}
          onClose={openCase.close}
          onEdit={() => openCase.shown !== null && editedCase.open(openCase.shown)}
        />
      )}
      {editedCase.shown !== null && (
        <EditCaseDialog
          key={editedCase.shown}
          caseId={editedCase.shown}
          isOpen={editedCase.value !== null}
          onClose={editedCase.close}
        />
      )}
      {me.data && (
        <CreateCaseDialog
          key={me.data.id}
          userId={me.data.id}
          isOpen={newCase.value !== null}
          onClose={newCase.close}
        />
      )}
    </div>
  );
}

function CaseList({ onOpen, onCreate }: { onOpen: (id: string) => void; onCreate: () => void }) {
  const cases = useInfiniteQuery({
    ...queries.cases.mine.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
    refetchInterval: POLL_MS,
  });
  return (
    <PagedList
      list={cases}
      failure="Error al cargar tus casos"
      empty={
        <EmptyState
          illustration={<NoCases />}
          title="Todavía no publicaste ningún caso"
          action={
            <Button variant="secondary" onPress={onCreate}>
              Contanos qué te pasa
            </Button>
          }
        >
          Publicá tu caso y especialistas verificados se van a postular. Vos elegís a quién aceptar.
        </EmptyState>
      }
      isWide
    >
      {(ownCase) => <CaseCard key={ownCase.id} ownCase={ownCase} onOpen={() => onOpen(ownCase.id)} />}
    </PagedList>
  );
}
