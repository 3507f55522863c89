import { useState } from "react";
import { useNavigate } from "react-router";
import { failureMessage } from "../../client/connection.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { toast } from "../../ui/toast.tsx";
import type { Route } from "./+types/link.ts";
import { AccountFrame } from "../shell/account-frame.tsx";
import { LayoutSkeleton } from "../shell/layout-skeleton.tsx";
import { followLink, LINKS, type LinkType } from "./follow-link.ts";

export { LayoutSkeleton as HydrateFallback };

/** Parses the link's fragment, which is never sent to the server; null when it is not one of ours. */
export function clientLoader() {
  const params = new URLSearchParams(location.hash.slice(1));
  const [type, token_hash] = [params.get("type") ?? "", params.get("token_hash")];
  return Object.hasOwn(LINKS, type) && token_hash ? { type: type as LinkType, token_hash } : null;
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const title = `${matches[0].loaderData?.productName ?? "Kinexo"} | Enlace`;
  return [{ title }, { name: "robots", content: "noindex" }, { name: "referrer", content: "no-referrer" }];
}

export default function FollowedLink({ loaderData: link }: Route.ComponentProps) {
  return <AccountFrame>{link ? <Link key={link.token_hash} {...link} /> : <Over type={null} />}</AccountFrame>;
}

/** Waits for a press: mail scanners open links and would consume the token. */
function Link({ type, token_hash }: { type: LinkType; token_hash: string }) {
  const navigate = useNavigate();
  const [state, setState] = useState<"asking" | "pending" | "done" | "over">("asking");
  const { title, action, done, next } = LINKS[type];

  async function use() {
    setState("pending");
    try {
      const { error, hasSession } = await followLink(type, token_hash);
      if (error?.code === "otp_expired") return setState("over");
      if (!error && hasSession) return void (await navigate("/dashboard", { replace: true }));
      setState(error ? "asking" : "done");
      if (error) toast.error(failureMessage(error));
    } catch (error) {
      setState("asking");
      toast.error(failureMessage(error));
    }
  }

  if (state === "over") return <Over type={type} />;
  if (state === "done") {
    return (
      <div role="status" className="flex flex-col gap-6">
        <h1 className="text-3xl">{done}</h1>
        {next && <p className="text-muted">{next}</p>}
        <ButtonLink to={next ? "/forgot-password" : "/dashboard"} size="large" isWide>
          {next ? "Elegir una contraseña nueva" : "Continuar"}
        </ButtonLink>
      </div>
    );
  }
  return (
    <>
      <h1 className="mb-3 text-3xl">{title}</h1>
      {type === "admin_back" && (
        <p className="mb-6 text-muted">
          El correo dice quién dejó de administrar y quién lo decidió. Si lo deshacés, esa persona recupera su cuenta y
          su rol; si está bien, cerrá esta página.
        </p>
      )}
      <Button size="large" isWide isPending={state === "pending"} onPress={() => void use()}>
        {action}
      </Button>
    </>
  );
}

/** Whether a new recovery link replaces one that is over. */
const isOfPassword = (type: LinkType | null) =>
  type !== null && type !== "signup" && type !== "email_change" && type !== "admin_back";

function Over({ type }: { type: LinkType | null }) {
  return (
    <div role="status" className="flex flex-col gap-4">
      <h1 className="text-3xl">Este enlace ya no sirve</h1>
      <p className="text-muted">
        {type === "admin_back"
          ? "Ya se usó, pasaron siete días, u otra persona que administra decidió lo mismo. Quien administra puede devolver el rol en Usuarios."
          : `Ya se usó, venció o está incompleto. ${isOfPassword(type) ? "Pedí uno nuevo." : "Podés pedir otro desde Seguridad, en tu cuenta."}`}
      </p>
      {isOfPassword(type) ? (
        <ButtonLink to="/forgot-password" isWide>
          Pedir otro enlace
        </ButtonLink>
      ) : (
        <ButtonLink to="/dashboard" isWide>
          Ir a mi cuenta
        </ButtonLink>
      )}
    </div>
  );
}
