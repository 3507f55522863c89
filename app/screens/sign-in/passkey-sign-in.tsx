import { useState } from "react";
import { useNavigate } from "react-router";
import { auth } from "../../client/session.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { canUseKeys, keyFailure } from "../step-up/passkey-prompt.ts";

/** Signs in with a passkey instead of e-mail and password; renders nothing where the browser does not support passkeys. */
export function PasskeySignIn() {
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  if (!canUseKeys()) return null;

  async function signIn() {
    setPending(true);
    const { error } = await (await auth()).signInWithPasskey();
    setPending(false);
    if (error) {
      toast.error(keyFailure(error));
      return;
    }
    toast.success("Sesión iniciada!");
    await navigate("/dashboard");
  }

  return (
    <Button variant="secondary" icon="key" isWide isPending={isPending} onPress={() => void signIn()}>
      Usar llave de acceso
    </Button>
  );
}
