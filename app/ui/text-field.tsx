import { type HTMLInputAutoCompleteAttribute, type ReactNode, type Ref, useState } from "react";
import { Input, TextArea, TextField as AriaTextField } from "react-aria-components";
import { FieldLabel, FieldProblem } from "./aria-field.tsx";
import { boxLook } from "./field-look.tsx";
import { RevealButton } from "./reveal-button.tsx";
import { textLength } from "./text-length.ts";

type TextFieldProps = {
  label: string;
  value: string;
  onChange?: (value: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement>;
  name?: string;
  type?: "text" | "email" | "password" | "tel" | "search" | "url";
  inputMode?: "text" | "email" | "tel" | "numeric" | "decimal" | "search" | "url";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  placeholder?: string;
  description?: string;
  errorMessage?: string;
  isRequired?: boolean;
  isOptional?: boolean;
  isReadOnly?: boolean;
  isDisabled?: boolean;
  autoFocus?: boolean;
  isMultiline?: boolean;
  rows?: number;
  counterMax?: number;
  /** A control at the end of the box. */
  trailing?: ReactNode;
};

/** A single-line or multi-line text field. `counterMax` shows "12/500" without truncating; a password can be revealed. */
export function TextField(props: TextFieldProps) {
  const { label, description, errorMessage, counterMax, isMultiline, isOptional, inputRef, rows = 4, trailing } = props;
  const { placeholder, type = "text", value, isRequired, isReadOnly, isDisabled, autoFocus, ...rest } = props;
  const [isRevealed, setRevealed] = useState(false);
  const { onChange, onBlur, name, inputMode, autoComplete } = rest;
  const isPassword = type === "password";
  return (
    <AriaTextField
      {...{ value, onChange, onBlur, name, inputMode, autoComplete, isRequired, isReadOnly, isDisabled, autoFocus }}
      type={isPassword && isRevealed ? "text" : type}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className="flex flex-col gap-1.5"
    >
      <FieldLabel {...{ label, description, isOptional }} />
      {isMultiline ? (
        <TextArea
          ref={inputRef}
          rows={rows}
          placeholder={placeholder}
          className={`${boxLook} resize-y read-only:border-line read-only:bg-transparent`}
        />
      ) : (
        <div className="relative">
          <Input
            ref={inputRef}
            placeholder={placeholder}
            className={`${boxLook} read-only:border-line read-only:bg-transparent ${isPassword || trailing ? "pr-14" : ""}`}
          />
          {isPassword && <RevealButton isRevealed={isRevealed} onToggle={() => setRevealed(!isRevealed)} />}
          {trailing && <div className="absolute inset-y-0 right-0.5 grid place-items-center">{trailing}</div>}
        </div>
      )}
      <div className="flex items-start justify-between gap-3 empty:hidden">
        <FieldProblem errorMessage={errorMessage} />
        {counterMax !== undefined && <Counter length={textLength(value)} max={counterMax} />}
      </div>
    </AriaTextField>
  );
}

function Counter({ length, max }: { length: number; max: number }) {
  const isOver = length > max;
  return (
    <span className={`ml-auto shrink-0 text-sm tabular-nums ${isOver ? "font-semibold text-danger" : "text-muted"}`}>
      {length}/{max}
      <span className="sr-only"> caracteres</span>
    </span>
  );
}
