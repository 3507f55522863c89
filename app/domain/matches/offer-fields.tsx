import { type ComponentProps, useState } from "react";
import { type Control, type FieldValues, useWatch } from "react-hook-form";
import type { z } from "zod";
import { Field } from "../../client/form.tsx";
import { pesos } from "../../shared/text/pesos.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxChips, RadioChips } from "../../ui/chip-group.tsx";
import { FieldFrame } from "../../ui/field-frame.tsx";
import { boxLook } from "../../ui/field-look.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ContactNotice } from "../contacts/contact-notice.tsx";
import { CASE_MODALITY_LABELS, MODALITIES, type Modality } from "../profiles/modality.ts";
import { timeInOnePiece } from "./offer-words.ts";
import { MOST_TIMES, type NewOfferFacts, OFFER_DAYS, OFFER_HOW_LABELS } from "./offer.ts";

/** The form values that the fields of an offer need. */
export type OfferValues = FieldValues & { offer?: z.input<typeof NewOfferFacts> | null; valid_days?: number };

const unsaid = { value: "", label: "Sin decir" };
const modalityOptions = [unsaid, ...MODALITIES.map((value) => ({ value, label: CASE_MODALITY_LABELS[value] }))];
const howOptions = [unsaid, ...Object.entries(OFFER_HOW_LABELS).map(([value, label]) => ({ value, label }))];
const dayOptions = [3, 7, OFFER_DAYS].map((days) => ({ value: String(days), label: `${days} días` }));

const NUMBERS = [
  ["session", "Precio de una sesión", "En pesos."],
  ["first", "Precio de la primera sesión", "En pesos. Si es otro."],
  ["sessions", "Cuántas sesiones estimás", "Puede cambiar después de evaluar."],
] as const;

export type OfferFieldsProps = {
  control: Control<OfferValues>;
  /** What the specialist's own facts offer to choose from. */
  choices?: { places: readonly string[]; times: readonly string[] };
  onModality?: (modality: Modality | null) => void;
};

/** The optional facts of an offer; that they are is said once. */
export function OfferFields({ control, choices, onModality }: OfferFieldsProps) {
  const place: unknown = useWatch({ control, name: "offer.place" });
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">Todo es opcional. El paciente la compara con otras.</p>
      {NUMBERS.map(([name, label, description]) => (
        <Field key={name} control={control} name={`offer.${name}`}>
          {(wired) => <NumberField {...wired} {...{ label, description }} read={name === "sessions" ? count : pesos} />}
        </Field>
      ))}
      <Field control={control} name="offer.modality">
        {({ value, onChange, ...field }) => (
          <RadioChips
            {...field}
            label="Modalidad"
            options={modalityOptions}
            value={value ?? ""}
            onChange={(chosen) => {
              onChange((chosen || null) as Modality | null);
              onModality?.((chosen || null) as Modality | null);
            }}
          />
        )}
      </Field>
      <Field control={control} name="offer.place">
        {({ value, ...field }) => (
          <div className="flex flex-col gap-2">
            <TextField {...field} label="Lugar" value={value ?? ""} />
            <PlaceButtons places={choices?.places ?? []} chosen={value} onChoose={field.onChange} />
          </div>
        )}
      </Field>
      <ContactNotice text={typeof place === "string" ? place : ""}>
        Cuando el paciente te acepte, cada uno ve el teléfono del otro: no hace falta ponerlo.
      </ContactNotice>
      <Field control={control} name="offer.how">
        {({ value, onChange, ...field }) => (
          <RadioChips
            {...field}
            label="Con su cobertura"
            options={howOptions}
            value={value ?? ""}
            onChange={(chosen) => onChange((chosen || null) as keyof typeof OFFER_HOW_LABELS | null)}
          />
        )}
      </Field>
      <FirstTimes control={control} choices={choices?.times ?? []} />
      <Field control={control} name="valid_days">
        {({ value, onChange, ...field }) => (
          <Select
            {...field}
            label="La propuesta vale"
            options={dayOptions}
            value={String(value ?? OFFER_DAYS)}
            onChange={(chosen) => onChange(Number(chosen))}
          />
        )}
      </Field>
    </div>
  );
}

const count = (text: string) => (text.trim() === "" ? null : /^\d{1,3}$/.test(text.trim()) ? Number(text) : undefined);

type NumberFieldProps = Omit<ComponentProps<typeof TextField>, "value" | "onChange"> & {
  value: number | null | undefined;
  onChange: (value: number | null) => void;
  /** The number of a text, null for none, undefined for what is no number. */
  read: (text: string) => number | null | undefined;
};

/** A field of a number that keeps what is typed; its form holds NaN, which its schema refuses, while that is no number. */
function NumberField({ value, onChange, read, ...field }: NumberFieldProps) {
  const [{ text, number }, setTyped] = useState({ text: value ? String(value) : "", number: value ?? null });
  // Filled in from elsewhere.
  if (!Object.is(value ?? null, number)) setTyped({ text: value ? String(value) : "", number: value ?? null });
  return (
    <TextField
      {...field}
      inputMode="numeric"
      value={text}
      onChange={(typed) => {
        const next = read(typed);
        const held = next === undefined ? Number.NaN : next;
        setTyped({ text: typed, number: held });
        onChange(held);
      }}
    />
  );
}

const MINUTE_MS = 60_000;
/** An ISO moment in the format of a datetime-local input, in the browser's time zone. */
function localTime(iso: string): string {
  if (iso === "") return "";
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** The specialist's other places, each of which fills the field in. */
function PlaceButtons(props: { places: readonly string[]; chosen: unknown; onChoose: (place: string) => void }) {
  const others = props.places.filter((place) => place !== props.chosen);
  if (others.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {others.map((place) => (
        <Button key={place} variant="secondary" size="small" onPress={() => props.onChoose(place)}>
          {place}
        </Button>
      ))}
    </div>
  );
}

/** The first times: the specialist's free ones as chips, and fields for others. */
function FirstTimes({ control, choices }: { control: Control<OfferValues>; choices: readonly string[] }) {
  const [hasOthers, setHasOthers] = useState(choices.length === 0);
  return (
    <Field control={control} name="offer.times">
      {({ value, onChange, errorMessage }) => {
        const chosen = value?.filter((time) => time !== "") ?? [];
        const times = [...new Set([...choices, ...chosen])].toSorted();
        return hasOthers ? (
          <TimeInputs value={value ?? []} onChange={onChange} errorMessage={errorMessage} />
        ) : (
          <div className="flex flex-col gap-2">
            <CheckboxChips
              label="Primeros horarios"
              description={`Tus horarios libres. Hasta ${MOST_TIMES}.`}
              options={times.map((time) => ({ value: time, label: timeInOnePiece(time) }))}
              value={chosen}
              onChange={(next) => onChange(next.slice(0, MOST_TIMES))}
              {...(errorMessage && { errorMessage })}
            />
            <div>
              <Button variant="quiet" size="small" icon="plus" onPress={() => setHasOthers(true)}>
                Otro horario
              </Button>
            </div>
          </div>
        );
      }}
    </Field>
  );
}

type TimeInputsProps = {
  value: readonly string[];
  onChange: (times: string[]) => void;
  errorMessage: string | undefined;
};

function TimeInputs({ value, onChange, errorMessage }: TimeInputsProps) {
  const times = Array.from({ length: MOST_TIMES }, (_, index) => value[index] ?? "");
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-semibold">Primeros horarios</legend>
      {times.map((time, index) => (
        <FieldFrame key={index} label={`Horario ${index + 1}`} {...(errorMessage && index === 0 && { errorMessage })}>
          {(wiring) => (
            <input
              {...wiring}
              type="datetime-local"
              step={900}
              value={localTime(time)}
              onChange={({ target }) =>
                onChange(
                  times.map((each, place) =>
                    place !== index ? each : target.value === "" ? "" : new Date(target.value).toISOString(),
                  ),
                )
              }
              className={boxLook}
            />
          )}
        </FieldFrame>
      ))}
    </fieldset>
  );
}
