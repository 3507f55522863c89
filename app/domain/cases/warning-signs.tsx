import { useState } from "react";
import { CheckboxChips } from "../../ui/chip-group.tsx";
import { Icon } from "../../ui/icons.tsx";

const SIGNS = [
  { value: "strength", label: "Perdí fuerza o sensibilidad de golpe" },
  { value: "sphincters", label: "No controlo el pis o la caca" },
  { value: "chest", label: "Me duele el pecho o me falta el aire" },
  { value: "fever", label: "Fiebre con mucho dolor" },
  { value: "blow", label: "Un golpe fuerte o una caída reciente y no puedo apoyar" },
  { value: "calf", label: "La pierna hinchada, roja y caliente" },
] as const;

/** Signs of an emergency, which should not wait for an application. The marked signs are neither sent nor stored. */
export function WarningSigns() {
  const [marked, setMarked] = useState<readonly string[]>([]);
  return (
    <div className="flex flex-col gap-3">
      <CheckboxChips
        label="¿Te pasa algo de esto?"
        description="No lo guardamos ni lo ve nadie."
        options={SIGNS}
        value={marked}
        onChange={setMarked}
      />
      <div role="alert">
        {marked.length > 0 && (
          <p className="flex gap-3 rounded-card bg-danger-soft p-4 font-semibold">
            <Icon name="warning" className="mt-0.5 size-5 shrink-0 text-danger" />
            Esto no espera: guardia o 107
          </p>
        )}
      </div>
    </div>
  );
}
