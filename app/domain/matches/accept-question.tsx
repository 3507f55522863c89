import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatPhone } from "../profiles/phone.ts";
import { type Decided, useAcceptance } from "./decisions.ts";

export type AcceptQuestionProps = {
  application: Decided;
  /** What the patient shows only to those they accept: "tu nombre y tu foto". */
  opens: readonly string[];
  isOpen: boolean;
  onClose: () => void;
};

/** Asks once before an acceptance, with what it opens. Closes once the contact data are loaded. */
export function AcceptQuestion({ application, opens, isOpen, onClose }: AcceptQuestionProps) {
  const { name } = application;
  const { data } = useQuery({ ...queries.profiles.mine.queryOptions(), enabled: isOpen });
  const { accept, isAccepting } = useAcceptance(application, onClose);
  const phone = data?.phone ? `tu teléfono ${formatPhone(data.phone)}` : "tu teléfono";
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && !isAccepting && onClose()}
      title={`¿Elegís a ${name}?`}
      confirmLabel={`Sí, elegir a ${name}`}
      isPending={isAccepting}
      onConfirm={accept}
    >
      <p>
        Va a ver {list.format([phone, ...opens])}. Vos vas a ver su teléfono y su email. El turno lo arreglan después.
      </p>
    </ConfirmDialog>
  );
}

const list = new Intl.ListFormat("es-AR");

type OwnCase = { identity_access: string; studies_access: string; studies: readonly unknown[] };

/** What a case shows only to accepted specialists, besides the phone. */
export function opensOf({ identity_access, studies_access, studies }: OwnCase): string[] {
  return [
    ...(identity_access === "accepted" ? ["tu nombre", "tu foto"] : []),
    ...(studies_access === "accepted" && studies.length > 0 ? ["tus estudios"] : []),
  ];
}
