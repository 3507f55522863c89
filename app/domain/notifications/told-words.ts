import { GROUPS, type Group, type Mail } from "./notification.ts";

type Told = { email: string; mail: Mail; isPushed: boolean };

/** How a patient will hear about an answer, by what they chose: "Cuando te respondan, te avisamos por email a ana@example.com." */
export function toldInWords({ email, mail, isPushed }: Told): string {
  const ways = [
    mail !== "off" && `por email a ${email}${mail === "daily" ? ", una vez por día" : ""}`,
    isPushed && "en tus dispositivos",
  ].filter((way) => way !== false);
  return ways.length > 0
    ? `Cuando te respondan, te avisamos ${ways.join(" y ")}.`
    : "No te vamos a avisar: entrá acá para ver si te respondieron.";
}

const list = new Intl.ListFormat("es-AR");
type Chosen = { group: Group; push: boolean; mail: Mail };

/** Lists the notices that a person gets by each way: "Por email: mensajes y turnos. Por email una vez por día: casos en tu zona." Empty where they get none. */
export function groupsInWords(groups: readonly Chosen[], hasDevices: boolean): string {
  const said = (way: string, has: (each: Chosen) => boolean) => {
    const labels = groups.filter(has).map(({ group }) => GROUPS[group].label.toLowerCase().replace(/\bmi/, "tu"));
    return labels.length > 0 && `${way}: ${list.format(labels)}.`;
  };
  return [
    said("Por email", ({ mail }) => mail === "at_once"),
    said("Por email una vez por día", ({ mail }) => mail === "daily"),
    hasDevices && said("En tus dispositivos", ({ push }) => push),
  ]
    .filter(Boolean)
    .join(" ");
}
