import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { AGING_DAYS } from "../../shared/freshness.ts";
import { Card } from "../../ui/card.tsx";
import { toast } from "../../ui/toast.tsx";
import { ConfirmButtons } from "./confirm-buttons.tsx";

const MONTH_MS = 30 * 86_400_000;
const isDue = (oldest: number, now = Date.now()) => now - oldest >= MONTH_MS;

/** What the specialist states, and its confirmation by one press; null before any is stated. */
function useConfirmation() {
  const coverages = useQuery(queries.coverages.mine.queryOptions());
  const prices = useQuery(queries.prices.mine.queryOptions());
  const [pending, setPending] = useState<"same" | "raised" | null>(null);
  const queryClient = useQueryClient();
  const confirm = useMutation(
    queries.confirmations.confirm.mutationOptions({
      onSuccess: () => toast.success(`Quedó confirmado por ${AGING_DAYS} días`),
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
  const onConfirm = (raise: number) => {
    setPending(raise === 0 ? "same" : "raised");
    confirm.mutate({ raise });
  };
  return { stated, hasPrices: Boolean(prices.data?.length), pending, onConfirm };
}

/** "Todo sigue igual" beside what it confirms, coverages and prices; with `isOfPrices` they can be raised, too. */
export function ConfirmStated({ isOfPrices = false }: { isOfPrices?: boolean }) {
  const confirmation = useConfirmation();
  if (!confirmation) return null;
  const { hasPrices, pending, onConfirm } = confirmation;
  return <ConfirmButtons isBeside hasPrices={isOfPrices && hasPrices} pending={pending} onConfirm={onConfirm} />;
}

/** "Hoy" asks once a month whether what is stated is still so. */
export function OwnConfirmation() {
  const confirmation = useConfirmation();
  if (!confirmation) return null;
  const { stated, hasPrices, pending, onConfirm } = confirmation;
  const oldest = Math.min(...stated.map(({ confirmed_at }) => confirmed_at.getTime()));
  if (!isDue(oldest)) return null;
  const staleCount = stated.filter(({ freshness }) => freshness === "stale").length;
  return (
    <Card as="section">
      <h2 className="mb-1 text-xl">¿Sigue todo igual?</h2>
      <p className="mb-5 text-muted">
        {staleCount > 0
          ? `Hay datos sin confirmar desde hace más de ${AGING_DAYS} días. Confirmalos para volver a aparecer en las búsquedas.`
          : `Confirmá tus coberturas y precios: a los ${AGING_DAYS} días sin confirmar dejás de aparecer en las búsquedas.`}
      </p>
      <ConfirmButtons hasPrices={hasPrices} pending={pending} onConfirm={onConfirm} />
    </Card>
  );
}
