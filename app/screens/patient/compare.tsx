import { useState } from "react";
import type { Answers } from "../../client/api.ts";
import { Button } from "../../ui/button.tsx";
import { lateDialog } from "../../ui/late.tsx";
import type { CompareDialogProps } from "./compare-dialog.tsx";
import { comparedFacts } from "./compare-facts.ts";

const CompareDialog = lateDialog<CompareDialogProps>(async () => (await import("./compare-dialog.tsx")).CompareDialog);

type OwnCase = Answers["cases"]["get"];

type CompareProps = {
  ownCase: OwnCase;
  applications: OwnCase["applications"];
  /** Whether somebody can still be chosen. */
  isOffered: boolean;
};

/** "Comparar", once two applications differ in a fact that both state. */
export function Compare({ ownCase, applications, isOffered }: CompareProps) {
  const [isOpen, setOpen] = useState(false);
  const [now] = useState(() => new Date());
  const waiting = applications.filter(({ status }) => status === "proposed");
  const isWorth =
    isOffered && comparedFacts(waiting, ownCase.coverage?.short ?? null, now).some((fact) => fact.isDifferent);
  // An acceptance in the comparison leaves it open.
  if (!isWorth && !isOpen) return null;
  return (
    <div className="-my-2 -ml-5 print:hidden">
      <Button variant="quiet" onPress={() => setOpen(true)}>
        Comparar
      </Button>
      <CompareDialog ownCase={ownCase} isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}
