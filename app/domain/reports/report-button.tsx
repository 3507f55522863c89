import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { late } from "../../ui/late.tsx";
import type { Subject } from "./report.ts";
import type { ReportFormProps } from "./report-form.tsx";

const ReportForm = late<ReportFormProps>(async () => (await import("./report-form.tsx")).ReportForm);

type ReportButtonProps = {
  subject: Subject;
  id: string;
  /** The reported item: "la reseña de Ana". */
  what: string;
};

/** "Denunciar": reports another user's content to the admins. */
export function ReportButton({ subject, id, what }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" size="inline" icon="flag" aria-label={`Denunciar ${what}`} onPress={() => setOpen(true)}>
        <span className="font-normal text-muted">Denunciar</span>
      </Button>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title={`Denunciar ${what}`} size="small">
        <ReportForm subject={subject} id={id} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
