import { useOneFieldForm } from "../../client/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { focusAtFirst } from "../../ui/focus-at-first.ts";
import { TextField } from "../../ui/text-field.tsx";
import { textLength } from "../../ui/text-length.ts";

const NAME_MAX = 120;

type KeyNameDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  about: string;
  /** Registers the key under the name. Returns the error message ("" shows none), or null on success. */
  onNamed: (name: string) => Promise<string | null>;
};

/** Asks for the new key's name, and stays open until the browser has created the key. */
export function KeyNameDialog({ isOpen, onOpenChange, title, about, onNamed }: KeyNameDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={title} size="small">
      <NameForm about={about} onNamed={onNamed} />
    </Dialog>
  );
}

function NameForm({ about, onNamed }: Pick<KeyNameDialogProps, "about" | "onNamed">) {
  const { field, isPending, onSubmit } = useOneFieldForm(async (name) => {
    const chosen = name.trim();
    if (!chosen) return "Poné un nombre para reconocerla";
    return textLength(chosen) > NAME_MAX ? `Máximo ${NAME_MAX} caracteres` : onNamed(chosen);
  });

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <p className="text-muted">{about}</p>
      <TextField
        {...field}
        label="Nombre"
        description="Por ejemplo, “Llave del llavero” o “Celular de Ana”."
        isRequired
        inputRef={focusAtFirst}
      />
      <Button type="submit" isWide isPending={isPending} pendingLabel="Esperando a la llave…">
        Continuar
      </Button>
    </form>
  );
}
