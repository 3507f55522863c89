import { randomBytes } from "node:crypto";
import type { Browser, CDPSession, Page } from "@playwright/test";
import sharp from "sharp";
import { cast } from "../../app/demo/cast.ts";
import { enter, like } from "../support/people.ts";
import { openLine } from "./line.ts";
import { expect, openAs, test } from "./page.ts";

const stamp = Date.now().toString(36);
const BYTES_A_SECOND = 400_000 / 8;
const SLOW_3G = { latency: 400, downloadThroughput: BYTES_A_SECOND, uploadThroughput: BYTES_A_SECOND };

/** An incompressible image of about 250 kB. */
async function photo(name: string) {
  const raw = { width: 290, height: 290, channels: 3 } as const;
  const buffer = await sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", buffer };
}

const network = (cdp: CDPSession, offline: boolean) =>
  cdp.send("Network.emulateNetworkConditions", { offline, ...SLOW_3G });

async function fillCase(page: Page, title: string, names: string[]) {
  const form = page.getByRole("dialog");
  await form.getByLabel("Título").fill(title);
  await form.getByLabel("Descripción").fill("No lo levanto");
  await form.getByLabel("Estudios", { exact: true }).setInputFiles(await Promise.all(names.map(photo)));
  return form;
}

/** Records each file's progress values with their times (ms), and the time of the server's answer. */
async function noteProgress(page: Page) {
  await page.evaluate(() => {
    const notes: { name: string; value: number; at: number }[] = [];
    Object.assign(globalThis, { notes });
    const note = () => {
      for (const bar of document.querySelectorAll("[role=progressbar][aria-valuenow]")) {
        const [name, value] = [bar.getAttribute("aria-label") ?? "", Number(bar.getAttribute("aria-valuenow"))];
        if (notes.findLast((each) => each.name === name)?.value !== value)
          notes.push({ name, value, at: performance.now() });
      }
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { notes: { name: string; value: number; at: number }[] }).notes);
}

let line: Awaited<ReturnType<typeof openLine>>;
test.beforeEach(async ({ baseURL }) => {
  line = await openLine(baseURL!);
});
test.afterEach(() => line.close());

async function writing(browser: Browser, name: string) {
  const ana = like(cast.ana, `Ana ${name} ${stamp}`);
  const { api } = await enter(line.url, ana, "sign up");
  const page = await openAs(browser, line.url, ana, "/dashboard/patient/cases?nuevo=1");
  return { api, page, form: await fillCase(page, "Hombro", ["uno.png", "dos.png"]) };
}

test(
  "over slow 3G with the network cut on the way, a case and its two photos arrive once, and the bars tell what left",
  { tag: "@operations/full" },
  async ({ browser }) => {
    test.setTimeout(120_000);
    const { api, page, form } = await writing(browser, "Lenta");
    const notes = await noteProgress(page);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Network.enable");
    await network(cdp, false);
    const began = Date.now();
    await form.getByRole("button", { name: "Publicar caso" }).click();
    await expect
      .poll(async () => (await notes()).some(({ name, value }) => name.endsWith("dos.png") && value > 20), {
        timeout: 30_000,
      })
      .toBe(true);
    const cutAt = await page.evaluate(() => performance.now());
    line.cut();
    await network(cdp, true);
    await expect(form.getByText("Se cortó la conexión. Lo mandamos de nuevo apenas vuelva.")).toBeVisible();
    line.mend();
    await network(cdp, false);
    await expect(page.getByText("Tu caso fue creado. Los especialistas ahora pueden postularse.")).toBeVisible({
      timeout: 30_000,
    });
    const took = ((Date.now() - began) / 1000).toFixed(1);

    const {
      items: [created, ...duplicates],
    } = await api.cases.mine();
    expect(duplicates).toEqual([]);
    await expect.poll(async () => (await api.cases.get({ id: created!.id })).studies).toHaveLength(2);
    const recorded = await notes();
    const second = recorded.filter(({ name }) => name.endsWith("dos.png"));
    // The cut drops all buffered data at once; the upload restarts from the beginning.
    const restart = second.findIndex(({ value, at }) => value === 0 && at > cutAt);
    const runs = [
      recorded.filter(({ name }) => name.endsWith("uno.png")),
      second.filter(({ at }) => at < cutAt),
      second.slice(restart),
    ];
    const shown = runs.map((run) => `${run.length} values to ${run.at(-1)?.value} %`).join("; ");
    console.log(`two photos of 250 kB over slow 3G, cut once: ${took} s; ${shown}`);
    for (const run of runs) {
      const values = run.map(({ value }) => value);
      expect(values.length).toBeGreaterThan(3);
      expect(values).toEqual(values.toSorted((a, b) => a - b));
      expect(Math.max(...values)).toBeLessThan(100);
    }
    // Progress must not outrun the line: half of the second photo in less than half of the time would be a guess.
    const [first, half] = [runs[2]![0]!, runs[2]!.find(({ value }) => value >= 50)!];
    expect(half.at - first.at).toBeGreaterThan(1_500);
  },
);

test(
  "a photo that arrived while its answer was lost is not sent again",
  { tag: "@operations/full" },
  async ({ browser }) => {
    const { api, page, form } = await writing(browser, "Perdida");
    const uploads: string[] = [];
    page.on("request", (request) => request.method() === "PUT" && uploads.push(request.url()));
    line.loseAnswer();
    await form.getByRole("button", { name: "Publicar caso" }).click();
    await expect(page.getByText("Tu caso fue creado. Los especialistas ahora pueden postularse.")).toBeVisible({
      timeout: 20_000,
    });
    const {
      items: [created],
    } = await api.cases.mine();
    await expect.poll(async () => (await api.cases.get({ id: created!.id })).studies).toHaveLength(2);
    expect(uploads).toHaveLength(2);
  },
);
