import { useEffect, useRef } from "react";
import { useProduct } from "../../shared/app-context.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { toast } from "../../ui/toast.tsx";
import { whatsAppLink } from "../profiles/phone.ts";
import type { CreatedKine } from "./create-kine-form.tsx";

export type KineCreatedProps = { kine: CreatedKine; onAnother: () => void };

/** The confirmation after creating a specialist, with the temporary password, which is shown only here, or the invitation that was sent. */
export function KineCreated({ kine, onAnother }: KineCreatedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col gap-6">
      <h1 ref={heading} tabIndex={-1} className="rounded text-3xl">
        Especialista creado
      </h1>
      <Card as="section">
        <h2 className="mb-1 text-xl">{kine.name}</h2>
        <p className="mb-4 wrap-anywhere text-muted">
          {kine.email} <Badge tone="warning">Email sin confirmar</Badge>
        </p>
        {kine.password === undefined ? (
          <p>
            Le mandamos un email con un enlace, que sirve una sola vez y vence en siete días: ahí acepta los términos y
            elige su contraseña. Hasta entonces nadie ve su perfil. Si no llega, mandale otro desde su ficha, en
            Especialistas.
          </p>
        ) : (
          <TemporaryPassword kine={kine} password={kine.password} />
        )}
        {!kine.is_checked && (
          <p className="mt-4 font-semibold">
            Su matrícula quedó sin comprobar: no se lee el número, o hay una cuenta borrada con reseñas. Espera en
            «Matrículas».
          </p>
        )}
      </Card>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button variant="secondary" icon="plus" onPress={onAnother}>
          Crear otro especialista
        </Button>
        {kine.password !== undefined && (
          <ButtonLink to={`/kines/${kine.id}`} variant="quiet">
            Ver perfil
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

function TemporaryPassword({ kine, password }: { kine: CreatedKine; password: string }) {
  const { productName, publicUrl } = useProduct();
  const message =
    `Hola ${kine.name}, creamos tu cuenta de especialista en ${productName}. Entrá en ${publicUrl}/auth con tu email ` +
    `y esta contraseña temporal:\n\n${password}\n\nLa primera vez te vamos a pedir que la cambies.`;

  async function copy() {
    const isCopied = await navigator.clipboard.writeText(password).then(
      () => true,
      () => false,
    );
    if (isCopied) toast.success("Contraseña copiada");
    else toast.error("No pudimos copiarla: seleccionala y copiala a mano");
  }

  return (
    <>
      <p>
        Le mandamos un email con las instrucciones. La contraseña temporal no va en ese email: pasásela vos por otro
        medio. No se vuelve a mostrar.
      </p>
      <p className="my-4 rounded-card bg-sunken px-4 py-3 font-mono text-lg wrap-anywhere select-all">
        <span className="sr-only">Contraseña temporal: </span>
        {password}
      </p>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button variant="secondary" onPress={() => void copy()}>
          Copiar contraseña
        </Button>
        <ButtonLink to={whatsAppLink(kine.phone, message)} icon="whatsapp">
          <span>
            Enviar por WhatsApp<span className="sr-only"> (se abre en otra ventana)</span>
          </span>
        </ButtonLink>
      </div>
    </>
  );
}
