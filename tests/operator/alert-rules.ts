import { readFileSync } from "node:fs";
import { join } from "node:path";

type Labels = Readonly<Record<string, string>>;
type Sample = { labels: Labels; value: number };
export type Samples = ReadonlyMap<string, readonly Sample[]>;
/** What was scraped at a moment (in seconds), by the name of the metric. */
export type Scrape = { at: number; samples: Samples };
/** `of` evaluates its expression over the scrapes until now. */
export type Rule = { name: string; expr: string; seconds: number; of: (scrapes: readonly Scrape[]) => Sample[] };

/** The rules of deploy/alerts.yaml. */
export function alertRules(): Rule[] {
  const text = readFileSync(join(import.meta.dirname, "../../deploy/alerts.yaml"), "utf8");
  return [...text.matchAll(/- alert: (\w+)\n +expr: (.+)\n +for: (\w+)\n/g)].map(
    ([, name = "", expr = "", time = ""]) => ({ name, expr, seconds: secondsOf(time), of: evaluated(expr) }),
  );
}

/** The samples of a text in Prometheus' format, with the labels that a scrape adds. */
export function samplesOf(text: string, added: Labels): Map<string, Sample[]> {
  const found = new Map<string, Sample[]>();
  for (const [, name = "", labels = "", value] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? (\S+)$/gm))
    found.set(name, [...(found.get(name) ?? []), { labels: { ...labelsOf(labels), ...added }, value: Number(value) }]);
  return found;
}

const labelsOf = (text: string): Labels =>
  Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3600 };
function secondsOf(time: string): number {
  const [, number, unit = ""] = /^(\d+)([smh])$/.exec(time) ?? [];
  if (number === undefined) throw new Error(`not a time: ${time}`);
  return Number(number) * UNITS[unit]!;
}

type Value = number | Sample[];
type Read = (scrapes: readonly Scrape[]) => Value;

/**
 * What evaluates an expression of the rules as PromQL does, over the scrapes until now, one a minute: selectors, max, min and sum (with by), absent,
 * rate, arithmetic, comparisons that filter, and `or`. Throws for anything else.
 */
export function evaluated(expr: string): Rule["of"] {
  const read = parse(expr);
  return (scrapes) => vectorOf(read(scrapes));
}

function parse(expr: string): Read {
  const tokens = expr.match(/\d+(?:\.\d+)?(?:e\d+)?[smh]?|\w+|"[^"]*"|=~|!=|[-+*/<>(){}[\],=]/g) ?? [];
  if (tokens.join("") !== expr.replaceAll(/\s/g, "")) throw new Error(`not understood: ${expr}`);
  let at = 0;
  const take = () => tokens[at++] ?? "";
  const isNext = (token: string) => tokens[at] === token && (at += 1) > 0;
  const must = (token: string) => {
    if (!isNext(token)) throw new Error(`${token} expected in ${expr}, not ${tokens[at]}`);
  };
  const list = (end: string): string[] => {
    const items: string[] = [];
    while (!isNext(end)) {
      items.push(take());
      isNext(",");
    }
    return items;
  };

  function selector(name: string): { name: string; matches: (labels: Labels) => boolean } {
    const tests: ((labels: Labels) => boolean)[] = [];
    if (isNext("{"))
      while (!isNext("}")) {
        const [label, sign, quoted] = [take(), take(), take()];
        const text = quoted.slice(1, -1);
        if (sign === "=") tests.push((labels) => (labels[label] ?? "") === text);
        else if (sign === "=~") tests.push((labels) => new RegExp(`^(?:${text})$`).test(labels[label] ?? ""));
        else throw new Error(`not understood: ${sign}`);
        isNext(",");
      }
    return { name, matches: (labels) => tests.every((passes) => passes(labels)) };
  }

  function term(): Read {
    const word = take();
    if (word === "(") {
      const inner = either();
      must(")");
      return inner;
    }
    if (/^\d/.test(word)) return () => Number(word);
    if (word === "absent") {
      must("(");
      const inner = either();
      must(")");
      return (scrapes) => (vectorOf(inner(scrapes)).length === 0 ? [{ labels: {}, value: 1 }] : []);
    }
    if (word === "rate") {
      must("(");
      const of = selector(take());
      must("[");
      const seconds = secondsOf(take());
      must("]");
      must(")");
      return (scrapes) => rateOf(scrapes, of, seconds);
    }
    if (word === "max" || word === "min" || word === "sum") {
      const by = isNext("by") ? (must("("), list(")")) : [];
      must("(");
      const inner = either();
      must(")");
      return (scrapes) => aggregated(word, by, vectorOf(inner(scrapes)));
    }
    const { name, matches } = selector(word);
    return (scrapes) => (scrapes.at(-1)?.samples.get(name) ?? []).filter(({ labels }) => matches(labels));
  }

  function product(): Read {
    let left = term();
    while (tokens[at] === "/" || tokens[at] === "*") {
      const [sign, before, right] = [take(), left, term()];
      left = (scrapes) => joined(before(scrapes), right(scrapes), (a, b) => (sign === "/" ? a / b : a * b));
    }
    return left;
  }

  function comparison(): Read {
    const left = product();
    if (tokens[at] !== ">" && tokens[at] !== "<") return left;
    const [sign, right] = [take(), product()];
    return (scrapes) => {
      const limit = right(scrapes);
      if (typeof limit !== "number") throw new Error("only numbers are compared with");
      return vectorOf(left(scrapes)).filter(({ value }) => (sign === ">" ? value > limit : value < limit));
    };
  }

  function either(): Read {
    let left = comparison();
    while (isNext("or")) {
      const [before, right] = [left, comparison()];
      left = (scrapes) => {
        const found = vectorOf(before(scrapes));
        const keys = new Set(found.map(keyOf));
        return [...found, ...vectorOf(right(scrapes)).filter((sample) => !keys.has(keyOf(sample)))];
      };
    }
    return left;
  }

  const whole = either();
  if (at < tokens.length) throw new Error(`not understood from ${tokens[at]} on: ${expr}`);
  return whole;
}

const keyOf = ({ labels }: Sample): string => JSON.stringify(Object.entries(labels).toSorted());
function vectorOf(value: Value): Sample[] {
  if (typeof value === "number") throw new Error("a number is no vector");
  return value;
}

function aggregated(how: "max" | "min" | "sum", by: readonly string[], vector: readonly Sample[]): Sample[] {
  const kept = ({ labels }: Sample): Labels => Object.fromEntries(by.map((label) => [label, labels[label] ?? ""]));
  const groups = Map.groupBy(vector, (sample) => JSON.stringify(kept(sample)));
  return [...groups].map(([labels, samples]) => {
    const values = samples.map(({ value }) => value);
    const value = how === "sum" ? values.reduce((a, b) => a + b, 0) : Math[how](...values);
    return { labels: JSON.parse(labels) as Labels, value };
  });
}

/** Two vectors by their labels, or a vector and a number. */
function joined(left: Value, right: Value, of: (a: number, b: number) => number): Value {
  if (typeof left === "number" && typeof right === "number") return of(left, right);
  if (typeof right === "number")
    return vectorOf(left).map(({ labels, value }) => ({ labels, value: of(value, right) }));
  if (typeof left === "number") return right.map(({ labels, value }) => ({ labels, value: of(left, value) }));
  const others = new Map(right.map((sample) => [keyOf(sample), sample.value]));
  return left.flatMap((sample) => {
    const other = others.get(keyOf(sample));
    return other === undefined ? [] : [{ labels: sample.labels, value: of(sample.value, other) }];
  });
}

type Selected = { name: string; matches: (labels: Labels) => boolean };
/** How fast counters rose within so many seconds, by their first and last scrape in them. A counter that fell was reset. */
function rateOf(scrapes: readonly Scrape[], { name, matches }: Selected, seconds: number): Sample[] {
  const now = scrapes.at(-1)?.at ?? 0;
  const within = scrapes.filter(({ at }) => at > now - seconds);
  const series = new Map<string, { labels: Labels; values: number[] }>();
  for (const { samples } of within)
    for (const sample of (samples.get(name) ?? []).filter(({ labels }) => matches(labels))) {
      const known = series.get(keyOf(sample)) ?? { labels: sample.labels, values: [] };
      known.values.push(sample.value);
      series.set(keyOf(sample), known);
    }
  return [...series.values()].flatMap(({ labels, values }) => {
    if (values.length < 2) return [];
    const rise = values.slice(1).reduce((sum, value, n) => sum + (value < values[n]! ? value : value - values[n]!), 0);
    return [{ labels, value: rise / seconds }];
  });
}
