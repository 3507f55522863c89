import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { type Answers, queries } from "../../client/api.ts";
import { Field, useSubmit } from "../../client/form.tsx";
import { lateResolver } from "../../client/late-resolver.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { useWarningBeforeLeaving } from "../../client/unsaved.ts";
import { useProduct } from "../../shared/app-context.ts";
import { errorCode, errorMessage } from "../../shared/errors.ts";
import { formatShortDay } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { FormSkeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { handleOf, handlePath } from "./handle.ts";
import { ShareLink } from "./share-link.tsx";

const resolver = lateResolver(async () => (await import("./handle-input.ts")).HandleInput);

type Own = Answers["handles"]["mine"];

/** "Tu dirección" of the specialist's profile: a short address, its code, the cards to print and the badge for another site. */
export function OwnHandle() {
  const name = useQuery(queries.profiles.mine.queryOptions()).data?.name ?? "";
  const own = useQuery(queries.handles.mine.queryOptions());
  if (neverLoaded(own)) {
    return (
      <ErrorState
        message="No se pudo cargar tu dirección"
        onRetry={() => void own.refetch()}
        isRetrying={own.isFetching}
      />
    );
  }
  if (!own.data) return <FormSkeleton count={2} />;
  return (
    <Card as="section">
      <h2 className="mb-3 text-xl">Tu dirección</h2>
      {!own.data.handle && (
        <p className="mb-5 text-muted">Una dirección corta de tu perfil, para imprimir y compartir.</p>
      )}
      <div className="flex flex-col gap-3">
        {own.data.handle && <WordOfMouth handle={own.data.handle} name={name} />}
        <HandleForm own={own.data} suggestion={handleOf(name)} />
      </div>
    </Card>
  );
}

function HandleForm({ own, suggestion }: { own: Own; suggestion: string }) {
  const { publicUrl } = useProduct();
  const [isFirst] = useState(own.handle === null);
  const { control, formState, handleSubmit, setError } = useForm<{ handle: string }>({
    resolver,
    values: { handle: own.handle ?? suggestion },
    resetOptions: { keepDirtyValues: true },
  });
  useWarningBeforeLeaving(formState.isDirty);
  const queryClient = useQueryClient();
  const take = useMutation(queries.handles.take.mutationOptions());
  const submit = useSubmit(
    handleSubmit(async (fields) => {
      try {
        await take.mutateAsync(fields);
        toast.success("Dirección guardada");
        await queryClient.invalidateQueries({ queryKey: queries.handles.key() });
      } catch (error) {
        if (errorCode(error) === "HANDLE_TAKEN") setError("handle", { message: errorMessage(error) });
        else toastFailure("Error al guardar tu dirección", error);
      }
    }),
  );
  const rule = own.changes_from
    ? `Vas a poder cambiarla desde el ${formatShortDay(own.changes_from)}.`
    : own.handle
      ? "La anterior sigue llevando a tu perfil. Después de cambiarla pasan 90 días hasta el próximo cambio."
      : "Letras sin acento, números y guiones.";
  const form = (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field control={control} name="handle">
        {(wired) => (
          <TextField
            {...wired}
            label="Dirección"
            description={`${publicUrl.replace(/^https?:\/\//, "")}/k/… ${rule}`}
            autoComplete="off"
            isReadOnly={own.changes_from !== null}
          />
        )}
      </Field>
      {!own.changes_from && (
        <Button type="submit" variant="secondary" isPending={formState.isSubmitting} pendingLabel="Guardando…">
          Guardar dirección
        </Button>
      )}
    </form>
  );
  // The first one takes the focus with it, were it folded once it is stored.
  return isFirst ? form : <Fold title="Cambiar la dirección">{form}</Fold>;
}

function WordOfMouth({ handle, name }: { handle: string; name: string }) {
  const { publicUrl, productName } = useProduct();
  const path = handlePath(handle);
  const address = `${publicUrl}${path}`;
  const licences = useQuery(queries.licences.mine.queryOptions());
  const hasBadge = licences.data?.items.some(({ standing }) => standing === "fresh" || standing === "due");
  const badge = `<a href="${address}"><img src="${address}/badge.svg" alt="Matrícula comprobada por ${productName}" height="56"></a>`;
  return (
    <div className="flex flex-col gap-4">
      <p className="font-semibold wrap-anywhere">{address}</p>
      <div className="flex flex-wrap gap-2">
        <ShareLink text={`Mirá el perfil de ${name} en ${productName}:`} address={address} hasWord />
        <CopyButton text={address} label="Copiar dirección" />
      </div>
      <Fold title="Imprimir y más">
        <div className="flex flex-wrap items-center gap-4">
          <img
            src={`${path}/qr.svg`}
            alt={`Código QR de ${address}`}
            width={168}
            height={168}
            loading="lazy"
            className="rounded-card border border-line"
          />
          <div className="flex flex-col items-start gap-2">
            <ButtonLink to={`${address}/card.pdf`} variant="secondary" size="small" icon="download">
              Tarjeta (85 × 54 mm)
            </ButtonLink>
            <ButtonLink to={`${address}/card-a6.pdf`} variant="secondary" size="small" icon="download">
              Hoja A6
            </ButtonLink>
          </div>
        </div>
        {hasBadge ? (
          <>
            <h3 className="text-lg">Insignia para tu propia web</h3>
            <p>Muestra tu matrícula y cuándo la comprobamos, y desaparece si deja de valer.</p>
            <img
              src={`${path}/badge.svg`}
              alt="Así se ve tu insignia"
              height={56}
              loading="lazy"
              className="h-14 max-w-full self-start"
            />
            <div>
              <CopyButton text={badge} label="Copiar código de la insignia" />
            </div>
          </>
        ) : (
          <p className="text-muted">Cuando comprobemos tu matrícula vas a tener una insignia para tu propia web.</p>
        )}
      </Fold>
    </div>
  );
}
