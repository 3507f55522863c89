import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Section } from "../../ui/section.tsx";
import { Select } from "../../ui/select.tsx";
import { FormSkeleton } from "../../ui/skeleton.tsx";
import { ThisDevice } from "../push/this-device.tsx";
import { GROUPS, type Mail, MAILS } from "./notification.ts";
import { groupsInWords } from "./told-words.ts";

type Settings = Answers["notifications"]["settings"];
type GroupSettings = Settings["groups"][number];

const MAIL_LABELS: Record<Mail, string> = {
  at_once: "Email al momento",
  daily: "Email una vez por día",
  off: "Sin email",
};
const mailOptions = MAILS.map((value) => ({ value, label: MAIL_LABELS[value] }));

export type OwnNoticesProps = { isFolded?: boolean };

/** "Avisos" of the own profile: by group, on devices and by mail; quiet hours; and this device. Each change is saved at once. */
export function OwnNotices({ isFolded = false }: OwnNoticesProps) {
  const settings = useQuery(queries.notifications.settings.queryOptions());
  return (
    <Section
      title="Avisos"
      {...(isFolded && { fold: "avisos" })}
      state={settings.data && (isTold(settings.data) ? "Encendidos" : "Apagados")}
      about={
        settings.data?.is_proven === false
          ? "Confirmá tu email en Seguridad: sin eso te mandamos tres avisos por correo y ninguno más."
          : "Los mensajes sobre la seguridad de tu cuenta no se apagan."
      }
    >
      {settings.data ? (
        <div className="flex flex-col gap-7">
          <Choices settings={settings.data} />
          <ThisDevice />
        </div>
      ) : neverLoaded(settings) ? (
        <ErrorState
          message="No se pudieron cargar tus avisos"
          onRetry={() => void settings.refetch()}
          isRetrying={settings.isFetching}
        />
      ) : (
        <FormSkeleton count={4} />
      )}
    </Section>
  );
}

const isTold = ({ groups }: Settings) => groups.some(({ push, mail }) => push || mail !== "off");

/** Saves changes in their order, with optimistic updates; the reload after the last one reverts a failed change. */
function useSave() {
  const queryClient = useQueryClient();
  const queryKey = queries.notifications.settings.queryKey();
  const mutationKey = queries.notifications.saveSettings.mutationKey();
  const { mutate } = useMutation(
    queries.notifications.saveSettings.mutationOptions({
      // Serialises the saves: an earlier one that arrives late would overwrite a later one.
      scope: { id: "notification-settings" },
      onError: (error) => toastFailure("No se pudieron guardar tus avisos", error),
      onSettled: () => queryClient.isMutating({ mutationKey }) === 1 && queryClient.invalidateQueries({ queryKey }),
    }),
  );
  return (change: (settings: Settings) => Partial<Settings>) => {
    // A response in flight lacks the change.
    void queryClient.cancelQueries({ queryKey });
    // Reads the cache, since the rendered settings may be older than the last change: a quick second change would revert it.
    const settings = queryClient.getQueryData(queryKey);
    if (!settings) return;
    const { groups = [], quiet } = change(settings);
    const shown = settings.groups.map((each) => groups.find(({ group }) => group === each.group) ?? each);
    queryClient.setQueryData(queryKey, { ...settings, groups: shown, quiet: quiet ?? settings.quiet });
    mutate({ groups, quiet });
  };
}

function Choices({ settings }: { settings: Settings }) {
  const save = useSave();
  const { data: push } = useQuery(queries.push.state.queryOptions());
  const hasDevices = Boolean(push?.key && push.devices.length > 0);
  return (
    <>
      <div>
        <Checkbox
          isSelected={isTold(settings)}
          onChange={(isOn) =>
            save(({ groups }) => ({
              groups: groups.map((each) => ({ ...each, push: isOn, mail: isOn ? "at_once" : "off" })),
            }))
          }
        >
          Quiero que me avisen
        </Checkbox>
        <p className="pl-8.5 text-sm text-muted">{groupsInWords(settings.groups, hasDevices)}</p>
      </div>
      <Fold title="Más opciones">
        <div className="flex flex-col gap-3">
          {settings.groups.map((each) => (
            <GroupChoice
              key={each.group}
              settings={each}
              onChange={(changed) =>
                save(({ groups }) => ({
                  groups: groups.filter(({ group }) => group === each.group).map((kept) => ({ ...kept, ...changed })),
                }))
              }
            />
          ))}
        </div>
        <QuietHours
          quiet={settings.quiet}
          onChange={(changed) => save(({ quiet }) => ({ quiet: { ...quiet, ...changed } }))}
        />
      </Fold>
    </>
  );
}

type GroupChoiceProps = { settings: GroupSettings; onChange: (changed: Partial<GroupSettings>) => void };

function GroupChoice({ settings, onChange }: GroupChoiceProps) {
  const { label } = GROUPS[settings.group];
  return (
    <fieldset className="grid items-center gap-x-4 gap-y-1 border-t border-line pt-3 sm:grid-cols-[1fr_auto_14rem]">
      <legend className="float-left font-semibold sm:w-full">{label}</legend>
      <Checkbox isSelected={settings.push} onChange={(push) => onChange({ push })}>
        En mis dispositivos
      </Checkbox>
      <Select
        label={`${label}: por correo`}
        isLabelHidden
        options={mailOptions}
        value={settings.mail}
        onChange={(mail) => onChange({ mail: mail as Mail })}
      />
    </fieldset>
  );
}

type Quiet = Settings["quiet"];

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);

/** The quiet hours, by the clock of the device where they were chosen. */
function QuietHours({ quiet, onChange }: { quiet: Quiet; onChange: (changed: Partial<Quiet>) => void }) {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  const hoursWith = (stored: string) =>
    [...new Set([...HOURS, stored])].toSorted().map((value) => ({ value, label: value }));
  return (
    <section aria-labelledby="quiet-hours" className="flex flex-col gap-3">
      <h3 id="quiet-hours" className="text-lg">
        Horas de descanso
      </h3>
      <p className="text-muted">
        {quiet.from === quiet.until
          ? "Te avisamos a cualquier hora."
          : `De ${quiet.from} a ${quiet.until} no te avisamos: lo que pase te espera para después.`}
      </p>
      <div className="grid grid-cols-2 gap-4 sm:max-w-sm">
        <Select
          label="Desde"
          options={hoursWith(quiet.from)}
          value={quiet.from}
          onChange={(from) => onChange({ from, zone })}
        />
        <Select
          label="Hasta"
          options={hoursWith(quiet.until)}
          value={quiet.until}
          onChange={(until) => onChange({ until, zone })}
        />
      </div>
      <p className="text-sm text-muted">Con la misma hora en las dos no hay descanso.</p>
    </section>
  );
}
