import type { Ref } from "react";
import type { Answers } from "../../client/api.ts";
import { formatMoment } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { RadioChips } from "../../ui/chip-group.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { settingInWords, SETTINGS } from "./settings.ts";

export type Setting = Answers["settings"]["read"]["items"][number];

type SettingFieldProps = {
  setting: Setting;
  typed: string;
  onType: (text: string) => void;
  errorMessage?: string | undefined;
  inputRef: Ref<HTMLInputElement & HTMLTextAreaElement>;
};

/** A setting as it is typed; once it was changed, by whom, and its default where it differs. */
export function SettingField({ setting, typed, onType, errorMessage, inputRef }: SettingFieldProps) {
  const { key, fallback, changed_at, changed_by_name } = setting;
  const { label, about, choices, range }: (typeof SETTINGS)[typeof key] & { range?: readonly [number, number] } =
    SETTINGS[key];
  return (
    <li className={`flex flex-col gap-2 ${range ? "[&_input]:max-w-32" : ""}`}>
      {choices ? (
        <RadioChips label={label} description={about} options={choices} value={typed} onChange={onType} />
      ) : (
        <TextField
          label={label}
          description={range ? `${about} De ${range[0]} a ${range[1]}.` : about}
          inputMode={range ? "numeric" : "url"}
          value={typed}
          onChange={onType}
          inputRef={inputRef}
          {...(errorMessage !== undefined && { errorMessage })}
        />
      )}
      {(changed_at !== null || typed !== String(fallback)) && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          {changed_at && `Lo cambió ${changed_by_name ?? "una cuenta eliminada"} el ${formatMoment(changed_at)}. `}
          {typed !== String(fallback) && (
            <>
              De fábrica: {settingInWords(key, fallback)}.
              <Button variant="link" size="inline" onPress={() => onType(String(fallback))}>
                Volver al valor de fábrica<span className="sr-only"> de «{label}»</span>
              </Button>
            </>
          )}
        </p>
      )}
    </li>
  );
}
