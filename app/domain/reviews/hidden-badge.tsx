import { Badge } from "../../ui/badge.tsx";

/** Says that a review is hidden, or that it waits for an admin's decision and is hidden until then. */
export function HiddenBadge({ isWaiting }: { isWaiting: boolean }) {
  return <Badge icon={isWaiting ? "clock" : "eyeOff"}>{isWaiting ? "En revisión" : "Oculta"}</Badge>;
}
