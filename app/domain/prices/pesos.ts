/** The largest raise at once, in percent. */
export const RAISE_MAX = 100;

const pesos = new Intl.NumberFormat("es-AR", { maximumFractionDigits: 0 });

/** "28.000", as a form holds it. */
export function groupPesos(amount: number): string {
  return pesos.format(amount);
}

/** "$28.000". */
export function formatPesos(amount: number): string {
  return `$${groupPesos(amount)}`;
}
