import { Badge, type Tone } from "../../ui/badge.tsx";
import type { IconName } from "../../ui/icons.tsx";
import { CASE_STATUS_LABELS_FOR_PATIENT, type CaseStatus } from "./case.ts";

const looks: Record<CaseStatus, { tone: Tone; icon: IconName }> = {
  open: { tone: "info", icon: "case" },
  matched: { tone: "success", icon: "circleCheck" },
  closed: { tone: "neutral", icon: "lock" },
};

/** The status of a case, with the labels of the audience; the patient's by default. */
export function CaseStatusBadge(props: { status: CaseStatus; labels?: Record<CaseStatus, string> }) {
  const { status, labels = CASE_STATUS_LABELS_FOR_PATIENT } = props;
  return <Badge {...looks[status]}>{labels[status]}</Badge>;
}
