import { TextField } from "../../ui/text-field.tsx";

type CodeFieldProps = {
  label: string;
  description?: string;
  value: string;
  onChange: (value: string) => void;
  errorMessage?: string | undefined;
  inputRef?: (input: HTMLElement | null) => void;
};

/** A six-digit code field with the numeric keyboard and autofill from messages on phones. */
export function CodeField(props: CodeFieldProps) {
  return <TextField {...props} inputMode="numeric" autoComplete="one-time-code" isRequired />;
}
