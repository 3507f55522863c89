import { FieldError, Label, Text } from "react-aria-components";
import { descriptionLook, errorLook, ErrorText, labelLook, Optional } from "./field-look.tsx";

/** The label and the description inside a field of the component library. */
export function FieldLabel(props: {
  label: string;
  description?: string;
  isOptional?: boolean;
  isLabelHidden?: boolean;
}) {
  const { label, description, isOptional = false, isLabelHidden = false } = props;
  return (
    <>
      <Label className={isLabelHidden ? "sr-only" : labelLook}>
        {label}
        <Optional isRequired={!isOptional} />
      </Label>
      {description && (
        <Text slot="description" className={descriptionLook}>
          {description}
        </Text>
      )}
    </>
  );
}

/** The error message inside a field of the component library. */
export function FieldProblem({ errorMessage }: { errorMessage: string | undefined }) {
  return <FieldError className={errorLook}>{errorMessage && <ErrorText>{errorMessage}</ErrorText>}</FieldError>;
}
