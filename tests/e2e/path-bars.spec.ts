import type { Locator, Page } from "@playwright/test";
import { fixtures } from "./fixtures.ts";
import { expect, expectAccessible, test } from "./page.ts";

const PHONE = { width: 390, height: 844 };
const stamp = Date.now().toString(36);

/** The bars of the path of who hurts, on a phone. */
const MOST = { taps: 11, questions: 12, words: 110, filled: 1 };
const LEAST_PX = 15;

/** What a screen asks, says and takes: its questions, its words without what was typed, its height, its smallest text and its filled buttons. */
function look(page: Page) {
  return page.evaluate(() => {
    const main = document.querySelector("main")!;
    const isAsked = (field: Element) => field.checkVisibility() && !field.closest("[data-typed]");
    const isRead = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest(".sr-only, textarea, [data-typed], nav, header, footer");
    const nameOf = (element: Element) =>
      element.getAttribute("aria-label") ??
      document.getElementById(element.getAttribute("aria-labelledby")?.split(" ")[0] ?? "")?.textContent ??
      (element as HTMLInputElement).labels?.[0]?.textContent ??
      "";
    // Zone and side, and one of several choices, are one question each.
    const groups = [...main.querySelectorAll("fieldset, [role=radiogroup], [role=group]")].filter(
      (group) => isRead(group) && !group.closest("[data-same-question]"),
    );
    const fields = [...main.querySelectorAll<HTMLInputElement>("input, textarea, select")].filter(
      (field) =>
        isAsked(field) && !groups.some((group) => group.contains(field)) && !field.closest("[data-same-question]"),
    );
    const asked = [...groups, ...fields].map((each) => nameOf(each).trim().slice(0, 40));
    const same = [...main.querySelectorAll("[data-same-question]")].map((each) =>
      each.getAttribute("data-same-question")!,
    );
    const texts: string[] = [];
    let smallest = Infinity;
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement!;
      const text = walker.currentNode.textContent?.trim() ?? "";
      if (!text || !isRead(element)) continue;
      texts.push(text);
      smallest = Math.min(smallest, Number.parseFloat(getComputedStyle(element).fontSize));
    }
    return {
      questions: [...asked, ...same],
      words: texts.join(" ").match(/[\p{L}\d]+/gu)?.length ?? 0,
      height: document.documentElement.scrollHeight,
      smallest,
      filled: [...main.querySelectorAll(".button-primary")].filter(isRead).length,
    };
  });
}

/** Walks the path of a visitor from the landing page to a published case, with the bars of each screen. */
test("a visitor tells what hurts before any account, within the bars of taps, questions, words and heights", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize(PHONE);
  const asked = new Set<string>();
  const lines: string[] = [];
  let [taps, words] = [0, 0];
  const tap = async (control: Locator) => {
    taps += 1;
    await control.click();
  };
  const measure = async (screen: string) => {
    const seen = await look(page);
    seen.questions.forEach((question) => asked.add(question));
    words += seen.words;
    lines.push(`${screen}: ${seen.questions.length} questions, ${seen.words} words, ${seen.height} px`);
    expect.soft(seen.height, `${screen} fits its window`).toBeLessThanOrEqual(PHONE.height);
    expect.soft(seen.smallest, `${screen} has no small text`).toBeGreaterThanOrEqual(LEAST_PX);
    expect.soft(seen.filled, `${screen} has one filled button`).toBeLessThanOrEqual(MOST.filled);
    await expectAccessible(page);
  };
  const main = page.getByRole("main");
  const button = (name: string) => main.getByRole("button", { name, exact: true });

  await page.goto("/");
  await tap(page.getByLabel("¿Qué te duele?"));
  await page.keyboard.type("Me duele la rodilla al bajar escaleras");
  await expect(button("Seguir")).toBeInViewport({ ratio: 1 });
  await tap(button("Seguir"));
  await page.waitForURL("**/contar");
  expect(page.url(), "what hurts is not in the address").not.toContain("rodilla");

  await expect(main.getByLabel("Descripción")).toHaveValue("Me duele la rodilla al bajar escaleras");
  await expect(main.getByRole("radio", { name: "Rodilla" }), "what was told names the place").toBeChecked();
  await measure("Contanos un poco más");
  await tap(button("Seguir"));

  await expect(main.getByRole("group", { name: "¿Te pasa algo de esto?" })).toBeVisible();
  await measure("¿Te pasa algo de esto?");
  await tap(button("Nada de esto"));

  await main.getByRole("combobox", { name: "Barrio" }).fill("Caballito");
  await page.keyboard.press("Tab");
  taps += 1;
  await main.getByLabel("Estudios", { exact: true }).setInputFiles(fixtures.png);
  await expect(main.getByRole("list", { name: "Archivos elegidos" })).toBeVisible();
  await measure("¿Dónde?");
  await tap(button("Seguir"));

  await main.getByLabel("Nombre completo").fill("Ana Camino");
  await main.getByLabel("Teléfono").fill("11 4444-2222");
  await measure("¿Quién sos?");
  await tap(button("Seguir"));

  await main.getByLabel("Email").fill(`camino.${stamp}@example.com`);
  // The password's rule is in sight from here on.
  await main.getByLabel("Contraseña", { exact: true }).focus();
  await measure("Tu cuenta");
  await main.getByLabel("Contraseña", { exact: true }).fill("Escalera2026");
  await tap(button("Seguir"));

  await expect(main.getByRole("heading", { name: "Así lo van a ver" })).toBeVisible();
  await measure("Así lo van a ver");
  await tap(main.getByRole("checkbox", { name: /^Acepto los/ }));
  await tap(main.getByRole("checkbox", { name: /^Consiento/ }));
  await tap(button("Publicar"));
  await expect(page.getByText("Tu caso fue creado. Los especialistas ahora pueden postularse.")).toBeVisible();
  await page.waitForURL("**/dashboard/patient/cases");
  const published = page.getByRole("listitem").filter({ hasText: "Me duele la rodilla al bajar escaleras" });
  await expect(published).toContainText("Publicado.");
  await expect(published).toContainText(`Cuando te respondan, te avisamos por email a camino.${stamp}@example.com.`);
  expect(await page.evaluate(() => localStorage.getItem("case-story")), "the story is gone from the device").toBeNull();

  const figures = { taps, questions: asked.size, words };
  console.log(
    [...lines, `the path: ${taps} taps, ${asked.size} questions, ${words} words`, [...asked].join(" | ")].join("\n"),
  );
  for (const [name, figure] of Object.entries(figures))
    expect.soft(figure, name).toBeLessThanOrEqual(MOST[name as keyof typeof figures]);
});
