import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { RAISE_MAX } from "../prices/pesos.ts";

type ConfirmButtonsProps = {
  hasPrices: boolean;
  /** Beside a form, whose own button is the filled one. */
  isBeside?: boolean;
  pending: "same" | "raised" | null;
  /** `raise` in percent, 0 for none. */
  onConfirm: (raise: number) => void;
};

/** "Todo sigue igual", and "Subir todo un N %". */
export function ConfirmButtons({ hasPrices, isBeside = false, pending, onConfirm }: ConfirmButtonsProps) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const raise = () => {
    const percent = Number(typed.replace("%", "").trim());
    const isRight = Number.isInteger(percent) && percent >= 1 && percent <= RAISE_MAX;
    setProblem(isRight ? undefined : `Escribí un número entero de 1 a ${RAISE_MAX}`);
    if (isRight) onConfirm(percent);
  };
  return (
    <div className="flex flex-col gap-5">
      <Button
        {...(isBeside ? { variant: "secondary" } : { size: "large" })}
        icon="check"
        isPending={pending === "same"}
        isDisabled={pending === "raised"}
        onPress={() => onConfirm(0)}
      >
        Todo sigue igual
      </Button>
      {hasPrices && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center rounded font-semibold text-primary">
            Subir todos los precios
          </summary>
          <div className="flex flex-col gap-3 pt-2 sm:flex-row sm:items-start">
            <div className="grow">
              <TextField
                label="Tanto por ciento"
                description="Redondeamos a cientos de pesos. Lo demás queda confirmado igual."
                inputMode="numeric"
                placeholder="10"
                value={typed}
                onChange={(text) => {
                  setTyped(text);
                  setProblem(undefined);
                }}
                errorMessage={problem}
              />
            </div>
            <div className="sm:pt-14">
              <Button
                variant="secondary"
                isPending={pending === "raised"}
                isDisabled={pending === "same"}
                onPress={raise}
              >
                Subir todo
              </Button>
            </div>
          </div>
        </details>
      )}
    </div>
  );
}
