import { useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";

const DIALOGS = ["caso", "editar", "nuevo", "calificar"] as const;

/**
 * The dialog that the address names by a search parameter. Opening adds to the history, so that Back closes it and
 * reload keeps it; it takes the place of another dialog and leaves the rest of the address as it is. `value` is null
 * while it is closed; `shown` keeps the last value while the dialog leaves.
 */
export function useDialogParam(name: (typeof DIALOGS)[number]) {
  const location = useLocation();
  const { pathname, search, state } = location;
  const navigate = useNavigate();
  const value = new URLSearchParams(search).get(name);
  const [shown, setShown] = useState(value);
  if (value !== null && value !== shown) setShown(value);
  // Leaving takes a moment: a second press must not go back twice.
  const left = useRef<typeof location>(undefined);

  const addressWith = (next: string | null) => {
    const params = new URLSearchParams(search);
    for (const dialog of DIALOGS) params.delete(dialog);
    if (next !== null) params.set(name, next);
    return { pathname, search: params.toString() };
  };

  return {
    value,
    shown,
    open: (next: string) => {
      void navigate(addressWith(next), { state: { dialog: name }, preventScrollReset: true });
    },
    close: () => {
      if (value === null || left.current === location) return;
      left.current = location;
      if ((state as { dialog?: string } | null)?.dialog === name) void navigate(-1);
      else void navigate(addressWith(null), { replace: true, preventScrollReset: true });
    },
  };
}
