import { useState } from "react";
import { failureMessage } from "../../client/connection.ts";
import { useOneFieldForm } from "../../client/form.tsx";
import { auth } from "../../client/session.ts";
import { Button } from "../../ui/button.tsx";
import { focusAtFirst } from "../../ui/focus-at-first.ts";
import { Select } from "../../ui/select.tsx";
import { CodeField } from "./code-field.tsx";

type AppCodeProps = { apps: { id: string; friendly_name?: string }[]; onShown: () => void };

/** The six-digit code of an authenticator app; with several apps, asks which one. */
export function AppCode({ apps, onShown }: AppCodeProps) {
  const [factorId, setFactorId] = useState(apps[0]?.id ?? "");
  const { field, isPending, onSubmit } = useOneFieldForm(async (code) => {
    const { error } = await (await auth()).mfa.challengeAndVerify({ factorId, code });
    if (error) return failureMessage(error, true);
    onShown();
    return null;
  });

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <p className="text-muted">Abrí tu app de códigos y escribí los 6 números que muestra.</p>
      {apps.length > 1 && (
        <Select
          label="App"
          options={apps.map(({ id, friendly_name }) => ({ value: id, label: friendly_name ?? "App de códigos" }))}
          value={factorId}
          onChange={setFactorId}
        />
      )}
      <CodeField {...field} label="Código" inputRef={focusAtFirst} />
      <Button type="submit" size="large" isWide isPending={isPending}>
        Continuar
      </Button>
    </form>
  );
}
