import { request } from "node:http";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like, type Person } from "../support/people.ts";
import { stores, type TestStore } from "./stores.ts";
import type { TestApp } from "../support/test-app.ts";
import { withoutIds } from "../support/without-ids.ts";

describe.each(stores)("files kept in %s", (_name, openStore) => {
  let store: TestStore;
  let testApp: TestApp;
  let ana: Person;
  let bruno: Person;
  let carla: Person;
  let other: Person;
  let png: Buffer;
  let jpeg: Buffer;
  const pdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

  beforeAll(async () => {
    store = await openStore();
    ({ testApp } = store);
    [ana, bruno] = [await testApp.signUp(cast.ana), await testApp.signUp(cast.bruno)];
    carla = await testApp.approvedKine(cast.carla);
    other = await testApp.approvedKine(like(cast.carla, "Otra Kine", { license_number: "MN 2" }));
    const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: "#0F4C5C" } });
    png = await picture.clone().png().toBuffer();
    jpeg = await picture
      .clone()
      .jpeg()
      .withExif({ IFD0: { Copyright: "CANARY-EXIF" }, IFD3: { GPSLatitude: "34/1 36/1 0/1" } })
      .toBuffer();
  });
  afterAll(() => store?.close());

  async function put(person: Person, path: string, body: Buffer) {
    const response = await fetch(testApp.url + path, {
      method: "PUT",
      body: new Uint8Array(body),
      headers: { authorization: `Bearer ${await person.token()}` },
    });
    return {
      status: response.status,
      body: (await response.json()) as { message?: string; code?: string; photo_url?: string },
    };
  }
  const publish = (studies_access: "verified" | "accepted" = "verified") =>
    ana.api.cases.create({ title: "Rodilla", description: "Duele", studies_access });
  const addStudy = (caseId: string, name: string, body: Buffer, person = ana) =>
    put(person, `/files/case-studies/${caseId}?name=${encodeURIComponent(name)}`, body);
  const studiesOf = async (caseId: string) => (await ana.api.cases.get({ id: caseId })).studies;

  describe("studies", () => {
    test("the name that a patient gave a file reaches no specialist", async () => {
      const { id } = await publish();
      expect((await addStudy(id, "Ana 11 4555-6789 ana@gmail.com.png", png)).status).toBe(200);
      const seen = await carla.api.cases.view({ id });
      const answer = await fetch(testApp.url + seen.studies[0]?.url);
      const said = withoutIds([seen, [...answer.headers]]);
      expect(answer.status).toBe(200);
      expect(said).not.toMatch(/4555|gmail/);
      expect(seen.studies[0]?.name).toMatch(/^\d+-[0-9a-f]{8}\.png$/);
    });

    test("a PNG, a JPEG and a PDF are kept, and images lose what the camera wrote into them", async () => {
      const { id } = await publish();
      for (const [name, body] of [
        ["a.png", png],
        ["b.jpg", jpeg],
        ["c.pdf", pdf],
      ] as const) {
        expect((await addStudy(id, name, body)).status).toBe(200);
      }
      const studies = await studiesOf(id);
      expect(studies.map(({ kind }) => kind)).toEqual(["image", "image", "pdf"]);
      const answers = await Promise.all(studies.map(({ url }) => fetch(testApp.url + url)));
      expect(answers.map(({ headers }) => headers.get("content-type"))).toEqual([
        "image/png",
        "image/jpeg",
        "application/pdf",
      ]);
      expect(answers[0]?.headers.get("cache-control")).toContain("no-store");
      expect(answers[2]?.headers.get("content-disposition")).toContain("attachment");
      const [, photo, document] = await Promise.all(
        answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())),
      );
      expect(jpeg.includes("CANARY-EXIF")).toBe(true);
      expect(photo?.includes("CANARY-EXIF")).toBe(false);
      expect(String(document)).toMatch(/^%PDF-1\.4\n[^]*<<\n\/Type \/Catalog\n>>[^]*\nstartxref\n\d+\n%%EOF/);
      const [stored] = (
        await testApp.db.selectFrom("cases").select("studies_urls").where("id", "=", id).executeTakeFirstOrThrow()
      ).studies_urls;
      expect(stored).toMatch(new RegExp(`^${ana.id}/${id}/\\d+-[0-9a-f]{8}\\.png$`));
    });

    test("the sixth file is refused with 'Máximo 5 archivos permitidos', ten at once included", async () => {
      const { id } = await publish();
      const outcomes = await Promise.all(Array.from({ length: 10 }, (_, n) => addStudy(id, `${n}.png`, png)));
      expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(5);
      expect(new Set(outcomes.map(({ body }) => body.message))).toEqual(
        new Set([undefined, "Máximo 5 archivos permitidos"]),
      );
      expect(await studiesOf(id)).toHaveLength(5);
      expect(await store.names(`case-studies/${ana.id}/${id}`)).toHaveLength(5);
    });

    test.each([
      [
        "radiografia.png",
        () => Buffer.from("esto es un texto"),
        "radiografia.png no es un formato válido (solo JPG, PNG, PDF)",
      ],
      ["dibujo.svg", () => svg, "dibujo.svg no es un formato válido (solo JPG, PNG, PDF)"],
      ["dibujo.png", () => svg, "dibujo.png no es un formato válido (solo JPG, PNG, PDF)"],
      ["roto.png", () => png.subarray(0, 60), "roto.png está dañado o incompleto y no pudimos abrirlo"],
      ["grande.png", () => Buffer.alloc(11 * 1024 * 1024, png), "grande.png excede el límite de 10MB"],
    ])("%s is refused with its sentence and leaves nothing behind", async (name, body, message) => {
      const { id } = await publish();
      const refusal = await addStudy(id, name, body());
      expect(refusal.status).toBeGreaterThanOrEqual(400);
      expect(refusal.status).toBeLessThan(500);
      expect(refusal.body.message).toBe(message);
      expect(await studiesOf(id)).toEqual([]);
    });

    test("a Content-Length of 2 GB is refused before anything is read", async () => {
      const { id } = await publish();
      const token = await ana.token();
      const status = await new Promise<number | undefined>((answered, failed) => {
        const sent = request(`${testApp.url}/files/case-studies/${id}?name=a.png`, {
          method: "PUT",
          headers: { authorization: `Bearer ${token}`, "content-length": String(2 * 1024 ** 3) },
        });
        sent.on("response", (response) => {
          answered(response.statusCode);
          sent.destroy();
        });
        sent.on("error", failed);
        sent.write("x");
      });
      expect(status).toBe(413);
    });

    test("nobody adds studies to the case of another, or to a closed one", async () => {
      const { id } = await publish();
      expect(await addStudy(id, "a.png", png, bruno)).toMatchObject({ status: 404, body: { code: "CASE_NOT_FOUND" } });
      const { id: matchId } = await carla.api.matches.apply({ case_id: id });
      await ana.api.matches.accept({ id: matchId });
      await ana.api.cases.close({ id });
      expect(await addStudy(id, "a.png", png)).toMatchObject({ status: 409, body: { code: "CASE_CLOSED" } });
    });

    test("a link opens for its viewer only while they may see the study, and not when it is altered", async () => {
      const { id } = await publish();
      await addStudy(id, "a.png", png);
      const { id: matchId } = await carla.api.matches.apply({ case_id: id });
      await other.api.matches.apply({ case_id: id });
      const linkOf = async (person: Person) =>
        testApp.url + ((await person.api.cases.view({ id })).studies[0]?.url ?? "/none");
      const [carlas, others] = [await linkOf(carla), await linkOf(other)];
      const status = async (url: string) => (await fetch(url)).status;
      expect(await status(carlas)).toBe(200);
      expect(await status(carlas.replace(/session=[^&]+/, `session=${crypto.randomUUID()}`))).toBe(404);
      expect(await status(carlas.replace(/signature=.{4}/, "signature=AAAA"))).toBe(404);
      expect(await status(carlas.replace(/expires=\d+/, `expires=${Math.floor(Date.now() / 1000) + 9999}`))).toBe(404);
      expect(await status(carlas.split("?")[0]!)).toBe(404);
      await testApp.db.updateTable("cases").set({ studies_access: "accepted" }).where("id", "=", id).execute();
      expect(await status(carlas)).toBe(404);
      await ana.api.matches.accept({ id: matchId });
      expect(await status(carlas)).toBe(200);
      expect(await status(others)).toBe(404);
    });

    test("kept for accepted specialists, they are only counted for the others", async () => {
      const { id } = await publish("accepted");
      await addStudy(id, "a.png", png);
      const { id: matchId } = await carla.api.matches.apply({ case_id: id });
      expect(await carla.api.cases.view({ id })).toMatchObject({ studies: [], studies_withheld: 1 });
      await ana.api.matches.accept({ id: matchId });
      expect(await carla.api.cases.view({ id })).toMatchObject({ studies: [{ kind: "image" }], studies_withheld: 0 });
    });
  });

  describe("profile photos", () => {
    test("a photo is public, re-encoded and overwrites the one before, whatever its format", async () => {
      const first = await put(ana, "/files/avatars", png);
      expect(first.body.photo_url).toMatch(new RegExp(`^/files/avatars/${ana.id}/avatar\\.png\\?t=\\d+$`));
      const second = await put(ana, "/files/avatars", jpeg);
      expect(await store.names(`avatars/${ana.id}`)).toEqual(["avatar.jpg"]);
      const answer = await fetch(testApp.url + second.body.photo_url);
      expect(answer.status).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer()).includes("CANARY-EXIF")).toBe(false);
    });

    test("a new photo has a new address, and the one before shows nobody the new photo", async () => {
      const first = (await put(ana, "/files/avatars", png)).body.photo_url as string;
      expect((await fetch(testApp.url + first)).status).toBe(200);
      const second = (await put(ana, "/files/avatars", png)).body.photo_url as string;
      const [path, time] = second.split("?t=") as [string, string];
      const others = [
        first,
        path,
        `${path}?t=`,
        `${path}?t=${Number(time) + 1}`,
        `${path}?x=1&t=${time}`,
        `${second}&x=1`,
      ];
      for (const address of others) expect((await fetch(testApp.url + address)).status, address).toBe(404);
      expect((await fetch(testApp.url + second)).status).toBe(200);
    });

    test.each([
      ["a text", Buffer.from("hola"), "Por favor selecciona una imagen válida"],
      ["an SVG", svg, "Por favor selecciona una imagen válida"],
      ["a PDF", pdf, "Por favor selecciona una imagen válida"],
      ["6 MB", Buffer.alloc(6 * 1024 * 1024), "La imagen debe ser menor a 5MB"],
    ])("%s is refused with its sentence", async (_, body, message) => {
      const refusal = await put(bruno, "/files/avatars", body);
      expect(refusal.status).toBeLessThan(500);
      expect(refusal.body.message).toBe(message);
    });

    test("a path that climbs out of the folder finds nothing", async () => {
      for (const path of [
        "/files/avatars/../../secret",
        "/files/avatars/%2e%2e/%2e%2e/secret",
        `/files/avatars/${ana.id}/..%2f..%2fsecret`,
      ]) {
        expect((await fetch(testApp.url + path)).status).toBe(404);
      }
    });
  });
});
