// @module-tag operations/full
import { rmSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { afterAll, expect, test, vi } from "vitest";
import { openUploadWorkers } from "../../app/platform/uploads/workers.server.ts";
import { makeFolder } from "../support/folder.ts";
import { hiddenCatalogues, MARK, undeclaredStreams } from "./pdf-files.ts";
import { catalogueByTables, faultsOf } from "./pdf-tables.ts";
import { isFull } from "../support/full.ts";

/** Tests every file, or every eleventh. */
const EACH = isFull ? 1 : 11;

const log = { warn: vi.fn<(details: object, text: string) => void>() };
const dataDir = makeFolder("attacks");
const uploadWorkers = openUploadWorkers(log as never, { dataDir });
afterAll(() => {
  uploadWorkers.close();
  rmSync(dataDir, { recursive: true });
});
const stored = async (bytes: Uint8Array, person = "mallory") =>
  (await uploadWorkers.clean(person, "study", bytes))?.bytes ?? null;

test.each([
  ["catalogues that only tables lead to", hiddenCatalogues],
  ["catalogues in streams that do not say what they are", undeclaredStreams],
] as const)(
  "no reader finds more than was inspected in a stored PDF: %s",
  { timeout: 600_000 },
  async (what, attacks) => {
    const counted = { refused: 0, stored: 0 };
    const wrong: string[] = [];
    let number = 0;
    for (const { name, bytes } of attacks()) {
      number += 1;
      if (number % (what.includes("streams") ? 1 : EACH)) continue;
      // The attack is real: a reader that follows the tables sees the hidden content.
      expect(catalogueByTables(bytes), name).toContain(MARK);
      const kept = await stored(bytes);
      if (!kept) counted.refused += 1;
      else {
        counted.stored += 1;
        const faults = faultsOf(kept);
        if (faults.length > 0 || /OpenAction|Names|AA|AcroForm/.test(catalogueByTables(kept)))
          wrong.push(`${name}: ${faults.join(", ")}`);
      }
    }
    console.log(
      `attacks by PDF, ${what}: ${counted.refused + counted.stored} tried, ${counted.refused} refused, ${counted.stored} stored without, ${wrong.length} wrong`,
    );
    expect(wrong).toEqual([]);
    expect(counted.stored).toBeGreaterThan(0);
    expect(uploadWorkers.deaths).toBe(0);
  },
);

const file = (object: Buffer | string, more = "") =>
  Buffer.concat([
    Buffer.from(
      `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/X 5 0 R${more}>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n`,
      "latin1",
    ),
    Buffer.from(object),
    Buffer.from("trailer<</Root 1 0 R>>\n%%EOF\n"),
  ]);
const stream = (number: number, dict: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`${number} 0 obj<<${dict}/Length ${bytes.length}>>stream\n`),
    bytes,
    Buffer.from("\nendstream endobj\n"),
  ]);
const FLATE = "/Filter/FlateDecode";

test.each<[what: string, make: (megabytes: number) => Buffer]>([
  ["a stream of objects", (size) => file(stream(5, `/Type/ObjStm/N 0/First 0${FLATE}`, bombOf(size)))],
  ["a stream of tables", (size) => file(stream(5, `/Type/XRef/Size 9/Index[]/W[1 2 1]${FLATE}`, bombOf(size)))],
  ["a picture", (size) => file(stream(5, `/Type/XObject/Subtype/Image/Width 1/Height 1${FLATE}`, bombOf(size)))],
  ["a bomb in a bomb", (size) => file(stream(5, "/Filter[/FlateDecode/FlateDecode]", deflateSync(bombOf(size))))],
  [
    "a bomb behind letters",
    (size) => file(stream(5, "/Filter[/ASCIIHexDecode/FlateDecode]", Buffer.from(bombOf(size).toString("hex")))),
  ],
  [
    "a bomb of runs",
    (size) =>
      file(stream(5, "/Filter/RunLengthDecode", Buffer.alloc(Math.min(size, 500) * 16_000, Buffer.from([129, 0])))),
  ],
  [
    "many streams of objects",
    (size) =>
      file(
        Buffer.concat(
          numbers(size, 10).map((n) => stream(n, `/Type/ObjStm/N 0/First 0${FLATE}`, bombOf(Math.min(size, 10)))),
        ),
      ),
  ],
  [
    "many pictures",
    (size) =>
      file(
        Buffer.concat(numbers(size, 100).map((n) => stream(n, FLATE, bombOf(Math.min(size, 100))))),
        `/Y[${numbers(size, 100)
          .map((n) => `${n} 0 R`)
          .join(" ")}]`,
      ),
  ],
])(
  "a PDF of 2 MB that inflates to 1.8 GB is refused before it does, and one that inflates to 1 MB is not: %s",
  async (what, make) => {
    const bytes = make(1_800);
    expect(bytes.length).toBeLessThan(10 * 1024 * 1024);
    const since = performance.now();
    expect(await stored(bytes)).toBeNull();
    console.log(
      `attacks by PDF, ${what}: ${bytes.length} bytes refused in ${Math.round(performance.now() - since)} ms`,
    );
    expect(uploadWorkers.deaths).toBe(0);
    expect(await stored(make(1))).not.toBeNull();
  },
);

/** Object numbers for as many streams of `each` megabytes as fit into `size`. */
const numbers = (size: number, each: number) => Array.from({ length: Math.ceil(size / each) }, (_, n) => n + 5);

/** This many megabytes of zeros, compressed to about a thousandth. */
function bombOf(megabytes: number): Buffer {
  const whole = deflateSync(Buffer.alloc(1_000_000), { finishFlush: 3 });
  const [head, block] = [whole.subarray(0, 2), whole.subarray(2)];
  // Each block ends on a byte boundary and does not refer back.
  return Buffer.concat([head, ...Array.from({ length: megabytes }, () => block), Buffer.from([3, 0])]);
}

test("somebody whose files end processes waits, and nobody waits for them", async () => {
  const hasty = openUploadWorkers(log as never, { dataDir, longestMs: 1_000, cores: 2 });
  // Quadratic parsing: each digit of a token that is no object is scanned again from its start.
  const slow = Buffer.concat([Buffer.from("%PDF-1.7\nx"), Buffer.alloc(9_000_000, "1"), Buffer.from("x")]);
  const honest = Buffer.from(
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n",
  );
  try {
    const many = Array.from({ length: 8 }, () =>
      hasty.clean("mallory", "study", slow).catch((error: { code: string }) => error.code),
    );
    const since = performance.now();
    expect(await hasty.clean("ana", "study", honest)).not.toBeNull();
    const waited = performance.now() - since;
    expect(await Promise.all(many)).toEqual([null, ...Array(7).fill("TOO_MANY_REQUESTS")]);
    expect(hasty.deaths).toBe(1);
    console.log(
      `attacks by PDF, slow files: 8 sent at once, 1 process killed, 7 refused, somebody else waited ${Math.round(waited)} ms`,
    );
    expect(waited).toBeLessThan(9_000);
    expect(await hasty.clean("bruno", "study", honest)).not.toBeNull();
  } finally {
    hasty.close();
  }
});
