import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { utimes, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { sweepOrphanFiles } from "../app/server/orphan-files.server.ts";
import { cast } from "../db/cast.ts";
import { stores } from "./stores.ts";

test.each(stores)("in %s files that no row names are swept once they are old, and nothing that a row names", async (_name, openStore) => {
  const { world, at, close } = await openStore();
  const { app: { services }, db } = world;
  const ana = await world.signUp(cast.ana);
  const { id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
  const gone = randomUUID();
  const paths = {
    photo: `avatars/${ana.id}/avatar.png`, "older photo": `avatars/${ana.id}/avatar.gif`, half: `avatars/${ana.id}/.${randomUUID()}`,
    "photo of nobody": `avatars/${gone}/avatar.png`, study: `case-studies/${ana.id}/${id}/1-a.pdf`,
    "study without a row": `case-studies/${ana.id}/${id}/2-b.pdf`, "study of nobody": `case-studies/${gone}/${gone}/1-a.pdf`,
    fresh: `case-studies/${ana.id}/${id}/3-c.pdf`,
  };
  await db.updateTable("profiles").set({ photo_url: `/files/avatars/${ana.id}/avatar.png?t=1` }).where("id", "=", ana.id).execute();
  await db.updateTable("cases").set({ studies_urls: [`${ana.id}/${id}/1-a.pdf`] }).where("id", "=", id).execute();
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const [what, path] of Object.entries(paths)) {
    const [bucket = "", ...rest] = path.split("/");
    await services.storage.write(bucket as "avatars", rest.join("/"), Buffer.from(what));
    await writeFile(at(path), what);
    if (what !== "fresh") await utimes(at(path), yesterday, yesterday);
  }
  expect(await sweepOrphanFiles(services)).toBe(5);
  const left = Object.entries(paths).filter(([, path]) => existsSync(at(path))).map(([what]) => what);
  expect(left).toEqual(["photo", "study", "fresh"]);
  expect(await sweepOrphanFiles(services)).toBe(0);
  await close();
});
