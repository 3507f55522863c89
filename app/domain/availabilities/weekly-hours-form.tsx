import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFieldArray, useForm, useWatch } from "react-hook-form";
import { queries } from "../../client/api.ts";
import { Field, useSubmit } from "../../client/form.tsx";
import { lateResolver } from "../../client/late-resolver.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { useStoredList } from "../../client/stored-list.ts";
import { useWarningBeforeLeaving } from "../../client/unsaved.ts";
import { errorCode } from "../../shared/errors.ts";
import { areSameItems } from "../../shared/same-items.ts";
import { Button } from "../../ui/button.tsx";
import { ChangedElsewhere } from "../../ui/changed-elsewhere.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Select } from "../../ui/select.tsx";
import { TimeField } from "../../ui/time-field.tsx";
import { toast } from "../../ui/toast.tsx";
import type { Week, WeeklyRange } from "./availability.ts";
import { hoursBetween, MIDNIGHT, MIDNIGHT_TYPED, WEEKDAY_NAMES } from "./weekday.ts";

// Weeks start on Monday.
const DAYS = [1, 2, 3, 4, 5, 6, 0] as const;

const resolver = lateResolver(async () => (await import("./availability.ts")).Week);

/** A place of the agenda. */
export type AttendedPlace = { id: string; label: string };
type WeeklyHoursFormProps = { ranges: WeeklyRange[]; places: readonly AttendedPlace[] };

/** The specialist's weekly hours: a line a day, which opens its ranges, saved as one week. */
export function WeeklyHoursForm({ ranges, places }: WeeklyHoursFormProps) {
  const { control, formState, handleSubmit, reset } = useForm<Week>({
    resolver,
    defaultValues: { ranges: ranges.map(typed) },
  });
  useWarningBeforeLeaving(formState.isDirty);
  const list = useFieldArray({ control, name: "ranges" });
  const current = useWatch({ control, name: "ranges" });
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const open = (weekday: number, isOpen: boolean) => {
    const next = new Set(opened);
    if (isOpen) next.add(weekday);
    else next.delete(weekday);
    setOpened(next);
  };
  const queryClient = useQueryClient();
  const save = useMutation(queries.availabilities.replace.mutationOptions());
  const { isDirty, isSubmitting } = formState;
  const refill = () => reset({ ranges: ranges.map(typed) });
  const { read, isBehind, setRead, takeOver } = useStoredList({
    stored: ranges,
    itemsOf,
    isDirty,
    isSubmitting,
    refill,
  });
  const reload = () => queryClient.invalidateQueries({ queryKey: queries.availabilities.key() });

  const submit = useSubmit(
    handleSubmit(async (week) => {
      try {
        await save.mutateAsync({ ...week, read });
        setRead(week.ranges);
        reset({ ranges: week.ranges.map(typed) }, { keepValues: true });
        setOpened(new Set());
        toast.success("Horarios actualizados exitosamente");
        await reload();
      } catch (error) {
        toastFailure("Error al actualizar los horarios", error, true);
        if (errorCode(error) === "LIST_CHANGED") await reload();
      }
    }),
  );

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {isBehind && (
        <ChangedElsewhere
          title="Tus horarios cambiaron mientras los editabas."
          saved={differencesInWords(ranges, current)}
          onUseSaved={takeOver}
          onKeepMine={() => setRead(ranges)}
        />
      )}
      <div className="divide-y divide-line">
        {DAYS.map((weekday) => {
          const rows = list.fields
            .map((range, index) => ({ ...range, index }))
            .filter((range) => range.weekday === weekday);
          const isOpen =
            rows.length > 0 &&
            (opened.has(weekday) || rows.some(({ index }) => formState.errors.ranges?.[index] !== undefined));
          const copied = rows.length === 0 ? dayBefore(weekday, current) : null;
          return (
            <div key={weekday} role="group" aria-labelledby={`hours-${weekday}`} className="py-1">
              <div className="flex items-center justify-end gap-2">
                {rows.length === 0 ? (
                  <p className="flex grow gap-x-3 max-sm:flex-col">
                    <span id={`hours-${weekday}`} className="font-semibold sm:w-22">
                      {WEEKDAY_NAMES[weekday]}
                    </span>
                    <span className="text-muted max-sm:text-sm">Sin horario</span>
                  </p>
                ) : (
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    onClick={() => open(weekday, !isOpen)}
                    className="flex min-h-11 grow basis-0 cursor-pointer items-center gap-3 rounded text-left hover:text-primary"
                  >
                    <span id={`hours-${weekday}`} className="w-22 shrink-0 font-semibold">
                      {WEEKDAY_NAMES[weekday]}
                    </span>
                    <span className="grow text-muted tabular-nums">
                      {!isOpen &&
                        rows.map(({ index }) => (
                          <span key={index} className="block">
                            {wordsOf(current[index])}
                          </span>
                        ))}
                    </span>
                    <Icon name="chevron" className={`size-5 shrink-0 text-muted ${isOpen ? "rotate-180" : ""}`} />
                  </button>
                )}
                {copied && (
                  <Button
                    variant="quiet"
                    size="small"
                    icon="copy"
                    aria-label={`Copiar del ${nameOf(copied.weekday)} al ${nameOf(weekday)}`}
                    onPress={() =>
                      list.append(
                        copied.ranges.map((range) => ({ ...range, weekday })),
                        { shouldFocus: false },
                      )
                    }
                  >
                    <span className="whitespace-nowrap">Copiar del {nameOf(copied.weekday)}</span>
                  </Button>
                )}
                <IconButton
                  icon="plus"
                  label={`Agregar horario el ${nameOf(weekday)}`}
                  onPress={() => {
                    list.append({ weekday, place_id: null, ...nextRange(rows.at(-1)) }, { shouldFocus: false });
                    open(weekday, true);
                  }}
                />
              </div>
              {isOpen && (
                <div className="flex flex-col gap-1.5 pb-2">
                  {rows.map(({ id, index }) => (
                    <div key={id} className={`flex items-start gap-2 ${places.length > 1 ? "pb-3" : ""}`}>
                      <div
                        className={`grid grow grid-cols-2 gap-2 ${places.length > 1 ? "sm:grid-cols-[1fr_1fr_1.6fr]" : ""}`}
                      >
                        <Field control={control} name={`ranges.${index}.start_time`}>
                          {(wired) => <TimeField label="Desde" isLabelHidden {...wired} />}
                        </Field>
                        <Field control={control} name={`ranges.${index}.end_time`}>
                          {(wired) => <TimeField label="Hasta" isLabelHidden {...wired} />}
                        </Field>
                        {places.length > 1 && (
                          <div className="max-sm:col-span-2">
                            <Field control={control} name={`ranges.${index}.place_id`}>
                              {({ value, onChange, ...wired }) => (
                                <Select
                                  label="Dónde"
                                  isLabelHidden
                                  placeholder="En todos mis lugares"
                                  options={places.map(({ id, label }) => ({ value: id, label }))}
                                  value={value ?? ""}
                                  onChange={(place) => onChange(place || null)}
                                  {...wired}
                                />
                              )}
                            </Field>
                          </div>
                        )}
                      </div>
                      <IconButton
                        icon="trash"
                        label={`Quitar horario del ${WEEKDAY_NAMES[weekday].toLowerCase()}`}
                        onPress={() => list.remove(index)}
                      />
                    </div>
                  ))}
                </div>
              )}
            </div>
          );
        })}
      </div>
      <Button type="submit" isPending={formState.isSubmitting} pendingLabel="Guardando…">
        Guardar horarios
      </Button>
    </form>
  );
}

const itemsOf = (ranges: readonly WeeklyRange[]) => ranges;

/** The stored hours of the days that have others in the form. */
function differencesInWords(stored: readonly WeeklyRange[], current: readonly WeeklyRange[]) {
  const of = (ranges: readonly WeeklyRange[], day: number) => ranges.filter(({ weekday }) => weekday === day);
  return DAYS.filter((day) => !areSameItems(of(stored, day).map(typed), of(current, day))).map((day) => ({
    name: WEEKDAY_NAMES[day],
    text: of(stored, day)
      .map(({ start_time, end_time }) => hoursBetween(start_time, end_time))
      .join("\n"),
  }));
}

const wordsOf = (range: WeeklyRange | undefined) => range && hoursBetween(range.start_time, range.end_time);

const nameOf = (weekday: number) => (WEEKDAY_NAMES[weekday] ?? "").toLowerCase();

const typed = (range: WeeklyRange): WeeklyRange =>
  range.end_time === MIDNIGHT ? { ...range, end_time: MIDNIGHT_TYPED } : range;

/** The nearest earlier day of the week that has hours, with its ranges as entered in the form; null without such a day. */
function dayBefore(weekday: number, ranges: readonly WeeklyRange[]) {
  const place = DAYS.findIndex((day) => day === weekday);
  const prior = DAYS.slice(0, place).findLast((day) => ranges.some((range) => range.weekday === day));
  return prior === undefined ? null : { weekday: prior, ranges: ranges.filter((range) => range.weekday === prior) };
}

/** The default of a new range: the morning, then the afternoon. */
function nextRange(last: unknown): Pick<WeeklyRange, "start_time" | "end_time"> {
  return last ? { start_time: "14:00", end_time: "18:00" } : { start_time: "09:00", end_time: "13:00" };
}
