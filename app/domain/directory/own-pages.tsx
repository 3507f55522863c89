import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type Answers, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { formatShortDate, plural } from "../../shared/format.ts";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Icon } from "../../ui/icons.tsx";
import { FormSkeleton } from "../../ui/skeleton.tsx";
import { CASE_MODALITY_LABELS } from "../profiles/modality.ts";
import { type Lack, LACK_WORDS } from "./lacks.ts";

const words = new Intl.ListFormat("es-AR", { type: "conjunction" });
const DAYS_SHOWN = 7;
const PROFILE = "/dashboard/kine/profile";

/** Where a specialist adds what they lack. */
const MENDS: Partial<Record<Lack, { name: string; path: string }>> = {
  home: { name: `Agregar ${CASE_MODALITY_LABELS.domicilio}`, path: PROFILE },
  online: { name: `Agregar ${CASE_MODALITY_LABELS.online}`, path: PROFILE },
  coverage: { name: "Cargar cobertura", path: `${PROFILE}?parte=coberturas` },
  price: { name: "Confirmar precio", path: `${PROFILE}?parte=precios` },
  hours: { name: "Cargar horarios", path: `${PROFILE}?parte=horarios` },
};

/** "Dónde te encuentran" of the specialist's profile: pages and filters, what is missing for each, and how often they were shown. */
export function OwnPages() {
  const own = useQuery(queries.directory.mine.queryOptions());
  if (neverLoaded(own)) {
    return (
      <ErrorState
        message="No se pudo cargar dónde te encuentran"
        onRetry={() => void own.refetch()}
        isRetrying={own.isFetching}
      />
    );
  }
  if (!own.data) return <FormSkeleton count={3} />;
  const { pages, showings } = own.data;
  const [missing, there] = [
    pages.filter(({ lacks }) => lacks.length > 0),
    pages.filter(({ lacks }) => lacks.length === 0),
  ];
  const total = showings.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card as="section">
      <h2 className="mb-1 text-xl">Dónde te encuentran</h2>
      <p className="mb-5 text-muted">Las páginas y los filtros del directorio público, y qué te falta para estar.</p>
      {missing.length > 0 && <Pages pages={missing} />}
      {there.length > 0 && (
        <Fold title={`Ya estás en ${there.length}`}>
          <Pages pages={there} />
        </Fold>
      )}
      <h3 className="mt-6 mb-1 text-lg">Cuántas veces apareciste</h3>
      {total === 0 ? (
        <p className="text-muted">Todavía ninguna en los últimos 30 días.</p>
      ) : (
        <>
          <p className="text-muted">
            {plural(total, "vez", "veces")} en los últimos 30 días. Contamos listas, no personas, y también las que leen
            los buscadores: no guardamos quién miró.
          </p>
          <ul className="mt-3 grid gap-1 text-sm">
            {showings.slice(0, DAYS_SHOWN).map(({ day, count }) => (
              <li key={day} className="flex justify-between gap-4 border-t border-line py-1.5">
                <span>{formatShortDate(day)}</span>
                <span className="tabular-nums">{plural(count, "vez", "veces")}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function Pages({ pages }: { pages: Answers["directory"]["mine"]["pages"] }) {
  return (
    <ul className="grid gap-3">
      {pages.map(({ name, path, lacks }) => (
        <li key={name} className="flex items-start gap-3">
          <Icon
            name={lacks.length === 0 ? "check" : "close"}
            className={`mt-0.5 size-5 shrink-0 ${lacks.length === 0 ? "text-primary" : "text-muted"}`}
          />
          <div className="min-w-0">
            {path && lacks.length === 0 ? (
              <a href={path} className="font-semibold text-primary underline underline-offset-4">
                {name}
              </a>
            ) : (
              <span className="font-semibold">{name}</span>
            )}
            <p className={lacks.length === 0 ? "sr-only" : "text-sm text-muted"}>
              {lacks.length === 0 ? "Estás." : `Te falta ${words.format(lacks.map((lack) => LACK_WORDS[lack]))}. `}
              {lacks
                .map((lack) => MENDS[lack])
                .map(
                  (mend) =>
                    mend && (
                      <Link
                        key={mend.name}
                        to={mend.path}
                        className="mr-3 font-semibold text-primary underline underline-offset-4"
                      >
                        {mend.name}
                      </Link>
                    ),
                )}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
