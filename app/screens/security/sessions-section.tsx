import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { failureMessage } from "../../client/connection.ts";
import { auth } from "../../client/session.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { Loaded, Thing } from "./loaded.tsx";
import { Section } from "../../ui/section.tsx";

type Session = Answers["sessions"]["mine"][number];

/** The user's sessions, where unrecognised ones can be ended. */
export function SessionsSection() {
  const query = useQuery(queries.sessions.mine.queryOptions());
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);
  const askAgain = () => queryClient.invalidateQueries({ queryKey: queries.sessions.key() });

  async function endOthers() {
    setPending(true);
    const { error } = await (await auth()).signOut({ scope: "others" });
    setPending(false);
    if (error) toast.error("No se pudieron cerrar", { description: failureMessage(error) });
    else toast.success("Cerramos las demás sesiones");
    await askAgain();
  }

  return (
    <Section
      title="Sesiones abiertas"
      fold="sesiones"
      state={query.data && (query.data.length === 1 ? "Solo este dispositivo" : `${query.data.length} dispositivos`)}
      about="Los dispositivos donde ingresaste. Si no reconocés alguno, cerralo y cambiá tu contraseña."
    >
      <Loaded asked={query}>
        {(sessions) => (
          <>
            <ul className="flex flex-col gap-4">
              {sessions.map((session) => (
                <SessionLine key={session.id} session={session} onEnded={askAgain} />
              ))}
            </ul>
            {sessions.length > 1 && (
              <div>
                <Button variant="secondary" icon="signOut" isPending={isPending} onPress={() => void endOthers()}>
                  Cerrar las demás
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function SessionLine({ session, onEnded }: { session: Session; onEnded: () => Promise<void> }) {
  const { id, device, place, last_used_at, is_current } = session;
  const ending = useMutation(
    queries.sessions.end.mutationOptions({
      onSuccess: () => toast.success("Sesión cerrada"),
      onError: (error) => toastFailure("No se pudo cerrar", error),
      onSettled: onEnded,
    }),
  );
  return (
    <Thing
      icon={device.kind === "computer" ? "laptop" : "smartphone"}
      name={device.name}
      detail={
        <>
          {place}. Último uso: <RelativeTime date={last_used_at} />
        </>
      }
    >
      {is_current ? (
        <Badge tone="info" icon={null}>
          Este dispositivo
        </Badge>
      ) : (
        <Button
          variant="quiet"
          size="small"
          aria-label={`Cerrar ${device.name}`}
          isPending={ending.isPending}
          onPress={() => ending.mutate({ id })}
        >
          Cerrar
        </Button>
      )}
    </Thing>
  );
}
