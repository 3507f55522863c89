import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorText } from "../../ui/field-look.tsx";
import { keyFailure, showFactorKey } from "./passkey-prompt.ts";

/** Asks for any of the user's security keys through the browser. */
export function SecurityKey({ factorId, onShown }: { factorId: string; onShown: () => void }) {
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);

  async function show() {
    setPending(true);
    const failure = await showFactorKey(factorId);
    setPending(false);
    if (failure) setProblem(keyFailure(failure));
    else onShown();
  }

  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">Conectá o acercá tu llave y confirmá con tu PIN, tu huella o tu cara.</p>
      <Button size="large" icon="key" isWide isPending={isPending} onPress={() => void show()}>
        Usar mi llave
      </Button>
      {problem && (
        <p role="alert" className="font-medium text-danger">
          <ErrorText>{problem}</ErrorText>
        </p>
      )}
    </div>
  );
}
