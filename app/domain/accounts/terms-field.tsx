import { useState } from "react";
import type { Control } from "react-hook-form";
import { Field } from "../../client/form.tsx";
import { useProduct } from "../../shared/app-context.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextDialog } from "../../ui/text-dialog.tsx";
import { terms } from "./terms.ts";

export type TermsFieldProps = { control: Control<{ accepted_terms: boolean }>; isShort?: boolean };

/** The checkbox that accepts the terms, initially unticked, with a button that shows them; `isShort` leaves out the other documents. */
export function TermsField({ control, isShort }: TermsFieldProps) {
  const { productName, contactPhone } = useProduct();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Field control={control} name="accepted_terms">
        {({ value, ...wired }) => (
          <Checkbox
            isSelected={value}
            isRequired
            aside={
              <Button variant="link" size="inline" onPress={() => setOpen(true)}>
                Términos y Condiciones
              </Button>
            }
            {...wired}
          >
            Acepto los<span className="sr-only"> términos y condiciones</span>
          </Checkbox>
        )}
      </Field>
      <p hidden={isShort} className="text-sm text-muted">
        Mirá también la{" "}
        <a href="/privacidad" target="_blank" className="rounded text-primary underline underline-offset-4">
          política de privacidad<span className="sr-only"> (se abre en otra ventana)</span>
        </a>
        .
      </p>
      <TextDialog
        title="Términos y Condiciones"
        paragraphs={terms(productName, contactPhone)}
        isOpen={isOpen}
        onOpenChange={setOpen}
      />
    </>
  );
}
