import { Link } from "react-router";
import { type Answers, api } from "../../client/api.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { momentInShort } from "../bookings/standing-words.ts";
import { type Group, KINDS } from "./notification.ts";

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

/** A notification as one link; `day` names the day that begins with it. */
export function NotificationLine({ item, day }: { item: Item; day?: string | undefined }) {
  const kind = KINDS[item.kind];
  const { group, title, path } = kind;
  const isUnread = item.seen_at === null;
  const isAsking = isUnread && "isAsking" in kind;
  const moment = item.local_start && momentInShort(item.local_start);
  const about = [item.patient_name, moment].filter(Boolean).join(" · ");
  return (
    <li className="min-w-0">
      {day && <h2 className="mt-2 mb-3 text-lg">{day}</h2>}
      <Link
        to={path(item)}
        // The navigation does not wait for the call; if the call fails, the notification stays unread.
        onClick={() => void api.notifications.seen({ id: item.id }).catch(() => undefined)}
        className={`flex min-h-14 items-start gap-3 rounded-card border border-line px-4 py-2.5 transition-colors duration-150
          hover:border-primary ${isAsking ? "bg-primary-soft" : "bg-surface"}`}
      >
        <Icon name={ICONS[group]} className="mt-0.5 size-5 text-primary" />
        <span className="min-w-0 grow">
          <span className={isUnread ? "font-semibold" : ""}>
            {isUnread && <span className="sr-only">Sin leer: </span>}
            {title(item)}
          </span>
          {about && (
            <span className="text-sm wrap-anywhere max-sm:block">
              <span className="max-sm:sr-only"> · </span>
              {about}
            </span>
          )}
          <span className="flex text-sm text-muted">
            {item.case_title && <span className="truncate">{item.case_title}</span>}
            <span className="shrink-0">
              {item.case_title && "\u00a0· "}
              <RelativeTime date={item.created_at} />
            </span>
          </span>
        </span>
        {isUnread && <span aria-hidden="true" className="mt-2 size-2.5 shrink-0 rounded-full bg-primary" />}
      </Link>
    </li>
  );
}
