import { Body, Button, Container, Head, Heading, Html, Link, Preview, Section, Text } from "@react-email/components";
import type { CSSProperties, ReactNode } from "react";
import type { Product } from "./message.server.ts";

const FONT = "Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const INK = "#14242b";
const MUTED = "#4a5c64";
const PRIMARY = "#0f4c5c";

// Dark mode, for mail programs that support it; all others use the inline styles below.
const NIGHT = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){
.ground,.ground>table>tbody>tr>td{background-color:#0d191e!important;color:#edf2f1!important}
.card{background-color:#15252c!important;border-color:#2b3f47!important}
.muted{color:#a9bbc1!important;border-color:#2b3f47!important}
.name,.muted a{color:#8fd0de!important}
.button{background-color:#8fd0de!important;color:#06222a!important}
}`;

const bodyLook: CSSProperties = {
  backgroundColor: "#faf7f2",
  color: INK,
  fontFamily: FONT,
  margin: 0,
  padding: "24px 12px",
};
// Breaks long addresses, which would otherwise widen the page.
const pageLook: CSSProperties = { maxWidth: "560px", wordBreak: "break-word" };
const cardLook: CSSProperties = {
  backgroundColor: "#ffffff",
  border: "1px solid #e2dacd",
  borderRadius: "12px",
  padding: "32px 24px 20px",
};
// The logo as a letter: mailboxes block images by default.
const markLook: CSSProperties = {
  backgroundColor: PRIMARY,
  borderRadius: "9px",
  color: "#ffffff",
  display: "inline-block",
  fontSize: "20px",
  fontWeight: 800,
  height: "34px",
  lineHeight: "34px",
  marginRight: "10px",
  textAlign: "center",
  width: "34px",
};
const nameLook: CSSProperties = {
  color: PRIMARY,
  fontSize: "20px",
  fontWeight: 700,
  lineHeight: "34px",
  margin: "0 0 16px 4px",
};
const buttonLook: CSSProperties = {
  backgroundColor: PRIMARY,
  borderRadius: "12px",
  boxSizing: "border-box",
  color: "#ffffff",
  display: "block",
  fontSize: "17px",
  fontWeight: 600,
  padding: "15px 24px",
  textAlign: "center",
};
const textLook: CSSProperties = { fontSize: "17px", lineHeight: "1.55", margin: "0 0 16px" };
const smallLook: CSSProperties = { color: MUTED, fontSize: "14px", lineHeight: "1.5", margin: "0 0 8px" };
const footLinkLook: CSSProperties = { color: PRIMARY, textDecoration: "underline" };
const afterLook: CSSProperties = {
  ...smallLook,
  borderTop: "1px solid #e2dacd",
  marginTop: "16px",
  paddingTop: "12px",
};
const headingLook: CSSProperties = {
  fontSize: "26px",
  letterSpacing: "-0.015em",
  lineHeight: "1.2",
  margin: "0 0 16px",
};

/** A paragraph of a message. */
export function Paragraph({ children }: { children: ReactNode }) {
  return <Text style={textLook}>{children}</Text>;
}

type MessageLayoutProps = {
  product: Product;
  /** The preview line that mailboxes show beside the subject. */
  preview: string;
  title: string;
  action: { label: string; link: string };
  /** Text below the button, such as why the recipient got the message. */
  after?: ReactNode;
  children: ReactNode;
};

/** The layout of every message: one card, one action, no images and no remote content. */
export function MessageLayout({ product, preview, title, action, after, children }: MessageLayoutProps) {
  return (
    <Html lang="es-AR">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{NIGHT}</style>
      </Head>
      <Body className="ground" style={bodyLook}>
        <Preview>{preview}</Preview>
        <Container style={pageLook}>
          <Text className="name" style={nameLook}>
            <span className="button" style={markLook} data-skip-in-text aria-hidden="true">
              {[...product.productName][0]}
            </span>
            {product.productName}
          </Text>
          <Section className="card" style={cardLook}>
            <Heading as="h1" style={headingLook}>
              {title}
            </Heading>
            {children}
            <Section style={{ margin: "24px 0" }}>
              <Button href={action.link} className="button" style={buttonLook}>
                {action.label}
              </Button>
            </Section>
            <Text className="muted" style={smallLook} data-skip-in-text>
              Si el botón no funciona, copiá esta dirección en tu navegador:{" "}
              <Link href={action.link} style={{ color: PRIMARY }}>
                {action.link}
              </Link>
            </Text>
            {after && (
              <Text className="muted" style={afterLook}>
                {after}
              </Text>
            )}
          </Section>
          <Section style={{ padding: "20px 24px 0" }}>
            <Text className="muted" style={smallLook}>
              {product.productName} · {product.contactPhone} · {product.contactEmail}
            </Text>
            <Text className="muted" style={smallLook}>
              <Link href={`${product.publicUrl}/terminos`} style={footLinkLook}>
                Términos y condiciones
              </Link>
              {" · "}
              <Link href={`${product.publicUrl}/privacidad`} style={footLinkLook}>
                Política de privacidad
              </Link>
            </Text>
            <Text className="muted" style={{ ...smallLook, fontSize: "13px", margin: 0 }}>
              {product.productName} es solo un intermediario y no presta servicios médicos. Tus datos están protegidos
              por la Ley 25.326. Nunca te vamos a pedir tu contraseña por correo.
            </Text>
          </Section>
        </Container>
      </Body>
    </Html>
  );
}
