import { Button as AriaButton } from "react-aria-components";
import { useSingleFlight } from "./after-paint.ts";
import { type IconName, Icon } from "./icons.tsx";

type IconButtonProps = { icon: IconName; label: string; isDisabled?: boolean; onPress?: () => void };

/** A square 44 px button with only an icon; `label` is its accessible name. */
export function IconButton({ icon, label, isDisabled, onPress }: IconButtonProps) {
  const press = useSingleFlight(onPress);
  return (
    <AriaButton
      aria-label={label}
      isDisabled={isDisabled}
      onPress={press}
      className="grid size-11 shrink-0 place-items-center rounded-card text-muted transition-colors duration-150
        hover:bg-primary-soft hover:text-primary active:scale-95 disabled:opacity-55"
    >
      <Icon name={icon} />
    </AriaButton>
  );
}
