import { failureMessage } from "../../client/connection.ts";
import { useOneFieldForm } from "../../client/form.tsx";
import { auth } from "../../client/session.ts";
import { Button } from "../../ui/button.tsx";
import { focusAtFirst } from "../../ui/focus-at-first.ts";
import { TextField } from "../../ui/text-field.tsx";

/** Asks for one of the user's recovery codes. */
export function RecoveryCode({ onShown }: { onShown: () => void }) {
  const { field, isPending, onSubmit } = useOneFieldForm(async (code) => {
    const { error } = await (await auth()).mfa.recoveryCodes.verify({ code });
    if (error) return failureMessage(error);
    onShown();
    return null;
  });

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <p className="text-muted">Escribí uno de los códigos que guardaste. Después de usarlo ya no sirve.</p>
      <TextField
        {...field}
        label="Código de recuperación"
        placeholder="xxxx-xxxx-xxxx-xxxx"
        autoComplete="off"
        isRequired
        inputRef={focusAtFirst}
      />
      <Button type="submit" size="large" isWide isPending={isPending}>
        Continuar
      </Button>
    </form>
  );
}
