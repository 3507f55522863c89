import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import sharp from "sharp";
import { DOCS, PICTURES, pictureOf, SCHEMES, SIZES } from "./pictures.ts";

const SUFFIX = /-\d+-(light|dark)\.png$/;
const WIDEST = 1200;

/** The four pictures of README: their path in the set and their size. */
const best = {
  landing: ["landing", SIZES[2], "light"],
  case: ["a-case-with-applications", SIZES[0], "light"],
  specialist: ["a-specialist", SIZES[0], "dark"],
  applications: ["dashboard-admin-applications", SIZES[2], "dark"],
} as const;

/** Lays the picture set out on one page, and creates the pictures of README. */
export default async function makeSheet() {
  if (!PICTURES) return;
  const folder = PICTURES;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => SUFFIX.test(file));
  const takenAt = (file: string) => statSync(join(folder, file)).mtimeMs;
  const states = new Map(
    files.toSorted((a, b) => takenAt(a) - takenAt(b)).map((file) => [file.replace(SUFFIX, ""), dirname(file)]),
  );
  const sections = [...new Set(states.values())].toSorted().map((test) => {
    const rows = [...states].filter(([, of]) => of === test).map(([state]) => rowOf(state));
    return `<h2>${test}</h2>${rows.join("\n")}`;
  });
  writeFileSync(
    join(folder, "index.html"),
    page(`${files.length} pictures of ${states.size} states`, sections.join("\n")),
  );
  mkdirSync(DOCS, { recursive: true });
  for (const [name, [state, { width, height }, scheme]] of Object.entries(best)) {
    const file = files.find((each) => basename(each) === pictureOf(state, width, scheme));
    if (!file) continue;
    const picture = sharp(join(folder, file));
    const { height: whole = height } = await picture.metadata();
    const shown = picture.extract({ left: 0, top: 0, width, height: Math.min(height, whole) });
    await shown
      .resize({ width: Math.min(width, WIDEST) })
      .webp({ quality: 82 })
      .toFile(join(DOCS, `${name}.webp`));
  }
  console.log(`${files.length} pictures of ${states.size} states: ${relative(".", folder)}/index.html`);
}

function rowOf(state: string): string {
  const pictures = SCHEMES.flatMap((scheme) =>
    SIZES.map(({ width }) => {
      const file = join(dirname(state), pictureOf(basename(state), width, scheme));
      return `<a href="${file}"><img loading="lazy" src="${file}" width="${Math.round(width / 4)}" alt="${width} px, ${scheme}"></a>`;
    }),
  );
  return `<h3>${basename(state)}</h3><div>${pictures.join("")}</div>`;
}

const page = (title: string, body: string) => `<!doctype html><meta charset="utf-8"><title>${title}</title>
<style>body{font:15px system-ui;margin:24px;background:#ccc}div{display:flex;gap:8px;align-items:flex-start;overflow:auto}img{display:block}</style>
<h1>${title}</h1>${body}`;
