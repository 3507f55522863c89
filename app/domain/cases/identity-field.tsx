import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { queries } from "../../client/api.ts";
import { Field } from "../../client/form.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Icon } from "../../ui/icons.tsx";
import { wordsOfFacts } from "./structured-fact-words.ts";
import { namesIn } from "./names-in-text.ts";
import type { CaseForm } from "./case-form.tsx";

/** The choice of who sees the patient's name and photo, with a notice when the text of the case contains a hidden name. */
export function IdentityField({ form }: { form: CaseForm }) {
  const me = useQuery(queries.accounts.me.queryOptions());
  const [title, description, facts, access] = useWatch({
    control: form.control,
    name: ["title", "description", "facts", "identity_access"],
  });
  const text = [title, description, wordsOfFacts(facts)].join("\n");
  const isNamed = access === "accepted" && namesIn(text, me.data?.name ?? "");
  return (
    <div className="flex flex-col gap-2">
      <Field control={form.control} name="identity_access">
        {({ value, onChange, ...field }) => (
          <Checkbox
            {...field}
            isSelected={value === "accepted"}
            onChange={(isSelected) => onChange(isSelected ? "accepted" : "verified")}
          >
            Mostrar mi nombre y mi foto solo a quien acepte
          </Checkbox>
        )}
      </Field>
      <p className="text-sm text-muted">
        Los demás especialistas ven tu inicial, tu década de edad y tu barrio. Fijate que tus estudios no digan tu
        nombre.
      </p>
      <div role="status">
        {isNamed && (
          <p className="flex gap-3 rounded-card bg-warning-soft p-4">
            <Icon name="warning" className="mt-0.5 size-5 shrink-0 text-warning" />
            <span>Tu texto parece decir tu nombre. Si no querés mostrarlo, sacalo antes de publicar.</span>
          </p>
        )}
      </div>
    </div>
  );
}
