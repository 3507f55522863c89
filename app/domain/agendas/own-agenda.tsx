import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Select } from "../../ui/select.tsx";
import { FormSkeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";
import { NEW_AGENDA } from "./agenda-defaults.ts";
import type { AgendaSettings } from "./agenda-input.ts";
import { AgendaPlace, type OwnPlace } from "./agenda-place.tsx";

type Own = Answers["agendas"]["mine"];

const options = (values: readonly number[], words: (value: number) => string) =>
  values.map((value) => ({ value: String(value), label: words(value) }));
const LEADS = options([0, 60, 120, 240, 720, 1440, 2880], (minutes) =>
  minutes === 0
    ? "Hasta último momento"
    : minutes < 1440
      ? `${minutes / 60} h antes`
      : `${minutes / 1440} día${minutes > 1440 ? "s" : ""} antes`,
);
const HORIZONS = options([7, 14, 28, 60, 90], (days) => `${days} días`);
const NOTICES = options([0, 2, 12, 24, 48], (hours) => (hours === 0 ? "Sin plazo" : `${hours} h`));
/** A value that is stored stays among the options. */
const withStored = (list: typeof LEADS, stored: number) =>
  list.some(({ value }) => value === String(stored))
    ? list
    : [...list, { value: String(stored), label: String(stored) }];

/** "Turnos" of the specialist's profile: where they attend, and how turnos are taken. */
export function OwnAgenda() {
  const own = useQuery(queries.agendas.mine.queryOptions());
  if (neverLoaded(own)) {
    return (
      <ErrorState
        message="No se pudo cargar tu agenda"
        onRetry={() => void own.refetch()}
        isRetrying={own.isFetching}
      />
    );
  }
  if (!own.data) return <FormSkeleton count={4} />;
  return (
    <Card as="section">
      <h2 id="agenda" className="mb-1 text-xl">
        Turnos
      </h2>
      <p className="mb-5 text-muted">
        Tus pacientes aceptados piden turno en tus horarios. Sin lugares, nadie puede pedir.
      </p>
      <Places places={own.data.places} />
      {own.data.places.length > 0 && (
        <div className="mt-4">
          <Fold title="Cómo se piden" isOpen={own.data.agenda === null}>
            <Settings key={JSON.stringify(own.data.agenda)} stored={own.data.agenda ?? NEW_AGENDA} />
          </Fold>
        </div>
      )}
    </Card>
  );
}

function Places({ places }: { places: OwnPlace[] }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      {places.length > 0 && (
        <ul className="flex flex-col gap-3">
          {places.map((place) => (
            <li key={place.id}>
              <AgendaPlace place={place} />
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <AgendaPlace place={null} onDone={() => setAdding(false)} />
      ) : (
        <div>
          <Button variant={places.length === 0 ? "primary" : "secondary"} icon="plus" onPress={() => setAdding(true)}>
            Agregar un lugar
          </Button>
        </div>
      )}
    </div>
  );
}

function Settings({ stored }: { stored: NonNullable<Own["agenda"]> }) {
  const [fields, setFields] = useState(stored);
  const queryClient = useQueryClient();
  const save = useMutation(queries.agendas.save.mutationOptions());
  const set = (change: Partial<AgendaSettings>) => setFields({ ...fields, ...change });
  const submit = async () => {
    try {
      await save.mutateAsync(fields);
      toast.success("Agenda actualizada");
      await queryClient.invalidateQueries({ queryKey: queries.agendas.key() });
    } catch (error) {
      toastFailure("Error al guardar tu agenda", error, true);
    }
  };
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-4 sm:grid-cols-3">
        <Select
          label="Se piden hasta"
          options={withStored(LEADS, fields.lead_min)}
          value={String(fields.lead_min)}
          onChange={(value) => set({ lead_min: Number(value) })}
        />
        <Select
          label="Con agenda abierta por"
          options={withStored(HORIZONS, fields.horizon_days)}
          value={String(fields.horizon_days)}
          onChange={(value) => set({ horizon_days: Number(value) })}
        />
        <Select
          label="Se cancela sin falta hasta"
          options={withStored(NOTICES, fields.notice_hours)}
          value={String(fields.notice_hours)}
          onChange={(value) => set({ notice_hours: Number(value) })}
        />
      </div>
      <div>
        <Checkbox isSelected={fields.is_on} onChange={(is_on) => set({ is_on })}>
          Tomo turnos por acá
        </Checkbox>
        <Checkbox isSelected={fields.is_instant} onChange={(is_instant) => set({ is_instant })}>
          Confirmar solos los pedidos en mis horarios, salvo de quien faltó dos veces
        </Checkbox>
        <Checkbox isSelected={fields.on_holidays} onChange={(on_holidays) => set({ on_holidays })}>
          Atiendo los feriados
        </Checkbox>
        <Checkbox isSelected={fields.is_public} onChange={(is_public) => set({ is_public })}>
          Mostrar mi próximo horario libre en mi perfil y en las listas
        </Checkbox>
      </div>
      <Button isPending={save.isPending} pendingLabel="Guardando…" onPress={() => void submit()}>
        Guardar agenda
      </Button>
    </div>
  );
}
