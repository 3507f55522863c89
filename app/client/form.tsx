import { type FormEvent, type ReactElement, type Ref, useState } from "react";
import {
  type Control,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type RefCallBack,
  useController,
} from "react-hook-form";
import { useSingleFlight } from "../ui/after-paint.ts";

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

/** The submit handler of a form; ignores submissions while one is pending. */
export function useSubmit(submit: () => Promise<void>): (event: FormEvent) => void {
  const run = useSingleFlight(submit);
  return (event) => {
    event.preventDefault();
    run();
  };
}

/** A form of one text field. `send` returns the error message ("" shows none), or null on success. */
export function useOneFieldForm(send: (value: string) => Promise<string | null>) {
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);
  const onSubmit = useSubmit(async () => {
    setProblem(undefined);
    setPending(true);
    const failure = await send(value).finally(() => setPending(false));
    if (failure) setProblem(failure);
  });
  return { field: { value, onChange: setValue, errorMessage: problem }, isPending, onSubmit };
}
