import { useRevalidator } from "react-router";
import { useRetry } from "../../client/connection.ts";
import { useProduct } from "../../shared/app-context.ts";
import { ErrorState } from "../../ui/error-state.tsx";

/** Shown when the server could not identify the user. The session stays; the check is retried automatically or by "Reintentar". */
export function Unreachable({ message = "No pudimos abrir tu cuenta" }: { message?: string }) {
  const { productName } = useProduct();
  const { revalidate, state } = useRevalidator();
  const lookAgain = () => void revalidate();
  useRetry(true, lookAgain);
  return (
    <>
      <h1 className="sr-only">{productName}</h1>
      <ErrorState message={message} onRetry={lookAgain} isRetrying={state === "loading"} />
    </>
  );
}
