import { TextField } from "../../ui/text-field.tsx";

type CodeFieldProps = {
  label: string;
  description?: string;
  value: string;
  onChange: (value: string) => void;
  errorMessage?: string | undefined;
  inputRef?: (input: HTMLElement | null) => void;
};

/** A code of six numbers, which phones offer from a message and show the number keys for. */
export function CodeField(props: CodeFieldProps) {
  return <TextField {...props} inputMode="numeric" autoComplete="one-time-code" isRequired />;
}
