import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, expect, test, vi } from "vitest";
import { openUploadWorkers } from "../../app/platform/uploads/workers.server.ts";

const log = { warn: vi.fn<(details: object, text: string) => void>() };
const uploadWorkers = openUploadWorkers(log as never);
afterAll(() => uploadWorkers.close());

const kept = async (bytes: Buffer, purpose: "study" | "photo" = "study") => (await uploadWorkers.clean("somebody", purpose, bytes))?.extension ?? null;
const pdf = (catalog = "", more = "", trailer = "") => Buffer.from(
  `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n${more}`
  + `trailer<</Root 1 0 R${trailer}>>\n%%EOF\n`, "latin1");
const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#0F4C5C" } });

test.each([
  ["plain", pdf()],
  ["one that opens at a place", pdf("/OpenAction[2 0 R/Fit]")],
  ["one that goes to a place", pdf("/OpenAction<</S/GoTo/D[2 0 R/Fit]>>")],
  ["one with a link", pdf("", "3 0 obj<</Type/Annot/Subtype/Link/A<</S/URI/URI(https://example.com)>>>>endobj\n")],
])("a PDF is kept: %s", async (_what, bytes) => expect(await kept(bytes)).toBe("pdf"));

test.each([
  ["JavaScript on opening", pdf("/OpenAction<</S/JavaScript/JS(app.alert(1))>>")],
  ["JavaScript by name", pdf("/Names<</JavaScript 3 0 R>>", "3 0 obj<</Names[(a)4 0 R]>>endobj\n")],
  ["JavaScript with an escaped name", pdf("/OpenAction<</S/Java#53cript/J#53(app.alert(1))>>")],
  ["an object that a later one hides", pdf("", "3 0 obj<</JS(x)>>endobj\n3 0 obj<<>>endobj\n")],
  ["a program to start", pdf("/OpenAction<</S/Launch/F(cmd.exe)>>")],
  ["an address to open by itself", pdf("/OpenAction<</S/URI/URI(https://example.com)>>")],
  ["an action after a place", pdf("/OpenAction<</S/GoTo/D[2 0 R/Fit]/Next<</S/Named/N/Print>>>>")],
  ["actions of the document", pdf("/AA<</WC 3 0 R>>")],
  ["a file inside", pdf("/Names<</EmbeddedFiles 3 0 R>>")],
  ["a file in a note", pdf("", "3 0 obj<</Type/Annot/Subtype/FileAttachment/FS<</EF<</F 4 0 R>>>>>>endobj\n")],
  ["a form with code", pdf("/AcroForm<</XFA[]>>")],
  ["a form that sends itself", pdf("", "3 0 obj<</S/SubmitForm/F(https://example.com)>>endobj\n")],
  ["a cipher", pdf("", "", "/Encrypt<</Filter/Standard/V 1/R 2/O(x)/U(x)/P -4>>")],
  ["no beginning", pdf().subarray(9)],
  ["no objects", Buffer.from("%PDF-1.4\n%%EOF\n")],
])("a PDF is refused: %s", async (_what, bytes) => expect(await kept(bytes)).toBeNull());

test("a PDF whose objects are compressed is looked into as well", async () => {
  const packed = (object: string) => {
    const stream = deflateSync(`3 0 ${object}`).toString("latin1");
    return pdf("", `4 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${stream.length}>>stream\n${stream}\nendstream endobj\n`);
  };
  expect(await kept(packed("<</Title(Informe)>>"))).toBe("pdf");
  expect(packed("<</S/JavaScript/JS(x)>>").includes("JavaScript")).toBe(false);
  expect(await kept(packed("<</S/JavaScript/JS(x)>>"))).toBeNull();
});

test("an image keeps nothing of where and with what it was taken", async () => {
  const exif = { IFD0: { Copyright: "CANARY-EXIF", Make: "CANARY-MAKE" }, IFD3: { GPSLatitudeRef: "S", GPSLatitude: "34/1 36/1 0/1" } };
  const bytes = await picture(900, 700).jpeg().withExif(exif).withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>CANARY</x:xmpmeta>").toBuffer();
  expect((await sharp(bytes).metadata()).exif).toBeDefined();
  for (const purpose of ["study", "photo"] as const) {
    const clean = await uploadWorkers.clean("somebody", purpose, bytes);
    const { exif: left, xmp, iptc } = await sharp(clean!.bytes).metadata();
    expect([left, xmp, iptc, Buffer.from(clean!.bytes).includes("CANARY")]).toEqual([undefined, undefined, undefined, false]);
  }
});

test("an image of more than 25 million pixels is refused, however small its file", async () => {
  expect(await kept(await picture(5000, 5000).png().toBuffer())).toBe("png");
  expect(await kept(await picture(5001, 5000).png().toBuffer())).toBeNull();
});

test("a file that takes too long ends its process, is refused, and keeps nobody else's waiting", async () => {
  const hasty = openUploadWorkers(log as never, { longestMs: 1 });
  const slow = await picture(4000, 4000).png().toBuffer();
  expect(await hasty.clean("somebody", "study", slow)).toBeNull();
  expect(hasty.deaths).toBe(1);
  expect(log.warn).toHaveBeenCalledTimes(1);
  hasty.close();
  expect(await kept(slow)).toBe("png");
});

test("many files at once are all answered, by no more processes than there are cores", async () => {
  const bytes = await picture(1200, 900).png().toBuffer();
  const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => uploadWorkers.clean(`person ${n}`, "study", bytes)));
  expect(answers.map((answer) => answer?.extension)).toEqual(Array(24).fill("png"));
  expect(uploadWorkers.deaths).toBe(0);
});
