import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { chosenKine, forgetChosenKine } from "../../client/chosen-kine.ts";
import { useDialogParam } from "../../client/dialog-param.ts";
import { CaseCard, nextOf } from "../../domain/cases/case-card.tsx";
import { AddressedConversation } from "../../domain/conversations/addressed-conversation.tsx";
import { inPages } from "../../domain/lists/in-pages.ts";
import type { List } from "../../domain/lists/more.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoCases } from "../../ui/illustrations/empty.tsx";
import { late, lateDialog } from "../../ui/late.tsx";
import type { AttachDialogProps } from "./attach-dialog.tsx";
import type { CaseDialogProps } from "./case-dialog.tsx";
import type { ChosenInvitationProps } from "./chosen-invitation.tsx";
import type { CreateCaseDialogProps } from "./create-case-dialog.tsx";
import type { EditCaseDialogProps } from "./edit-case-dialog.tsx";

const CaseDialog = lateDialog<CaseDialogProps>(async () => (await import("./case-dialog.tsx")).CaseDialog);
const CreateCaseDialog = lateDialog<CreateCaseDialogProps>(
  async () => (await import("./create-case-dialog.tsx")).CreateCaseDialog,
);
const EditCaseDialog = lateDialog<EditCaseDialogProps>(
  async () => (await import("./edit-case-dialog.tsx")).EditCaseDialog,
);
const ChosenInvitation = late<ChosenInvitationProps>(
  async () => (await import("./chosen-invitation.tsx")).ChosenInvitation,
);

const AttachDialog = lateDialog<AttachDialogProps>(async () => (await import("./attach-dialog.tsx")).AttachDialog);

const POLL_MS = 30_000;

/**
 * "Mis Casos": the patient's cases. A dialog shows a case (`?caso=<id>`), edits it
 * (`?editar=<id>`), publishes a new case (`?nuevo=1`), shows a conversation (`?mensajes=<application>`), or attaches files that another app
 * shared (`?compartido=<id>`).
 */
export default function PatientCases() {
  const me = useQuery(queries.accounts.me.queryOptions());
  const openCase = useDialogParam("caso");
  const editedCase = useDialogParam("editar");
  const newCase = useDialogParam("nuevo");
  const sharing = useDialogParam("compartido");
  const [chosen, setChosen] = useState(chosenKine);
  const [finishedId, setFinishedId] = useState<string>();
  // The steps of a new case that were reached: the address alone may not skip one.
  const [reached, setReached] = useState(1);
  const create = () => {
    setReached(1);
    newCase.open("1");
  };
  const cases = useInfiniteQuery({
    ...queries.cases.mine.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
    refetchInterval: POLL_MS,
  });
  const items = cases.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="flex flex-col gap-6">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">Mis Casos</h1>
        {(items.length > 0 || cases.isError) && (
          <Button
            variant={items.some((each) => nextOf(each) !== null) ? "secondary" : "primary"}
            icon="plus"
            onPress={create}
          >
            Crear Caso
          </Button>
        )}
      </div>
      {chosen && (
        <ChosenInvitation
          chosen={chosen}
          onCreate={create}
          onOver={() => {
            forgetChosenKine();
            setChosen(null);
          }}
        />
      )}
      <CaseList
        cases={cases}
        patientName={me.data?.name ?? ""}
        onOpen={(id, isFinished) => {
          setFinishedId(isFinished ? id : undefined);
          openCase.open(id);
        }}
        onCreate={create}
      />
      {openCase.shown !== null && (
        <CaseDialog
          key={`${openCase.shown} ${openCase.shown === finishedId}`}
          caseId={openCase.shown}
          isFinished={openCase.shown === finishedId}
          patientName={me.data?.name ?? ""}
          isOpen={openCase.value !== null}
          onClose={openCase.close}
          onEdit={() => openCase.shown !== null && editedCase.open(openCase.shown)}
        />
      )}
      <AddressedConversation />
      {editedCase.shown !== null && (
        <EditCaseDialog
          key={editedCase.shown}
          caseId={editedCase.shown}
          isOpen={editedCase.value !== null}
          onClose={editedCase.close}
        />
      )}
      <AttachDialog
        sharedId={sharing.shown ?? ""}
        isOpen={sharing.value !== null}
        onClose={sharing.close}
        onCreate={create}
      />
      {me.data && (
        <CreateCaseDialog
          key={me.data.id}
          userId={me.data.id}
          isOpen={newCase.value !== null}
          step={Math.max(1, Math.min(Number(newCase.shown) || 1, reached))}
          onStep={(step) => {
            setReached(Math.max(reached, step));
            if (step < Number(newCase.value)) newCase.back();
            else newCase.open(String(step));
          }}
          onClose={newCase.close}
        />
      )}
    </div>
  );
}

type ListedCase = Answers["cases"]["mine"]["items"][number];

const isInCourse = ({ status }: ListedCase) => status !== "closed";
/** Whether the patient's answer or review is next. */
const needsAnswer = (ownCase: ListedCase) => ["answer", "tell", "review"].includes(nextOf(ownCase) ?? "");

type CaseListProps = {
  cases: List<ListedCase>;
  patientName: string;
  onOpen: (id: string, isFinished: boolean) => void;
  onCreate: () => void;
};

function CaseList({ cases, patientName, onOpen, onCreate }: CaseListProps) {
  const items = cases.data?.pages.flatMap((page) => page.items) ?? [];
  const main = items.find(needsAnswer) ?? items.find(isInCourse);
  return (
    <PagedList
      list={cases}
      failure="Error al cargar tus casos"
      empty={
        <EmptyState
          illustration={<NoCases />}
          title="Todavía no publicaste ningún caso"
          action={
            <Button size="large" icon="plus" onPress={onCreate}>
              Crear Caso
            </Button>
          }
        >
          Contanos qué te duele, y los especialistas te responden. Vos elegís a quién aceptar.
        </EmptyState>
      }
      isWide
      lines={5}
      lead={{ title: "Esperan tu respuesta", rest: "Los demás", has: needsAnswer }}
    >
      {(ownCase, isGrouped) => (
        <CaseCard
          key={ownCase.id}
          ownCase={ownCase}
          patientName={patientName}
          heading={isGrouped ? "h3" : "h2"}
          isMain={ownCase.id === main?.id}
          onOpen={(isFinished = false) => onOpen(ownCase.id, isFinished)}
        />
      )}
    </PagedList>
  );
}
