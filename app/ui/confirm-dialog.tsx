import { type ReactNode, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { TextField } from "./text-field.tsx";
import { textLength } from "./text-length.ts";

type ConfirmDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** With "caution" what is asked loses something: the way back is the filled button, and first. */
  tone?: "primary" | "danger" | "caution";
  isPending?: boolean;
  /** `missing` is the error of an empty field; without it the text is optional. */
  input?: { label: string; description?: string; counterMax?: number; missing?: string };
  onConfirm: (text: string) => void;
};

/** Asks for confirmation. With `input`, also for a short text, which is trimmed. The caller closes it. */
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
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const { missing, counterMax = Infinity, ...fieldTexts } = input ?? { label: "" };
  const confirm = () => {
    const words = text.trim();
    const error =
      words === "" ? missing : textLength(words) > counterMax ? `Máximo ${counterMax} caracteres` : undefined;
    setProblem(error);
    if (error) field.current?.focus();
    else onConfirm(words);
  };
  return (
    <div className="flex flex-col gap-5">
      <div>{children}</div>
      {input && (
        <TextField
          {...fieldTexts}
          counterMax={input.counterMax}
          inputRef={field}
          isMultiline
          isOptional={!missing}
          isRequired={Boolean(missing)}
          errorMessage={problem}
          rows={3}
          value={text}
          onChange={(words) => {
            setText(words);
            setProblem(undefined);
          }}
        />
      )}
      <div
        className={`flex ${tone === "caution" ? "flex-col" : "flex-col-reverse"} gap-3 sm:flex-row sm:flex-wrap sm:justify-end`}
      >
        <Button variant={tone === "caution" ? "primary" : "secondary"} onPress={() => props.onOpenChange(false)}>
          {cancelLabel}
        </Button>
        <Button variant={tone} isPending={isPending} onPress={confirm}>
          {confirmLabel}
        </Button>
      </div>
    </div>
  );
}
