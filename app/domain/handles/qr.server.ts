import { encode } from "uqr";

/** The quiet zone around a code, in modules, as the standard requires. */
const QUIET = 4;

/** A text as a QR code: the SVG path data of its dark modules, each 1 wide, and the code's width with its margin. */
export function qrPath(text: string): { data: string; size: number } {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1Z` : [])));
  return { data: squares.join(""), size };
}

/** A QR code as SVG, dark on white in every scheme, so that every camera reads it. */
export function qrPicture(text: string): string {
  const { data, size } = qrPath(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0Z"/><path d="${data}"/></svg>`;
}
