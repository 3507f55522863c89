const CONNECTED = String.raw`(?: (?:de|del|es|interno|medica|clinica|nacional|provincial|numero|nro|num))*(?: ?(?:nro|numero|num|n[°o]?|[°:#.-]))* ?$`;
const label = (words: string, most: number, least = 1) => ({
  before: new RegExp(String.raw`(?<![a-z])(?:${words})\b\.?${CONNECTED}`),
  most,
  least,
});

/** Words that say what the number after them is, and how many digits such a number has. */
const LABELS = [
  label("dni|documento|d\\.n\\.i|le|lc", 8, 7),
  label("m ?\\.? ?[np]|mat(?:ricula)?|rnp|sss", 6),
  label("cp|codigo postal", 4),
  label(
    "afiliad[oa]|benefici(?:o|ario|aria)|carnet|soci[oa]|credencial|orden|turno|historia|hc|estudio|ticket|reclamo|codigo|legajo|registro|ley|bono|plan",
    8,
  ),
];
/** Papers, whose number may have two parts with a hyphen between them. */
const PAPER = label(
  "expediente|expte|exp|ex|protocolo|informe|autorizacion|certificado|factura|recibo|poliza|siniestro|modelo|lote|serie|articulo|art|remito|presupuesto|pedido|referencia|ref|tramite|resolucion",
  8,
);

type Labelled = { before: string; pieces: readonly string[]; between: readonly string[] };

/** Whether a number follows a word that says what else it is. A label covers the one number after it, and only as long a one as it names. */
export function isLabelled({ before, pieces, between }: Labelled): boolean {
  const { length } = pieces.join("");
  const isOf = (each: ReturnType<typeof label>) =>
    length >= each.least && length <= each.most && each.before.test(before);
  return (
    (pieces.length === 1 && LABELS.some(isOf)) || (isOf(PAPER) && between.every((sign) => sign === "-" || sign === "/"))
  );
}

/** Whether a text ends with such a word. What is after it may be masked for its length, but is no contact data beyond doubt. */
export const endsWithLabel = (before: string): boolean => [...LABELS, PAPER].some((each) => each.before.test(before));
