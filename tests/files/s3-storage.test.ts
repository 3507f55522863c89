// @module-tag operations/full
import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readSettings } from "../../app/platform/settings.ts";
import { openStorage } from "../../app/platform/storage/open-storage.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { like, type Person } from "../support/people.ts";
import { type S3Server, startS3 } from "../support/s3-server.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

/** Six seconds on an idle machine; other tests run in parallel. */
const SOON_MS = 20_000;
/** The storage's limit of one call that is not answered. */
const ONE_REMOVAL_MS = 6_000;

let s3: S3Server;
let testApp: TestApp;
let ana: Person;
let png: Buffer;

beforeAll(async () => {
  s3 = await startS3();
  testApp = await openTestApp(s3.env);
  ana = await testApp.signUp(cast.ana);
  png = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#0F4C5C" } })
    .png()
    .toBuffer();
});
afterEach(() => s3.thaw());
afterAll(async () => {
  await testApp?.close();
  await s3?.close();
});

const open = (env: Record<string, string>) =>
  openStorage(readSettings({ ...s3.env, ...env }), pino({ level: "silent" }));

async function put(person: Person, path: string) {
  const headers = { authorization: `Bearer ${await person.token()}` };
  const response = await fetch(testApp.url + path, { method: "PUT", body: new Uint8Array(png), headers });
  return { status: response.status, body: (await response.json()) as { code?: string; photo_url?: string } };
}

async function keys(): Promise<string[]> {
  const files = await readdir(s3.folder(""), { recursive: true }).catch(() => []);
  return files.flatMap((file) => s3.nameOf(file) ?? []);
}

test.each([
  [{ S3_URL: "bucket" }, /^S3_URL: there is no bucket none at 127.0.0.1:\d+$/],
  [
    { S3_ACCESS_KEY_ID: "STRANGER" },
    /^S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: 127.0.0.1:\d+ does not let them read and write in kinexo \(InvalidAccessKeyId\)$/,
  ],
  [{ S3_URL: "nobody" }, /^S3_URL: no S3 server answers at 127.0.0.1:1 \(ECONNREFUSED\)$/],
])("a store that cannot be used (%j) stops the start with one line", async (env, line) => {
  const urls: Record<string, string> = { bucket: `${s3.url}/none`, nobody: "http://127.0.0.1:1/kinexo" };
  const given: Record<string, string> = { ...env, ...("S3_URL" in env ? { S3_URL: urls[env.S3_URL] ?? "" } : {}) };
  await expect(open(given)).rejects.toThrow(line);
});

test("a start leaves nothing of what it tried in the bucket", async () => {
  (await open({})).close();
  expect((await keys()).filter((key) => key.startsWith("checks/"))).toEqual([]);
});

test("a list is followed to its end, however many files there are", { tags: "operations/short" }, async () => {
  const storage = await open({});
  const folder = randomUUID();
  for (let from = 0; from < 1_010; from += 101) {
    await Promise.all(
      Array.from({ length: 101 }, (_, n) =>
        storage.write("case-studies", `${folder}/${from + n}.png`, Buffer.from("x")),
      ),
    );
  }
  const paths = await Array.fromAsync(storage.list("case-studies", folder));
  expect(new Set(paths).size).toBe(1_010);
  for (const path of paths) await storage.remove("case-studies", path);
  expect(await Array.fromAsync(storage.list("case-studies", folder))).toEqual([]);
  storage.close();
});

test("a file is sent as it comes, and a HEAD request is told its size only", { tags: "operations/short" }, async () => {
  const { body } = await put(ana, "/files/avatars");
  const [head, sent] = [
    await fetch(testApp.url + body.photo_url, { method: "HEAD" }),
    await fetch(testApp.url + body.photo_url),
  ];
  const bytes = Buffer.from(await sent.arrayBuffer());
  expect(head.headers.get("content-length")).toBe(String(bytes.length));
  expect(sent.headers.get("content-length")).toBe(String(bytes.length));
  expect(await head.text()).toBe("");
  expect((await sharp(bytes).metadata()).width).toBe(60);
  expect((await fetch(`${testApp.url}/files/avatars/${ana.id}/avatar.gif`)).status).toBe(404);
});

test("an export brings along what lies in the bucket, and a deleted account leaves nothing there", async () => {
  const bruno = await testApp.signUp(like(cast.bruno, "Bruno Que Se Va"));
  const { id } = await bruno.api.cases.create({ title: "Rodilla", description: "Duele" });
  await put(bruno, "/files/avatars");
  expect((await put(bruno, `/files/case-studies/${id}?name=a.png`)).status).toBe(200);
  const { url } = await bruno.api.exports.ask();
  const archive = Buffer.from(await (await fetch(testApp.url + url)).arrayBuffer()).toString("latin1");
  expect(archive).toContain("foto/avatar.png");
  expect(archive).toContain(`estudios/${id}/`);
  expect((await keys()).filter((key) => key.includes(bruno.id))).toHaveLength(2);
  await bruno.api.accounts.delete();
  expect((await keys()).filter((key) => key.includes(bruno.id))).toEqual([]);
});

test.each(["gone", "silent"] as const)(
  "while the store is %s files are answered 503 and all else goes on; then it is found again",
  async (how) => {
    const { body } = await put(ana, "/files/avatars");
    const { id } = await ana.api.cases.create({ title: "Hombro", description: "Duele" });
    if (how === "gone") await s3.stop();
    else s3.freeze();
    const since = performance.now();
    const [photo, study] = await Promise.all([
      fetch(testApp.url + body.photo_url),
      put(ana, `/files/case-studies/${id}?name=a.png`),
    ]);
    expect(photo.status).toBe(503);
    expect(study).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
    expect(performance.now() - since).toBeLessThan(how === "gone" ? SOON_MS : 2 * SOON_MS);
    expect((await ana.api.cases.get({ id })).studies).toEqual([]);
    if (how === "gone") await s3.start();
    else s3.thaw();
    await expect.poll(async () => (await fetch(testApp.url + body.photo_url)).status, { timeout: SOON_MS }).toBe(200);
    expect((await put(ana, `/files/case-studies/${id}?name=a.png`)).status).toBe(200);
    expect((await ana.api.cases.get({ id })).studies).toHaveLength(1);
  },
  90_000,
);

test("while the store is silent an edit waits two seconds at most for the files that it dropped, and the next removal finds them", async () => {
  const { id } = await ana.api.cases.create({ title: "Codo", description: "Duele" });
  const paths = Array.from({ length: 4 }, (_, n) => ({ path: `${ana.id}/${id}/${n}.png` }));
  await testApp.db.insertInto("dropped_studies").values(paths).execute();
  const dropped = () => testApp.db.selectFrom("dropped_studies").select("path").execute();
  s3.freeze();
  const since = performance.now();
  const edit = { id, title: "Codo", description: "Ya no tanto", studies_access: "verified" } as const;
  const { version } = await ana.api.cases.update({ ...edit, version: 1 });
  expect(performance.now() - since).toBeLessThan(2 * ONE_REMOVAL_MS);
  expect(await dropped()).toHaveLength(4);
  s3.thaw();
  await ana.api.cases.update({ ...edit, version, title: "Codo derecho" });
  expect(await dropped()).toEqual([]);
});
