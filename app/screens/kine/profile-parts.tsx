import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { queries } from "../../client/api.ts";
import { handlePath } from "../../domain/handles/handle.ts";
import { formatPesos } from "../../domain/prices/pesos.ts";
import { completenessOf } from "../../domain/profiles/completeness.ts";
import { formatShortDate, plural } from "../../shared/format.ts";
import { AGING_DAYS } from "../../shared/freshness.ts";
import { type Part, PART_NAMES, PARTS, pathOfPart } from "./profile-part.ts";

/** The six pages of the profile, each with its state, in short on phones. */
export function ProfileParts({ current }: { current: Part | null }) {
  const states = useStates();
  return (
    <nav aria-label="Partes de tu perfil">
      <ul role="list" className="grid grid-cols-3 gap-1.5 sm:gap-2">
        {([null, ...PART_NAMES] as const).map((part) => (
          <li key={part} className="min-w-0">
            <Link
              to={pathOfPart(part)}
              aria-current={part === current ? "page" : undefined}
              className="flex h-full min-h-11 flex-col justify-center rounded-card border border-line bg-surface px-2 py-1 leading-tight sm:min-h-16 sm:px-3 sm:py-2
                wrap-anywhere hover:border-primary aria-[current=page]:border-primary aria-[current=page]:bg-primary-soft"
            >
              <span className="font-semibold max-sm:text-sm">{part ? PARTS[part] : "Datos"}</span>
              <span className="text-sm text-muted max-sm:truncate sm:line-clamp-2">{states[part ?? "datos"]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const DAY_MS = 86_400_000;
/** The whole days until a fact that was confirmed at a time is stale, negative afterwards. */
function daysUntilStale(confirmedAt: Date, now: Date): number {
  return Math.floor(AGING_DAYS - (now.getTime() - confirmedAt.getTime()) / DAY_MS);
}

type Stated = { confirmed_at: Date };
const UNCONFIRMED = "sin confirmar";
/** "reconfirmar en 87 días", by the statement that lapses first. */
function lapseInWords(stated: readonly Stated[]): string {
  const days = Math.min(...stated.map(({ confirmed_at }) => daysUntilStale(confirmed_at, new Date())));
  if (days < 0) return UNCONFIRMED;
  return days === 0 ? "reconfirmar hoy" : `reconfirmar en ${plural(days, "día", "días")}`;
}

/** What phones have no room for. */
const Rest = ({ children }: { children: ReactNode }) => <span className="max-sm:sr-only">{children}</span>;

/** The most names that a page has room for beside when they lapse. */
const MOST_NAMES = 3;

/** The coverages by name, or how many they are where names would be cut. */
function Names({ names }: { names: readonly string[] }) {
  const count = plural(names.length, "cobertura", "coberturas");
  if (names.length > MOST_NAMES) return count;
  if (names.length === 1) return names[0];
  return (
    <>
      <span aria-hidden className="sm:hidden">
        {count}
      </span>
      <Rest>{names.join(", ")}</Rest>
    </>
  );
}

/** What is stated and when it lapses; phones have the one that matters. */
function StatedFacts({ what, stated }: { what: ReactNode; stated: readonly Stated[] }) {
  const lapse = lapseInWords(stated);
  return lapse === UNCONFIRMED ? (
    <>
      <Rest>{what} · </Rest>
      {lapse}
    </>
  ) : (
    <>
      {what}
      <Rest> · {lapse}</Rest>
    </>
  );
}

function useStates(): Record<Part | "datos", ReactNode> {
  const profile = useQuery(queries.profiles.mine.queryOptions()).data;
  const hours = useQuery(queries.availabilities.mine.queryOptions()).data;
  const coverages = useQuery(queries.coverages.mine.queryOptions()).data?.coverages;
  const prices = useQuery(queries.prices.mine.queryOptions()).data;
  const handle = useQuery(queries.handles.mine.queryOptions()).data?.handle;
  const days = new Set(hours?.map(({ weekday }) => weekday)).size;
  const lowest = prices && Math.min(...prices.map(({ session }) => session));
  return {
    datos: profile && hours && (
      <>
        <Rest>Completos al </Rest>
        {`${completenessOf(profile, days > 0).percent} %`}
      </>
    ),
    horarios: profile?.paused_until ? (
      <>
        En pausa<Rest> hasta el {formatShortDate(profile.paused_until)}</Rest>
      </>
    ) : !hours ? null : days === 0 ? (
      "Sin cargar"
    ) : (
      <>
        {plural(days, "día", "días")}
        <Rest> por semana</Rest>
      </>
    ),
    coberturas: !coverages ? null : coverages.length === 0 ? (
      "Sin coberturas"
    ) : (
      <StatedFacts what={<Names names={coverages.map(({ short }) => short)} />} stated={coverages} />
    ),
    precios:
      !prices || lowest === undefined ? null : prices.length === 0 ? (
        "Sin cargar"
      ) : (
        <StatedFacts
          what={
            <>
              <Rest>Desde </Rest>
              {formatPesos(lowest)}
            </>
          }
          stated={prices}
        />
      ),
    pagina:
      handle === undefined ? null : handle ? (
        <>
          <Rest>{handlePath("")}</Rest>
          {handle}
        </>
      ) : (
        <>
          Sin dirección<Rest> corta</Rest>
        </>
      ),
    avisos: (
      <>
        Qué<Rest> te contamos,</Rest> y cómo
      </>
    ),
  };
}
