import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { formatDay } from "../../shared/format.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fold } from "../../ui/fold.tsx";
import { toast } from "../../ui/toast.tsx";

const MOST = 2;

/** The calendar programs that read the person's turnos: connects one, and disconnects it. */
export function OwnCalendars() {
  const client = useQueryClient();
  const feeds = useQuery(queries.calendars.feeds.queryOptions());
  const reload = () => client.invalidateQueries({ queryKey: queries.calendars.feeds.key() });
  const created = useMutation(
    queries.calendars.create.mutationOptions({
      onSuccess: reload,
      onError: (error) => toastFailure("No pudimos conectar el calendario", error),
    }),
  );
  const revoked = useMutation(
    queries.calendars.revoke.mutationOptions({
      onSuccess: () => {
        created.reset();
        toast.success("Calendario desconectado");
      },
      onError: (error) => toastFailure("No pudimos desconectar el calendario", error),
      onSettled: reload,
    }),
  );
  if (!feeds.data) return null;
  return (
    <Fold title="Ver mis turnos en mi calendario">
      <p className="text-muted">
        Tu calendario de Google, Apple u Outlook los muestra como “Turno”, sin nombres ni lugares, y se actualiza solo.
        Google puede tardar un día.
      </p>
      {created.data && <Address url={created.data.url} />}
      {feeds.data.length > 0 && (
        <ul className="grid gap-2">
          {feeds.data.map(({ id, created_at, read_at }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span>
                Conectado el {formatDay(created_at)} ·{" "}
                {read_at ? (
                  <>
                    leído <RelativeTime date={read_at} />
                  </>
                ) : (
                  "todavía no lo leyó nadie"
                )}
              </span>
              <Button
                variant="quiet"
                size="small"
                isPending={revoked.isPending && revoked.variables.id === id}
                onPress={() => revoked.mutate({ id })}
              >
                Desconectar
              </Button>
            </li>
          ))}
        </ul>
      )}
      {feeds.data.length < MOST && (
        <div>
          <Button variant="secondary" icon="calendar" isPending={created.isPending} onPress={() => created.mutate({})}>
            Conectar un calendario
          </Button>
        </div>
      )}
    </Fold>
  );
}

/** The address of a new feed, which is told once. */
function Address({ url }: { url: string }) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-card bg-primary-soft p-4">
      <p>Copiala en tu calendario, en “Agregar por URL”. No la volvemos a mostrar, y quien la tenga ve tus horarios.</p>
      <p className="text-sm break-all">{url}</p>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={url} label="Copiar dirección" />
        <a
          className="min-h-11 content-center font-semibold text-primary underline"
          href={url.replace(/^https?/, "webcal")}
        >
          Abrir en mi calendario
        </a>
      </div>
    </div>
  );
}
