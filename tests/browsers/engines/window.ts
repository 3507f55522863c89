import { setTimeout as wait } from "node:timers/promises";
import type { Driver } from "./driver.ts";

type Kind = "button" | "field" | "text";
type Point = { x: number; y: number };

const LONGEST_WAIT_MS = 20_000;

/**
 * Runs in the page: the middle of the first element of a kind whose name begins with `name`, or of the innermost one with that text, or null.
 * In a dialog only its own buttons and fields count. `isFocused` also moves the focus there.
 */
function locate(kind: Kind, name: string, isFocused: boolean): Point | null {
  const selectors = { button: "button, a", field: "input, textarea, [role=spinbutton]", text: "body *" };
  const words = (text: string | null | undefined) => (text ?? "").replaceAll(/\s+/g, " ").trim();
  const namesOf = (element: Element) => {
    const ids = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const labels = [...((element as HTMLInputElement).labels ?? []), ...ids.map((id) => document.getElementById(id))];
    return [element.getAttribute("aria-label"), ...labels.map((label) => label?.textContent), element.textContent];
  };
  const dialogs = document.querySelectorAll("[role=dialog], [role=alertdialog]");
  const within = kind === "text" ? document : (dialogs[dialogs.length - 1] ?? document);
  const found = [...within.querySelectorAll<HTMLElement>(selectors[kind])].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0 || getComputedStyle(element).visibility === "hidden") return false;
    if (kind === "text") return words(element.textContent).includes(name);
    return namesOf(element).some((each) => words(each).startsWith(name));
  });
  const element = kind === "text" ? found.at(-1) : found[0];
  if (!element) return null;
  element.scrollIntoView({ block: "center" });
  if (isFocused) element.focus();
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** A window with the means of a test: every step waits, at most 20 seconds, for what it needs. */
export class Window {
  readonly driver: Driver;
  readonly #base: string;

  constructor(driver: Driver, base: string) {
    this.driver = driver;
    this.#base = base;
  }

  open(path: string) {
    return this.driver.open(this.#base + path);
  }

  /** Waits until a function of the page returns something true, and returns that. */
  async until(what: string, code: string, ...args: unknown[]): Promise<unknown> {
    const end = Date.now() + LONGEST_WAIT_MS;
    for (;;) {
      // A page that is just being left answers with an error.
      const value = await this.driver.evaluate(code, ...args).catch(() => null);
      if (value) return value;
      if (Date.now() > end) {
        const text = await this.driver.evaluate("() => location.pathname + ': ' + document.body.innerText");
        throw new Error(`no ${what} on ${String(text).replaceAll(/\s+/g, " ").slice(0, 600)}`);
      }
      await wait(150);
    }
  }

  find(kind: Kind, name: string) {
    return this.until(`${kind} "${name}"`, String(locate), kind, name, false) as Promise<Point>;
  }

  focus(kind: Kind, name: string) {
    return this.until(`${kind} "${name}"`, String(locate), kind, name, true);
  }

  see(text: string) {
    return this.find("text", text);
  }

  async untilNo(selector: string) {
    await this.until(`end of ${selector}`, "(selector) => document.querySelector(selector) === null", selector);
  }

  async click(kind: Kind, name: string) {
    let { x, y } = await this.find(kind, name);
    // A dialog may still be moving in.
    for (let isStill = false; !isStill;) {
      await wait(100);
      const next = await this.find(kind, name);
      isStill = next.x === x && next.y === y;
      ({ x, y } = next);
    }
    await this.driver.click(x, y);
  }

  /** Replaces what a field has, key by key. */
  async fill(field: string, text: string) {
    await this.click("field", field);
    await this.driver.evaluate("() => document.activeElement.select()");
    await this.driver.press(...text);
  }

  /** Checks a box or a radio by the space bar: its input is as small as a dot. */
  async check(name: string) {
    await this.focus("field", name);
    await this.driver.press(" ");
  }

  /** Puts a session, or none, into the browser's storage and opens a page with it. */
  async enterAs(session: unknown, path: string) {
    await this.open("/favicon.svg");
    await this.driver.evaluate("() => localStorage.clear()");
    if (session) await this.driver.evaluate("(text) => localStorage.setItem('session', text)", JSON.stringify(session));
    await this.open(path);
  }
}
