import { createHash } from "node:crypto";
import type { Face } from "../../platform/drawing/fonts.server.ts";
import { linesOf, widthOf } from "../../platform/drawing/lines.server.ts";
import { outlineData } from "../../platform/drawing/outlines.server.ts";
import { qrPath } from "./qr.server.ts";

const POINTS_PER_MM = 72 / 25.4;

/** The cards to print, in millimetres; `qr` is the width of the code with its margin. */
export const CARDS = [
  { file: "card.pdf", width: 85, height: 54, qr: 38, isUpright: false },
  { file: "card-a6.pdf", width: 105, height: 148, qr: 76, isUpright: true },
] as const;

type Card = (typeof CARDS)[number];
type Shown = { name: string; specialty: string | null; address: string; productName: string };
/** Increment when the drawing changes, to invalidate cached cards. */
const DRAWING = 2;
/** A cache key of a card: the same card gives the same tag. */
export const cardTag = ({ file }: Card, { name, specialty, address, productName }: Shown) =>
  createHash("sha256")
    .update(JSON.stringify([DRAWING, file, name, specialty, address, productName]))
    .digest("base64url")
    .slice(0, 22);

type Line = { text: string; size: number; face: Face; ink: Ink; gap: number };

const INKS = {
  ink: [0x14, 0x24, 0x2b],
  muted: [0x4a, 0x5c, 0x64],
  petrol: [0x0f, 0x4c, 0x5c],
  black: [0, 0, 0],
} as const;
type Ink = keyof typeof INKS;
const MARGIN_MM = 6;

/**
 * A card with a specialist's name, short address and its QR code, as PDF. All text is drawn as outlines, so that no printer needs the
 * fonts. Nothing on it can become untrue: no stars, no price, no licence.
 */
export async function printedCard(card: Card, shown: Shown): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first card: it is large.
  const { PDFDocument, rgb } = await import("@cantoo/pdf-lib");
  const pdf = await PDFDocument.create();
  pdf.setTitle(`${shown.name}: ${shown.address}`);
  pdf.setLanguage("es-AR");
  const [width, height] = [card.width * POINTS_PER_MM, card.height * POINTS_PER_MM];
  const page = pdf.addPage([width, height]);
  const draw = (data: string, ink: Ink, { x = 0, y = 0, scale = 1 } = {}) => {
    const [red, green, blue] = INKS[ink];
    page.drawSvgPath(data, { x, y: height - y, scale, color: rgb(red / 255, green / 255, blue / 255) });
  };
  const margin = MARGIN_MM * POINTS_PER_MM;
  const qr = card.qr * POINTS_PER_MM;
  const code = qrPath(shown.address);
  const qrAt = card.isUpright
    ? { x: (width - qr) / 2, y: height - margin - qr - 34 }
    : { x: width - margin / 2 - qr, y: (height - qr) / 2 };
  draw(code.data, "black", { ...qrAt, scale: qr / code.size });
  draw(`M0 0h${width}v4h-${width}Z`, "petrol", { y: height - 4 });

  const room = card.isUpright ? width - 2 * margin : qrAt.x - margin;
  const lines = linesFor(card, shown, room);
  const tall = lines.reduce((sum, { size, gap }) => sum + size + gap, 0);
  let y = card.isUpright ? margin + 18 : (height - tall) / 2;
  for (const { text, size, face, ink, gap } of lines) {
    y += size;
    const x = card.isUpright ? (width - widthOf(text, size, face)) / 2 : margin;
    draw(outlineData(text, { x, y, size, face }), ink);
    y += gap;
  }
  if (card.isUpright) {
    const foot = shown.address.replace(/^https?:\/\//, "");
    const size = fitting(foot, room, 13);
    draw(
      outlineData(foot, { x: (width - widthOf(foot, size, "text")) / 2, y: height - margin - 10, size, face: "text" }),
      "ink",
    );
  }
  return new Uint8Array(await pdf.save());
}

function linesFor(card: Card, { name, specialty, address, productName }: Shown, room: number): Line[] {
  const [size, small] = card.isUpright ? [28, 13] : [13, 8];
  const wrapped = (text: string, at: { size: number; face: Face; most: number }) =>
    linesOf(text, { ...at, width: room });
  const names = wrapped(name, { size, face: "display", most: 3 });
  const trades = wrapped(specialty ?? "Kinesiología", { size: small, face: "text", most: 2 });
  const line =
    (face: Face, at: number, ink: Ink, gap: number) =>
    (text: string): Line => ({ text, size: at, face, ink, gap });
  const foot = card.isUpright
    ? wrapped(`Mirá mi perfil y mis reseñas en ${productName}`, { size: small, face: "text", most: 2 }).map(
        line("text", small, "petrol", 3),
      )
    : [address.replace(/^https?:\/\//, "")].map((text) => line("text", fitting(text, room, small), "petrol", 0)(text));
  return [...names.map(line("display", size, "ink", 3)), ...trades.map(line("text", small, "muted", 4)), ...foot];
}

/** The size at which a line of text is no wider than `room`. */
const fitting = (text: string, room: number, size: number) =>
  Math.min(size, (size * room) / widthOf(text, size, "text"));
