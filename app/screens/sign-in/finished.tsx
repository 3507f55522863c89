import { type ReactNode, useState } from "react";
import { failureMessage } from "../../client/connection.ts";
import { errorCode } from "../../shared/errors.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { AccountFrame } from "../shell/account-frame.tsx";
import { LayoutSkeleton } from "../shell/layout-skeleton.tsx";
import type { Route } from "./+types/finished.ts";

export { LayoutSkeleton as HydrateFallback };

type Outcome = { is_first: boolean; is_over: boolean; case_id: string };

/** The token in the fragment of a message's link, which is never sent to the server by itself. */
export function clientLoader() {
  return location.hash.slice(1);
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const title = `${matches[0].loaderData?.productName ?? "Kinexo"} | ¿Terminaste?`;
  return [{ title }, { name: "robots", content: "noindex" }, { name: "referrer", content: "no-referrer" }];
}

/** The page behind the "¿Terminaste?" link: one press answers for a treatment, without signing in. */
export default function Finished({ loaderData: token }: Route.ComponentProps) {
  const [state, setState] = useState<"asking" | "over" | Outcome>(token ? "asking" : "over");
  const [pending, setPending] = useState<boolean | null>(null);

  async function answer(is_over: boolean) {
    setPending(is_over);
    try {
      // Loaded on demand: the page needs no API client before the press.
      const { api } = await import("../../client/api.ts");
      setState(await api.treatments.answerByLink({ token, is_over }));
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
        <Said title="Este enlace ya no sirve" to="/dashboard/patient/cases" label="Ver mis casos">
          Venció, está incompleto, te mandamos uno más nuevo o el tratamiento ya terminó. También podés contestar en tu
          caso.
        </Said>
      ) : state === "asking" ? (
        <>
          <h1 className="mb-3 text-3xl">¿Terminaste?</h1>
          <p className="mb-6 text-muted">
            Hace un tiempo que no tenés turnos. Si decís que sí, el tratamiento queda terminado; el caso lo cerrás vos
            cuando quieras.
          </p>
          <div className="flex flex-col gap-3">
            <Button
              size="large"
              icon="check"
              isPending={pending === true}
              isDisabled={pending === false}
              onPress={() => void answer(true)}
            >
              Sí, terminé
            </Button>
            <Button
              size="large"
              variant="secondary"
              isPending={pending === false}
              isDisabled={pending === true}
              onPress={() => void answer(false)}
            >
              No, sigo
            </Button>
          </div>
        </>
      ) : state.is_over ? (
        <Said
          title={state.is_first ? "Listo, terminaste" : "Tu tratamiento terminó"}
          to={`/dashboard/patient/cases?caso=${state.case_id}&medida=nueva`}
          label="Contar cómo quedé"
        >
          Contanos cómo quedaste. Después podés cerrar tu caso y dejar tu reseña.
        </Said>
      ) : (
        <Said
          title={state.is_first ? "Listo, seguís" : "Tu tratamiento sigue"}
          to="/dashboard/patient/cases"
          label="Ver mis casos"
        >
          No cambiamos nada.
        </Said>
      )}
    </AccountFrame>
  );
}

function Said({ title, to, label, children }: { title: string; to: string; label: string; children: ReactNode }) {
  return (
    <div role="status" className="flex flex-col gap-4">
      <h1 className="text-3xl">{title}</h1>
      <p className="text-muted">{children}</p>
      <ButtonLink to={to} variant="secondary" isWide>
        {label}
      </ButtonLink>
    </div>
  );
}
