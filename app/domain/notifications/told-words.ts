import type { Mail } from "./notification.ts";

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
