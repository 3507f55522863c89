/**
 * The Mann-Whitney U test of two samples: `p`, the probability of such a difference under equal
 * distributions, and the effect from -1 to 1. Samples of 20 or more, in which ties are rare.
 */
export function mannWhitney(one: readonly number[], other: readonly number[]): { p: number; effect: number } {
  const all = [
    ...one.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ].toSorted((a, b) => a.value - b.value);
  let ranks = 0;
  for (let at = 0; at < all.length;) {
    let end = at;
    while (end < all.length && all[end]?.value === all[at]?.value) end += 1;
    // Ties share their mean rank.
    ranks += all.slice(at, end).filter(({ isOne }) => isOne).length * ((at + 1 + end) / 2);
    at = end;
  }
  const pairs = one.length * other.length;
  const u = ranks - (one.length * (one.length + 1)) / 2;
  const z = (u - pairs / 2) / Math.sqrt((pairs * (one.length + other.length + 1)) / 12);
  return { p: twoSided(z), effect: (2 * u) / pairs - 1 };
}

/** The two-sided p-value of a normal deviate `z` (Abramowitz and Stegun, 7.1.26). */
function twoSided(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592].reduce(
    (sum, coefficient) => (sum + coefficient) * t,
    0,
  );
  return polynomial * Math.exp(-x * x);
}

/** Milliseconds of `one` and `other`, run alternately in a random order per pair. */
export async function interleaved(
  pairs: number,
  one: (turn: number) => Promise<unknown>,
  other: (turn: number) => Promise<unknown>,
) {
  const times: { one: number[]; other: number[] } = { one: [], other: [] };
  const measure = async (which: "one" | "other", turn: number) => {
    const start = performance.now();
    await (which === "one" ? one : other)(turn);
    times[which].push(performance.now() - start);
  };
  for (let turn = 0; turn < pairs; turn += 1) {
    const first = Math.random() < 0.5 ? "one" : "other";
    await measure(first, turn);
    await measure(first === "one" ? "other" : "one", turn);
  }
  return times;
}
