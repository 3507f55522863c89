import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Resolver, useForm, useWatch } from "react-hook-form";
import { type Answers, queries } from "../../client/api.ts";
import { partOf, useSubmit } from "../../client/form.tsx";
import { lateResolver } from "../../client/late-resolver.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { useWarningBeforeLeaving } from "../../client/unsaved.ts";
import { errorCode, errorCatalogue } from "../../shared/errors.ts";
import type { Role } from "../../shared/roles.ts";
import { Below } from "../../ui/below.tsx";
import { Button } from "../../ui/button.tsx";
import { ChangedElsewhere } from "../../ui/changed-elsewhere.tsx";
import { Saved } from "../../ui/saved.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { useLicencePlace } from "../licences/licence-place.ts";
import { OwnChange } from "../profile-changes/own-change.tsx";
import { reviewHints } from "../profile-changes/profile-change.ts";
import type { ProfileChange } from "./own-profile-input.ts";
import { type ProfileFields, profileFields } from "./own-profile.ts";
import { OWN_MODALITIES } from "./modality.ts";
import { BioField, PhoneListedField, PracticeFields } from "./practice-fields.tsx";
import { BirthDateField } from "./birth-date-field.tsx";
import { CityField } from "./city-field.tsx";
import { NameField, PhoneField } from "./profile-fields.tsx";
import { differencesInWords } from "./profile-words.ts";
import { useSavedOnLeaving } from "./use-saved-on-leaving.ts";

// The editable fields of each role: admins have only name and phone.
const resolvers: Record<Role, Resolver<ProfileFields, unknown, ProfileChange>> = {
  patient: lateResolver(async () => (await import("./own-profile-input.ts")).OWN_PROFILES.patient),
  kine: lateResolver(async () => (await import("./own-profile-input.ts")).OWN_PROFILES.kine),
  admin: lateResolver(async () => (await import("./own-profile-input.ts")).OWN_PROFILES.admin),
};

const whoSeesThePhone: Record<Role, string | undefined> = {
  patient: "Lo ve quien elijas para atenderte, y nosotros.",
  kine: "Lo ven los pacientes que te aceptan, nosotros y, si querés, quienes miran la lista.",
  admin: undefined,
};

type OwnProfileFormProps = {
  profile: Answers["profiles"]["mine"];
  role: Role;
  /** Called after a save, or when the profile turns out to be saved already from another tab or device. */
  onChanged: () => void;
};

/** The user's own profile, with the fields of their role. Input is kept when saving fails. */
export function OwnProfileForm({ profile, role, onChanged }: OwnProfileFormProps) {
  const { control, formState, getFieldState, handleSubmit, reset, resetField, setError, setValue, trigger } = useForm<
    ProfileFields,
    unknown,
    ProfileChange
  >({ resolver: resolvers[role], defaultValues: profileFields(profile) });
  const [version, setVersion] = useState(profile.version);
  // A save that was begun before this rendering may have raised the version since.
  const [latest] = useState(() => makeLatest(profile.version));
  const saved = profileFields(profile);
  const typed = { ...saved, ...useWatch({ control }) };
  const prices = useQuery({ ...queries.prices.mine.queryOptions(), enabled: role === "kine" });
  // The server derives the range from saved prices: an untouched field follows it.
  const { isDirty: hasChosenRange } = getFieldState("price_range", formState);
  useEffect(() => {
    if (!hasChosenRange) resetField("price_range", { defaultValue: saved.price_range });
  }, [hasChosenRange, resetField, saved.price_range]);
  // After a save, the form differs from the loaded profile until that is reloaded, although nothing is unsaved.
  const [sent, setSent] = useState<ProfileFields | null>(null);
  const isSent = sent !== null && differencesInWords(sent, typed).length === 0;
  useWarningBeforeLeaving(differencesInWords(saved, typed).length > 0 && !isSent);
  const isBehind = profile.version > version;
  const conflicts = isBehind ? differencesInWords(saved, typed) : [];
  if (isBehind && conflicts.length === 0) setVersion(profile.version);
  useEffect(() => latest.set(version), [latest, version]);
  const licencePlace = useLicencePlace();
  const save = useMutation(queries.profiles.update.mutationOptions());

  const {
    form,
    saved: savedField,
    settled,
  } = useSavedOnLeaving({
    // A specialist's name is reviewed: what is half typed must not ask for that.
    isOn: role === "patient",
    isChanged: (field) =>
      (sent ?? saved)[field] !== typed[field] || getFieldState(field, formState).error !== undefined,
    async save(field) {
      const before = sent ?? saved;
      // At once, so that a link pressed next finds nothing unsaved.
      setSent({ ...before, [field]: typed[field] });
      try {
        if (!(await trigger(field))) throw null;
        const change = { name: before.name, [field]: typed[field], version: latest.get() };
        const answer = await save.mutateAsync(change);
        latest.set(answer.version);
        setVersion(answer.version);
        onChanged();
        return true;
      } catch (error) {
        setSent(before);
        if (error) toastFailure("Error al actualizar perfil", error, true);
        if (errorCode(error) === "PROFILE_CHANGED") onChanged();
        return false;
      }
    },
  });
  const submit = useSubmit(
    handleSubmit(async (change) => {
      await settled();
      try {
        const answer = await save.mutateAsync({
          ...change,
          ...(change.license_number && { license_number: licencePlace.answered(change.license_number) }),
          version: latest.get(),
        });
        latest.set(answer.version);
        setVersion(answer.version);
        setSent(typed);
        toast.success("Perfil actualizado exitosamente", {
          description: answer.in_review
            ? "Nombre, matrícula y especialidad se publican cuando los revisemos."
            : undefined,
        });
        onChanged();
      } catch (error) {
        const code = errorCode(error);
        if (code === "LICENSE_TAKEN" || code === "LICENSE_PLACE_NEEDED") {
          if (code === "LICENSE_PLACE_NEEDED") licencePlace.ask();
          toast.error("Error al actualizar perfil");
          setError("license_number", { message: errorCatalogue[code].message }, { shouldFocus: true });
        } else toastFailure("Error al actualizar perfil", error, true);
        if (errorCode(error) === "PROFILE_CHANGED") onChanged();
      }
    }),
  );

  const pending = profile.change && !profile.change.rejected_at ? profile.change : profile;
  const hints = role === "kine" ? reviewHints(profile, pending) : {};
  function forgetChange(latest: number) {
    if (!profile.change?.rejected_at) {
      setValue("name", profile.name);
      setValue("license_number", profile.license_number ?? "");
      setValue("specialty", profile.specialty ?? "");
    }
    setVersion(latest);
    onChanged();
  }

  return (
    <form noValidate onSubmit={submit} ref={form} className="flex flex-col gap-5 max-sm:gap-3">
      {conflicts.length > 0 && (
        <ChangedElsewhere
          title="Tu perfil cambió mientras lo editabas."
          saved={conflicts}
          onUseSaved={() => {
            reset(saved);
            setVersion(profile.version);
          }}
          onKeepMine={() => setVersion(profile.version)}
        />
      )}
      {role === "kine" && <OwnChange profile={profile} onPutAway={forgetChange} />}
      <Saved isSaved={savedField === "name"}>
        <NameField control={partOf(control)} description={hints.name} />
      </Saved>
      <TextField label="Email" type="email" value={profile.email} isReadOnly />
      <Saved isSaved={savedField === "phone"}>
        <PhoneField control={partOf(control)} description={whoSeesThePhone[role]} />
      </Saved>
      {role === "kine" && <PhoneListedField control={partOf(control)} />}
      {role !== "admin" && (
        <>
          <Saved isSaved={savedField === "location_city"}>
            <CityField control={partOf(control)} />
          </Saved>
          <BirthDateField control={partOf(control)} />
        </>
      )}
      {role === "kine" && (
        <Below>
          <PracticeFields
            control={partOf(control)}
            priceRange={profile.price_range}
            modalities={OWN_MODALITIES}
            hints={hints}
            licencePlace={licencePlace}
            hasPrices={Boolean(prices.data?.length)}
          />
          <BioField control={partOf(control)} />
        </Below>
      )}
      <Button type="submit" size="large" isPending={formState.isSubmitting} pendingLabel="Guardando…">
        Guardar cambios
      </Button>
    </form>
  );
}

/** The version of the profile that the next save is based on, also between two renderings. */
function makeLatest(version: number) {
  let latest = version;
  return { get: () => latest, set: (next: number) => void (latest = next) };
}
