import { Badge, type Tone } from "../../ui/badge.tsx";
import type { Standing } from "./licence.ts";

const LOOKS: Record<Standing, { tone: Tone; label: string }> = {
  declared: { tone: "warning", label: "Por comprobar" },
  fresh: { tone: "success", label: "Comprobada" },
  due: { tone: "warning", label: "Por volver a comprobar" },
  lapsed: { tone: "danger", label: "Comprobación vencida" },
  doubtful: { tone: "danger", label: "En duda" },
  inactive: { tone: "danger", label: "Inactiva" },
  withdrawn: { tone: "neutral", label: "Retirada" },
};

/** The standing of a licence today, and since when. */
export function StandingBadge({ standing, since = "" }: { standing: Standing; since?: string }) {
  const { tone, label } = LOOKS[standing];
  return (
    <Badge tone={tone}>
      {label}
      {since}
    </Badge>
  );
}
