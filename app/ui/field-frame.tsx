import { type ReactNode, useId } from "react";
import { boxLook, descriptionLook, errorLook, ErrorText, labelLook, Optional } from "./field-look.tsx";

type FieldTexts = {
  label: string;
  description?: string;
  errorMessage?: string;
  isOptional?: boolean;
  /** Only screen readers read the label. */ isLabelHidden?: boolean;
};
export type Wiring = { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };

/** Connects label, description and error to the native control that `children(wiring, labelId)` renders. */
export function FieldFrame(props: FieldTexts & { children: (wiring: Wiring, labelId: string) => ReactNode }) {
  const { label, description, errorMessage, isOptional = false, children } = props;
  const { id, descriptionId, errorId, describedBy } = useFieldIds(description, errorMessage);
  const labelId = `${id}label`;
  return (
    <div className="flex flex-col gap-1.5">
      <label id={labelId} htmlFor={id} className={labelLook}>
        {label}
        <Optional isRequired={!isOptional} />
      </label>
      {description && (
        <span id={descriptionId} className={descriptionLook}>
          {description}
        </span>
      )}
      {children({ id, "aria-describedby": describedBy, "aria-invalid": errorMessage ? true : undefined }, labelId)}
      {errorMessage && (
        <span id={errorId} className={errorLook}>
          <ErrorText>{errorMessage}</ErrorText>
        </span>
      )}
    </div>
  );
}

type FieldGroupProps = FieldTexts & {
  role?: "radiogroup";
  isRequired?: boolean;
  /** The label is a heading above those of the controls. */ isTitle?: boolean;
  children: ReactNode;
};

/** The same for a group of controls, named by the label. */
export function FieldGroup(props: FieldGroupProps) {
  const { label, description, errorMessage, isOptional = false, isLabelHidden, isTitle = false } = props;
  const { role, isRequired, children } = props;
  const Label = isTitle ? "h3" : "span";
  const { id, descriptionId, errorId, describedBy } = useFieldIds(description, errorMessage);
  const radioState = role ? { "aria-invalid": errorMessage ? true : undefined, "aria-required": isRequired } : {};
  return (
    <div
      role={role ?? "group"}
      aria-labelledby={id}
      aria-describedby={describedBy}
      {...radioState}
      className="flex flex-col gap-1.5"
    >
      <Label id={id} className={isLabelHidden ? "sr-only" : isTitle ? "text-lg" : labelLook}>
        {label}
        <Optional isRequired={!isOptional} />
      </Label>
      {description && (
        <span id={descriptionId} className={descriptionLook}>
          {description}
        </span>
      )}
      {children}
      {errorMessage && (
        <span id={errorId} className={errorLook}>
          <ErrorText>{errorMessage}</ErrorText>
        </span>
      )}
    </div>
  );
}

function useFieldIds(description?: string, errorMessage?: string) {
  const id = useId();
  const descriptionId = `${id}description`;
  const errorId = `${id}error`;
  const describedBy = [description && descriptionId, errorMessage && errorId].filter(Boolean).join(" ") || undefined;
  return { id, descriptionId, errorId, describedBy };
}

type WaitingFieldProps = { label: string; value: string; description?: string; isOptional?: boolean };

/** The placeholder of a field whose code is still loading. */
export function WaitingField({ label, value, description, isOptional = false }: WaitingFieldProps) {
  return (
    <div aria-busy="true" className="flex flex-col gap-1.5">
      <span className={labelLook}>
        {label}
        <Optional isRequired={!isOptional} />
      </span>
      {description && <span className={descriptionLook}>{description}</span>}
      <div className={boxLook}>{value}</div>
    </div>
  );
}
