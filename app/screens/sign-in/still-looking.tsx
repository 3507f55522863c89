import { type ReactNode, useState } from "react";
import { failureMessage } from "../../client/connection.ts";
import { SHOWN_WITH_CONSENT } from "../../domain/consents/shown-with-consent.ts";
import { errorCode } from "../../shared/errors.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { AccountFrame } from "../shell/account-frame.tsx";
import { LayoutSkeleton } from "../shell/layout-skeleton.tsx";
import type { Route } from "./+types/still-looking.ts";

export { LayoutSkeleton as HydrateFallback };

type Outcome = { is_first: boolean; is_dormant: boolean };

/** The token in the fragment of a message's link, which is never sent to the server by itself. */
export function clientLoader() {
  return location.hash.slice(1);
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const title = `${matches[0].loaderData?.productName ?? "Kinexo"} | ¿Seguís buscando?`;
  return [{ title }, { name: "robots", content: "noindex" }, { name: "referrer", content: "no-referrer" }];
}

/** The page behind the "¿Seguís buscando?" link: one press answers for a case, without signing in. */
export default function StillLooking({ loaderData: token }: Route.ComponentProps) {
  const [state, setState] = useState<"asking" | "over" | "consent" | Outcome>(token ? "asking" : "over");
  const [pending, setPending] = useState<boolean | null>(null);

  async function answer(is_looking: boolean) {
    setPending(is_looking);
    try {
      // Loaded on demand: the page needs no API client before the press.
      const { api } = await import("../../client/api.ts");
      setState(await api.cases.answerByLink({ token, is_looking }));
    } catch (error) {
      if (errorCode(error) === "NOT_FOUND" || errorCode(error) === "BAD_INPUT") setState("over");
      else if (errorCode(error) === "CONSENT_NEEDED") setState("consent");
      else toast.error(failureMessage(error));
    } finally {
      setPending(null);
    }
  }

  return (
    <AccountFrame>
      {state === "over" ? (
        <Said title="Este enlace ya no sirve">
          Venció, está incompleto, te mandamos uno más nuevo o el caso ya no está abierto. También podés contestar en tu
          caso.
        </Said>
      ) : state === "consent" ? (
        <Said title="Falta tu permiso">{SHOWN_WITH_CONSENT}</Said>
      ) : state === "asking" ? (
        <>
          <h1 className="mb-3 text-3xl">¿Seguís buscando?</h1>
          <p className="mb-6 text-muted">
            Si decís que no, sacamos tu caso de las listas de especialistas. No se borra: vuelve con un toque cuando
            quieras.
          </p>
          <div className="flex flex-col gap-3">
            <Button
              size="large"
              icon="check"
              isPending={pending === true}
              isDisabled={pending === false}
              onPress={() => void answer(true)}
            >
              Sí, sigo buscando
            </Button>
            <Button
              size="large"
              variant="secondary"
              isPending={pending === false}
              isDisabled={pending === true}
              onPress={() => void answer(false)}
            >
              No, ya no busco
            </Button>
          </div>
        </>
      ) : state.is_dormant ? (
        <Said title={state.is_first ? "Listo, lo pausamos" : "Tu caso está en pausa"}>
          Ya no figura en las listas de especialistas. Podés volver a mostrarlo con un toque en tus casos.
        </Said>
      ) : (
        <Said title={state.is_first ? "Listo, tu caso sigue a la vista" : "Tu caso ya sigue a la vista"}>
          Te avisamos cuando alguien se postule.
        </Said>
      )}
    </AccountFrame>
  );
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status" className="flex flex-col gap-4">
      <h1 className="text-3xl">{title}</h1>
      <p className="text-muted">{children}</p>
      <ButtonLink to="/dashboard/patient/cases" variant="secondary" isWide>
        Ver mis casos
      </ButtonLink>
    </div>
  );
}
