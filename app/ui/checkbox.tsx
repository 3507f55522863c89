import { type ComponentProps, type ReactNode, type Ref, useId } from "react";
import { errorLook, ErrorText } from "./field-look.tsx";
import { Icon } from "./icons.tsx";

type CheckboxProps = {
  children: ReactNode;
  isSelected: boolean;
  onChange?: (isSelected: boolean) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  name?: string;
  value?: string;
  errorMessage?: string;
  isDisabled?: boolean;
  isRequired?: boolean;
  aside?: ReactNode;
};

/** A checkbox labelled by `children`. `aside` follows the label but is not part of it (a link, a button). */
export function Checkbox(props: CheckboxProps) {
  const { children, isSelected, onChange, inputRef, errorMessage, isDisabled, isRequired, aside, ...rest } = props;
  const errorId = useId();
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-1">
        <label
          className={`flex min-h-11 items-start gap-2.5 py-2.5 has-disabled:opacity-60 ${aside ? "shrink-0" : ""}`}
        >
          <span className="grid h-lh w-6 shrink-0 place-items-center">
            <CheckBox
              {...rest}
              ref={inputRef}
              checked={isSelected}
              disabled={isDisabled}
              aria-required={isRequired || undefined}
              aria-invalid={errorMessage ? true : undefined}
              aria-describedby={errorMessage ? errorId : undefined}
              onChange={(event) => onChange?.(event.target.checked)}
            />
          </span>
          <span>{children}</span>
        </label>
        {aside}
      </div>
      {errorMessage && (
        <span id={errorId} className={errorLook}>
          <ErrorText>{errorMessage}</ErrorText>
        </span>
      )}
    </div>
  );
}

/** The box alone, for a place that has its label elsewhere. */
export function CheckBox({ size = "size-6", ...input }: Omit<ComponentProps<"input">, "size"> & { size?: string }) {
  return (
    <span className="relative grid place-items-center">
      <input
        {...input}
        type="checkbox"
        className={`peer appearance-none rounded-md border-2 border-control bg-surface checked:border-primary
          checked:bg-primary aria-invalid:border-danger ${size}`}
      />
      <Icon name="check" className="pointer-events-none absolute hidden size-5 text-on-primary peer-checked:block" />
    </span>
  );
}
