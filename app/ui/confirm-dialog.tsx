import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { TextField } from "./text-field.tsx";

type ConfirmDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: "primary" | "danger";
  isPending?: boolean;
  input?: { label: string; description?: string; counterMax?: number };
  onConfirm: (text: string) => void;
};

/** Asks before an act. With `input`, also for a few words, trimmed and possibly empty. The caller closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onOpenChange, title } = props;
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={title} size="small" role="alertdialog">
      <Question {...props} />
    </Dialog>
  );
}

function Question(props: ConfirmDialogProps) {
  const { children, confirmLabel, cancelLabel = "Cancelar", tone = "primary", isPending, input, onConfirm } = props;
  const [text, setText] = useState("");
  return (
    <div className="flex flex-col gap-5">
      <div>{children}</div>
      {input && <TextField {...input} isMultiline isOptional rows={3} value={text} onChange={setText} />}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onPress={() => props.onOpenChange(false)}>
          {cancelLabel}
        </Button>
        <Button variant={tone} isPending={isPending} onPress={() => onConfirm(text.trim())}>
          {confirmLabel}
        </Button>
      </div>
    </div>
  );
}
