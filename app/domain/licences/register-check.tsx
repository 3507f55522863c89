import { useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { Key } from "../../ui/key.tsx";
import { OpenRegister } from "./open-register.tsx";

export type RegisterCheckProps = { number: string; isChecked: boolean; onCheck: (isChecked: boolean) => void };

/** Opens the register with the number on the clipboard, and then takes the admin's word that it shows this licence. */
export function RegisterCheck({ number, isChecked, onCheck }: RegisterCheckProps) {
  const [isOpened, setOpened] = useState(false);
  function check() {
    if (isOpened) onCheck(!isChecked);
    else toast.error("Abrí primero el registro: la insignia dice que alguien buscó la matrícula.");
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <OpenRegister number={number} onOpened={() => setOpened(true)}>
        <Key letter="C" />
      </OpenRegister>
      <Button variant="secondary" size="small" icon={isChecked ? "close" : "check"} onPress={check}>
        {isChecked ? "No la comprobé" : "La comprobé"} <Key letter="V" />
      </Button>
      <p role="status" className="min-w-40 flex-1">
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
    </div>
  );
}
