import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { Key } from "../../ui/key.tsx";

export type RegisterCheckProps = {
  number: string;
  isChecked?: boolean;
  /** Without it the register is opened alone. */
  onCheck?: (isChecked: boolean) => void;
};

/** The next step is filled. Opens the register with the number on the clipboard, and then takes the admin's word that it shows this licence. */
export function RegisterCheck({ number, isChecked = false, onCheck }: RegisterCheckProps) {
  const settings = useQuery(queries.settings.read.queryOptions());
  const register = settings.data?.items.find(({ key }) => key === "register_url")?.value;
  const [isOpened, setOpened] = useState(false);
  function openRegister() {
    // Does not await the copy: both calls need the user's gesture.
    void navigator.clipboard?.writeText(number).then(
      () => toast.success("Número copiado"),
      () => toast.error("Tu navegador no deja copiar. Anotalo a mano."),
    );
    window.open(String(register), "_blank", "noopener");
    setOpened(true);
  }
  function check() {
    if (isOpened) onCheck?.(!isChecked);
    else toast.error("Abrí primero el registro: la insignia dice que alguien buscó la matrícula.");
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        variant={isOpened || isChecked ? "secondary" : "primary"}
        size="small"
        icon="copy"
        isDisabled={!register}
        onPress={openRegister}
      >
        Copiar y abrir el registro <Key letter="C" />
      </Button>
      {onCheck && (
        <>
          <Button
            variant={isOpened && !isChecked ? "primary" : "secondary"}
            size="small"
            icon={isChecked ? "close" : "check"}
            onPress={check}
          >
            {isChecked ? "No la comprobé" : "La comprobé"} <Key letter="V" />
          </Button>
          <p role="status" className="basis-full">
            {isChecked ? (
              <Badge tone="success" icon="shield">
                Comprobada en el registro
              </Badge>
            ) : (
              <span className="text-sm leading-tight font-semibold text-warning">
                {isOpened ? "Registro abierto: ¿figura así?" : "Sin comprobar queda como «Matrícula declarada»"}
              </span>
            )}
          </p>
        </>
      )}
    </div>
  );
}
