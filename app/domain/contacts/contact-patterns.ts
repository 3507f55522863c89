// All patterns match folded texts: lower case, no accents, digits for numbers in words. Each repetition is bounded, so that no text takes
// long.

const pattern = (source: string) => new RegExp(source, "g");
const OPEN = String.raw`[\s({<\[/-]{0,3}`;
const CLOSE = String.raw`[\s)}>\]/-]{0,3}`;
const DOT = String.raw`(?: ?[({<\[]?[.·•][)}>\]]? ?|${OPEN}\b(?:punt(?:o|ito)|dot)\b${CLOSE})`;
const AT = String.raw`(?: ?@ ?|${OPEN}\b(?:arr?o[bv]a|at)\b${CLOSE}|[({<\[] ?a ?[)}>\]])`;
const PROVIDER = "(?:g ?mail|hotmail|outlook|icloud|yahoo|live|fibertel|protonmail|proton)";
const TOKEN =
  "(?:[a-z0-9]{1,30}[._][a-z0-9._]{0,30}[a-z0-9_]|[a-z0-9]{1,30}_{1,3}|[a-z]{2,30}[0-9]{1,6}[a-z0-9_]{0,20})";

export const EMAILS = [
  pattern(String.raw`[\w.+-]{1,64} ?@ ?[\w-]{1,63}(?:${DOT}[a-z]{2,20}){1,4}`),
  pattern(
    String.raw`[\w.+-]{1,64}?${AT}(?:${PROVIDER}\b|[\w-]{1,63}${DOT}(?:com|net|org|edu|gob|ar)\b)(?:${DOT}[a-z]{2,3}\b){0,3}`,
  ),
  pattern(String.raw`[\w.+-]{1,64}\W{1,4}(?:en |de |a )?\b${PROVIDER}\b(?:${DOT}|[ /-])com(?:${DOT}ar\b)?`),
  pattern(
    String.raw`\b(?:gmail|hotmail|outlook|icloud|yahoo)\b(?: ?(?:es|:|,) ?[a-z0-9][\w.-]{4,60}|(?: \S{1,60}){0,2} ${TOKEN})`,
  ),
  pattern(String.raw`[\w.+-]{1,64} (?:gmail|hotmail|outlook|icloud)\b(?:${DOT}com)?`),
];

export const WEBS = [
  /https?:\/\/\S{1,60}/g,
  /\bwww\b\W{0,3}\S{1,60}/g,
  /\b(?:calendly|linktr(?:ee)?)\b.{0,3}\S{1,60}/g,
  // A domain of any country or link shortener, when a path follows.
  /\b[a-z0-9][a-z0-9-]{0,63}(?:\.[a-z0-9-]{1,63}){0,4}\.[a-z]{2,5}\/[\w-]{1,63}\S{0,200}/g,
  pattern(
    String.raw`\b[a-z0-9][a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,4}(?: ?\. ?(?:com|net|org)|\.(?:info|app|online|site|web|ar))\b(?: ?\. ?[a-z]{2}\b)?`,
  ),
  pattern(String.raw`\b[a-z0-9-]{1,63}${OPEN}\b(?:punto|dot)\b${CLOSE}(?:com|net|org|ar)\b(?:${DOT}ar\b)?`),
  /\b[a-z0-9]{3,60}([-,])com\1ar\b/g,
];

export const ACCOUNTS = [
  /\b\d(?:[ .-]?\d){21}\b/g,
  /\b(?:cbu|cvu)\D{0,20}\d[\d .-]{5,40}/g,
  pattern(String.raw`\balias\b[^\n]{0,30}?[a-z0-9]{2,30}(?:${DOT}[a-z0-9]{2,30}){1,2}`),
  /\b(?:mi|al|con) alias\b(?: (?:es|son)|:)?(?: [a-z0-9]{1,30}){0,3}|\bel alias (?:es|son)\b(?: [a-z0-9]{1,30}){0,3}/g,
  pattern(
    String.raw`\b(?:mp|transfer[a-z]{0,9}|deposit[a-z]{0,9}|pagame|mandal[ao])(?: \S{1,60}){0,5}? a [a-z0-9]{2,30}(?:${DOT}[a-z0-9]{2,30}){1,2}`,
  ),
  // A bank alias has three words with dots between them. Ordinary text does not omit the space after two sentences in a row.
  /(?<![\w.])[a-z]{3,30}\.[a-z0-9]{3,60}\.[a-z0-9]{2,30}\b(?![.@])/g,
];

const INSTAGRAM = "(?:insta?\\W?gra?[mn]|i\\W?n\\W?s\\W?t\\W?a|inst@|ig|i g)";
const NETWORK = `(?:${INSTAGRAM}|facebook|face|fb|tik ?tok|telegram|tele|twitter|messenger|linkedin|snapchat|snap|skype|discord|threads|youtube|google|feis|camarita|avioncito|pajarito|caralibro|red de (?:las )?fot(?:os|itos)|redes(?: sociales)?)`;
const PRIVATE = "(?:direct|dm|md|inbox|privado)";
const AS = "(?:es|soy|como|estoy como|aparezco como|figuro como|me encontras como|usuario|mi usuario es|user)";

export const HANDLES = [
  /(?<![\w.])@ ?[a-z0-9_][a-z0-9._]{2,29}/g,
  /\barr?o[bv]a (?!(?:de|por|con|en|la|el|y|que)\b)[a-z0-9_.]{3,30}(?: punto [a-z0-9_]{1,30}){0,3}/g,
  /\p{Extended_Pictographic} ?: ?[a-z0-9._]{4,30}/gu,
  pattern(String.raw`\b${NETWORK} ?[:=>/-]+ ?[a-z0-9._]{3,30}`),
  pattern(String.raw`\b(?:${NETWORK}|en x),? (?:${AS} )+[a-z0-9._]{3,30}`),
  pattern(String.raw`\b${NETWORK}\b[ (,]+(?:\S{1,60} ){0,7}?\(?(?:live:)?${TOKEN}`),
  pattern(
    String.raw`\b(?:busc|segu|encontr|agreg|escrib|mand|habl|contact|deja(?:me|nos))[a-z]* (?:\S{1,60} ){0,5}?(?:${NETWORK}|${PRIVATE})\b(?:,? (?:\S{1,60} ){0,3}?${TOKEN})?`,
  ),
  pattern(String.raw`\bestoy en ${NETWORK}\b`),
  pattern(String.raw`\bbusc[a-z]{2,6} (?:\S{1,60} ){0,6}?como ${TOKEN}`),
  /[({<[]at[)}>\]] ?[a-z0-9._]{3,30}/g,
  /\b(?:usuario|user|nick)(?: es| ?:) ?[a-z0-9._]{3,30}/g,
];

const NUMBERED =
  "(?:dni|cui[tl]|m ?\\.? ?[np]\\.?|mat(?:ricula)?\\.?|afiliad[oa]|benefici(?:o|ario)|carnet|socio|credencial|expediente|expte|exp|ex|orden|" +
  "turno|historia(?: clinica)?|hc|protocolo|estudio|ticket|reclamo|autorizacion|factura|recibo|cp|codigo|legajo|registro|poliza|" +
  "siniestro|tramite|resolucion|ley|bono|plan)";
const AMOUNT = String.raw`\d[\d.,]{0,15}`;
const UNIT =
  "(?:mg|mcg|ml|cc|kgs?|kilos?|grs?|gramos|cm|mm|mts?|metros|kms?|grados|°|%|anos|meses|semanas|dias|veces|repes|repeticiones|reps|series|" +
  "sesiones|minutos|min|segundos|seg|horas|hs)";

/** Numbers that are common in clinical texts and applications, and are no contact data. */
export const HARMLESS = [
  /(?<!\d[-/.]?)\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?![-/.]?\d)/g,
  /(?<!\d ?[-/.]? ?)\d{1,2} ?[-/.] ?\d{1,2} ?[-/.] ?(?:\d{4}|\d{2})(?! ?[-./]? ?\d)/g,
  pattern(String.raw`\$ ?${AMOUNT}(?: ?(?:-|a|/|y|o) ?\$? ?${AMOUNT}){0,5}`),
  pattern(String.raw`${AMOUNT}(?: ?(?:-|a|/|y|o) ?${AMOUNT})? ?(?:pesos|ars|usd|dolares|mil|lucas)\b`),
  /(?<!\d[ ./-]{0,3})[1-9]\d{0,6}00 ?(?:[-/]|a|y|o) ?[1-9]\d{0,6}00\b/g,
  pattern(
    String.raw`\b${NUMBERED}\b(?: (?:nacional|provincial|interno|medica|clinica|postal|[a-z]{1,4})){0,6}(?: ?(?:nro|numero|num|n|°|º|:|#|es|-)\.?){0,4} ?\d[\d ./-]{0,40}`,
  ),
  /\b\d{1,2}[:.]\d{2}\b(?: ?(?:hs?|a|-) ?\d{1,2}(?:[:.]\d{2})?)+/g,
  /\b\d{1,2}:\d{2}\b/g,
  /(?<![\d.])\d{1,3}(?:\.\d{3}){1,4}(?![\d.]{0,9}\d)/g,
  /\b(?:series?|reps?|repes|repeticiones|bloques?|piramide|escalera|rutina|ejercicios?|lineas?|colectivos?)\b[^\n\d]{0,15}\d{1,3}(?:(?: ?[-,x*/y] ?| )\d{1,3}(?!\d))+(?! ?[-.,/]? ?\d{4})/g,
  pattern(String.raw`\b\d[\d.,]{0,15} ?${UNIT}(?![a-z])`),
  /(?<!\d[ ./-]{0,3})(?:19|20)\d{2} ?(?:[-/]|a|y|al) ?(?:19|20)\d{2}\b/g,
];
