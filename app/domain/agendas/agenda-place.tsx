import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { CASE_MODALITY_LABELS, MODALITIES, type Modality } from "../profiles/modality.ts";
import { Button } from "../../ui/button.tsx";
import { RadioChips } from "../../ui/chip-group.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";

export type OwnPlace = Answers["agendas"]["mine"]["places"][number];
type PlaceFields = Omit<OwnPlace, "id">;

const NEW_PLACE: PlaceFields = {
  modality: "consultorio",
  label: "",
  address: null,
  arrival: null,
  session_min: 45,
  buffer_min: 0,
  travel_min: 0,
  seats: 1,
};

const minutes = (from: number, to: number, step: number, stored: number) =>
  [...new Set([...Array.from({ length: (to - from) / step + 1 }, (_, n) => from + n * step), stored])]
    .toSorted((a, b) => a - b)
    .map((value) => ({ value: String(value), label: value === 0 ? "Nada" : `${value} min` }));
const SEATS = [1, 2, 3, 4, 5, 6].map((count) => ({ value: String(count), label: String(count) }));

/** A place where the specialist attends, opened to change it; null for a new one. */
export function AgendaPlace({ place, onDone }: { place: OwnPlace | null; onDone?: () => void }) {
  const [isOpen, setOpen] = useState(place === null);
  const close = () => {
    setOpen(false);
    onDone?.();
  };
  if (isOpen || place === null) return <PlaceForm place={place} onDone={close} />;
  return (
    <div className="flex items-center justify-between gap-2 rounded-card bg-sunken p-3 pl-4">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{place.label}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {[CASE_MODALITY_LABELS[place.modality], place.address, `${place.session_min} min`]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <IconButton icon="edit" label={`Cambiar ${place.label}`} onPress={() => setOpen(true)} />
    </div>
  );
}

function PlaceForm({ place, onDone }: { place: OwnPlace | null; onDone: () => void }) {
  const [fields, setFields] = useState<PlaceFields>(place ?? NEW_PLACE);
  const [problem, setProblem] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const save = useMutation(queries.agendas.savePlace.mutationOptions());
  const retire = useMutation(queries.agendas.retirePlace.mutationOptions());
  const set = (change: Partial<PlaceFields>) => setFields({ ...fields, ...change });
  const run = async (act: () => Promise<unknown>, done: string, failure: string) => {
    try {
      await act();
      toast.success(done);
      onDone();
    } catch (error) {
      toastFailure(failure, error, true);
      setAsking(false);
    } finally {
      await queryClient.invalidateQueries({ queryKey: queries.agendas.key() });
    }
  };
  const submit = () => {
    if (fields.label.trim() === "") return setProblem("Ponele un nombre");
    const { id } = place ?? {};
    return void run(
      () => save.mutateAsync({ ...fields, ...(id && { id }) }),
      "Lugar guardado",
      "No se pudo guardar el lugar",
    );
  };
  const atConsultorio = fields.modality === "consultorio";
  return (
    <div className="flex flex-col gap-5 rounded-card border border-line p-4">
      <RadioChips
        label="Cómo atendés acá"
        options={MODALITIES.map((value) => ({ value, label: CASE_MODALITY_LABELS[value] }))}
        value={fields.modality}
        onChange={(modality) => set({ modality: modality as Modality, seats: 1 })}
      />
      <TextField
        label="Nombre"
        placeholder="Consultorio Palermo"
        value={fields.label}
        onChange={(label) => {
          set({ label });
          setProblem(undefined);
        }}
        {...(problem && { errorMessage: problem })}
        isRequired
      />
      {fields.modality !== "domicilio" && (
        <TextField
          label={atConsultorio ? "Dirección" : "Enlace"}
          description="La ven solo los pacientes que te aceptaron."
          value={fields.address ?? ""}
          onChange={(address) => set({ address })}
          isOptional
        />
      )}
      {atConsultorio && (
        <TextField
          label="Cómo llegar"
          value={fields.arrival ?? ""}
          onChange={(arrival) => set({ arrival })}
          isOptional
          counterMax={300}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-3">
        <Select
          label="Duración"
          options={minutes(15, 180, 5, fields.session_min)}
          value={String(fields.session_min)}
          onChange={(value) => set({ session_min: Number(value) })}
        />
        <Select
          label={atConsultorio ? "Entre turnos" : "Viaje entre turnos"}
          options={minutes(0, 60, 5, atConsultorio ? fields.buffer_min : fields.travel_min)}
          value={String(atConsultorio ? fields.buffer_min : fields.travel_min)}
          onChange={(value) => set(atConsultorio ? { buffer_min: Number(value) } : { travel_min: Number(value) })}
        />
        {atConsultorio && (
          <Select
            label="Pacientes a la vez"
            options={SEATS}
            value={String(fields.seats)}
            onChange={(value) => set({ seats: Number(value) })}
          />
        )}
      </div>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button isPending={save.isPending} pendingLabel="Guardando…" onPress={submit}>
          Guardar lugar
        </Button>
        <Button variant="secondary" onPress={onDone}>
          Cancelar
        </Button>
        {place && (
          <Button variant="quiet" onPress={() => setAsking(true)}>
            Quitar
          </Button>
        )}
      </div>
      {place && (
        <ConfirmDialog
          isOpen={isAsking}
          onOpenChange={setAsking}
          title={`¿Quitar ${place.label}?`}
          confirmLabel="Quitar"
          cancelLabel="Volver"
          tone="danger"
          isPending={retire.isPending}
          onConfirm={() => void run(() => retire.mutateAsync({ id: place.id }), "Lugar quitado", "No se pudo quitar")}
        >
          <p>Se borran también los horarios que son solo de este lugar.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
