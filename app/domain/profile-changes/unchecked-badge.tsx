import { Badge } from "../../ui/badge.tsx";

/** For admins: this specialist's current name and licence are unchecked. */
export function UncheckedBadge() {
  return (
    <Badge tone="warning" icon="shield">
      Matrícula declarada
    </Badge>
  );
}
