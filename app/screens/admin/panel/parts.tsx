import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import type { Answers } from "../../../client/api.ts";
import { neverLoaded } from "../../../client/never-loaded.ts";
import { MATCH_STATUS_LABELS } from "../../../domain/matches/match-words.ts";
import { ReviewAction } from "../../../domain/moderation/moderation-actions.tsx";
import { REPORT_REASON_LABELS, SUBJECT_LABELS } from "../../../domain/reports/report.ts";
import { HiddenBadge } from "../../../domain/reviews/hidden-badge.tsx";
import { UNNAMED_AUTHOR, UNNAMED_KINE } from "../../../domain/reviews/review-words.ts";
import { errorCode } from "../../../shared/errors.ts";
import { formatDay } from "../../../shared/format.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { CardListSkeleton } from "../../../ui/skeleton.tsx";
import { Stars } from "../../../ui/star-rating.tsx";
import { PanelLink } from "./panel-link.tsx";
import type { PanelControl } from "./panel-param.ts";

type Person = Answers["dossiers"]["person"];
export type Show = PanelControl["show"];
export type PanelProps = { id: string; show: Show };
/** The entries shown of each list; the server sends one more when there are more. */
const MOST = 10;

/** A panel's data in each of its states. */
export function Loaded<Data>({
  query,
  children,
}: {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  if (query.data) return children(query.data);
  if (["NOT_FOUND", "CASE_NOT_FOUND", "BAD_INPUT"].includes(errorCode(query.error) ?? ""))
    return <ErrorState message="Ya no está" detail="Puede que se haya eliminado." />;
  if (neverLoaded(query)) {
    return (
      <ErrorState
        message="No se pudo cargar la ficha"
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  return <CardListSkeleton count={3} />;
}

/** A titled part with a list, of which what is not `isShown` is folded; renders nothing when the list is empty. */
export function Part<Item extends { id: string }>(props: {
  title: string;
  items: readonly Item[];
  most?: number;
  isShown?: (item: Item) => boolean;
  children: (item: Item) => ReactNode;
}) {
  const { title, items, most = MOST, isShown = () => true, children } = props;
  const id = useId();
  if (items.length === 0) return null;
  const listed = items.slice(0, most);
  const shown = listed.filter(isShown);
  const rest = listed.filter((item) => !isShown(item));
  const list = (some: readonly Item[]) => (
    <ul className="grid gap-2">
      {some.map((item) => (
        <li key={item.id}>{children(item)}</li>
      ))}
    </ul>
  );
  const heading = (
    <h3 id={id} className="inline text-base">
      {title}
    </h3>
  );
  const more = items.length > most && <p className="text-sm text-muted">Y más, anteriores.</p>;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 border-t border-line pt-4">
      {shown.length > 0 && (
        <>
          {heading}
          {list(shown)}
        </>
      )}
      {rest.length > 0 ? (
        <Fold title={shown.length > 0 ? (rest.length === 1 ? "La otra" : `Las otras ${rest.length}`) : heading}>
          {list(rest)}
          {more}
        </Fold>
      ) : (
        more
      )}
    </section>
  );
}

/** A link with its state and date below it. */
export function LinkedLine({ link, children }: { link: ReactNode; children: ReactNode }) {
  return (
    <div className="text-sm">
      {link}
      {/* Under a finger the link is higher than its words. */}
      <p className="mt-1 text-muted pointer-coarse:-mt-1.5">{children}</p>
    </div>
  );
}

/** A person's name, as a link to them while they exist. */
export function PersonLink({ id, name, show }: { id: string | null; name: string; show: Show }) {
  return id ? <PanelLink onPress={() => show({ kind: "persona", id })}>{name}</PanelLink> : <span>{name}</span>;
}

/** An application: its case or specialist, state and date. */
export function ApplicationLine({
  item,
  of,
  show,
}: {
  item: Person["applications"][number];
  of: "case" | "kine";
  show: Show;
}) {
  return (
    <LinkedLine
      link={
        of === "case" ? (
          <PanelLink onPress={() => show({ kind: "ficha", id: item.case_id })}>{item.title}</PanelLink>
        ) : (
          <PersonLink id={item.kine_id} name={item.kine_name} show={show} />
        )
      }
    >
      {MATCH_STATUS_LABELS[item.status]} · {formatDay(item.created_at)}
    </LinkedLine>
  );
}

type ReviewLineProps = {
  item: Person["written"][number];
  /** Whose card it is in, who is not named. */ of?: string;
  show: Show;
};

/** A review with its author, specialist and case, and the admin's actions on it. */
export function ReviewLine({ item, of, show }: ReviewLineProps) {
  const author = item.patient_name ?? UNNAMED_AUTHOR;
  return (
    <div className="rounded-card border border-line p-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Stars value={item.stars} />
        <span className="text-muted">{formatDay(item.created_at)}</span>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        {item.patient_id !== of && <PersonLink id={item.patient_id} name={author} show={show} />}
        {item.kine_id !== of && (
          <>
            {item.patient_id === of ? "Sobre" : "sobre"}{" "}
            <PersonLink id={item.kine_id} name={item.kine_name ?? UNNAMED_KINE} show={show} />
          </>
        )}
      </p>
      {item.comment && <p className="mt-1 whitespace-pre-line wrap-anywhere">{item.comment}</p>}
      {item.hidden_at && (
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <HiddenBadge isWaiting={item.is_waiting} />
          <span className="wrap-anywhere">{item.hidden_reason}</span>
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <ReviewAction
          review={{
            id: item.id,
            edited_at: item.edited_at,
            author,
            isHidden: item.hidden_at !== null,
            isWaiting: item.is_waiting,
          }}
        />
        <PanelLink onPress={() => show({ kind: "ficha", id: item.case_id })}>Ver el caso</PanelLink>
      </div>
    </div>
  );
}

/** A report: its subject, reason and decision. */
export function ReportLine({ item }: { item: Person["reports"][number] }) {
  return (
    <div className="text-sm">
      <p>
        {SUBJECT_LABELS[item.subject]}: {REPORT_REASON_LABELS[item.reason].toLowerCase()} ·{" "}
        <span className="text-muted">{formatDay(item.created_at)}</span>
      </p>
      {item.decision ? (
        <p className="text-muted wrap-anywhere">
          {item.is_upheld ? "Con razón" : "Resuelta"}: {item.decision}
        </p>
      ) : (
        <ButtonLink to="/dashboard/admin/reports" variant="link" size="inline">
          Resolver en Denuncias
        </ButtonLink>
      )}
    </div>
  );
}
