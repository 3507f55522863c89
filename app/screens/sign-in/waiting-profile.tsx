import { QueryClient, QueryClientProvider, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { zodResolver } from "@hookform/resolvers/zod";
import { z } from "zod";
import { queries } from "../../client/api.ts";
import { partOf, useSubmit } from "../../client/form.tsx";
import { neverLoaded } from "../../client/never-loaded.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { useWarningBeforeLeaving } from "../../client/unsaved.ts";
import { OwnWeeklyHours } from "../../domain/availabilities/own-weekly-hours.tsx";
import { KineProfile } from "../../domain/profiles/own-profile-input.ts";
import { OwnPhoto } from "../../domain/profiles/own-photo.tsx";
import { BioField } from "../../domain/profiles/practice-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { FormSkeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";

/** Photo, introduction and hours of a specialist who waits for approval: nobody sees them before. */
export function WaitingProfile() {
  const [queryClient] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queryClient}>
      <Parts />
    </QueryClientProvider>
  );
}

function Parts() {
  const profile = useQuery(queries.profiles.mine.queryOptions());
  const queryClient = useQueryClient();
  if (neverLoaded(profile)) {
    return (
      <ErrorState
        message="No se pudo cargar tu perfil"
        onRetry={() => void profile.refetch()}
        isRetrying={profile.isFetching}
      />
    );
  }
  if (!profile.data) return <FormSkeleton count={2} hasPhoto />;
  const { name, photo_url, bio } = profile.data;
  return (
    <div className="flex flex-col gap-6">
      <OwnPhoto
        name={name}
        photoUrl={photo_url}
        onChanged={() => void queryClient.invalidateQueries({ queryKey: queries.profiles.key() })}
      />
      <Introduction bio={bio ?? ""} />
      <OwnWeeklyHours />
    </div>
  );
}

type Typed = { bio: string };
type Introduced = { bio: string | null };
const Introduced: z.ZodType<Introduced, Typed> = z.preprocess(
  (fields: Typed) => fields,
  KineProfile.pick({ bio: true }),
);

function Introduction({ bio }: { bio: string }) {
  const { control, formState, handleSubmit, reset } = useForm<Typed, unknown, Introduced>({
    resolver: zodResolver(Introduced),
    defaultValues: { bio },
  });
  useWarningBeforeLeaving(formState.isDirty);
  const save = useMutation(queries.profiles.introduce.mutationOptions());
  const submit = useSubmit(
    handleSubmit(async (given) => {
      try {
        await save.mutateAsync(given);
        reset({ bio: given.bio ?? "" });
        toast.success("Perfil actualizado exitosamente");
      } catch (error) {
        toastFailure("Error al actualizar perfil", error);
      }
    }),
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <BioField control={partOf(control)} />
      <Button type="submit" isPending={formState.isSubmitting} pendingLabel="Guardando…">
        Guardar presentación
      </Button>
    </form>
  );
}
