import { Link } from "react-router";
import { type Answers, api } from "../../client/api.ts";
import { DOT } from "../../shared/format.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { late } from "../../ui/late.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { momentInShort } from "../bookings/short-days.ts";
import type { CoordinatedProps } from "./coordinated-answers.tsx";
import { type Group, KINDS } from "./notification.ts";

const CoordinatedAnswers = late<CoordinatedProps>(
  async () => (await import("./coordinated-answers.tsx")).CoordinatedAnswers,
);

type Item = Answers["notifications"]["list"]["items"][number];

const ICONS: Record<Group, IconName> = {
  own_cases: "case",
  messages: "mail",
  bookings: "calendar",
  cases_in_zone: "pin",
  reviews: "starEmpty",
  own_profile: "circleCheck",
  operator: "flag",
  news: "info",
};

type NotificationLineProps = { item: Item; isAsking: boolean; day?: string | undefined };

/** A notification as one link, a question with its answers below it; `day` names the day that begins with it. */
export function NotificationLine({ item, isAsking, day }: NotificationLineProps) {
  const { group, title, path } = KINDS[item.kind];
  const isUnread = item.seen_at === null;
  const moment = item.local_start && momentInShort(item.local_start);
  const about = [item.patient_name, moment].filter(Boolean).join(" · ");
  // Bold is what tells it apart from others of its kind.
  const bold = (isOn: boolean) => (isUnread && isOn ? "font-semibold" : "");
  return (
    <li className="min-w-0">
      {day && <h2 className="mt-2 mb-3 text-lg">{day}</h2>}
      <div
        className={`rounded-card border border-line transition-colors duration-150 hover:border-primary
          ${isAsking ? "bg-primary-soft" : "bg-surface"}`}
      >
        <Link
          to={path(item)}
          // The navigation does not wait for the call; if the call fails, the notification stays unread.
          onClick={() => void api.notifications.seen({ id: item.id }).catch(() => undefined)}
          className="flex min-h-14 items-start gap-3 rounded-card px-4 py-2.5"
        >
          <Icon name={ICONS[group]} className="mt-0.5 size-5 text-primary" />
          <span className="min-w-0 grow">
            <span className={bold(!about && !item.case_title)}>
              {isUnread && <span className="sr-only">Sin leer: </span>}
              {title(item)}
            </span>
            {about && (
              <span className={`text-sm wrap-anywhere max-sm:block ${bold(true)}`}>
                <span className="max-sm:sr-only"> · </span>
                {about}
              </span>
            )}
            <span className="block text-sm wrap-anywhere text-muted">
              {item.case_title && (
                <>
                  <span className={bold(!about)}>{item.case_title}</span>
                  {DOT}
                </>
              )}
              <RelativeTime date={item.created_at} />
            </span>
          </span>
          {isUnread && <span aria-hidden="true" className="mt-2 size-2.5 shrink-0 rounded-full bg-primary" />}
        </Link>
        {isAsking && (item.kind === "nobody_wrote" || item.kind === "nobody_wrote_kine") && item.match_id && (
          <CoordinatedAnswers kind={item.kind} matchId={item.match_id} about={about || (item.case_title ?? "")} />
        )}
      </div>
    </li>
  );
}
