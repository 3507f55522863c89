import { Link } from "react-router";
import type { Answers } from "../../client/api.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Icon } from "../../ui/icons.tsx";
import { StarRating } from "../../ui/star-rating.tsx";
import { withoutAverage } from "../reviews/review-words.ts";
import { MatchStatusBadge } from "./match-status-badge.tsx";

type Application = Answers["cases"]["get"]["applications"][number];

/** The id of the link with the specialist's name, which distinguishes the buttons of several cards. */
export const nameId = (id: string) => `application-${id}`;

export const nameLink = (id: string) => document.getElementById(nameId(id));

/** Whose an application is; `line` replaces the specialty with what decides. */
export function Applicant({ application, line }: { application: Application; line?: string | undefined }) {
  const { id, name, kine_id, photo_url, specialty, average_stars: stars } = application;
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3">
      <Avatar name={name} photoUrl={photo_url} />
      <div className="min-w-0">
        <h4 className="text-lg leading-snug font-semibold">
          <Link
            id={nameId(id)}
            to={`/kines/${kine_id}`}
            className="inline-flex min-h-11 items-center rounded text-primary underline underline-offset-3"
          >
            {name}
          </Link>
        </h4>
        {line === undefined ? (
          specialty && <p className="leading-snug">{specialty}</p>
        ) : (
          <p className="flex flex-wrap items-center gap-x-3 leading-snug wrap-anywhere">
            {stars !== null && <StarRating average={stars} isCompact />}
            {line && <span>{line}</span>}
          </p>
        )}
      </div>
    </div>
  );
}

/** How an application stands, and what is known of its specialist. */
export function Standing({ application }: { application: Application }) {
  const { average_stars: stars } = application;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
      <MatchStatusBadge status={application.status} endedAt={application.ended_at} />
      {application.license_checked_at && (
        <span className="inline-flex items-center gap-1.5">
          <Icon name="shield" className="size-4.5 text-success" />
          Matrícula comprobada
        </span>
      )}
      {stars === null ? (
        <span className="text-muted">{withoutAverage(application, "Todavía no tiene reseñas")}</span>
      ) : (
        <StarRating average={stars} count={application.review_count} isCompact />
      )}
    </div>
  );
}
