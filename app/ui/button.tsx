import type { ReactNode, Ref } from "react";
import { Button as AriaButton, ProgressBar } from "react-aria-components";
import { useSingleFlight } from "./after-paint.ts";
import { type ButtonSize, buttonLook, type ButtonVariant } from "./button-look.ts";
import { type IconName, Icon } from "./icons.tsx";
import { Spinner } from "./spinner.tsx";

type ButtonProps = {
  children: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: IconName;
  isWide?: boolean;
  isPending?: boolean;
  pendingLabel?: string;
  isDisabled?: boolean;
  type?: "button" | "submit";
  form?: string;
  onPress?: () => void;
  ref?: Ref<HTMLButtonElement>;
  "aria-label"?: string;
  "aria-describedby"?: string;
  /** The id of the element that takes the focus when a dialog that the button opened removed it. */
  "data-returns-to"?: string;
};

/** A button. While `isPending` it keeps the focus, ignores presses and announces `pendingLabel` to assistive technology. */
export function Button(props: ButtonProps) {
  const {
    children,
    variant,
    size,
    icon,
    isWide,
    isPending = false,
    pendingLabel = "Un momento…",
    onPress,
    ...rest
  } = props;
  const press = useSingleFlight(onPress);
  return (
    <AriaButton {...rest} onPress={press} isPending={isPending} className={buttonLook(variant, size, isWide)}>
      {isPending ? (
        <ProgressBar aria-label={pendingLabel} isIndeterminate>
          <Spinner />
        </ProgressBar>
      ) : (
        icon && <Icon name={icon} />
      )}
      {children}
    </AriaButton>
  );
}
