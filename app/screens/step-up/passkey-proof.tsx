import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorText } from "../../ui/field-look.tsx";
import { keyFailure, proveByPasskey } from "./passkey-prompt.ts";

/** Asks for one of the user's passkeys through the browser. */
export function PasskeyProof({ onShown }: { onShown: () => void }) {
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);

  async function show() {
    setPending(true);
    const failure = await proveByPasskey();
    setPending(false);
    if (failure) setProblem(keyFailure(failure));
    else onShown();
  }

  return (
    <div className="flex flex-col gap-3">
      <Button icon="key" isWide isPending={isPending} onPress={() => void show()}>
        Usar mi huella o mi cara
      </Button>
      {problem && (
        <p role="alert" className="font-medium text-danger">
          <ErrorText>{problem}</ErrorText>
        </p>
      )}
    </div>
  );
}
