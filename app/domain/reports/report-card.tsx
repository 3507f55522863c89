import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { Answers } from "../../client/api.ts";
import { plural } from "../../shared/format.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { late } from "../../ui/late.tsx";
import { Stars } from "../../ui/star-rating.tsx";
import type { RegisterCheckProps } from "../licences/register-check.tsx";
import { HiddenBadge } from "../reviews/hidden-badge.tsx";
import { UNNAMED_AUTHOR, UNNAMED_KINE } from "../reviews/review-words.ts";
import { ReportActs, type ReportActsProps } from "./report-acts.tsx";
import { REPORT_REASON_LABELS, SUBJECT_LABELS } from "./report.ts";

const RegisterCheck = late<RegisterCheckProps>(
  async () => (await import("../licences/register-check.tsx")).RegisterCheck,
);

export type Report = Answers["reports"]["list"]["items"][number];

type Shown = { kind: "persona" | "ficha"; id: string };
type ReportCardProps = { report: Report; /** Opens a person or a case beside the list. */ show: (what: Shown) => void };

/** About whom the program says several times the same. */
export const aboutWhom = ({ reviewed_name, author_name }: Report) =>
  `Avisos automáticos sobre ${reviewed_name ?? author_name ?? UNNAMED_AUTHOR}`;

/** A report in a list of cards. */
export function ReportCard(props: ReportCardProps) {
  return (
    <Card as="li" isRow>
      <ReportDetails {...props} />
    </Card>
  );
}

/** What a report says of which subject, in a few words. */
const reportName = ({ subject, reason }: Report) =>
  `${SUBJECT_LABELS[subject]}: ${REPORT_REASON_LABELS[reason].toLowerCase()}`;

/** The same with the number of those that say the same. */
export const numberedName = (report: Report, alike: readonly Report[] = []) =>
  `${reportName(report)}${alike.length > 1 ? ` (${alike.length})` : ""}`;

/** Who reported whom. A report that acted at once outlives its reporter. */
export const partiesWords = ({ reporter_name, acted_at, author_name }: Report) =>
  `${reporter_name ?? (acted_at ? "Una cuenta eliminada" : "Aviso automático")} contra ${author_name ?? UNNAMED_AUTHOR}`;

type ReportDetailsProps = ReportCardProps & ReportActsProps & { isFocused?: boolean };

/** A report for the admin: its subject, its reason, and the decision or the available actions. Takes the focus with `isFocused`. */
export function ReportDetails({ report, alike, onDecided, show, isFocused = false }: ReportDetailsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocused) heading.current?.focus({ preventScroll: true });
  }, [isFocused]);
  return (
    <div className="flex flex-col gap-3">
      <h2 ref={heading} tabIndex={-1} className="rounded text-lg leading-tight">
        {numberedName(report, alike)}
      </h2>
      <p>
        {partiesWords(report)}
        {"\u00a0· "}
        <span className="text-sm text-muted">
          <RelativeTime date={report.created_at} />
        </span>
        {report.decided_at === null &&
          report.open_count > 1 &&
          ` · ${plural(report.open_count, "denuncia", "denuncias")} sobre esto`}
      </p>
      {report.acted_at !== null && report.decided_at === null && (
        <p className="text-sm">Puso en duda la matrícula: espera tu decisión.</p>
      )}
      {report.author_licence !== null && report.decided_at === null && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="font-display text-xl font-semibold wrap-anywhere">{report.author_licence}</p>
          <RegisterCheck number={report.author_licence} />
        </div>
      )}
      {report.details ? (
        <p className="whitespace-pre-line wrap-anywhere">{report.details}</p>
      ) : (
        report.reporter_id && <p className="text-muted">Quien denunció no escribió nada.</p>
      )}
      <Reported report={report} />
      <Files report={report} show={show} />
      {report.decided_at === null ? <ReportActs {...{ report, alike, onDecided }} /> : <Decided report={report} />}
    </div>
  );
}

function Reported({ report }: { report: Report }) {
  const { author_name, title, text, file, stars, author_id, subject, reviewed_name } = report;
  const name = author_name ?? UNNAMED_AUTHOR;
  const hasProfile = subject === "profile" || subject === "message";
  // Its author is named above.
  const named = title ?? (text || stars !== null ? null : name);
  return (
    <blockquote className="flex flex-col gap-2 border-l-4 border-line pl-4">
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {hasProfile && report.author_suspended_at === null ? (
          <Link
            to={`/kines/${author_id}`}
            className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4 wrap-anywhere"
          >
            {title ?? name}
          </Link>
        ) : (
          named && <span className="font-semibold wrap-anywhere">{named}</span>
        )}
        {report.author_suspended_at && <Badge tone="danger">Suspendida</Badge>}
        {report.hidden_at && <HiddenBadge isWaiting={report.is_review_waiting} />}
        {report.case_status === "closed" && <Badge icon="lock">Cerrado</Badge>}
      </div>
      {subject === "review" && !report.is_gone && (
        <p className="text-sm text-muted">Sobre {reviewed_name ?? UNNAMED_KINE}</p>
      )}
      {stars !== null && <Stars value={stars} />}
      {text && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
      {report.text_now && report.text_now !== text && (
        <p className="whitespace-pre-line text-muted wrap-anywhere">Ahora dice: {report.text_now}</p>
      )}
      {report.is_gone && subject !== "sent_message" && (
        <p className="text-muted">Su autor ya lo borró: esto es lo que decía.</p>
      )}
      {report.is_reply_hidden && <Badge icon="eyeOff">Oculta</Badge>}
      {file && (
        <a
          href={file.url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center font-semibold text-primary underline"
        >
          {file.kind === "pdf" ? "Abrir el PDF" : "Abrir la imagen"}
        </a>
      )}
      {subject === "sent_message" && !text && !file && (
        <p className="text-muted">Era un archivo, que se borró con la conversación.</p>
      )}
    </blockquote>
  );
}

/** Links to the admins' records of the author, the case and the reporter. */
function Files({ report, show }: ReportCardProps) {
  const files = [
    [`Ficha de ${report.author_name ?? UNNAMED_AUTHOR}`, "persona", report.author_id],
    ["Ficha del caso", "ficha", report.case_id],
    [`Ficha de ${report.reporter_name ?? "quien denunció"}`, "persona", report.reporter_id],
  ] as const;
  return (
    <div className="flex flex-wrap gap-x-5">
      {files.map(
        ([label, kind, id]) =>
          id && (
            <Button key={`${kind} ${id}`} variant="link" size="inline" onPress={() => show({ kind, id })}>
              {label}
            </Button>
          ),
      )}
    </div>
  );
}

function Decided({ report: { decided_at, decided_by_name, decision, is_upheld } }: { report: Report }) {
  return (
    <div className="rounded-card bg-sunken p-4">
      <p className="text-sm text-muted">
        {is_upheld ? "Con razón. " : ""}Resuelta por {decided_by_name ?? UNNAMED_AUTHOR}
        {decided_at && (
          <>
            {" "}
            · <RelativeTime date={decided_at} />
          </>
        )}
      </p>
      <p className="mt-1 whitespace-pre-line wrap-anywhere">{decision}</p>
    </div>
  );
}
