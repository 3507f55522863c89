import { useState } from "react";
import { failureMessage } from "../../client/connection.ts";
import { ConfirmButtons } from "../../domain/confirmations/confirm-buttons.tsx";
import { plural } from "../../shared/format.ts";
import { errorCode } from "../../shared/errors.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { toast } from "../../ui/toast.tsx";
import { AccountFrame } from "../shell/account-frame.tsx";
import { LayoutSkeleton } from "../shell/layout-skeleton.tsx";
import type { Route } from "./+types/confirm-facts.ts";

export { LayoutSkeleton as HydrateFallback };

type Outcome = { coverages: number; prices: number; is_first: boolean };

/** The token in the fragment of a monthly message's link, which is never sent to the server by itself. */
export function clientLoader() {
  return location.hash.slice(1);
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const title = `${matches[0].loaderData?.productName ?? "Kinexo"} | Confirmar`;
  return [{ title }, { name: "robots", content: "noindex" }, { name: "referrer", content: "no-referrer" }];
}

/** The page behind the monthly message's link: one press confirms a specialist's coverages and prices, without signing in. */
export default function ConfirmFacts({ loaderData: token }: Route.ComponentProps) {
  const [state, setState] = useState<"asking" | "over" | Outcome>(token ? "asking" : "over");
  const [pending, setPending] = useState<"same" | "raised" | null>(null);

  async function confirm(raise: number) {
    setPending(raise === 0 ? "same" : "raised");
    try {
      // Loaded on demand: the page needs no API client before the press.
      const { api } = await import("../../client/api.ts");
      setState(await api.confirmations.byLink({ token, raise }));
    } catch (error) {
      if (errorCode(error) === "NOT_FOUND" || errorCode(error) === "BAD_INPUT") setState("over");
      else toast.error(failureMessage(error));
    } finally {
      setPending(null);
    }
  }

  return (
    <AccountFrame>
      {state === "over" ? (
        <Over />
      ) : state === "asking" ? (
        <>
          <h1 className="mb-3 text-3xl">¿Sigue todo igual?</h1>
          <p className="mb-6 text-muted">
            Confirmás las coberturas y los precios del mensaje que te mandamos. Si algo cambió, editalo en tu perfil.
          </p>
          <ConfirmButtons hasPrices pending={pending} onConfirm={(raise) => void confirm(raise)} />
          <p className="mt-6">
            <ButtonLink to="/dashboard/kine/profile" variant="quiet" isWide>
              Ver o cambiar mis datos
            </ButtonLink>
          </p>
        </>
      ) : (
        <Done {...state} />
      )}
    </AccountFrame>
  );
}

function Done({ coverages, prices, is_first }: Outcome) {
  const counts = [
    coverages > 0 && plural(coverages, "cobertura", "coberturas"),
    prices > 0 && plural(prices, "precio", "precios"),
  ].filter(Boolean);
  return (
    <div role="status" className="flex flex-col gap-4">
      <h1 className="text-3xl">{is_first ? "Listo, quedó confirmado" : "Ya estaba confirmado"}</h1>
      <p className="text-muted">
        {is_first && counts.length > 0 ? `Confirmaste ${counts.join(" y ")}. ` : ""}
        Te volvemos a preguntar en un mes.
      </p>
      <ButtonLink to="/dashboard/kine/profile" variant="secondary" isWide>
        Ver mi perfil
      </ButtonLink>
    </div>
  );
}

function Over() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <h1 className="text-3xl">Este enlace ya no sirve</h1>
      <p className="text-muted">
        Venció, está incompleto o te mandamos uno más nuevo. También podés confirmar en tu perfil.
      </p>
      <ButtonLink to="/dashboard/kine/profile" isWide>
        Ir a mi perfil
      </ButtonLink>
    </div>
  );
}
