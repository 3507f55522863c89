/** A quoted text that is open: `until` finds what matters in it, `end` closes it once `depth` is 0. */
type Quote = { until: RegExp; end: string; depth: number };

/** A comment, a quote's begin, a word, the end of a statement, or any other character. */
const TOKEN = /--.*|\/\*|[eE]'|'|"|\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$|[\p{L}_][\p{L}\p{N}_$]*|;|[^\s]/gu;

function quoteOf(token: string): Quote | null {
  if (token === "/*") return { until: /\/\*|\*\//g, end: "*/", depth: 0 };
  if (token === "'") return { until: /''|'/g, end: "'", depth: 0 };
  if (token === '"') return { until: /""|"/g, end: '"', depth: 0 };
  if (/^[eE]'$/.test(token)) return { until: /\\.|''|'/g, end: "'", depth: 0 };
  if (!/^\$.*\$$/.test(token)) return null;
  return { until: new RegExp(token.replaceAll("$", String.raw`\$`), "g"), end: token, depth: 0 };
}

/** Follows the statements of a dump through their quotes, dollar quotes and comments, over line ends. */
export function followStatements() {
  let quote: Quote | null = null;
  let isBegun = false;

  /** Where the open quote ends in the line, or the line's length. */
  function endOfQuote(line: string, from: number, open: Quote): number {
    open.until.lastIndex = from;
    for (let found = open.until.exec(line); found; found = open.until.exec(line)) {
      if (found[0] === "/*") open.depth += 1;
      if (found[0] !== open.end) continue;
      if (open.depth > 0) open.depth -= 1;
      else {
        quote = null;
        return open.until.lastIndex;
      }
    }
    return line.length;
  }

  return {
    /** Whether a quoted text is open. */
    get isQuoted() {
      return quote !== null;
    },
    /** Reads the next line; returns its rest from the begin of each statement that begins in it. */
    read(line: string): string[] {
      const begun: string[] = [];
      // A command of psql.
      if (!quote && !isBegun && line.startsWith("\\")) return begun;
      for (let at = 0; at < line.length;) {
        if (quote) {
          at = endOfQuote(line, at, quote);
          continue;
        }
        TOKEN.lastIndex = at;
        const found = TOKEN.exec(line);
        if (!found) break;
        const [token] = found;
        at = TOKEN.lastIndex;
        quote = quoteOf(token);
        if (token.startsWith("--") || token === "/*") continue;
        if (!isBegun && token !== ";") begun.push(line.slice(found.index));
        isBegun = token !== ";";
      }
      return begun;
    },
  };
}
