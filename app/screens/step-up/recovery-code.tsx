import { type FormEvent, useState } from "react";
import { failureMessage } from "../../client/connection.ts";
import { auth } from "../../client/session.ts";
import { Button } from "../../ui/button.tsx";
import { focusAtFirst } from "../../ui/focus-at-first.ts";
import { TextField } from "../../ui/text-field.tsx";

/** Asks for one of the user's recovery codes. */
export function RecoveryCode({ onShown }: { onShown: () => void }) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);

  async function show(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    const { error } = await auth().mfa.recoveryCodes.verify({ code });
    setPending(false);
    if (error) setProblem(failureMessage(error));
    else onShown();
  }

  return (
    <form noValidate onSubmit={(event) => void show(event)} className="flex flex-col gap-5">
      <p className="text-muted">Escribí uno de los códigos que guardaste. Después de usarlo ya no sirve.</p>
      <TextField
        label="Código de recuperación"
        placeholder="xxxx-xxxx-xxxx-xxxx"
        autoComplete="off"
        value={code}
        onChange={setCode}
        errorMessage={problem}
        isRequired
        inputRef={focusAtFirst}
      />
      <Button type="submit" size="large" isWide isPending={isPending}>
        Continuar
      </Button>
    </form>
  );
}
