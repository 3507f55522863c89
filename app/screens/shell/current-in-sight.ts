import { type RefObject, useEffect } from "react";
import { useLocation } from "react-router";

/** Scrolls an overflowing row to the current section. */
export function useCurrentInSight(list: RefObject<HTMLUListElement | null>) {
  const { pathname } = useLocation();
  useEffect(() => {
    const show = () => {
      const row = list.current;
      const link = row?.querySelector(`[href="${pathname}"]`)?.getBoundingClientRect();
      if (!row || !link) return;
      // scrollIntoView would also scroll the page.
      const { left, right } = row.getBoundingClientRect();
      row.scrollBy({ left: Math.min(0, link.left - left) + Math.max(0, link.right - right) });
    };
    show();
    addEventListener("resize", show);
    return () => removeEventListener("resize", show);
  }, [list, pathname]);
}
