import { useQuery } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { DEMAND_DAYS, isShort, MOST_ZONES, SHORTAGE_RULE } from "../../domain/operator/operator.ts";
import { DOT, plural } from "../../shared/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { type Column, DataTable, TableSkeleton } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { useIsWide } from "../../ui/use-media.ts";
import { DownloadButton } from "./lists/download-button.tsx";
import { AdminListPage } from "./lists/list-page.tsx";
import { usePanel } from "./panel/panel-param.ts";

type Zone = Answers["operator"]["zones"]["items"][number];

const SHORT = <Badge tone="warning">Faltan especialistas</Badge>;

const count = (of: (zone: Zone) => number) => (zone: Zone) => (
  <span className={`tabular-nums ${of(zone) === 0 ? "text-muted" : "font-semibold"}`}>{of(zone) || "–"}</span>
);
const columns: readonly Column<Zone>[] = [
  {
    head: "Zona",
    cell: (zone) => (
      <span className="flex items-center gap-2">
        {zoneName(zone)} {isShort(zone) && SHORT}
      </span>
    ),
    text: zoneName,
  },
  { head: `Casos en ${DEMAND_DAYS} días`, cell: count(({ published }) => published), width: "w-36" },
  { head: "Especialistas activos", cell: count(({ specialists }) => specialists), width: "w-44" },
  { head: "Sin postulaciones", cell: count(({ waiting }) => waiting), width: "w-40" },
  {
    head: "Esperan hasta 1 día",
    cell: count(({ waiting_days }) => waiting_days.one),
    width: "w-40 @max-[73rem]:hidden",
  },
  {
    head: "Esperan 2 a 7 días",
    cell: count(({ waiting_days }) => waiting_days.week),
    width: "w-40 @max-[73rem]:hidden",
  },
  {
    head: "Esperan más de 7 días",
    cell: count(({ waiting_days }) => waiting_days.more),
    width: "w-46 @max-[73rem]:hidden",
  },
];

/** "Zonas": the cases and the active specialists of each place, and the places that lack specialists. */
export default function Zones() {
  const zones = useQuery(queries.operator.zones.queryOptions());
  const panel = usePanel();
  const isWide = useIsWide();
  const download = zones.data?.items.length ? <DownloadButton asked={{ list: "zones" }} /> : null;
  return (
    <AdminListPage title="Zonas" panel={panel} bar={isWide && download && <div className="ml-auto">{download}</div>}>
      {zones.data ? (
        <ZoneList items={zones.data.items} />
      ) : neverLoaded(zones) ? (
        <ErrorState
          message="No se pudieron cargar las zonas"
          onRetry={() => void zones.refetch()}
          isRetrying={zones.isFetching}
        />
      ) : (
        <TableSkeleton />
      )}
      {!isWide && <div className="mt-4 grid">{download}</div>}
    </AdminListPage>
  );
}

function ZoneList({ items: given }: { items: readonly Zone[] }) {
  const isWide = useIsWide();
  const short = given.filter(isShort);
  const items = [...short, ...given.filter((zone) => !isShort(zone))];
  const calm = items.filter((zone) => !isPressing(zone));
  if (items.length === 0) return <EmptyState title="Todavía no hay casos ni especialistas" />;
  return (
    <div className="flex flex-col gap-4">
      {short.length > 0 && (
        <div className="flex flex-col justify-between gap-x-5 gap-y-2 rounded-card md:flex-row md:items-center bg-warning-soft px-4 py-3 text-warning">
          <p>
            <strong className="font-medium">Faltan especialistas en {plural(short.length, "zona", "zonas")}.</strong>{" "}
            <span className="text-sm">{SHORTAGE_RULE}</span>
          </p>
          <ButtonLink to="/dashboard/admin/create-kine" variant="secondary" size="small" icon="plus">
            Invitar
          </ButtonLink>
        </div>
      )}
      {isWide ? (
        <DataTable
          label="Zonas"
          columns={columns}
          items={items}
          idOf={({ slug }) => slug}
          hasMore={false}
          isLoadingMore={false}
          onMore={() => undefined}
        />
      ) : (
        <>
          <ZoneRows zones={items.filter(isPressing)} />
          {calm.length > 0 && (
            <Fold title={`Sin casos que esperen (${calm.length})`}>
              <ZoneRows zones={calm} />
            </Fold>
          )}
        </>
      )}
      {items.length === MOST_ZONES && (
        <p className="text-sm text-muted">Son las {MOST_ZONES} zonas con más casos sin postulaciones.</p>
      )}
    </div>
  );
}

const isPressing = (zone: Zone) => isShort(zone) || zone.waiting > 0;

function ZoneRows({ zones }: { zones: readonly Zone[] }) {
  if (zones.length === 0) return null;
  return (
    <ul role="list" className="divide-y divide-line rounded-card border border-line bg-surface">
      {zones.map((zone) => (
        <ZoneRow key={zone.slug} zone={zone} />
      ))}
    </ul>
  );
}

function ZoneRow({ zone }: { zone: Zone }) {
  return (
    <li className="px-3 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="text-base">{zoneName(zone)}</h2>
        {isShort(zone) && SHORT}
      </div>
      <p className="text-sm text-muted">
        {plural(zone.published, "caso", "casos")} en {DEMAND_DAYS} días
        {zone.waiting > 0 && `${DOT}${zone.waiting} sin postulaciones`}
        {/* A line of its own: beside the others it would leave a dot at the end of the first. */}
        <span className="block">{plural(zone.specialists, "especialista activo", "especialistas activos")}</span>
      </p>
    </li>
  );
}

function zoneName({ name }: Zone): string {
  return name ?? "Lugar no reconocido";
}
