import { ANSWER_WITHIN_HOURS } from "../../domain/accounts/account.ts";
import { useProduct } from "../../shared/app-context.ts";
import { Icon } from "../../ui/icons.tsx";
import { Waiting } from "../../ui/illustrations/empty.tsx";
import { Spinner } from "../../ui/spinner.tsx";

/** A pending application; refreshed automatically. */
export function Pending({ isUnreachable }: { isUnreachable: boolean }) {
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <Waiting />
      <h1 className="text-3xl">Tu solicitud está en revisión</h1>
      <p className="text-lg">¡Gracias por registrarte! Una persona de nuestro equipo va a mirar tu solicitud.</p>
      <p className="text-muted">
        Te vamos a contactar por WhatsApp dentro de las próximas {ANSWER_WITHIN_HOURS} horas.
      </p>
      <p role="status" className="mt-2 flex items-center gap-3 rounded-card bg-sunken px-4 py-3 text-left text-sm">
        {isUnreachable ? <Icon name="cloudOff" /> : <Spinner />}
        {isUnreachable
          ? "Estás sin conexión. Seguimos intentando."
          : "Verificando automáticamente. Cuando te aprueben, entrás sin hacer nada."}
      </p>
    </div>
  );
}

/** Shown before the first answer. */
export function Asking() {
  const { productName } = useProduct();
  return (
    <>
      <h1 className="sr-only">{productName}</h1>
      <p role="status" className="flex items-center justify-center gap-3 py-16 text-muted">
        <Spinner />
        Consultando tu solicitud…
      </p>
    </>
  );
}
