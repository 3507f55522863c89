import { useProduct } from "../../shared/app-context.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { factorLabel } from "./factor-label.ts";

/** A way in that the recovery of an account holds back, as the account service returns it. */
export type HeldBack = { kind: "factor" | "passkey" | "identity"; id: string; name: string; added_at: string };

type HeldBackWaysProps = { ways: readonly HeldBack[]; keep: readonly string[]; onKeep: (ids: string[]) => void };

/** The ways in that are too new to survive a recovery by themselves: each is removed with the new password, unless the user keeps it. */
export function HeldBackWays({ ways, keep, onKeep }: HeldBackWaysProps) {
  const { providers } = useProduct();
  const nameOf = ({ kind, name }: HeldBack) => {
    if (kind === "identity") return `Cuenta de ${providers.find(({ id }) => id === name)?.name ?? name}`;
    return kind === "factor" ? factorLabel(name) : `Llave de acceso ${name === "Llave de acceso" ? "" : name}`.trim();
  };
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-xl">Se agregaron hace poco</h2>
      <p className="text-muted">
        Hasta que guardes tu contraseña no sirven para entrar. Conservá solamente lo que agregaste vos: lo demás se
        quita.
      </p>
      {ways.map((way) => (
        <div key={way.id} className="flex flex-col gap-1">
          <RadioGroup
            label={nameOf(way)}
            value={keep.includes(way.id) ? "keep" : "remove"}
            options={[
              { value: "remove", label: "Quitar" },
              { value: "keep", label: "Conservar" },
            ]}
            onChange={(choice) =>
              onKeep(choice === "keep" ? [...keep, way.id] : keep.filter((kept) => kept !== way.id))
            }
          />
          <p className="text-sm text-muted">
            Se agregó <RelativeTime date={new Date(way.added_at)} />
          </p>
        </div>
      ))}
    </section>
  );
}
