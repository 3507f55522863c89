import type { ReactNode } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { formatCount } from "../status/figures.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { toast } from "../../ui/toast.tsx";
import { bounceWords, providerWords, stateWords } from "./mail-state.ts";

/** The mails of seven days: how many left (or stay in a folder, `isKept`), failed and came back, by provider and code, and whom none reaches. */
export function MailReasons({ download, isKept }: { download: ReactNode; isKept: boolean }) {
  const { data } = useQuery(queries.pulse.mail.queryOptions());
  const queryClient = useQueryClient();
  const clear = useMutation(
    queries.mailStates.clear.mutationOptions({
      onSuccess: () => toast.success("Vuelve a recibir correos"),
      onError: (error) => toastFailure("No se pudo habilitar su correo", error),
      onSettled: () => queryClient.invalidateQueries({ queryKey: queries.pulse.mail.key() }),
    }),
  );
  if (!data) return null;
  const { sent, failed, bounced, reasons, stopped } = data;
  return (
    <div className="mt-2 flex flex-col gap-4 md:mt-4">
      <Facts
        facts={[
          [`${isKept ? "Guardados" : "Enviados"} en 7 días`, formatCount(sent)],
          ["Fallidos", formatCount(failed)],
          ["Devueltos", formatCount(bounced)],
        ]}
      />
      {reasons.length > 0 && (
        <table aria-label="Correos que no llegaron" className="w-full border-collapse text-left text-sm tabular-nums">
          <thead>
            <tr className="text-muted">
              <th scope="col" className="py-1 pr-3 font-normal">
                Casilla
              </th>
              <th scope="col" className="p-1 font-normal">
                Qué pasó
              </th>
              <th scope="col" className="p-1 font-normal">
                Código
              </th>
              <th scope="col" className="p-1 text-right font-normal">
                Correos
              </th>
            </tr>
          </thead>
          <tbody>
            {reasons.map(({ provider, code, kind, count }) => (
              <tr key={`${provider} ${code} ${kind}`} className="border-t border-line">
                <th scope="row" className="py-1.5 pr-3 font-medium">
                  {providerWords(provider)}
                </th>
                <td className="p-1">{bounceWords(kind)}</td>
                <td className="p-1">{code === "unknown" ? "Sin código" : code}</td>
                <td className="p-1 text-right">{formatCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {sent + failed + bounced > 0 && <div>{download}</div>}
      {stopped.length > 0 && (
        <ul role="list" aria-label="Personas a las que no les llega el correo">
          {stopped.map(({ id, name, state, at }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-2"
            >
              <span>
                {name} · {stateWords(state)} · <RelativeTime date={at} />
              </span>
              <Button
                variant="secondary"
                size="small"
                aria-label={`Habilitar el correo de ${name}`}
                onPress={() => clear.mutate({ id })}
              >
                Habilitar
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
