import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { useProduct } from "../../shared/app-context.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Key } from "../../ui/key.tsx";
import { loadingLate } from "../../ui/late.tsx";
import { toast } from "../../ui/toast.tsx";
import type { ReadPast } from "../departures/use-past.ts";
import { UNDO_MS } from "../held-decisions/held-decision.ts";
import { approvalNotice, REASON_MAX } from "./kine-application.ts";

export type KineApplication = Answers["kineApplications"]["list"]["items"][number];

const loadPhones = loadingLate(() => import("../profiles/phone.ts"));

type ApplicationDecisionProps = {
  application: KineApplication;
  /** Whether the admin checked the licence, so that an approval gives the badge. */
  isChecked?: boolean;
  /** Whether nothing is left to check, so that approving is the next step. */
  isNext: boolean;
  past: ReadPast["given"];
  onDecided: () => void;
};

/** "Aprobar" and "Rechazar"; `onDecided` is called once the lists are reloaded and these buttons are unmounted. */
export function ApplicationDecision(props: ApplicationDecisionProps) {
  const { application, isChecked = false, isNext, past, onDecided } = props;
  const [isAskingWhy, setAskingWhy] = useState(false);
  const queryClient = useQueryClient();
  const settle = () => queryClient.invalidateQueries({ queryKey: queries.kineApplications.key() });
  const approve = useMutation(
    queries.kineApplications.approve.mutationOptions({
      onSuccess: async () => {
        noticeWithUndo("Especialista aprobado exitosamente", "Se aplica en 8 segundos. Después avisale por WhatsApp.");
        await settle();
        onDecided();
      },
      onError: (error) => {
        toastFailure("Error al aprobar solicitud", error);
        return settle();
      },
    }),
  );
  const reject = useMutation(
    queries.kineApplications.reject.mutationOptions({
      onSuccess: async () => {
        setAskingWhy(false);
        noticeWithUndo("Solicitud rechazada", "Se aplica en 8 segundos.");
        await settle();
        onDecided();
      },
      onError: (error) => {
        toastFailure("Error al rechazar solicitud", error);
        return settle();
      },
    }),
  );
  const undo = useMutation(
    queries.kineApplications.undo.mutationOptions({
      onSuccess: () => toast.info("Decisión deshecha", { description: `${application.name} está de nuevo pendiente.` }),
      onError: (error) => toastFailure("No se pudo deshacer", error),
      onSettled: settle,
    }),
  );
  const { id } = application;
  const noticeWithUndo = (message: string, description: string) =>
    toast.success(message, {
      id: `decided ${id}`,
      description: `${application.name}. ${description}`,
      duration: UNDO_MS,
      action: { label: "Deshacer", onPress: () => undo.mutate({ id }) },
    });
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        icon="check"
        variant={isNext ? "primary" : "secondary"}
        isPending={approve.isPending}
        isDisabled={reject.isPending}
        aria-describedby={`applicant-${id}`}
        onPress={() =>
          approve.mutate({
            id,
            read: {
              license_number: application.license_number,
              license_jurisdiction: application.license_jurisdiction,
            },
            past,
            is_checked: isChecked,
            can_undo: true,
          })
        }
      >
        Aprobar <Key letter="A" />
      </Button>
      <Button
        variant="secondary"
        icon="close"
        isDisabled={approve.isPending}
        aria-describedby={`applicant-${id}`}
        onPress={() => setAskingWhy(true)}
      >
        Rechazar <Key letter="R" />
      </Button>
      <ConfirmDialog
        isOpen={isAskingWhy}
        onOpenChange={setAskingWhy}
        title={`Rechazar a ${application.name}`}
        confirmLabel="Rechazar solicitud"
        tone="danger"
        isPending={reject.isPending}
        input={{
          label: "Motivo",
          description: "Se lo mandamos por email, y queda en el registro de la solicitud.",
          counterMax: REASON_MAX,
        }}
        onConfirm={(reason) => reject.mutate({ id, reason, can_undo: true })}
      >
        <p>
          No va a poder postularse a casos, y su matrícula queda libre. Si fue un error, después podés retomar la
          solicitud.
        </p>
      </ConfirmDialog>
    </div>
  );
}

/** A WhatsApp link that notifies an applicant of the approval; null without a phone, and until the phone parser is loaded. */
export function useApprovalLink({ name, phone }: Pick<KineApplication, "name" | "phone">): string | null {
  const { productName, publicUrl } = useProduct();
  const [phones, setPhones] = useState<Awaited<ReturnType<typeof loadPhones>> | null>(null);
  useEffect(() => {
    let isOver = false;
    void loadPhones().then(
      (loaded) => isOver || setPhones(loaded),
      () => undefined,
    );
    return () => void (isOver = true);
  }, []);
  return phone && phones && phones.whatsAppLink(phone, approvalNotice(name, productName, publicUrl));
}
