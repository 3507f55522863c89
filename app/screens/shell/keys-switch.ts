import { useState } from "react";

const OFF = "keys-off";

/** Whether single-letter keys act in this browser: speech input and unsteady hands press them by mistake. */
export const areKeysOn = () => localStorage.getItem(OFF) === null;

/** Whether single-letter keys act, and its switch, stored in this browser. */
export function useKeysSwitch(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(areKeysOn);
  return [
    isOn,
    (next) => {
      if (next) localStorage.removeItem(OFF);
      else localStorage.setItem(OFF, "1");
      setOn(next);
    },
  ];
}

/** Where keys are text. */
const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]";

/** Whether a key press is text, belongs to an open dialog or menu, or was used already. */
export function isKeyTaken({ target, defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return true;
  if (document.querySelector("[role=dialog], [role=alertdialog], [role=menu]")) return true;
  return target instanceof Element && target.matches(FIELDS);
}
