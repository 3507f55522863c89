import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { queries } from "../../client/api.ts";
import { failureMessage } from "../../client/connection.ts";
import { partOf, useSubmit } from "../../client/form.tsx";
import { lateResolver } from "../../client/late-resolver.ts";
import { useWarningBeforeLeaving } from "../../client/unsaved.ts";
import { uploadPhotoOf } from "../../client/upload.ts";
import { errorCode, type ErrorCode } from "../../shared/errors.ts";
import { PASSWORD_HINT } from "../../shared/password-rules.ts";
import { Below } from "../../ui/below.tsx";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.tsx";
import { toast } from "../../ui/toast.tsx";
import { useLicencePlace } from "../licences/licence-place.ts";
import { PendingPhoto, type Photo } from "../profiles/pending-photo.tsx";
import { ADMIN_MODALITIES } from "../profiles/modality.ts";
import { BioField, PracticeFields } from "../profiles/practice-fields.tsx";
import { BirthDateField } from "../profiles/birth-date-field.tsx";
import { CityField } from "../profiles/city-field.tsx";
import { NameField, PhoneField } from "../profiles/profile-fields.tsx";
import { EmailField, NewPasswordField } from "./account-fields.tsx";
import { emptyKine, temporaryPassword } from "./new-kine.ts";
import type { NewKine, NewKineFields } from "./new-kine-input.ts";
import type { TermsFieldProps } from "./terms-field.tsx";

/** What the admin passes on to the new specialist: a temporary password, if one was given. */
export type CreatedKine = Pick<NewKine, "name" | "email" | "phone" | "password"> & { id: string; is_checked: boolean };

// The fields in the order of the form.
const FIELDS: readonly (keyof NewKineFields)[] = [
  "name",
  "email",
  "phone",
  "birth_date",
  "password",
  "location_city",
  "license_number",
  "specialty",
  "price_range",
  "modalities",
  "bio",
  "accepted_terms",
];
// The field to which each server error belongs.
const FIELD_OF: Partial<Record<ErrorCode, keyof NewKineFields>> = {
  EMAIL_TAKEN: "email",
  LICENSE_TAKEN: "license_number",
  LICENSE_PLACE_NEEDED: "license_number",
  BAD_INPUT: "password",
};

const TermsField = late<TermsFieldProps>(async () => (await import("./terms-field.tsx")).TermsField);
const MAILS_HELD = "Este servidor no manda emails: generala y pasásela vos.";

const resolver = lateResolver(async () => (await import("./new-kine-input.ts")).NewKineForm);

type CreateKineFormProps = {
  /** Whether mails leave the server; otherwise the admin passes a password on. */
  hasMails: boolean;
  onCreated: (kine: CreatedKine) => void;
};

/** The form in which an admin creates a specialist's account. The input stays when saving fails. */
export function CreateKineForm({ hasMails, onCreated }: CreateKineFormProps) {
  const { control, formState, handleSubmit, setError, setFocus, setValue } = useForm<NewKineFields, unknown, NewKine>({
    resolver,
    defaultValues: emptyKine(),
    shouldFocusError: false,
  });
  const licencePlace = useLicencePlace();
  const [photo, setPhoto] = useState<Photo | null>(null);
  useWarningBeforeLeaving(formState.isDirty || photo !== null);
  const [name, licence] = useWatch({ control, name: ["name", "license_number"] });
  const [isRead, setRead] = useState<(text: string) => boolean>();
  useEffect(
    () =>
      void import("../licences/licence-text.ts").then(
        ({ isLicenceRead }) => setRead(() => isLicenceRead),
        () => undefined,
      ),
    [],
  );
  const isUnread = formState.touchedFields.license_number && licence.trim() !== "" && isRead?.(licence) === false;
  const create = useMutation(queries.accounts.createKine.mutationOptions());

  const submit = useSubmit(
    handleSubmit(
      async (kine) => {
        try {
          const created = await create.mutateAsync({
            ...kine,
            license_number: licencePlace.answered(kine.license_number),
          });
          await sendPhoto(created.id, photo);
          toast.success("Especialista creado exitosamente! Se le envió un email con las instrucciones.");
          onCreated({ ...kine, ...created });
        } catch (error) {
          const message = failureMessage(error, true);
          const code = errorCode(error);
          const field = code && FIELD_OF[code];
          if (code === "LICENSE_PLACE_NEEDED") licencePlace.ask();
          if (field) setError(field, { message }, { shouldFocus: true });
          else toast.error(message);
        }
      },
      (errors) => {
        toast.error("Por favor corrige los errores en el formulario");
        const first = FIELDS.find((field) => errors[field]);
        if (first) setFocus(first);
      },
    ),
  );

  return (
    <form noValidate autoComplete="off" onSubmit={submit} className="flex flex-col gap-6">
      <Group title="Su cuenta">
        <NameField control={partOf(control)} autoComplete="off" />
        <EmailField
          control={partOf(control)}
          autoComplete="off"
          description={
            hasMails ? "El del especialista: ahí le llega el enlace para entrar." : "El del especialista: con él entra."
          }
        />
        <PhoneField control={partOf(control)} autoComplete="off" isRequired />
        <BirthDateField control={partOf(control)} isRequired />
        <Whole>
          <NewPasswordField
            control={partOf(control)}
            label="Contraseña temporal"
            description={`${hasMails ? "Opcional: si no la ponés, la elige desde el email." : MAILS_HELD} ${PASSWORD_HINT}`}
            isRequired={false}
          >
            <div className="-ml-3.5">
              <Button
                variant="quiet"
                size="small"
                icon="refresh"
                onPress={() => setValue("password", temporaryPassword(), { shouldValidate: true })}
              >
                Generar contraseña
              </Button>
            </div>
          </NewPasswordField>
        </Whole>
      </Group>
      <Below>
        <Group title="Su práctica">
          <CityField control={partOf(control)} isRequired />
          <PracticeFields
            control={partOf(control)}
            modalities={ADMIN_MODALITIES}
            hints={{
              license_number: isUnread
                ? "No se lee el número. Queda sin comprobar."
                : "Nacional (MN) o provincial (MP).",
            }}
            licencePlace={licencePlace}
            hasPriceSelect
          />
          <Whole>
            <BioField control={partOf(control)} description="Opcional. Su experiencia y cómo trabaja." />
          </Whole>
          <Whole>
            <PendingPhoto name={name} photo={photo} onHold={setPhoto} />
          </Whole>
        </Group>
        <div>
          <TermsField control={partOf(control)} />
          <p className="text-sm text-muted">Acá los aceptás vos. El especialista los acepta al entrar.</p>
        </div>
        <Button type="submit" size="large" isPending={formState.isSubmitting} pendingLabel="Creando…">
          Crear Especialista
        </Button>
      </Below>
    </form>
  );
}

/** Fields of one matter, two beside each other where there is room: their inputs stand level, though one has a hint above it. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid items-end gap-x-5 gap-y-4 md:grid-cols-2 md:[&>[role=group]]:col-span-2">
      <h2 className="text-xl md:col-span-2">{title}</h2>
      {children}
    </section>
  );
}

function Whole({ children }: { children: ReactNode }) {
  return <div className="min-w-0 md:col-span-2">{children}</div>;
}

async function sendPhoto(kineId: string, photo: Photo | null) {
  if (!photo) return;
  await uploadPhotoOf(kineId, photo.file).catch(() => {
    toast.info("Cuenta creada. La foto no se pudo subir: la puede agregar desde su perfil");
  });
}
