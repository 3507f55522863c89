/** The height above a toast, over the top bar on phones and below it elsewhere, and the width of a toast, where there is room. */
export const TOP = { phone: 8, wide: 76 };
export const WIDTH = 440;
const PHONE = "(max-width: 600px)";
const STEP = 12;
const LETTERS_A_LINE = 34;
const LINE = 24;
const AROUND = 28;
const ACTION = 44;

/** How bad it is to cover an element. */
const WEIGHTS = {
  "h1, h2, h3, h4, [data-uncovered]": 100,
  "main button, main a, [role=dialog] :is(button, a), [role=alertdialog] button, [data-bottom-bar] a": 10,
  "input, textarea, select": 3,
};

/** About how high a toast of so many letters is. */
export const heightFor = (letters: number, hasAction: boolean): number =>
  AROUND + LINE * Math.ceil(letters / LETTERS_A_LINE) + (hasAction ? ACTION : 0);

/** The style of a toast of this height: the highest place that covers no heading, no phone number, no way to a turno and the fewest controls of what is in front. */
export function placeFor(height: number): { marginTop: number } {
  const first = matchMedia(PHONE).matches ? TOP.phone : TOP.wide;
  const boxes = boxesBelowToasts();
  let best = { top: first, covered: Infinity };
  for (let top = first; top + height < innerHeight; top += STEP) {
    const covered = boxes
      .filter(({ box }) => box.bottom > top && box.top < top + height)
      .reduce((sum, { weight }) => sum + weight, 0);
    if (covered < best.covered) best = { top, covered };
  }
  return { marginTop: best.top - first };
}

/** What is in front, in the middle of the window: all open dialogs without those that are closing. */
function boxesBelowToasts() {
  const dialogs = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].filter(
    (dialog) => !dialog.closest("[data-exiting]"),
  );
  const inFront = dialogs.length > 0 ? dialogs : [document.body];
  // What is scrolled under the top bar is covered already.
  const seenFrom = dialogs.length > 0 ? 0 : (document.querySelector("header")?.getBoundingClientRect().bottom ?? 0);
  const left = Math.max(0, (innerWidth - WIDTH) / 2);
  return inFront
    .flatMap((each) => [...each.querySelectorAll(Object.keys(WEIGHTS).join())])
    .map((element) => ({
      box: element.getBoundingClientRect(),
      weight: Math.max(...Object.entries(WEIGHTS).map(([kind, weight]) => (element.matches(kind) ? weight : 0))),
    }))
    .filter(({ box }) => box.height > 0 && box.bottom > seenFrom && box.right > left && box.left < innerWidth - left);
}
