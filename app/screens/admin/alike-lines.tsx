import type { Answers } from "../../client/api.ts";
import type { Alike } from "../../domain/kine-applications/alike.ts";
import { ROLE_LABELS } from "../../shared/roles.ts";
import { plural } from "../../shared/format.ts";
import { Fold } from "../../ui/fold.tsx";
import { PanelLink } from "./panel/panel-link.tsx";
import { usePanel } from "./panel/panel-param.ts";

type Request = Answers["kineApplications"]["list"]["items"][number];
const list = new Intl.ListFormat("es", { type: "conjunction" });
const FACTS: Record<Alike, string> = { phone: "teléfono", domain: "dominio de email", photo: "foto" };
const HEADS: Record<Alike, (email: string) => string> = {
  phone: () => "Mismo teléfono:",
  domain: (email) => `Mismo dominio de email, ${email.slice(email.lastIndexOf("@") + 1)}:`,
  photo: () => "Misma foto:",
};

/** The other accounts with the phone, the domain of e-mail or the photo of a request; one line says what was compared where there are none. */
export function AlikeLines({ request }: { request: Request }) {
  const { alike, same_licence, license_number, email } = request;
  const panel = usePanel();
  const { compared, people, more } = alike;
  const isAlone = people.length === 0;
  if (isAlone && same_licence.length > 0) return null;
  if (isAlone) {
    const facts = [...(license_number ? ["matrícula"] : []), ...compared.map((fact) => FACTS[fact])];
    return facts.length > 0 && <p className="text-sm text-muted">Nadie más tiene su {list.format(facts)}.</p>;
  }
  return (
    <Fold title={`${plural(people.length, "cuenta parecida", "cuentas parecidas")}${more.length > 0 ? " o más" : ""}`}>
      {compared.map((fact) => {
        const those = people.filter((person) => person.fact === fact);
        if (those.length === 0) return null;
        return (
          <p key={fact} className="flex flex-wrap text-sm items-center gap-x-3 wrap-anywhere">
            <span>{HEADS[fact](email)}</span>
            {those.map(({ id, name, role }) => (
              <span key={id} className="inline-flex items-center gap-1">
                <PanelLink onPress={() => panel.show({ kind: "persona", id })}>{name}</PanelLink>
                {role && role !== "kine" && <span className="text-muted">({ROLE_LABELS[role]})</span>}
              </span>
            ))}
            {more.includes(fact) && <span className="text-muted">y otras</span>}
          </p>
        );
      })}
    </Fold>
  );
}
