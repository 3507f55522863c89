import { useMutation } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { toast } from "../../ui/toast.tsx";
import { AddToHomeScreen } from "./add-to-home-screen.tsx";
import { pushSupport } from "./push-browser.ts";
import { usePushHere } from "./use-push-here.ts";

type Device = Answers["push"]["state"]["devices"][number];
type Outcome = Answers["push"]["test"]["outcome"];

const TRIED: Record<Outcome, string> = {
  handed: "Enviamos un aviso de prueba. Tendría que aparecer en unos segundos.",
  later: "El servicio de avisos de tu navegador no responde. Probá de nuevo en un rato.",
  gone: "Tu navegador dejó de recibir avisos. Activalos de nuevo.",
  refused: "El servicio de avisos de tu navegador no aceptó la prueba.",
};

/** Notifications on this device: turning them on, trying them, and the person's devices that receive them. */
export function ThisDevice() {
  const { state, isHere, turnOn, turnOff } = usePushHere();
  if (!state) return null;
  const others = state.devices.filter(({ is_current }) => !is_current);
  return (
    <section aria-labelledby="push-here" className="flex flex-col gap-3">
      <h3 id="push-here" className="text-lg">
        Este dispositivo
      </h3>
      {isHere ? (
        <Subscribed isEnding={turnOff.isPending} onEnd={() => turnOff.mutate()} />
      ) : (
        <NotSubscribed isOn={state.key !== null} isPending={turnOn.isPending} onStart={() => turnOn.mutate()} />
      )}
      {others.length > 0 && <Devices devices={others} />}
    </section>
  );
}

function Subscribed({ isEnding, onEnd }: { isEnding: boolean; onEnd: () => void }) {
  const trial = useMutation(
    queries.push.test.mutationOptions({
      onSuccess: ({ outcome }) => (outcome === "handed" ? toast.success : toast.error)(TRIED[outcome]),
      onError: (error) => toastFailure("No se pudo probar", error),
    }),
  );
  return (
    <>
      <div>
        <Badge tone="success" icon="check">
          Recibe avisos
        </Badge>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" icon="bell" isPending={trial.isPending} onPress={() => trial.mutate(undefined)}>
          Probar en este dispositivo
        </Button>
        <Button variant="quiet" isPending={isEnding} onPress={onEnd}>
          Dejar de recibir
        </Button>
      </div>
    </>
  );
}

function NotSubscribed({ isOn, isPending, onStart }: { isOn: boolean; isPending: boolean; onStart: () => void }) {
  if (!isOn)
    return (
      <p className="text-muted">
        No puede recibirlos, porque este sitio no tiene una dirección segura (https). Los que elegiste por email te
        llegan igual.
      </p>
    );
  const support = pushSupport();
  if (support === "home_screen") return <AddToHomeScreen />;
  if (support === "none") return <p className="text-muted">Este navegador no muestra avisos.</p>;
  if (support === "blocked")
    return (
      <p className="text-muted">
        Los avisos están bloqueados en este navegador. Para recibirlos, permitilos en la configuración del sitio y volvé
        a cargar la página.
      </p>
    );
  return (
    <>
      <p className="text-muted">Te enterás aunque no tengas la página abierta.</p>
      <div>
        <Button icon="bell" isPending={isPending} onPress={onStart}>
          Recibir avisos en este dispositivo
        </Button>
      </div>
    </>
  );
}

function Devices({ devices }: { devices: Device[] }) {
  return (
    <>
      <h4 className="text-base">También reciben avisos</h4>
      <ul className="flex flex-col gap-2">
        {devices.map(({ name, kind, since }) => (
          <li key={since.toISOString()} className="flex items-center gap-3">
            <Icon name={kind === "computer" ? "laptop" : "smartphone"} className="size-6 text-primary" />
            <span>
              {name}{" "}
              <span className="text-sm text-muted">
                desde <RelativeTime date={since} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">Al cerrar la sesión de un dispositivo, deja de recibirlos.</p>
    </>
  );
}
