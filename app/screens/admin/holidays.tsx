import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, api, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { FIRST_YEAR, LAST_YEAR } from "../../domain/holidays/holiday.ts";
import type { HolidayDialogProps } from "../../domain/holidays/holiday-dialog.tsx";
import { ActionWithReason } from "../../domain/moderation/action-with-reason.tsx";
import { formatBirthDate } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { lateDialog } from "../../ui/late.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";

const HolidayDialog = lateDialog<HolidayDialogProps>(
  async () => (await import("../../domain/holidays/holiday-dialog.tsx")).HolidayDialog,
);

type Year = Answers["holidays"]["list"];

/** "Feriados": the national holidays and days off of a year, which close agendas. */
export default function Holidays() {
  const [year, setYear] = useState<number | null>(null);
  const list = useQuery(queries.holidays.list.queryOptions({ input: { year }, placeholderData: keepPreviousData }));
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="mb-2 text-3xl">Feriados</h1>
      <p className="mb-6 text-muted">
        Los días feriados y no laborables de todo el país. Cierran las agendas de quienes no atienden en feriados; los
        turnos que ya están siguen en pie.
      </p>
      {list.data ? (
        <OfYear year={list.data} onYear={setYear} />
      ) : neverLoaded(list) ? (
        <ErrorState
          message="No se pudieron cargar los feriados"
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <CardListSkeleton count={4} />
      )}
    </div>
  );
}

function OfYear({ year: { year, items }, onYear }: { year: Year; onYear: (year: number) => void }) {
  const [edited, setEdited] = useState<string | null>(null);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex items-center gap-2">
          <Button variant="quiet" isDisabled={year <= FIRST_YEAR} onPress={() => onYear(year - 1)}>
            {year - 1}
          </Button>
          <h2 aria-live="polite" className="text-2xl">
            {year}
          </h2>
          <Button variant="quiet" isDisabled={year >= LAST_YEAR} onPress={() => onYear(year + 1)}>
            {year + 1}
          </Button>
        </div>
        <Button icon="plus" onPress={() => setEdited("")}>
          Agregar feriado
        </Button>
      </div>
      {items.length === 0 ? (
        <p className="mt-4">No hay feriados de {year} en la lista.</p>
      ) : (
        <ul role="list" className="mt-4 divide-y divide-line">
          {items.map(({ day, name }) => (
            <li key={day} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">{name}</p>
                <p className="text-sm text-muted">{formatBirthDate(day)}</p>
              </div>
              <div className="flex gap-2">
                <Button
                  variant="secondary"
                  size="small"
                  icon="edit"
                  aria-label={`Cambiar ${name}, ${formatBirthDate(day)}`}
                  onPress={() => setEdited(day)}
                >
                  Cambiar
                </Button>
                <ActionWithReason
                  label="Quitar"
                  fullLabel={`Quitar ${name}, ${formatBirthDate(day)}`}
                  icon="close"
                  tone="danger"
                  title={`¿Quitar ${name}?`}
                  act={() => api.holidays.remove({ day, read: name })}
                  done="Feriado quitado"
                  failure="No se pudo quitar el feriado"
                >
                  <p>{formatBirthDate(day)}: ese día las agendas vuelven a abrir según sus horarios.</p>
                </ActionWithReason>
              </div>
            </li>
          ))}
        </ul>
      )}
      {edited !== null && (
        <HolidayDialog
          isOpen
          key={edited}
          day={edited || null}
          stored={items.find(({ day }) => day === edited)?.name ?? null}
          onClose={(day) => {
            setEdited(null);
            if (day) onYear(Number(day.slice(0, 4)));
          }}
        />
      )}
    </>
  );
}
