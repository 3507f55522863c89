/** The distance between a toast and the window's edge, and the width of a toast, where there is room. */
export const EDGE = { phone: 8, wide: 24 };
export const WIDTH = 440;
/** Narrower windows have no free corner. */
export const PHONE = "(max-width: 600px)";
const STEP = 12;
const LETTERS_A_LINE = 34;
const LINE = 24;
const AROUND = 28;
const ACTION = 44;

/** How bad it is to cover an element. */
const WEIGHTS = {
  "h1, h2, h3": 100,
  "main button, main a, [role=dialog] button, [role=alertdialog] button, [data-bottom-bar] a": 10,
  "input, textarea, select": 3,
};

/**
 * The style of a toast of so many letters: the place that covers no heading and the fewest controls, on phones as high as possible, which mostly
 * is the top bar, and elsewhere as low as possible at the right.
 */
export function placeFor(letters: number, hasAction: boolean): { marginTop: number } | { marginBottom: number } {
  const isPhone = matchMedia(PHONE).matches;
  const height = AROUND + LINE * Math.ceil(letters / LETTERS_A_LINE) + (hasAction ? ACTION : 0);
  const left = isPhone ? 0 : innerWidth - EDGE.wide - WIDTH;
  const boxes = boxesFrom(left);
  const coveredAt = (top: number) =>
    boxes.filter(({ box }) => box.bottom > top && box.top < top + height).reduce((sum, { weight }) => sum + weight, 0);
  const edge = isPhone ? EDGE.phone : EDGE.wide;
  let best = { away: 0, covered: Infinity };
  for (let away = 0; away + height + 2 * edge < innerHeight; away += STEP) {
    const covered = coveredAt(isPhone ? edge + away : innerHeight - edge - away - height);
    if (covered < best.covered) best = { away, covered };
  }
  return isPhone ? { marginTop: best.away } : { marginBottom: best.away };
}

/** What is in front and reaches to the right of `left`. */
function boxesFrom(left: number) {
  const inFront = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1) ?? document.body;
  return [...inFront.querySelectorAll(Object.keys(WEIGHTS).join())]
    .map((element) => ({
      box: element.getBoundingClientRect(),
      weight: Math.max(...Object.entries(WEIGHTS).map(([kind, weight]) => (element.matches(kind) ? weight : 0))),
    }))
    .filter(({ box }) => box.height > 0 && box.right > left);
}
