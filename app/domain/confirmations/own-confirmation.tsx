import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Card } from "../../ui/card.tsx";
import { toast } from "../../ui/toast.tsx";
import { ConfirmButtons } from "./confirm-buttons.tsx";

const MONTH_MS = 30 * 86_400_000;
const isDue = (oldest: number, now = Date.now()) => now - oldest >= MONTH_MS;

/**
 * "Todo sigue igual": one press confirms coverages and prices; renders nothing before any is stated, nor with `isOnlyWhenDue` before a month
 * has passed.
 */
export function OwnConfirmation({ isOnlyWhenDue = false }: { isOnlyWhenDue?: boolean }) {
  const coverages = useQuery(queries.coverages.mine.queryOptions());
  const prices = useQuery(queries.prices.mine.queryOptions());
  const [pending, setPending] = useState<"same" | "raised" | null>(null);
  const queryClient = useQueryClient();
  const confirm = useMutation(
    queries.confirmations.confirm.mutationOptions({
      onSuccess: () => toast.success("Quedó confirmado por otro mes"),
      onError: (error) => toastFailure("Error al confirmar", error),
      onSettled: async () => {
        setPending(null);
        await Promise.all(
          [queries.coverages.mine.key(), queries.prices.key(), queries.profiles.mine.key()].map((queryKey) =>
            queryClient.invalidateQueries({ queryKey }),
          ),
        );
      },
    }),
  );
  const stated = [...(coverages.data?.coverages ?? []), ...(prices.data ?? [])];
  if (stated.length === 0) return null;
  const oldest = Math.min(...stated.map(({ confirmed_at }) => confirmed_at.getTime()));
  if (isOnlyWhenDue && !isDue(oldest)) return null;
  const staleCount = stated.filter(({ freshness }) => freshness === "stale").length;
  return (
    <Card as="section">
      <h2 className="mb-1 text-xl">¿Sigue todo igual?</h2>
      <p className="mb-5 text-muted">
        {staleCount > 0
          ? "Hay datos sin confirmar desde hace más de 90 días. Confirmalos para volver a aparecer en las búsquedas."
          : "Confirmá tus coberturas y precios una vez por mes, así los pacientes saben que son los de hoy."}
      </p>
      <ConfirmButtons
        hasPrices={Boolean(prices.data?.length)}
        pending={pending}
        onConfirm={(raise) => {
          setPending(raise === 0 ? "same" : "raised");
          confirm.mutate({ raise });
        }}
      />
    </Card>
  );
}
