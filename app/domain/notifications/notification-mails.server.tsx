import { Link } from "@react-email/components";
import { MessageLayout, Paragraph } from "../../platform/mail/layout.server.tsx";
import type { Product, Template } from "../../platform/mail/message.server.ts";
import { plural } from "../../shared/format.ts";
import type { Role } from "../../shared/roles.ts";

/** One line for each notification, with the time of its turno, and the token of the link that ends such messages. Holds no text that a user wrote. */
export type Told = { lines: { title: string; path: string; when: string | null }[]; role: Role; token: string };

/** The most lines of a digest; the rest is counted. */
const MOST_LINES = 20;
const WHY_NO_MORE = "Por privacidad, este correo no cuenta nada de la salud ni dice el nombre de nadie.";

type Ended = Pick<Told, "token">;
const endOf = ({ token }: Ended, { publicUrl }: Product) => `${publicUrl}/baja/${token}`;
// RFC 8058: a mail program's own button posts to the address, without a session.
export const headers = (told: Ended, product: Product) => ({
  "list-unsubscribe": `<${endOf(told, product)}>`,
  "list-unsubscribe-post": "List-Unsubscribe=One-Click",
});

/** Why the reader gets a message, and how they get no more of them. */
export function End({ told, product }: { told: Ended; product: Product }) {
  return (
    <>
      Recibís estos avisos porque tenés una cuenta en {product.productName}. Podés{" "}
      <Link href={endOf(told, product)}>dejar de recibirlos</Link> cuando quieras.
    </>
  );
}

/** One notification, ten minutes after it was pushed and not read. */
export const notificationMail: Template<Told> = {
  subject: ({ lines }) => lines[0]?.title ?? "",
  link: ({ lines }, { publicUrl }) => `${publicUrl}${lines[0]?.path ?? ""}`,
  headers,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview="Tocá para verlo en tu cuenta."
      title={told.lines[0]?.title ?? ""}
      action={{ label: `Ver en ${product.productName}`, link }}
      after={<End told={told} product={product} />}
    >
      {told.lines[0]?.when && <Paragraph>{told.lines[0].when}, hora de Argentina.</Paragraph>}
      <Paragraph>Entrá a tu cuenta para ver de qué se trata. {WHY_NO_MORE}</Paragraph>
    </MessageLayout>
  ),
};

/** The notifications that waited for a person's morning, in one message. */
export const notificationDigest: Template<Told> = {
  subject: ({ lines }) => `Tu resumen del día: ${plural(lines.length, "aviso", "avisos")}`,
  link: ({ role }, { publicUrl }) => `${publicUrl}/dashboard/${role}/inbox`,
  headers,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview={`${plural(told.lines.length, "aviso te espera", "avisos te esperan")} en tu cuenta.`}
      title="Tu resumen del día"
      action={{ label: "Ver mis avisos", link }}
      after={<End told={told} product={product} />}
    >
      {told.lines.slice(0, MOST_LINES).map(({ title, path, when }, place) => (
        <Paragraph key={place}>
          <Link href={`${product.publicUrl}${path}`}>{title}</Link>
          {when && `: ${when}`}
        </Paragraph>
      ))}
      {told.lines.length > MOST_LINES && <Paragraph>Y {told.lines.length - MOST_LINES} más en tu cuenta.</Paragraph>}
      <Paragraph>{WHY_NO_MORE}</Paragraph>
    </MessageLayout>
  ),
};
