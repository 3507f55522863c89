import { inflateSync } from "node:zlib";

/** The filled paths of a PDF of one page, as SVG, and the page's width and height in points. Other operators are passed over. */
export function drawingOf(pdf: Buffer): { svg: Buffer; width: number; height: number } {
  const text = pdf.toString("latin1");
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, body = ""]) => inflated(body));
  const size = /MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(streams.join("\n") + text);
  const [width, height] = [Number(size?.[1]), Number(size?.[2])];
  const lines = (streams.find((stream) => /^f$/m.test(stream)) ?? "").split("\n");
  const groups: number[] = [];
  let shapes = "";
  let data = "";
  let fill = "";
  for (const line of lines) {
    const words = line.trim().split(" ");
    const operator = words.pop() ?? "";
    if (operator === "q") groups.push(0);
    if (operator === "Q") shapes += "</g>".repeat(groups.pop() ?? 0);
    if (operator === "cm") {
      shapes += `<g transform="matrix(${words.join(" ")})">`;
      groups.push((groups.pop() ?? 0) + 1);
    }
    if (operator === "rg") fill = `rgb(${words.map((part) => Math.round(Number(part) * 255)).join(",")})`;
    if (["m", "l", "c"].includes(operator)) data += operator.toUpperCase() + words.join(" ");
    if (operator === "h") data += "Z";
    if (operator === "f") {
      shapes += `<path fill="${fill}" d="${data}"/>`;
      data = "";
    }
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g transform="matrix(1 0 0 -1 0 ${height})">${shapes}</g></svg>`;
  return { svg: Buffer.from(svg), width, height };
}

function inflated(body: string): string {
  try {
    return inflateSync(Buffer.from(body, "latin1")).toString("latin1");
  } catch {
    return "";
  }
}
