const KEPT_MS = 10_000;

/** Saves a PDF in base64 under a name. */
export function savePdf(pdf: string, name: string): void {
  const bytes = Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  // Some browsers read the URL only after this handler returns.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
