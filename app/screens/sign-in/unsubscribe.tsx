import { useState } from "react";
import { useParams } from "react-router";
import { failureMessage } from "../../client/connection.ts";
import { DIGEST, GROUP_NAMES, GROUPS } from "../../domain/notifications/notification.ts";
import { errorCode } from "../../shared/errors.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { toast } from "../../ui/toast.tsx";
import { AccountFrame } from "../shell/account-frame.tsx";
import type { Route } from "./+types/unsubscribe.ts";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const title = `${matches[0].loaderData?.productName ?? "Kinexo"} | Dejar de recibir correos`;
  return [{ title }, { name: "robots", content: "noindex" }, { name: "referrer", content: "no-referrer" }];
}

/** The page behind the link at the foot of a mail: one press ends such mails, without signing in. Opening it changes nothing. */
export default function Unsubscribe() {
  const { token = "" } = useParams();
  const [state, setState] = useState<"asking" | "ended" | "unknown">(() => (whatEnds(token) ? "asking" : "unknown"));
  const [isPending, setPending] = useState(false);

  async function end() {
    setPending(true);
    try {
      // Loaded on demand: the page needs no API client before the press.
      const { api } = await import("../../client/api.ts");
      await api.notifications.unsubscribe({ token });
      setState("ended");
    } catch (error) {
      if (errorCode(error) === "NOT_FOUND" || errorCode(error) === "BAD_INPUT") setState("unknown");
      else toast.error(failureMessage(error));
    } finally {
      setPending(false);
    }
  }

  return (
    <AccountFrame>
      {state === "asking" ? (
        <>
          <h1 className="mb-3 text-3xl">¿Dejamos de escribirte?</h1>
          <p className="mb-6 text-muted">
            No te mandamos más correos de {whatEnds(token)}. Los avisos siguen en tu cuenta, y los correos de seguridad
            también.
          </p>
          <Button isWide isPending={isPending} onPress={() => void end()}>
            No recibir más
          </Button>
        </>
      ) : (
        <Answer isEnded={state === "ended"} what={whatEnds(token)} />
      )}
    </AccountFrame>
  );
}

function Answer({ isEnded, what }: { isEnded: boolean; what: string | null }) {
  return (
    <div role="status" className="flex flex-col gap-4">
      <h1 className="text-3xl">{isEnded ? "Listo" : "Este enlace no sirve"}</h1>
      <p className="text-muted">
        {isEnded
          ? `Ya no te mandamos correos de ${what}. Podés cambiarlo cuando quieras en tu perfil.`
          : "Está incompleto, o esa cuenta ya no existe. También podés elegir tus avisos en tu perfil."}
      </p>
      <ButtonLink to="/dashboard" variant="secondary" isWide>
        Ir a mi cuenta
      </ButtonLink>
    </div>
  );
}

/** The readable name of the mails that a link ends, from the group in its token; null for an unknown group. */
function whatEnds(token: string): string | null {
  const [, name] = token.split(".");
  if (name === DIGEST) return "resumen diario";
  const group = GROUP_NAMES.find((each) => each === name);
  return group ? `“${GROUPS[group].label}”` : null;
}
