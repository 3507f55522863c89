// @module-tag operations/full
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { deflateSync } from "node:zlib";
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from "@cantoo/pdf-lib";
import sharp from "sharp";
import { afterAll, expect, test, vi } from "vitest";
import { openUploadWorkers } from "../../app/platform/uploads/workers.server.ts";
import { makeFolder } from "../support/folder.ts";
import { isFull } from "../support/full.ts";

const log = { warn: vi.fn<(details: object, text: string) => void>() };
const dataDir = makeFolder("untrusted");
/** Ten times as patient as the program: what is refused is refused for what it is, on a slow machine too. */
const uploadWorkers = openUploadWorkers(log as never, { dataDir, longestMs: 100_000 });
afterAll(() => {
  uploadWorkers.close();
  rmSync(dataDir, { recursive: true });
});

const acceptedAs = async (bytes: Buffer, purpose: "study" | "photo" = "study") =>
  (await uploadWorkers.clean("somebody", purpose, bytes))?.extension ?? null;
const pdf = (catalog = "", more = "", trailer = "") =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n${more}` +
      `trailer<</Root 1 0 R${trailer}>>\n%%EOF\n`,
    "latin1",
  );
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#0F4C5C" } });

test.each([
  ["plain", pdf()],
  ["one that opens at a place", pdf("/OpenAction[2 0 R/Fit]")],
  ["one that goes to a place", pdf("/OpenAction<</S/GoTo/D[2 0 R/Fit]>>")],
  ["one with a link", pdf("", "3 0 obj<</Type/Annot/Subtype/Link/A<</S/URI/URI(https://example.com)>>>>endobj\n")],
])("a PDF is kept: %s", async (_what, bytes) => expect(await acceptedAs(bytes)).toBe("pdf"));

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
  ["a link to a script", pdf("", "3 0 obj<</Subtype/Link/A<</S/URI/URI(java\\nscript:app.alert\\(1\\))>>>>endobj\n")],
  [
    "a link to a script, in digits",
    pdf("", "3 0 obj<</Subtype/Link/A<</S/URI/URI<6A6176617363726970743A61>>>>>endobj\n"),
  ],
  [
    "a link to a script, by reference",
    pdf("", "3 0 obj<</Subtype/Link/A<</S/URI/URI 4 0 R>>>>endobj\n4 0 obj(JavaScript:a)endobj\n"),
  ],
  ["addresses that begin with a script", pdf("/URI<</Base(javascript:a)>>")],
  ["a link to a file", pdf("", "3 0 obj<</Subtype/Link/A<</S/URI/URI(file:///etc/passwd)>>>>endobj\n")],
  [
    "a link to another machine's files",
    pdf("", "3 0 obj<</Subtype/Link/A<</S/URI/URI(\\\\\\\\host\\\\share)>>>>endobj\n"),
  ],
  ["another document", pdf("", "3 0 obj<</Subtype/Link/A<</S/GoToR/F(a.pdf)/D[0/Fit]>>>>endobj\n")],
  ["a document inside", pdf("", "3 0 obj<</Subtype/Link/A<</S/GoToE/T<</R/C/N(a)>>>>>>endobj\n")],
  ["an action that nobody knows", pdf("", "3 0 obj<</Subtype/Link/A<</S/Explode>>>>endobj\n")],
  [
    "an action behind another",
    pdf("", "3 0 obj<</Subtype/Link/A<</S/GoTo/D[2 0 R/Fit]/Next[<</S/GoTo/D[2 0 R/Fit]>><</S/Explode>>]>>>>endobj\n"),
  ],
  ["rich media", pdf("", "3 0 obj<</Subtype/RichMedia/RichMediaContent<<>>>>endobj\n")],
  ["a model with code", pdf("", "3 0 obj<</Subtype/3D/OnInstantiate 4 0 R>>endobj\n")],
  ["a stream in another file", pdf("", "3 0 obj<</Length 0/F(http://host/a)>>stream\n\nendstream endobj\n")],
  [
    "a page of another file",
    pdf("", "3 0 obj<</Subtype/Form/Ref<</F(a.pdf)/Page 0>>/Length 0>>stream\n\nendstream endobj\n"),
  ],
  ["a filter that nobody knows", pdf("/X 3 0 R", "3 0 obj<</Filter/Explode/Length 1>>stream\nx\nendstream endobj\n")],
  ["values within values without end", pdf("/X 3 0 R", `3 0 obj${"[".repeat(300)}${"]".repeat(300)}endobj\n`)],
  ["code in the information, which stands in the trailer", pdf("", "", "/Info<</Title(a)/X<</JS(x)>>>>")],
  ["no beginning", pdf().subarray(9)],
  ["no objects", Buffer.from("%PDF-1.4\n%%EOF\n")],
])("a PDF is refused: %s", async (_what, bytes) => expect(await acceptedAs(bytes)).toBeNull());

test("a PDF whose objects are compressed is looked into as well", { tags: "operations/short" }, async () => {
  const packed = (object: string) => {
    const stream = deflateSync(`3 0 ${object}`).toString("latin1");
    return pdf(
      "",
      `4 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${stream.length}>>stream\n${stream}\nendstream endobj\n`,
    );
  };
  expect(await acceptedAs(packed("<</Title(Informe)>>"))).toBe("pdf");
  expect(packed("<</S/JavaScript/JS(x)>>").includes("JavaScript")).toBe(false);
  expect(await acceptedAs(packed("<</S/JavaScript/JS(x)>>"))).toBeNull();
});

async function report(useObjectStreams: boolean) {
  const made = await PDFDocument.create();
  made.setTitle("Informe de resonancia (rodilla) ñ");
  const page = made.addPage([595, 842]);
  page.drawText("Rotura parcial del ligamento; controles a 30 días: áéí", {
    font: await made.embedFont("Helvetica"),
    size: 12,
    x: 40,
    y: 700,
  });
  const scan = await picture(300, 200).png().toBuffer();
  page.drawImage(await made.embedPng(scan), { x: 40, y: 300, width: 300, height: 200 });
  const photo = await picture(300, 200).jpeg().toBuffer();
  made.addPage().drawImage(await made.embedJpg(photo), { x: 0, y: 0 });
  const link = made.context.obj({
    Type: "Annot",
    Subtype: "Link",
    Rect: [0, 0, 9, 9],
    A: { S: "URI", URI: PDFString.of("https://example.com/a?b=(c)") },
  });
  page.node.set(PDFName.of("Annots"), made.context.obj([made.context.register(link)]));
  made.getForm().createTextField("nota").setText("(sin notas)");
  return Buffer.from(await made.save({ useObjectStreams }));
}

/** Everything a PDF shows: each page's entries by name, its texts decoded, and its streams decompressed. */
function shownBy({ context, catalog }: PDFDocument) {
  const seen = new Map<PDFObject, number>();
  const texts: unknown[] = [];
  function shown(object: PDFObject | undefined): unknown {
    const value = object instanceof PDFRef ? context.lookup(object) : object;
    if (value instanceof PDFStream || value instanceof PDFDict || value instanceof PDFArray) {
      const known = seen.get(value);
      if (known !== undefined) return `as ${known}`;
      seen.set(value, seen.size);
    }
    if (value instanceof PDFArray) return value.asArray().map(shown);
    if (value instanceof PDFDict) return value.entries().map(([key, one]) => [key.decodeText(), shown(one)]);
    if (value instanceof PDFRawStream) {
      const { dict, contents } = value;
      const isPlain = !dict.has(PDFName.of("Filter"));
      const undone =
        isPlain || String(dict.get(PDFName.of("Filter"))) === "/FlateDecode"
          ? decodePDFRawStream(value).decode()
          : contents;
      return [
        createHash("sha256").update(undone).digest("hex"),
        shown(dict.get(PDFName.of("Resources"))),
        String(dict.get(PDFName.of("Width"))),
      ];
    }
    return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : String(value);
  }
  texts.push(shown(catalog));
  return texts;
}

test.each([
  ["in the clear", false],
  ["in streams", true],
] as const)(
  "a report with texts, pictures, links and a form shows the same once it was rewritten, its objects %s",
  async (_, packed) => {
    const bytes = await report(packed);
    const cleaned = await uploadWorkers.clean("somebody", "study", bytes);
    const [before, after] = await Promise.all([PDFDocument.load(bytes), PDFDocument.load(cleaned!.bytes)]);
    expect(after.getPageCount()).toBe(2);
    expect(after.getTitle()).toBe("Informe de resonancia (rodilla) ñ");
    expect(shownBy(after)).toEqual(shownBy(before));
    expect(JSON.stringify(shownBy(after))).toContain("https://example.com/a?b=(c)");
  },
);

test("what is rewritten again stays as it is", async () => {
  const once = await uploadWorkers.clean("somebody", "study", await report(true));
  const twice = await uploadWorkers.clean("somebody", "study", once!.bytes);
  expect(Buffer.from(twice!.bytes).equals(Buffer.from(once!.bytes))).toBe(true);
});

test("a signature goes and what it looks like stays; what nothing leads to goes", async () => {
  const signed = Buffer.concat([
    pdf(
      "/AcroForm<</Fields[3 0 R]/SigFlags 3>>/Perms<</DocMDP 4 0 R>>",
      "3 0 obj<</FT/Sig/Subtype/Widget/T(Firma)/Rect[0 0 9 9]/V 4 0 R/AP<</N 5 0 R>>>>endobj\n" +
        "4 0 obj<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>>>endobj\n5 0 obj<</Length 8>>stream\n(Firmado\nendstream endobj\n6 0 obj(OLDER)endobj\n",
    ),
    Buffer.from("7 0 obj(NEWER)endobj\n"),
  ]);
  const cleaned = Buffer.from((await uploadWorkers.clean("somebody", "study", signed))!.bytes);
  const { context, catalog } = await PDFDocument.load(cleaned);
  const [field] = context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object) => object instanceof PDFDict && object.has(PDFName.of("FT")));
  expect((field as PDFDict).has(PDFName.of("AP"))).toBe(true);
  expect((field as PDFDict).has(PDFName.of("V"))).toBe(false);
  expect(catalog.has(PDFName.of("Perms"))).toBe(false);
  for (const gone of ["ByteRange", "SigFlags", "OLDER", Buffer.from("OLDER").toString("hex")])
    expect(cleaned.includes(gone)).toBe(false);
});

test("an image keeps nothing of where and with what it was taken", { tags: "operations/short" }, async () => {
  const exif = {
    IFD0: { Copyright: "CANARY-EXIF", Make: "CANARY-MAKE" },
    IFD3: { GPSLatitudeRef: "S", GPSLatitude: "34/1 36/1 0/1" },
  };
  const bytes = await picture(900, 700)
    .jpeg()
    .withExif(exif)
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>CANARY</x:xmpmeta>")
    .toBuffer();
  expect((await sharp(bytes).metadata()).exif).toBeDefined();
  for (const purpose of ["study", "photo"] as const) {
    const clean = await uploadWorkers.clean("somebody", purpose, bytes);
    const { exif: left, xmp, iptc } = await sharp(clean!.bytes).metadata();
    expect([left, xmp, iptc, Buffer.from(clean!.bytes).includes("CANARY")]).toEqual([
      undefined,
      undefined,
      undefined,
      false,
    ]);
  }
});

test("an image of more than 25 million pixels is refused, however small its file", async () => {
  expect(await acceptedAs(await picture(5000, 5000).png().toBuffer())).toBe("png");
  expect(await acceptedAs(await picture(5001, 5000).png().toBuffer())).toBeNull();
});

test("each refusal says what is true of the file, and bytes before a PDF refuse nothing", async () => {
  const problemOf = async (bytes: Buffer, purpose: "study" | "photo" = "study") => {
    const cleaned = await uploadWorkers.open("somebody", purpose, bytes);
    return cleaned.file ? cleaned.file.extension : cleaned.problem;
  };
  const protectedPdf = await PDFDocument.create();
  protectedPdf.addPage();
  protectedPdf.encrypt({ userPassword: "secreto", ownerPassword: "otra" });
  const attached = await PDFDocument.create();
  attached.addPage();
  await attached.attach(Buffer.from("hola"), "hola.txt");
  const jpeg = await picture(900, 700).jpeg().toBuffer();
  const large = await picture(5900, 5900).jpeg().toBuffer();
  for (const [what, bytes, problem] of [
    ["a password", Buffer.from(await protectedPdf.save()), "password"],
    ["a password, plainly", pdf("", "", "/Encrypt 9 0 R"), "password"],
    ["an attachment", Buffer.from(await attached.save()), "attachment"],
    ["an attachment in compressed objects", Buffer.from(await attached.save({ useObjectStreams: true })), "attachment"],
    ["a script", pdf("/OpenAction<</S/JavaScript/JS(app.alert(1))>>"), "active"],
    ["printing itself", pdf("/OpenAction<</S/Named/N/Print>>"), "active"],
    ["no end of its picture", jpeg.subarray(0, jpeg.length - 40), "broken"],
    ["half a PDF", pdf().subarray(0, 40), "broken"],
    ["34.8 megapixels", large, "pixels"],
    ["a text", Buffer.from("hola"), "format"],
    ["nothing", Buffer.alloc(0), "format"],
    ["bytes before it", Buffer.concat([Buffer.from("\r\n--limite\r\n"), pdf()]), "pdf"],
    ["a byte order mark before it", Buffer.concat([Buffer.from("\ufeff"), pdf()]), "pdf"],
    ["more than a kilobyte before it", Buffer.concat([Buffer.alloc(1100, " "), pdf()]), "format"],
  ] as const)
    expect(await problemOf(bytes), what).toBe(problem);
  expect(await problemOf(large, "photo")).toBe("pixels");
  expect(await problemOf(pdf(), "photo")).toBe("format");
  expect(await problemOf(jpeg.subarray(0, jpeg.length - 40), "photo")).toBe("broken");
});

test("an image that would grow to more than 20 MB is refused", async () => {
  // Equal rows, each longer than deflate's window: an encoder that filters rows needs the room of one row, ours that of all rows.
  const [width, height] = [25_000, 1_000];
  const row = Buffer.concat(
    Array.from({ length: Math.ceil((width * 3) / 32) }, (_, n) => createHash("sha256").update(String(n)).digest()),
  ).subarray(0, width * 3);
  const same = Buffer.concat(Array.from({ length: height }, () => row));
  const bytes = await sharp(same, { raw: { width, height, channels: 3 } })
    .png({ adaptiveFiltering: true })
    .toBuffer();
  expect(bytes.length).toBeLessThan(1_000_000);
  expect(await acceptedAs(bytes)).toBeNull();
  expect(uploadWorkers.deaths).toBe(0);
});

test("a file that takes too long ends its process, is refused, and keeps nobody else's waiting", async () => {
  const hasty = openUploadWorkers(log as never, { dataDir, longestMs: 1 });
  const slow = await picture(4000, 4000).png().toBuffer();
  expect(await hasty.clean("somebody", "study", slow)).toBeNull();
  expect(hasty.deaths).toBe(1);
  expect(log.warn).toHaveBeenCalledTimes(1);
  hasty.close();
  expect(await acceptedAs(slow)).toBe("png");
});

/** The child processes that open files. */
const openers = () =>
  spawnSync("ps", ["-eo", "ppid=,pid=,args="], { encoding: "utf8" })
    .stdout.split("\n")
    .filter((line) => line.trim().startsWith(`${process.pid} `) && line.includes("sandboxed/worker.ts"))
    .map((line) => line.trim().split(/\s+/)[1]);

test("a process that starts slowly is no fault of the file", async () => {
  const slow = openUploadWorkers(log as never, { dataDir, longestMs: 3_000 });
  const bytes = await picture(60, 40).png().toBuffer();
  const before = openers();
  const answer = slow.clean("somebody", "study", bytes);
  const pid = await vi.waitUntil(() => openers().find((one) => !before.includes(one)), { interval: 1 });
  process.kill(Number(pid), "SIGSTOP");
  await wait(3_500);
  process.kill(Number(pid), "SIGCONT");
  expect((await answer)?.extension).toBe("png");
  expect(slow.deaths).toBe(0);
  slow.close();
});

const FILES = isFull ? 5 : 3;

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
])(
  "with %i cores many files at once are all answered, by at most %i processes",
  async (cores, most) => {
    const some = openUploadWorkers(log as never, { dataDir, cores });
    const bytes = await picture(600, 400).png().toBuffer();
    const before = openers();
    let seen = 0;
    const watch = setInterval(
      () => (seen = Math.max(seen, openers().filter((pid) => !before.includes(pid)).length)),
      250,
    );
    const answers = await Promise.all(
      Array.from({ length: FILES }, (_, n) => some.clean(`person ${n}`, "study", bytes)),
    );
    clearInterval(watch);
    some.close();
    expect(answers.map((answer) => answer?.extension)).toEqual(Array(FILES).fill("png"));
    expect(some.deaths).toBe(0);
    expect(seen).toBe(most);
  },
  120_000,
);

test("a process that opened a file of one person opens none of another", async () => {
  const bytes = await picture(60, 40).png().toBuffer();
  const some = openUploadWorkers(log as never, { dataDir, cores: 2 });
  const before = openers();
  const by: (string | undefined)[] = [];
  for (const person of ["ana", "ana", "bruno", "ana"]) {
    await some.clean(person, "study", bytes);
    by.push(openers().findLast((pid) => !before.includes(pid)));
  }
  some.close();
  expect(by[0]).toBeDefined();
  expect(by[1]).toBe(by[0]);
  expect(new Set(by).size).toBe(3);
});
