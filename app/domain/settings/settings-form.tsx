import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { useWarningBeforeLeaving } from "../../client/unsaved.ts";
import { plural } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { ChangedElsewhere } from "../../ui/changed-elsewhere.tsx";
import { Lines, Section } from "../../ui/section.tsx";
import { toast } from "../../ui/toast.tsx";
import { type Setting, SettingField } from "./setting-field.tsx";
import { type AnyValue, type SettingKey, settingInWords, SETTINGS, typedSetting } from "./settings.ts";
import { SETTING_GROUPS } from "./setting-groups.ts";

/** What is typed for a setting, and the value that the reader saw before. */
type Draft = { text: string; read: AnyValue };

/** All settings in their groups, which are lines, with one save. A field without a draft shows what is stored, also when another admin changes it meanwhile. */
export function SettingsForm({ settings }: { settings: readonly Setting[] }) {
  const queryClient = useQueryClient();
  const [drafts, setDrafts] = useState<ReadonlyMap<SettingKey, Draft>>(new Map());
  const [wrong, setWrong] = useState<ReadonlyMap<SettingKey, string>>(new Map());
  const fields = useRef(new Map<SettingKey, HTMLElement | null>());
  const stored = new Map(settings.map((setting) => [setting.key, setting]));
  const valueOf = (key: SettingKey) => stored.get(key)?.value ?? SETTINGS[key].fallback;
  const behind = [...drafts].filter(([key, { text, read }]) => valueOf(key) !== read && String(valueOf(key)) !== text);
  useWarningBeforeLeaving(drafts.size > 0);
  /** What a group holds, and how many of it differ from their default, where any does. */
  const stateOf = ({ holds, keys }: (typeof SETTING_GROUPS)[number]) => {
    const changed = keys.filter((key) => valueOf(key) !== SETTINGS[key].fallback).length;
    return changed > 0 ? `${holds} · ${plural(changed, "cambiado", "cambiados")}` : holds;
  };

  const saving = useMutation(
    queries.settings.save.mutationOptions({
      onSuccess: (_, { changes }) => {
        setDrafts(new Map());
        toast.success(changes.length === 1 ? "Ajuste guardado" : `${changes.length} ajustes guardados`);
      },
      onError: (error) => toastFailure("No se pudieron guardar los ajustes", error),
      onSettled: () => queryClient.invalidateQueries({ queryKey: queries.settings.key() }),
    }),
  );

  function type(key: SettingKey, text: string) {
    const next = new Map(drafts);
    if (text === String(valueOf(key))) next.delete(key);
    else next.set(key, { text, read: drafts.get(key)?.read ?? valueOf(key) });
    setDrafts(next);
    setWrong(new Map([...wrong].filter(([other]) => other !== key)));
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (behind.length > 0 || saving.isPending) return;
    const changes = [...drafts].map(([key, { text, read }]) => ({ key, value: typedSetting(key, text), read }));
    const { isValueOf, NOT_A_VALUE } = await import("./settings-input.ts");
    const refused = changes.filter((change) => !isValueOf(change)).map(({ key }) => key);
    setWrong(new Map(refused.map((key) => [key, NOT_A_VALUE])));
    const [first] = refused;
    if (first) {
      // Somebody may have folded what they typed.
      fields.current.get(first)?.closest("details")?.setAttribute("open", "");
      fields.current.get(first)?.focus();
    } else if (changes.length > 0) saving.mutate({ changes });
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      {behind.length > 0 && (
        <ChangedElsewhere
          title="Otra persona cambió lo que estás editando"
          saved={behind.map(([key]) => ({ name: SETTINGS[key].label, text: settingInWords(key, valueOf(key)) }))}
          onKeepMine={() =>
            setDrafts(new Map([...drafts].map(([key, { text }]) => [key, { text, read: valueOf(key) }])))
          }
          onUseSaved={() => setDrafts(new Map([...drafts].filter((draft) => !behind.includes(draft))))}
        />
      )}
      <Lines>
        {SETTING_GROUPS.map((group) => (
          <Section
            key={group.id}
            title={group.title}
            fold={group.id}
            isUrgent={group.keys.some((key) => drafts.has(key))}
            state={stateOf(group)}
          >
            <ul role="list" className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2">
              {group.keys.flatMap((key) => {
                const setting = stored.get(key);
                return setting ? (
                  <SettingField
                    key={key}
                    setting={setting}
                    typed={drafts.get(key)?.text ?? String(setting.value)}
                    onType={(text) => type(key, text)}
                    errorMessage={wrong.get(key)}
                    inputRef={(field) => void fields.current.set(key, field)}
                  />
                ) : (
                  []
                );
              })}
            </ul>
          </Section>
        ))}
      </Lines>
      {drafts.size > 0 && (
        <div className="sticky bottom-16 z-10 flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-3 shadow-soft md:bottom-4">
          <p role="status" className="grow font-semibold max-sm:basis-full">
            {plural(drafts.size, "cambio sin guardar", "cambios sin guardar")}
          </p>
          <Button variant="quiet" onPress={() => setDrafts(new Map())}>
            Descartar
          </Button>
          <Button type="submit" isPending={saving.isPending}>
            Guardar
          </Button>
        </div>
      )}
    </form>
  );
}
