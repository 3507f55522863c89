import { zodResolver } from "@hookform/resolvers/zod";
import { QueryClient, QueryClientProvider, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { queries } from "../../client/api.ts";
import { Field, partOf, useSubmit } from "../../client/form.tsx";
import { toastFailure } from "../../client/toast-failure.ts";
import { LicencePlaceField } from "../../domain/licences/licence-place-field.tsx";
import { useLicencePlace } from "../../domain/licences/licence-place.ts";
import { LicenseNumber } from "../../domain/profiles/profile-input.ts";
import { errorCatalogue, errorCode } from "../../shared/errors.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";

/** Tells an applicant that somebody else has their licence, and asks for its province or another number. Renders nothing otherwise. */
export function TakenLicence() {
  const [queryClient] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queryClient}>
      <Asked />
    </QueryClientProvider>
  );
}

function Asked() {
  const { data, refetch } = useQuery(queries.profiles.mine.queryOptions());
  if (!data?.licence_conflict) return null;
  const isOfPlace = data.licence_conflict === "place_needed";
  return (
    <section aria-labelledby="taken-licence" className="mt-6 flex flex-col gap-4 rounded-card bg-sunken p-4">
      <div>
        <h2 id="taken-licence" className="text-xl">
          {isOfPlace ? "¿De qué provincia es tu matrícula?" : `Otra cuenta tiene la matrícula ${data.license_number}`}
        </h2>
        <p className="mt-1 text-muted">
          {isOfPlace
            ? `Otra persona tiene el número ${data.license_number}. Cada provincia numera por su cuenta.`
            : "Si es la tuya, no hace falta que hagas nada: el equipo ve las dos cuentas."}
        </p>
      </div>
      <OtherNumber
        given={isOfPlace ? (data.license_number ?? "") : ""}
        isPlaceAsked={isOfPlace}
        onChanged={() => void refetch()}
      />
    </section>
  );
}

const Typed = z.object({ license_number: LicenseNumber });

type OtherNumberProps = { given: string; isPlaceAsked: boolean; onChanged: () => void };

function OtherNumber({ given, isPlaceAsked, onChanged }: OtherNumberProps) {
  const { control, formState, handleSubmit, setError } = useForm({
    resolver: zodResolver(Typed),
    defaultValues: { license_number: given },
  });
  const licencePlace = useLicencePlace(isPlaceAsked);
  const save = useMutation(queries.kineApplications.changeLicence.mutationOptions());
  const submit = useSubmit(
    handleSubmit(async ({ license_number }) => {
      try {
        await save.mutateAsync({ license_number: licencePlace.answered(license_number) });
        toast.success("Cambiamos tu matrícula");
        onChanged();
      } catch (error) {
        const code = errorCode(error);
        if (code !== "LICENSE_TAKEN" && code !== "LICENSE_PLACE_NEEDED") {
          toastFailure("Error al cambiar tu matrícula", error);
          return;
        }
        if (code === "LICENSE_PLACE_NEEDED") licencePlace.ask();
        setError("license_number", { message: errorCatalogue[code].message }, { shouldFocus: true });
      }
    }),
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field control={partOf(control)} name="license_number">
        {(wired) => (
          <TextField
            label="Matrícula"
            description="Si te equivocaste, escribí la tuya."
            placeholder="MN 12345"
            autoComplete="off"
            isRequired
            {...wired}
          />
        )}
      </Field>
      <LicencePlaceField {...licencePlace} />
      <Button type="submit" variant="secondary" isPending={formState.isSubmitting} pendingLabel="Guardando…">
        Cambiar matrícula
      </Button>
    </form>
  );
}
