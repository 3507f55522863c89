import { useWatch } from "react-hook-form";
import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.tsx";
import type { CaseForm } from "./case-form.tsx";

const FactsFields = late<{ form: CaseForm }>(async () => (await import("./facts-fields.tsx")).FactsFields);

/** The optional facts of a case, collapsed while empty, so that patients who write only a title and a description never see them. */
export function CaseMore({ form }: { form: CaseForm }) {
  const [facts, identity] = useWatch({ control: form.control, name: ["facts", "identity_access"] });
  const [isOpen, setOpen] = useState(Boolean(facts) || identity === "accepted");
  const part = useId();
  return (
    <section aria-label="Más datos" className="flex flex-col gap-5 rounded-card border border-line p-4">
      <div className="flex flex-col items-start gap-2">
        <p className="text-muted">
          Opcional: desde cuándo, cuánto duele, cuándo podés. También podés ocultar tu nombre y tu foto.
        </p>
        <Button
          variant="secondary"
          icon={isOpen ? "minus" : "plus"}
          aria-expanded={isOpen}
          aria-controls={part}
          onPress={() => setOpen(!isOpen)}
        >
          {isOpen ? "Mostrar menos" : "Sumar más datos"}
        </Button>
      </div>
      <div id={part} hidden={!isOpen}>
        {isOpen && <FactsFields form={form} />}
      </div>
    </section>
  );
}
