import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";

const folder = join(tmpdir(), `kinexo-e2e-files-${process.pid}`);
mkdirSync(folder, { recursive: true });

function file(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const picture = sharp({ create: { width: 800, height: 600, channels: 3, background: "#C8553D" } });

/** Real files to upload: images that decode, a PDF with a page, and files with a wrong type. */
export const fixtures = {
  photo: file("foto.png", await picture.clone().resize(300, 300).png().toBuffer()),
  png: file("radiografia.png", await picture.clone().png().toBuffer()),
  png2: file("perfil.png", await picture.clone().rotate(90).png().toBuffer()),
  jpeg: file("resonancia.jpg", await picture.clone().jpeg().toBuffer()),
  pdf: file(
    "informe.pdf",
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
      "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
  ),
  brokenPng: file("rota.png", (await picture.clone().png().toBuffer()).subarray(0, 200)),
  textAsPng: file("falsa.png", "esto es un texto"),
  notes: file("notas.txt", "notas"),
  svg: file("dibujo.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
  large: file("grande.pdf", Buffer.alloc(11 * 1024 * 1024, "%PDF-1.4\n")),
};
