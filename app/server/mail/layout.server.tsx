import { Body, Button, Container, Head, Heading, Hr, Html, Link, Preview, Section, Text } from "@react-email/components";
import type { CSSProperties, ReactNode } from "react";
import type { Product } from "./letter.server.ts";

const FONT = "Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const INK = "#14242b";
const MUTED = "#4a5c64";
const PRIMARY = "#0f4c5c";

const bodyLook: CSSProperties = { backgroundColor: "#faf7f2", color: INK, fontFamily: FONT, margin: 0, padding: "24px 12px" };
const cardLook: CSSProperties = {
  backgroundColor: "#ffffff",
  border: "1px solid #e2dacd",
  borderRadius: "14px",
  maxWidth: "560px",
  padding: "28px 24px",
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

/** A paragraph of a message. */
export function Paragraph({ children }: { children: ReactNode }) {
  return <Text style={textLook}>{children}</Text>;
}

type MessageLayoutProps = {
  product: Product;
  /** The line that mailboxes show beside the subject. */
  preview: string;
  title: string;
  action: { label: string; link: string };
  /** What stands below the button, such as why one got the message. */
  after?: ReactNode;
  children: ReactNode;
};

/** What every message looks like: one card, one thing to do, no images and nothing loaded from anywhere. */
export function MessageLayout({ product, preview, title, action, after, children }: MessageLayoutProps) {
  return (
    <Html lang="es-AR">
      <Head>
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
      </Head>
      <Body style={bodyLook}>
        <Preview>{preview}</Preview>
        <Container style={cardLook}>
          <Text style={{ color: PRIMARY, fontSize: "20px", fontWeight: 700, margin: "0 0 20px" }}>{product.productName}</Text>
          <Heading as="h1" style={{ fontSize: "26px", lineHeight: "1.25", margin: "0 0 16px" }}>{title}</Heading>
          {children}
          <Section style={{ margin: "8px 0 20px" }}>
            <Button href={action.link} style={buttonLook}>{action.label}</Button>
          </Section>
          <Text style={smallLook} data-skip-in-text>
            Si el botón no funciona, copiá esta dirección en tu navegador:{" "}
            <Link href={action.link} style={{ color: PRIMARY, wordBreak: "break-all" }}>{action.link}</Link>
          </Text>
          {after && <Text style={smallLook}>{after}</Text>}
          <Hr style={{ borderColor: "#e2dacd", margin: "20px 0" }} />
          <Text style={{ ...smallLook, margin: 0 }}>
            {product.productName} · {product.contactPhone} · {product.contactEmail}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}
