import { useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * The dialog that the address names by a search parameter. Opening adds to the history, so that Back closes it and
 * reload keeps it. `value` is null while it is closed; `shown` keeps the last value while the dialog leaves.
 */
export function useDialogParam(name: string) {
  const location = useLocation();
  const { pathname, search, state } = location;
  const navigate = useNavigate();
  const value = new URLSearchParams(search).get(name);
  const [shown, setShown] = useState(value);
  if (value !== null && value !== shown) setShown(value);
  // Leaving takes a moment: a second press must not go back twice.
  const left = useRef<typeof location>(undefined);

  return {
    value,
    shown,
    open: (next: string) => {
      const to = `${pathname}?${name}=${encodeURIComponent(next)}`;
      void navigate(to, { state: { dialog: name }, preventScrollReset: true });
    },
    close: () => {
      if (value === null || left.current === location) return;
      left.current = location;
      if ((state as { dialog?: string } | null)?.dialog === name) void navigate(-1);
      else void navigate(pathname, { replace: true, preventScrollReset: true });
    },
  };
}
