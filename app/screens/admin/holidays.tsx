import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { FIRST_YEAR, LAST_YEAR } from "../../domain/holidays/holiday.ts";
import type { HolidayDialogProps } from "../../domain/holidays/holiday-dialog.tsx";
import { dayOf } from "../../domain/bookings/booking-words.ts";
import { today } from "../../shared/text/calendar-days.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
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
  const past = items.filter(({ day }) => day < today());
  const ahead = items.filter(({ day }) => day >= today());
  const close = (day?: string) => {
    setEdited(null);
    if (day) onYear(Number(day.slice(0, 4)));
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="-ml-2.5 flex items-center gap-1">
          <IconButton
            icon="back"
            label={String(year - 1)}
            isDisabled={year <= FIRST_YEAR}
            onPress={() => onYear(year - 1)}
          />
          <h2 aria-live="polite" className="text-2xl">
            {year}
          </h2>
          <IconButton
            icon="arrow"
            label={String(year + 1)}
            isDisabled={year >= LAST_YEAR}
            onPress={() => onYear(year + 1)}
          />
        </div>
        <Button icon="plus" onPress={() => setEdited("")}>
          Agregar feriado
        </Button>
      </div>
      {items.length === 0 && <p className="mt-4">No hay feriados de {year} en la lista.</p>}
      {ahead.length > 0 && <Rows items={ahead} onEdit={setEdited} />}
      {past.length > 0 && (
        <div className="mt-4">
          <Fold title={`Ya pasaron (${past.length})`} isOpen={ahead.length === 0}>
            <Rows items={past} onEdit={setEdited} />
          </Fold>
        </div>
      )}
      {edited !== null && (
        <HolidayDialog
          isOpen
          key={edited}
          day={edited || null}
          stored={items.find(({ day }) => day === edited)?.name ?? null}
          onClose={close}
        />
      )}
    </>
  );
}

/** Holidays as rows; a press changes or removes one. */
function Rows({ items, onEdit }: { items: Year["items"]; onEdit: (day: string) => void }) {
  return (
    <ul role="list" className="mt-4 divide-y divide-line rounded-card border border-line bg-surface">
      {items.map(({ day, name }) => (
        <li key={day}>
          <button
            type="button"
            onClick={() => onEdit(day)}
            className="flex min-h-12 w-full cursor-pointer items-center gap-x-4 rounded-card px-4 py-2 text-left hover:bg-primary-soft
              max-sm:flex-col max-sm:items-start"
          >
            <span className="shrink-0 text-muted max-sm:order-2 max-sm:text-sm sm:w-60">{dayOf(day)}</span>
            <span className="font-semibold wrap-anywhere">{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
