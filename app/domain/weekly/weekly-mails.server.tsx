import { MessageLayout, Paragraph } from "../../platform/mail/layout.server.tsx";
import type { Template } from "../../platform/mail/message.server.ts";
import { formatMoment, plural } from "../../shared/format.ts";
import { End, headers } from "../notifications/notification-mails.server.tsx";
import type { WeekFigures } from "./figures.server.ts";

export type Week = { week: string; figures: WeekFigures; token: string };

const day = new Intl.DateTimeFormat("es-AR", { day: "numeric", month: "long", timeZone: "UTC" });

/** The week of the market and of the installation, to its admins. Names no person and no case. */
export const weeklyMail: Template<Week> = {
  subject: ({ figures }, { productName }) => `Tu semana en ${productName}: ${marketWords(figures)}`,
  link: (_, { publicUrl }) => `${publicUrl}/dashboard/admin/today`,
  headers,
  Body: ({ told, product, link }) => {
    const { figures, week } = told;
    return (
      <MessageLayout
        product={product}
        preview={marketWords(figures)}
        title={`La semana del ${day.format(new Date(week))}`}
        action={{ label: "Abrir Hoy", link }}
        after={<End told={told} product={product} />}
      >
        <Paragraph>Se publicaron {marketWords(figures)}.</Paragraph>
        {figures.places.length > 0 && (
          <Paragraph>Faltan especialistas en {figures.places.map(placeWords).join("; ")}.</Paragraph>
        )}
        <Paragraph>
          {figures.waiting === 0
            ? "No espera nada en las colas."
            : `En las colas ${plural(figures.waiting, "espera", "esperan")}, ${figures.late} hace más de lo prometido.`}
        </Paragraph>
        <Paragraph>{backupWords(figures)}</Paragraph>
        <Paragraph>{troubleWords(figures)}</Paragraph>
      </MessageLayout>
    );
  },
};

/** "38 casos, 31 con postulación". */
function marketWords({ cases, with_application }: WeekFigures): string {
  if (cases === null) return "menos de 5 casos";
  return `${plural(cases, "caso", "casos")}, ${with_application} con postulación`;
}

const placeWords = ({ name, waiting, specialists }: WeekFigures["places"][number]) =>
  `${name} (${plural(waiting, "caso espera", "casos esperan")}, ${specialists ?? "menos de 5"} especialistas)`;

function backupWords({ backed_up_at, verified_at }: WeekFigures): string {
  if (!backed_up_at) return "Nunca se hizo una copia.";
  const made = `La última copia es del ${formatMoment(new Date(backed_up_at))}`;
  return verified_at
    ? `${made}, y una se restauró de prueba el ${formatMoment(new Date(verified_at))}.`
    : `${made}, y ninguna se probó.`;
}

const troubleWords = ({ mails_failed, mails_bounced, jobs_failed }: WeekFigures) =>
  mails_failed + mails_bounced + jobs_failed === 0
    ? "Salieron todos los correos y ninguna tarea falló."
    : `Correos que no salieron: ${mails_failed}; devueltos: ${mails_bounced}; tareas que fallaron del todo: ${jobs_failed}.`;
