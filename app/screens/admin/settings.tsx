import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { SettingsForm } from "../../domain/settings/settings-form.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";

/** "Ajustes": what the operator decides while the product runs, each with its default. */
export default function Settings() {
  const settings = useQuery({ ...queries.settings.read.queryOptions(), refetchOnWindowFocus: "always" });
  return (
    <div className="mx-auto max-w-5xl">
      <h1 className="mb-2 text-3xl">Ajustes</h1>
      <p className="mb-6 text-muted">
        Rigen para todas las personas apenas se guardan, y cada cambio queda en la auditoría.
      </p>
      {settings.data ? (
        <SettingsForm settings={settings.data.items} />
      ) : neverLoaded(settings) ? (
        <ErrorState
          message="No se pudieron cargar los ajustes"
          onRetry={() => void settings.refetch()}
          isRetrying={settings.isFetching}
        />
      ) : (
        <CardListSkeleton count={2} />
      )}
    </div>
  );
}
