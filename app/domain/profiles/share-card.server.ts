import { linesOf, widthOf } from "../../platform/drawing/lines.server.ts";
import { outline } from "../../platform/drawing/outlines.server.ts";
import { initials } from "../../ui/initials.ts";
import { withoutAverage } from "../reviews/review-words.ts";

export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** The fields shown in a share image: only public ones. */
export type ShareFields = {
  name: string;
  specialty: string | null;
  location_city: string | null;
  price_range: string | null;
  review_count: number;
  average_stars: number | null;
  rating_from: number;
  license_checked: boolean;
};

const ink = "#14242b";
const muted = "#4a5c64";
const petrol = "#0f4c5c";
const clay = "#c8553d";
const softPetrol = "#dcebee";
const softClay = "#fae5de";

const LEFT = 84;
const TEXT_WIDTH = 650;
const star = "M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8Z";

/** The share image of a public profile as SVG, with all text as paths. */
export function shareCard(profile: ShareFields, productName: string): string {
  const { width, height } = SHARE_SIZE;
  const name = nameLines(profile.name);
  const top = name.lines.length > 1 ? 224 : 262;
  const parts = name.lines.map((line, index) =>
    outline(line, { x: LEFT, y: top + index * name.size * 1.04, size: name.size, face: "display", fill: ink }),
  );
  let y = top + (name.lines.length - 1) * name.size * 1.04 + 64;
  for (const line of linesOf(profile.specialty ?? "Especialista", {
    width: TEXT_WIDTH,
    most: 1,
    size: 38,
    face: "text",
  })) {
    parts.push(outline(line, { x: LEFT, y, size: 38, face: "text", fill: muted }));
  }
  y += 68;
  parts.push(ratingLine(profile, y));
  y += 46;
  parts.push(chips([profile.price_range, profile.location_city], y));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<path fill="#faf7f2" d="M0 0h${width}v${height}H0z"/>${monogram(profile.name)}
<path fill="${petrol}" d="M0 ${height - 14}h${width}v14H0z"/>${brand(productName)}${parts.join("")}${profile.license_checked ? seal() : ""}</svg>`;
}

function nameLines(name: string) {
  const sizes = [84, 72, 60, 50];
  const fitted = sizes.map((size) => ({
    size,
    lines: linesOf(name, { width: TEXT_WIDTH, most: 2, size, face: "display" }),
  }));
  return (
    fitted.find(({ lines }) => lines.length > 0 && !lines.at(-1)?.endsWith("…")) ??
    fitted.at(-1) ?? { size: 50, lines: [] }
  );
}

function ratingLine({ average_stars, review_count, rating_from }: ShareFields, y: number): string {
  if (average_stars === null)
    return outline(withoutAverage({ review_count, rating_from }, "Perfil nuevo, todavía sin reseñas"), {
      x: LEFT,
      y,
      size: 32,
      face: "text",
      fill: muted,
    });
  const stars = [1, 2, 3, 4, 5].map((one) => {
    const look =
      one <= Math.round(average_stars) ? 'fill="#b26a00"' : 'fill="none" stroke="#7b8a90" stroke-width="1.5"';
    return `<path ${look} transform="translate(${LEFT + (one - 1) * 44 - 4} ${y - 36}) scale(1.9)" d="${star}"/>`;
  });
  const average = average_stars.toLocaleString("es-AR", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const x = LEFT + 5 * 44 + 12;
  const count = `(${review_count} ${review_count === 1 ? "reseña" : "reseñas"})`;
  return (
    stars.join("") +
    outline(average, { x, y, size: 38, face: "display", fill: ink }) +
    outline(count, { x: x + widthOf(average, 38, "display") + 14, y, size: 32, face: "text", fill: muted })
  );
}

function chips(texts: (string | null)[], y: number): string {
  let x = LEFT;
  const size = 30;
  return texts
    .filter((text) => text !== null)
    .map((text) => {
      const room = LEFT + TEXT_WIDTH - x - 48;
      const [line] = room > 90 ? linesOf(text, { width: room, most: 1, size, face: "text" }) : [];
      if (!line) return "";
      const width = widthOf(line, size, "text") + 48;
      const drawn =
        `<rect x="${x}" y="${y}" width="${width}" height="60" rx="30" fill="${softPetrol}"/>` +
        outline(line, { x: x + 24, y: y + 41, size, face: "text", fill: petrol });
      x += width + 14;
      return drawn;
    })
    .join("");
}

/** The initials in the arch of the landing page. */
function monogram(name: string): string {
  const [letters = ""] = linesOf(initials(name), { width: 260, most: 1, size: 118, face: "display" });
  const x = 968 - widthOf(letters, 118, "display") / 2;
  return `<path fill="${softPetrol}" d="M788 616V306a180 180 0 0 1 360 0v310z"/><circle cx="1072" cy="236" r="92" fill="${softClay}"/>
<circle cx="968" cy="352" r="138" fill="${petrol}"/>${outline(letters, { x, y: 394, size: 118, face: "display", fill: "#fff" })}`;
}

/** The badge of a licence checked by an admin. */
function seal(): string {
  return (
    `<rect x="830" y="512" width="276" height="58" rx="29" fill="#fff"/><circle cx="860" cy="541" r="17" fill="${clay}"/>
<path d="M852 541l6 6 11-12" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>` +
    outline("Matrícula verificada", { x: 888, y: 550, size: 22, face: "text", fill: ink })
  );
}

function brand(productName: string): string {
  const [line = ""] = linesOf(productName, { width: 480, most: 1, size: 38, face: "display" });
  return (
    `<g transform="translate(${LEFT} 62) scale(1.75)"><rect width="32" height="32" rx="9" fill="${petrol}"/>
<g fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round"><path d="M9.5 6.5v19"/><path d="M23.5 6.8c-.6 4.2-3.2 7.2-7.3 8.7"/>
<path d="M16.2 17.3c3.9 1.5 6.5 4.3 7.3 8.2"/></g><circle cx="14.6" cy="16.2" r="2.7" fill="#f08a70"/></g>` +
    outline(line, { x: LEFT + 74, y: 103, size: 38, face: "display", fill: ink })
  );
}
