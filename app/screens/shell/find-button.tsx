import { useEffect, useState } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { FindDialog } from "./find-dialog.tsx";

/** The admin's search over people, cases, licences and screens, also by Ctrl+K or Cmd+K. */
export function FindButton() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isHeld = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isHeld || event.key.toLowerCase() !== "k" || event.repeat) return;
      event.preventDefault();
      if (!document.querySelector("[role=dialog], [role=alertdialog]")) setOpen(true);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <IconButton icon="search" label="Buscar (Ctrl+K)" onPress={() => setOpen(true)} />
      <FindDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
