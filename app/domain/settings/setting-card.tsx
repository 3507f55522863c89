import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { formatMoment } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { RadioChips } from "../../ui/chip-group.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { type AnyValue, settingInWords, SETTINGS, typedSetting } from "./settings.ts";

type Setting = Answers["settings"]["read"]["items"][number];

/** A setting with its value, its default and who changed it last. What is typed is kept when saving fails. */
export function SettingCard({ setting }: { setting: Setting }) {
  const { key, value, fallback, changed_at, changed_by_name } = setting;
  const { label, about, choices, range }: (typeof SETTINGS)[typeof key] & { range?: readonly [number, number] } =
    SETTINGS[key];
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? String(value);
  const queryClient = useQueryClient();
  const saving = useMutation(
    queries.settings.change.mutationOptions({
      onSuccess: async () => {
        toast.success("Ajuste guardado");
        await queryClient.invalidateQueries({ queryKey: queries.settings.key() });
        setTyped(null);
      },
      onError: (error) => toastFailure("No se pudo guardar el ajuste", error),
    }),
  );
  const save = (value: AnyValue) => saving.mutate({ key, value });
  return (
    <Card as="li">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save(typedSetting(key, shown));
        }}
        className="flex flex-col items-start gap-4"
      >
        {choices ? (
          <RadioChips label={label} description={about} options={choices} value={shown} onChange={setTyped} />
        ) : (
          <div className="w-full">
            <TextField
              label={label}
              description={range ? `${about} De ${range[0]} a ${range[1]}.` : about}
              inputMode={range && "numeric"}
              value={shown}
              onChange={setTyped}
            />
          </div>
        )}
        <p className="text-sm text-muted">
          De fábrica: {settingInWords(key, fallback)}
          {changed_at && `. Cambiado el ${formatMoment(changed_at)} por ${changed_by_name ?? "una cuenta eliminada"}.`}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isPending={saving.isPending} isDisabled={shown === String(value)}>
            Guardar<span className="sr-only"> «{label}»</span>
          </Button>
          {value !== fallback && (
            <Button variant="secondary" isDisabled={saving.isPending} onPress={() => save(fallback)}>
              Volver al valor de fábrica<span className="sr-only"> de «{label}»</span>
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
