// @module-tag operations/full
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { atMost } from "../../app/platform/at-most.server.ts";
import { openOrphanSweep } from "../../app/domain/deletions/orphan-files.server.ts";
import { folderStorage } from "../../app/platform/storage/folder-storage.server.ts";
import { makeFolder } from "../support/folder.ts";
import { like, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let png: Buffer;
let ana: Person;
let caseId: string;

beforeAll(async () => {
  testApp = await openTestApp();
  png = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#0F4C5C" } })
    .png()
    .toBuffer();
  ana = await testApp.signUp(cast.ana);
  caseId = (await ana.api.cases.create({ title: "Rodilla", description: "Duele" })).id;
});
afterAll(() => testApp?.close());

const files = () => join(testApp.dataDir, "files");
async function put(path: string, person = ana) {
  const headers = { authorization: `Bearer ${await person.token()}` };
  const answer = await fetch(testApp.url + path, { method: "PUT", body: new Uint8Array(png), headers });
  return { status: answer.status, ...((await answer.json()) as { code?: string }) };
}
const putStudy = () => put(`/files/case-studies/${caseId}?name=a.png`);
const putPhoto = () => put("/files/avatars");

/** Runs `work` while a plain file replaces the files folder: nothing can be read or written, not even by root. */
async function withoutStorage<T>(work: () => Promise<T>): Promise<T> {
  renameSync(files(), `${files()}.away`);
  writeFileSync(files(), "no folder");
  try {
    return await work();
  } finally {
    rmSync(files());
    renameSync(`${files()}.away`, files());
  }
}

test("while the folder of files fails, what needs it is answered 503 and nothing else is; afterwards all goes on by itself", async () => {
  expect(await putPhoto()).toMatchObject({ status: 200 });
  expect(await putStudy()).toMatchObject({ status: 200 });
  const { photo_url } = await ana.api.profiles.mine();
  await withoutStorage(async () => {
    for (const put of [putStudy, putPhoto]) expect(await put()).toMatchObject({ status: 503, code: "UNAVAILABLE" });
    expect((await fetch(testApp.url + photo_url)).status).toBe(503);
    expect((await ana.api.cases.create({ title: "Hombro", description: "Duele" })).id).toBeTruthy();
  });
  expect((await fetch(testApp.url + photo_url)).status).toBe(200);
  expect(await putStudy()).toMatchObject({ status: 200 });
  const { studies_urls } = await testApp.db
    .selectFrom("cases")
    .select("studies_urls")
    .where("id", "=", caseId)
    .executeTakeFirstOrThrow();
  expect(studies_urls).toHaveLength(2);
});

test("an account that goes while the folder of files fails goes all the same, and its files once they can", async () => {
  const leaving = await testApp.signUp(like(cast.ana, "Se Va"));
  expect(await put("/files/avatars", leaving)).toMatchObject({ status: 200 });
  const folder = join(files(), "avatars", leaving.id);
  expect(readdirSync(folder)).toEqual(["avatar.png"]);
  await withoutStorage(() => leaving.api.accounts.delete());
  expect(readdirSync(folder)).toEqual(["avatar.png"]);
  const due = await testApp.db.selectFrom("deletions").select("hash").where("noted_at", "is", null).execute();
  expect(due).toHaveLength(1);
  // Runs the clean-up job now; it is due a minute later.
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(testApp.db);
  await expect.poll(() => readdirSync(folder)).toEqual([]);
});

test("photo changes hold no connection to the database while the storage does not answer", async () => {
  const small = await openTestApp({}, 2);
  const [bruno, carla] = [await small.signUp(cast.bruno), await small.signUp(like(cast.ana, "Otra"))];
  const jpeg = await sharp(png).jpeg().toBuffer();
  const change = async (person: Person, body: Buffer) => {
    const headers = { authorization: `Bearer ${await person.token()}` };
    const put = await fetch(`${small.url}/files/avatars`, { method: "PUT", body: new Uint8Array(body), headers });
    return put.status;
  };
  for (const person of [bruno, carla]) expect(await change(person, png)).toBe(200);
  const { services } = small.app;
  const { storage } = services;
  const calls: string[] = [];
  const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
  const late =
    <Args extends unknown[], T>(name: string, call: (...args: Args) => Promise<T>) =>
    async (...args: Args) => {
      calls.push(name);
      await answering;
      return call(...args);
    };
  // The write of the new photo is answered; no later call is.
  services.storage = { ...storage, find: late("find", storage.find), remove: late("remove", storage.remove) };
  const changes = [change(bruno, jpeg), change(carla, jpeg)];
  await expect.poll(() => calls).toHaveLength(2);
  const created = await atMost(5_000, bruno.api.cases.create({ title: "Rodilla", description: "Duele" }));
  answer();
  expect(await Promise.all(changes)).toEqual([200, 200]);
  expect(created).toMatchObject({ id: expect.any(String) });
  for (const { id } of [bruno, carla])
    expect(readdirSync(join(small.dataDir, "files/avatars", id))).toEqual(["avatar.jpg"]);
  await small.close();
});

test("a sweep while the folder of files fails removes nothing, and says so", async () => {
  await expect(withoutStorage(openOrphanSweep(testApp.app.services))).rejects.toThrow("ENOTDIR");
});

test("a write that fails leaves no half behind", { tags: "operations/short" }, async () => {
  const root = makeFolder("half");
  const storage = folderStorage(root);
  // A non-empty folder at the file's path makes the write fail.
  mkdirSync(join(root, "avatars/x/avatar.png/taken"), { recursive: true });
  await expect(storage.write("avatars", "x/avatar.png", png)).rejects.toThrow(/EISDIR|ENOTEMPTY/);
  expect(readdirSync(join(root, "avatars/x"))).toEqual(["avatar.png"]);
  rmSync(root, { recursive: true });
});
