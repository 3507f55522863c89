import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { stepBack } from "../../ui/open-layers.ts";

const PARAM = "paso";

/**
 * The form's current step, from 1, as in the URL (`?paso=2`): Back returns to the previous one. Steps not
 * reached since the form was mounted, or before with what it kept (`reachedBefore`), are not shown, even if the URL names them.
 */
export function useStep(count: number, reachedBefore = 1) {
  const location = useLocation();
  const { pathname, search, state } = location;
  const navigate = useNavigate();
  const [reached, setReached] = useState(reachedBefore);
  const requested = Number(new URLSearchParams(search).get(PARAM) ?? 1);
  const step = Math.max(1, Math.min(requested || 1, reached, count));

  const addressOf = (target: number) => {
    const params = new URLSearchParams(search);
    if (target > 1) params.set(PARAM, String(target));
    else params.delete(PARAM);
    return `${pathname}?${params}`;
  };
  const addressOfShown = addressOf(step);
  useEffect(() => {
    if (requested !== step) void navigate(addressOfShown, { replace: true, preventScrollReset: true });
  }, [requested, step, addressOfShown, navigate]);

  function goTo(target: number) {
    setReached(Math.max(reached, target));
    void navigate(addressOf(target), { state: { stepBefore: step }, preventScrollReset: true });
  }

  return {
    step,
    goTo,
    goBack: () => {
      const cameFrom = (state as { stepBefore?: number } | null)?.stepBefore;
      if (cameFrom === step - 1) stepBack(location, () => void navigate(-1));
      else goTo(step - 1);
    },
  };
}
