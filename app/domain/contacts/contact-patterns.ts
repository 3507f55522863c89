// All patterns match folded texts: lower case, no accents, digits for numbers in words. Each repetition is bounded, so that no text takes
// long.

const pattern = (source: string) => new RegExp(source, "g");
const OPEN = String.raw`[\s({<\[/,~"'-]{0,3}`;
const CLOSE = String.raw`[\s)}>\]/,~"'-]{0,3}`;
const DOT = String.raw`(?: ?[({<\[]?[.·•。][)}>\]]? ?|${OPEN}\b(?:punt(?:o|ito)|dot)\b${CLOSE})`;
const AT = String.raw`(?: ?@ ?|${OPEN}\b(?:arr?o[bv]a|at)\b${CLOSE}| ?[({<\[] ?a ?[)}>\]] ?)`;
const MAILBOX = "(?:g[ei]?[ -]?mail|gmial|gmeil|[gyj]i ?m[ae]il|[hj]ot ?m[ae]il|hotmial|out ?look|i ?cloud|yahoo)";
const PROVIDER = `(?:${MAILBOX}|live|fibertel|protonmail|proton)`;
/** "romikine", "kinesur", "rehabnorte": no words for the profession. */
const TRADE = "(?:kine(?!si|t|fi|xo)|fisio(?![lktp])|rehab(?!ili))";
/** What is no ordinary word: with dots, underscores or digits, with spaces between its letters, or made of several words. */
const TOKEN = [
  "(?![0-9.]+(?![a-z0-9._]))(?:[a-z0-9]{1,30}[._][a-z0-9._]{0,30}[a-z0-9_]|[a-z0-9]{1,30}_{1,3}|[a-z]{2,30}[0-9]{1,6}[a-z0-9_]{0,20}",
  String.raw`|[a-z0-9._]{2,30}#[0-9]{3,6}|[a-z]{3,30}~|[a-z]{2,15}${TRADE}[a-z0-9]{0,20}|${TRADE}(?!s?\b)[a-z0-9]{2,20})`,
].join("");
const MAIL = "(?:e-?mail|mail|correo|casilla)";

export const EMAILS = [
  pattern(String.raw`[\w.+-]{1,64} ?@ ?[\w-]{1,63}(?:${DOT}[a-z]{2,20}){1,4}`),
  pattern(
    String.raw`[\w.+-]{1,64}?${AT}(?:${PROVIDER}\b|[\w-]{1,63}${DOT}(?:com|net|org|edu|gob|ar)\b)(?:${DOT}[a-z]{2,3}\b){0,3}`,
  ),
  pattern(String.raw`[\w.+-]{1,64}\W{1,4}(?:en |de |a )?\b${PROVIDER}\b[)}>\]]?(?:${DOT}|\W{1,4})com(?:${DOT}ar\b)?`),
  // Without a blank around the words for the signs.
  pattern(
    String.raw`[\w.+-]{1,64}?arr?o[bv]a(?:${PROVIDER}|[\w-]{2,63}?(?:punto|dot)(?:com|net|org|ar)\b)(?:(?:punto|dot|\.)[a-z]{2,3}){0,2}`,
  ),
  pattern(String.raw`\b(?:(?:mi|al) ${MAIL}\b ?(?:es|:)?|${MAIL}\b ?(?:es|:)) ?${TOKEN}`),
  pattern(String.raw`\b${MAILBOX}\b~?(?: ?(?:es|:|,) ?[a-z0-9][\w.-]{4,60}|(?: \S{1,60}){0,4} ${TOKEN})`),
  pattern(String.raw`[\w.+-]{1,64}(?: (?:en |de |a )?| ?[({<\[] ?)${MAILBOX}\b(?:${DOT}com)?`),
  // Written backwards.
  pattern(String.raw`\S{0,64}\b(?:liamg|liamtoh|kooltuo|oohay|duolci|evil)\b\S{0,64}(?:${AT}\S{1,64})?`),
  /\b(?:ra\.)?(?:moc|ten|gro|ra)\.[\w-]{2,63}@[\w.+-]{1,64}/g,
];

export const WEBS = [
  /https?:\/\/\S{1,60}/g,
  /\bwww\b\W{0,3}\S{1,60}/g,
  /\b(?:t|wa|fb|m) ?\. ?me ?\/ ?[\w+-]{3,63}|\bbit ?\. ?ly ?\/ ?[\w-]{3,63}/g,
  /\b(?:calendly|link ?tr(?:ee)?)\b(?: barra \S{1,60})?.{0,3}\S{1,60}/g,
  // A domain of any country or link shortener, when a path follows.
  /\b[a-z0-9][a-z0-9-]{0,63}(?:\.[a-z0-9-]{1,63}){0,4}\.[a-z]{2,5}\/[\w-]{1,63}\S{0,200}/g,
  pattern(
    String.raw`\b[a-z0-9][a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,4}(?: ?\. ?(?:com|net|org)|\.(?:info|app|online|site|web|ar|cl|uy|br|py|io))\b(?: ?\. ?[a-z]{2}\b)?`,
  ),
  pattern(String.raw`\b[a-z0-9-]{2,63}(?: ?[({<\[] ?[.·•。] ?[)}>\]]? ?|[·•。])(?:com|net|org|ar)\b(?:${DOT}ar\b)?`),
  // "El punto com presión" is a place on the body.
  pattern(
    String.raw`(?<![\w-])(?!(?:el|un|al|del|este|ese|otro|mismo|cada)\b)[a-z0-9-]{1,63}${OPEN}\b(?:punto|dot)\b${CLOSE}(?:com|net|org|ar)\b(?:${DOT}ar\b)?`,
  ),
  /\b[a-z0-9]{3,60}([-, ])com\1ar\b/g,
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

const INSTAGRAM = "(?:i[sn]{1,2}t?r?a?\\W?gra?[mn]|i\\W?n\\W?s\\W?t\\W?a|inst@|ig|i g)";
const FACEBOOK = "(?:face(?: ?b[ou]{1,2}c?k)?|facebk|fbk?|feis(?: ?b[ou]{1,2}[ck]k?)?|caralibro)";
const NETWORK = [
  `(?:${INSTAGRAM}|${FACEBOOK}|ti[ck] ?to[ck]|te?le ?gra?[mn]|tele|t[wu]it+er|mes+[ea]n?[gjy]er|mensenger|msn|link(?:e?d)?[il]n|snapchat|snap|twitch|sk[ay]i?pe|skipe`,
  "dis[ck]?ord?|th?reads|signal|y(?:ou|u)? ?tub[ei]?|google|gugl|gugel|camarita|avioncito|pajarito|(?:red|app|la|el) de (?:las )?fot(?:os|itos)|redes(?: sociales)?|tg|tlgm)",
].join("|");
const PRIVATE = "(?:direct|dm|md|inbox|privado)";
const AS =
  "(?:es|soy|como|se llama|(?:si )?tengo:|la palabra|estoy como|aparezco como|figuro como|me encontras como|usuario|mi usuario es|user)";

export const HANDLES = [
  /(?<![\w.])@ ?[a-z0-9_][a-z0-9._]{2,29}/g,
  /\barr?o[bv]a (?:es )?(?!(?:de|por|con|en|la|el|y|que)\b)(?:[a-z0-9_.]{3,30}|[a-z0-9_]{1,2}(?= punto ))(?: punto [a-z0-9_]{1,30}){0,3}/g,
  // The path of a profile without its site.
  /(?<![\w/])\/(?:in|u|user|company|groups)\/[\w.-]{3,60}/g,
  /\p{Extended_Pictographic} ?: ?[a-z0-9._]{4,30}/gu,
  pattern(String.raw`\b${NETWORK} ?(?:[:=>/~|→➡-]|👉)+ ?["“'(]?[a-z0-9._]{3,30}`),
  pattern(
    String.raw`\b(?:${NETWORK}|(?:en|mi) x),? (?:del? (?:\S{1,30} ){1,2}?)?(?:${AS} )+[a-z0-9._]{3,30}(?: [a-z0-9._]{3,30}){0,2}`,
  ),
  pattern(String.raw`\b(?:${NETWORK}\b~?[ (,]+(?:\S{1,60} ){0,7}?|x ?[:=] ?)\(?(?:live:)?${TOKEN}`),
  pattern(
    String.raw`\b(?:busc|segu|encontr|agreg|escrib|mand|habl|contact|(?:dej|tir|pas)a(?:me|nos))[a-z]* (?:\S{1,60} ){0,5}?(?:${NETWORK}|${PRIVATE})\b(?:,? (?:\S{1,60} ){0,3}?${TOKEN})?`,
  ),
  pattern(String.raw`\bestoy en ${NETWORK}\b`),
  pattern(String.raw`\b${TOKEN}[ (/|,-]{1,3}(?:(?:en|del?) (?:el |mi )?)?${NETWORK}\b`),
  pattern(String.raw`\bbusc[a-z]{2,6} (?:\S{1,60} ){0,6}?como ${TOKEN}`),
  // Names of more than one word.
  pattern(
    String.raw`\b(?:(?:busca|agrega|segui|ubica)(?:me|nos)|(?:me|nos) (?:busca|encontra|ubica)[ns]?) (?:\S{1,30} ){0,3}?como (?!siempre|nuev[oa]|antes|puedas)[^\s.,;]{2,30}(?: [^\s.,;]{1,30}){0,4}`,
  ),
  pattern(
    String.raw`\b(?:agrega|segui|encontra)(?:me|nos),? (?:\S{1,30} ){0,8}?${NETWORK}\b|\ben ${NETWORK},? (?:pon[ea]s?|busca[ns]?)\b|\bpon[ea](?:s|n|me|nos)? (?:\S{1,30} ){1,6}?en ${NETWORK}\b|\bgooglea(?:me|nos)\b(?:\W{1,3}[^\s.,;]{2,30}){0,4}`,
  ),
  pattern(
    String.raw`\b${PRIVATE} (?:de|en|por) (?:el |mi )?${NETWORK}\b|\b${NETWORK}\b[^\n]{0,60}\b(?:solicitud|[a-z]{4,8}(?:me|nos) ahi)\b`,
  ),
  // How a name is written.
  pattern(
    String.raw`\b(?:${NETWORK}|usuario|user)\b[^\n]{0,50}\b(?:todo (?:junto|pegado|seguido)|sin (?:espacios?|arroba)|(?:en|con|todo) minusculas?|termina|empieza)\b(?:\W{1,3}[^\s.,;]{2,30}){0,4}`,
  ),
  pattern(
    String.raw`\b(?:(?:mi|nuestr[oa]) (?:web|pagina|sitio)(?: web)? ?(?:es|:)|(?:canal|pagina|cuenta|perfil) se llama) ?[a-z0-9-]{3,30}`,
  ),
  pattern(String.raw`(?:📷|📸|📘|📖|🐦|🎵) ?${TOKEN}`),
  // No ordinary word has an underscore.
  /\b[a-z][a-z0-9.]{1,30}_[a-z0-9._]{2,30}/g,
  /[({<[]at[)}>\]] ?[a-z0-9._]{3,30}/g,
  pattern(String.raw`\b(?:usuario|user|nick)(?:(?: es| ?:) ?[a-z0-9._]{3,30}| ${TOKEN})`),
];

const DAY = "(?:0?[1-9]|[12]\\d|3[01])";
const MONTH = "(?:0?[1-9]|1[0-2])";

/** Numbers that stand for themselves, so that no phone number goes across them. */
export const HARMLESS = [
  pattern(String.raw`(?<![\d/.-])(?:19|20)\d{2}[-/.]${MONTH}[-/.]${DAY}(?![\d]|[-/.]\d)`),
  pattern(String.raw`(?<!\d ?[/.-] ?|\d)${DAY} ?[-/.] ?${MONTH} ?[-/.] ?(?:(?:19|20)\d{2}|\d{2})(?!\d| ?[-/.] ?\d)`),
  /(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?!\d)/g,
  // An amount, with its thousands in groups of three or none.
  /(?:\$|usd|ars) ?(?:\d{1,3}(?:\.\d{3}){1,2}|\d{1,7})(?![\d]|\.\d)/g,
  /(?<![\d.,])\d{1,3}(?:\.\d{3}){1,2}(?![\d]|[.-]\d)(?! \d{3,4}\b)/g,
  // A fraction or pressure, and a decimal number.
  /(?<![\d/.-] ?)\d{1,3} ?\/ ?\d{1,3}(?![\d/]| ?[-/] ?\d)/g,
  /(?<![\d.,])\d{1,3}[.,]\d{1,2}(?![\d]|[.,]\d)/g,
  // A tax number.
  /(?<!\d)(?:2[03-7]|3[034])[ -]?\d{8}[ -]?\d(?!\d)/g,
  // A value with its unit.
  pattern(
    String.raw`(?<![\d.,-] ?)\d{1,7} ?(?:mg|mcg|ug|g|ml|cc|kgs?|kilos?|grs?|gramos|cm|mm|mts?|m|metros|kms?|grados|°|%|hz|anos|meses|semanas|dias|veces|repes|repeticiones|reps|series|sesiones|minutos|min|segundos|seg|s|horas|hs|lpm|pasos|pesos|dolares|mil|lucas)(?![a-z])`,
  ),
];
