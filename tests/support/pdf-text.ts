import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** The text of a PDF as a reader copies it: lines of a page joined by spaces. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const reading = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  const pdf = await reading.promise;
  const texts: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent({ disableNormalization: true });
    for (const item of items) if ("str" in item) texts.push(item.str, item.hasEOL ? " " : "");
    texts.push(" ");
  }
  await reading.destroy();
  return texts.join("");
}
