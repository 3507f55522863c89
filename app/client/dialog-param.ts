import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { stepBack } from "../ui/open-layers.ts";
import { useIntendedParams } from "./intended-params.ts";

const DIALOGS = ["caso", "editar", "nuevo", "calificar", "mensajes", "compartido"] as const;

/**
 * The dialog named by a search parameter. Opening pushes a history entry, so Back closes it and a reload restores it.
 * It replaces another dialog and leaves the rest of the URL unchanged. `value` is null
 * while it is closed; `shown` keeps the last value during the exit animation.
 */
export function useDialogParam(name: (typeof DIALOGS)[number]) {
  const location = useLocation();
  const { pathname, search, state } = location;
  const navigate = useNavigate();
  const intended = useIntendedParams();
  const value = new URLSearchParams(search).get(name);
  const [shown, setShown] = useState(value);
  if (value !== null && value !== shown) setShown(value);

  const addressWith = (next: string | null) => {
    const params = intended.read();
    for (const dialog of DIALOGS) params.delete(dialog);
    if (next !== null) params.set(name, next);
    intended.tell(params);
    return { pathname, search: params.toString() };
  };

  // How many entries of the history this dialog added with its steps; none when a link opened it, since the first entry is not its own.
  const here = state as { dialog?: string; depth?: number } | null;
  const depth = here?.dialog === name ? (here.depth ?? 1) : 0;
  return {
    value,
    shown,
    /** Opens the dialog, or leads to another step of it. */
    open: (next: string) => {
      const added = value === null || depth > 0 ? depth + 1 : 0;
      void navigate(addressWith(next), { state: { dialog: name, depth: added }, preventScrollReset: true });
    },
    /** Back to the step before. */
    back: () => stepBack(location, () => void navigate(-1)),
    close: () => {
      if (value === null) return;
      if (depth > 0) stepBack(location, () => void navigate(-depth));
      else void navigate(addressWith(null), { replace: true, preventScrollReset: true });
    },
  };
}
