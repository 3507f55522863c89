import { expect, type Locator, type Page } from "@playwright/test";
import { isFull } from "../support/full.ts";

/** Elements wider than the page or than their container. */
export function cutAtTheSide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.localName}.${element.className} ${element.textContent?.slice(0, 40)}`;
    const { clientWidth } = document.documentElement;
    const isScrolled = (element: Element) => /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX);
    return [...document.querySelectorAll("body *")]
      .filter((element) => {
        const { width, right, left } = element.getBoundingClientRect();
        // An enlarged image is panned with the arrow keys.
        if (element.closest("section[tabindex]")) return false;
        if (width <= 1 || element.closest("svg, input, textarea, select, .sr-only, [data-live-announcer]"))
          return false;
        if (isScrolled(element))
          return (
            element.scrollWidth > element.clientWidth + 1 && !element.matches(".truncate, .line-clamp-2, .line-clamp-4")
          );
        return right > clientWidth + 1 || left < -1;
      })
      .map(nameOf)
      .slice(0, 5);
  });
}

/** The texts of a part that end in an ellipsis. */
export function cutIn(part: Locator): Promise<string[]> {
  return part.evaluate((element) =>
    [...element.querySelectorAll(".truncate")]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  );
}

const CONTROLS = "a[href], button, input, select, textarea, summary, [role=tab], [role=menuitem]";

/** Controls that no scrolling can reach: clipped, or outside a fixed overlay. */
export function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate((controls) => {
    const isLost = (element: Element): boolean => {
      const { top, bottom, height } = element.getBoundingClientRect();
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { overflowY, position } = getComputedStyle(at);
        const box = at.getBoundingClientRect();
        if (at !== element && /auto|scroll/.test(overflowY)) return box.height < Math.min(height, 44) || isLost(at);
        if (at !== element && /hidden|clip/.test(overflowY) && (top < box.top - 1 || bottom > box.bottom + 1))
          return true;
        if (position === "fixed") return top < -1 || bottom > innerHeight + 1;
      }
      return false;
    };
    return (
      [...document.querySelectorAll(controls)]
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
        // Toasts slide in and out.
        .filter(
          (element) => !element.closest(".sr-only, [inert], [aria-hidden=true], [data-sonner-toaster], .truncate"),
        )
        .filter(isLost)
        .map(({ outerHTML }) => outerHTML.slice(0, 120))
        .slice(0, 5)
    );
  }, CONTROLS);
}

/** Controls less than 44 px high, or 24 in a table where a mouse points; a link within text may be as high as its line. */
export function hardToHit(page: Page): Promise<string[]> {
  return page.evaluate((controls) => {
    const isInText = (element: Element) => {
      const around = [...(element.parentElement?.childNodes ?? [])].filter((node) => node !== element);
      return getComputedStyle(element).display === "inline" && around.some(({ textContent }) => textContent?.trim());
    };
    const targetOf = (element: Element) => {
      const label = element.closest("label") ?? document.querySelector(`label[for="${CSS.escape(element.id)}"]`);
      return element.matches("[type=radio], [type=checkbox]") && label ? label : element;
    };
    return [...document.querySelectorAll(controls)]
      .filter((element) => element.checkVisibility() && !element.closest(".sr-only, [inert], [aria-hidden=true]"))
      .filter((element) => !isInText(element))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        // For screen readers only.
        if (width <= 1 || height <= 1) return false;
        // The button of a card covers the whole card.
        const spread = getComputedStyle(element, "::after");
        const around = spread.position === "absolute" ? Number.parseFloat(spread.height) || 0 : 0;
        const isDense = element.closest("[data-dense], [data-panel]") && matchMedia("(pointer: fine)").matches;
        return Math.max(height, around, targetOf(element).getBoundingClientRect().height) < (isDense ? 23.5 : 43.5);
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 160))
      .slice(0, 5);
  }, CONTROLS);
}

/** Usable controls that do not change on keyboard focus, or are covered then; in the short form the first and last of each kind. */
export async function invisibleFocus(page: Page): Promise<string[]> {
  // Switches the page to keyboard modality.
  await page.keyboard.press("Tab");
  // A search field opens its list, which hides the rest of the page.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await expect(page.locator("[data-trigger=ComboBox]")).toHaveCount(0);
  return page.evaluate(
    async ([controls, isFull]) => {
      const drawn = (element: Element) =>
        [element, element.parentElement, element.parentElement?.parentElement]
          .flatMap((at) =>
            ["", "::before", "::after"].map((part) => {
              if (!at) return "";
              const { outlineStyle, outlineWidth, boxShadow, backgroundColor } = getComputedStyle(at, part);
              return [
                outlineStyle === "none" ? "" : outlineWidth,
                boxShadow,
                at === element ? backgroundColor : "",
              ].join(" ");
            }),
          )
          .join("|");
      const isAt = (element: Element, [x, y]: readonly [number, number]) => {
        const there = document.elementFromPoint(x, y);
        return (
          there !== null &&
          (element.contains(there) || there.contains(element) || element.closest("label")?.contains(there) === true)
        );
      };
      const drawing = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      const stops = [
        ...document.querySelectorAll<HTMLElement>(`${controls}, [tabindex="0"], [role=spinbutton]`),
      ].filter(
        (element) =>
          element.tabIndex >= 0 &&
          element.checkVisibility() &&
          !element.matches(":disabled, [data-focus-scope-start], [data-focus-scope-end]") &&
          !element.closest("[inert], [aria-hidden=true], [data-sonner-toaster]"),
      );
      const kindOf = ({ localName, className }: Element) => `${localName} ${className}`;
      const ofKinds = [...Map.groupBy(stops, kindOf).values()].flatMap((same) => [
        ...new Set([same[0]!, same.at(-1)!]),
      ]);
      const found: string[] = [];
      // A focus trap does not allow an empty focus, so the focus starts on the last control.
      stops.at(-1)?.focus();
      await drawing();
      for (const element of isFull ? stops : ofKinds) {
        // The list of a search field closes a moment after the field was left.
        for (let waits = 0; waits < 20 && document.querySelector("[data-trigger=ComboBox]"); waits++) await drawing();
        const before = drawn(element);
        element.focus();
        for (let waits = 0; waits < 20 && drawn(element) === before; waits++) await drawing();
        if (document.activeElement !== element) continue;
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const points = [
          [(left + right) / 2, (top + bottom) / 2],
          [left + 4, top + 4],
          [right - 4, bottom - 4],
        ] as const;
        if (drawn(element) === before) found.push(`unmarked: ${element.outerHTML.slice(0, 160)}`);
        else if (!points.some((point) => isAt(element, point)))
          found.push(`covered: ${element.outerHTML.slice(0, 160)}`);
      }
      return found.slice(0, 8);
    },
    [CONTROLS, isFull] as const,
  );
}
