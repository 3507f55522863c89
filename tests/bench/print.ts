import type { Figures } from "./load.ts";

/** A server's figures, and the processor time of its process and of PostgreSQL for one request, in milliseconds. */
export type Side = Figures & { nodeMs: number; postgresMs: number };
export type Row = { cases: number; connections: number; what: string; product: Side; reference: Side | null };

/** The least share of the bare server's throughput, and the most times its latency at few connections. */
const LEAST = 0.5;
const MOST_TIMES = 1.5;

const ratioOf = ({ product, reference }: Row) => (reference ? product.perSecond / reference.perSecond : NaN);

/** One measurement in one line. */
export function lineOf(row: Row): string {
  const { what, connections, product, reference } = row;
  const ours = `${what.padEnd(30)} ${String(connections).padStart(2)} conn. ${toText(product)}`;
  if (!reference) return ours;
  const ratio = ratioOf(row);
  const isSlow = connections < 32 && Math.max(timesOf("p50", row), timesOf("p99", row)) > MOST_TIMES;
  return `${ours} | bare ${toText(reference)} | ${ratio.toFixed(2)} (cpu ${(cost(reference) / cost(product)).toFixed(2)})${ratio < LEAST ? " BELOW" : ""}${isSlow ? " SLOW" : ""}`;
}

/** Latencies are whole milliseconds: less than one counts as one. */
const timesOf = (what: "p50" | "p99", { product, reference }: Row) =>
  Math.max(product[what], 1) / Math.max(reference?.[what] ?? Infinity, 1);

const cost = ({ nodeMs, postgresMs }: Side) => nodeMs + postgresMs;

const toText = ({ perSecond, p50, p99, nodeMs, postgresMs }: Side) =>
  `${String(Math.round(perSecond)).padStart(6)}/s p50 ${String(p50).padStart(3)} p99 ${String(p99).padStart(3)} cpu ${nodeMs.toFixed(2)} + ${postgresMs.toFixed(2)} ms`;

/** The worst, the median and the best ratio at each number of connections. */
export function printSummary(rows: Row[]): void {
  for (const cases of new Set(rows.map((row) => row.cases)))
    for (const connections of new Set(rows.map((row) => row.connections))) {
      const compared = rows
        .filter((row) => row.cases === cases && row.connections === connections && row.reference)
        .toSorted((a, b) => ratioOf(a) - ratioOf(b));
      const places = { worst: compared[0], median: compared[compared.length >> 1], best: compared.at(-1) };
      for (const [name, row] of Object.entries(places)) if (row) console.log(`${cases} cases, ${name}: ${lineOf(row)}`);
      const below = compared.filter((row) => ratioOf(row) < LEAST).length;
      console.log(`${cases} cases, ${connections} connections: ${below} of ${compared.length} below ${LEAST}`);
    }
}
