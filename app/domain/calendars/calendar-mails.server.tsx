import addressparser from "nodemailer/lib/addressparser";
import { MessageLayout, Paragraph } from "../../platform/mail/layout.server.tsx";
import type { Template } from "../../platform/mail/message.server.ts";
import { momentOf } from "../bookings/booking-words.ts";
import { End, headers } from "../notifications/notification-mails.server.tsx";
import { entryUid } from "./entry-uid.server.ts";
import { calendarMessageOf, type Method } from "./ics.ts";

/** A turno for a calendar: `starts_at` is ISO, `attendee` the reader's address, `token` of the link that ends such mails. */
export type Facts = {
  method: Method;
  id: string;
  sequence: number;
  stamped_at: Date;
  starts_at: string;
  local_start: string;
  minutes: number;
  attendee: string;
  token: string;
};

const titleOf = ({ method }: Facts) => (method === "REQUEST" ? "Turno confirmado" : "Turno cancelado");

/** A turno that was confirmed, moved or cancelled, with the part that calendar programs read. It says when it is, and nothing else about it. */
export const calendarMail: Template<Facts> = {
  subject: titleOf,
  link: (_, { publicUrl }) => `${publicUrl}/dashboard/patient/bookings`,
  headers,
  calendar: ({ method, id, sequence, stamped_at, starts_at, minutes, attendee }, { publicUrl, mailFrom }) => ({
    method,
    content: calendarMessageOf(
      method,
      { uid: entryUid(id, publicUrl), sequence, stamped_at, starts_at: new Date(starts_at), minutes },
      { organizer: addressparser(mailFrom, { flatten: true })[0]?.address ?? mailFrom, attendee },
    ),
  }),
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview={momentOf(told.local_start)}
      title={titleOf(told)}
      action={{ label: "Ver mis turnos", link }}
      after={<End told={told} product={product} />}
    >
      <Paragraph>{momentOf(told.local_start)}, hora de Argentina.</Paragraph>
      <Paragraph>
        {told.method === "REQUEST"
          ? "Tu calendario lo muestra como “Turno”, sin nombres ni lugares."
          : "Tu calendario lo saca. Si todavía lo muestra, podés borrarlo."}
      </Paragraph>
    </MessageLayout>
  ),
};
