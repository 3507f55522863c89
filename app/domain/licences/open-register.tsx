import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { queries } from "../../client/api.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";

export type OpenRegisterProps = { number: string; onOpened?: () => void; children?: ReactNode };

/** "Copiar y abrir el registro": the public register of licences, with the number on the clipboard. */
export function OpenRegister({ number, onOpened, children }: OpenRegisterProps) {
  const settings = useQuery(queries.settings.read.queryOptions());
  const register = settings.data?.items.find(({ key }) => key === "register_url")?.value;
  function open() {
    // Does not await the copy: both calls need the user's gesture.
    void navigator.clipboard?.writeText(number).then(
      () => toast.success("Número copiado"),
      () => toast.error("Tu navegador no deja copiar. Anotalo a mano."),
    );
    window.open(String(register), "_blank", "noopener");
    onOpened?.();
  }
  return (
    <Button variant="secondary" size="small" icon="copy" isDisabled={!register} onPress={open}>
      Copiar y abrir el registro {children}
    </Button>
  );
}
