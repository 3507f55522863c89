import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { CheckboxChips } from "../../ui/chip-group.tsx";
import { Icon } from "../../ui/icons.tsx";

const SIGNS = [
  { value: "chest", label: "Dolor de pecho" },
  { value: "fever", label: "Fiebre con mucho dolor" },
  { value: "sphincters", label: "No controlo el pis" },
  { value: "strength", label: "Perdí fuerza de golpe" },
] as const;

export const SIGNS_QUESTION = "¿Te pasa algo de esto?";

type WarningSignsProps = {
  marked: readonly string[];
  onChange: (marked: string[]) => void;
  /** On a screen of their own, whose heading asks the question. */
  isAlone?: boolean;
};

/** Signs of an emergency, asked of all before a case is published. The marked signs are neither sent nor stored. */
export function WarningSigns({ marked, onChange, isAlone = false }: WarningSignsProps) {
  return (
    <div className="flex flex-col gap-4">
      <CheckboxChips
        label={SIGNS_QUESTION}
        isLabelHidden={isAlone}
        options={SIGNS}
        value={marked}
        onChange={onChange}
      />
      <div role="alert" className="flex flex-col gap-3 empty:hidden">
        {marked.length > 0 && (
          <>
            <p className="flex gap-3 rounded-card bg-danger-soft p-4 font-semibold">
              <Icon name="warning" className="mt-0.5 size-5 shrink-0 text-danger" />
              Esto no espera: guardia o 107
            </p>
            <ButtonLink to="tel:107" size="large" icon="phone">
              Llamar al 107
            </ButtonLink>
            <Button variant="secondary" onPress={() => onChange([])}>
              No me pasa, volver
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
