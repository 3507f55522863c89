import type { ReactNode } from "react";
import type { Answers } from "../../client/api.ts";
import { Icon } from "../../ui/icons.tsx";

type Chips = Answers["directory"]["specialists"]["chips"];
type ChipLinkProps = { to: string; className: string; children: ReactNode };

/** What a list was asked for; each chip leads to the list without it. */
export function Chips({ chips, link: Link = PlainLink }: { chips: Chips; link?: (props: ChipLinkProps) => ReactNode }) {
  return chips.map(({ label, to }) => (
    <Link key={to} to={to} className="chip">
      <span className="sr-only">Sacar </span>
      {label}
      <Icon name="close" className="size-4.5" />
    </Link>
  ));
}

const PlainLink = ({ to, className, children }: ChipLinkProps) => (
  <a href={to} rel="nofollow" className={className}>
    {children}
  </a>
);
