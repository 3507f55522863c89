import { type FormEvent, type ReactElement, type Ref, useRef } from "react";
import {
  type Control,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type RefCallBack,
  useController,
} from "react-hook-form";
import { afterPaint } from "../ui/after-paint.ts";

/** The props that a form field passes to a control of app/ui. */
type Wired<Value> = {
  name: string;
  value: Value;
  onChange: (value: Value) => void;
  onBlur: () => void;
  inputRef: RefCallBack & Ref<never>;
  errorMessage: string | undefined;
};

type FieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = {
  control: Control<Values, unknown, Output>;
  name: Name;
  children: (wired: Wired<FieldPathValue<Values, Name>>) => ReactElement;
};

/** Connects one React Hook Form field to the control that `children` renders. */
export function Field<Values extends FieldValues, Name extends FieldPath<Values>, Output>({
  control,
  name,
  children,
}: FieldProps<Values, Name, Output>) {
  const { field, fieldState } = useController({ control, name });
  return children({
    name,
    value: field.value,
    onChange: field.onChange,
    onBlur: field.onBlur,
    inputRef: field.ref,
    errorMessage: fieldState.error?.message,
  });
}

/** The same form narrowed to the fields that a shared component knows. */
export function partOf<Part extends FieldValues, Whole extends Part, Output>(
  control: Control<Whole, unknown, Output>,
): Control<Part> {
  return control as unknown as Control<Part>;
}

/** The submit handler for RHF's `handleSubmit(…)`; ignores submissions while one is pending. */
export function useSubmit(submit: () => Promise<void>): (event: FormEvent) => void {
  const isSending = useRef(false);
  return (event) => {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    afterPaint(() => {
      void submit().finally(() => {
        isSending.current = false;
      });
    });
  };
}
