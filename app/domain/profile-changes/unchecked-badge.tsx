import { Badge } from "../../ui/badge.tsx";

/** For admins: nobody has checked this specialist's name and licence as they stand. */
export function UncheckedBadge() {
  return <Badge tone="warning" icon="shield">Matrícula sin verificar</Badge>;
}
