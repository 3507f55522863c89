import puppeteer, { type ElementHandle, type KeyInput } from "puppeteer-core";
import { type Driver, WINDOW } from "./driver.ts";

/** A window of Chromium, or of Firefox by WebDriver BiDi, in a browser of its own. */
export async function openPuppeteer(browser: "chrome" | "firefox", executablePath: string): Promise<Driver> {
  const program = await puppeteer.launch({
    browser,
    executablePath,
    defaultViewport: WINDOW,
    args: browser === "chrome" ? ["--no-sandbox", "--disable-background-networking"] : [],
  });
  const page = await program.newPage();
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: (code, ...args) => page.evaluate(`(${code})(...${JSON.stringify(args)})`),
    click: (x, y) => page.mouse.click(x, y),
    async press(...keys) {
      for (const key of keys) await (key.length === 1 ? page.keyboard.type(key) : page.keyboard.press(key as KeyInput));
    },
    async setFiles(selector, files) {
      const field = (await page.waitForSelector(selector)) as ElementHandle<HTMLInputElement>;
      await field.uploadFile(...files);
    },
    async go(way) {
      if (way === "reload") await page.reload();
      else await page.evaluate(way === "back" ? "history.back()" : "history.forward()");
    },
    close: () => program.close(),
  };
}
