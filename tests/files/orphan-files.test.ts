// @module-tag operations/full
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { afterEach, expect, test, vi } from "vitest";
import { openOrphanSweep } from "../../app/domain/deletions/orphan-files.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { stores } from "./stores.ts";

afterEach(() => void vi.useRealTimers());

test.each(stores)(
  "in %s files that no row names go with the sweep that still finds them so an hour later, and nothing that a row names",
  async (_name, openStore) => {
    const { testApp, at, close } = await openStore();
    const {
      app: { services },
      db,
    } = testApp;
    const ana = await testApp.signUp(cast.ana);
    const { id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
    const gone = randomUUID();
    const paths = {
      photo: `avatars/${ana.id}/avatar.png`,
      "older photo": `avatars/${ana.id}/avatar.gif`,
      half: `avatars/${ana.id}/.${randomUUID()}`,
      "photo of nobody": `avatars/${gone}/avatar.png`,
      study: `case-studies/${ana.id}/${id}/1-a.pdf`,
      "study without a row": `case-studies/${ana.id}/${id}/2-b.pdf`,
      "study of nobody": `case-studies/${gone}/${gone}/1-a.pdf`,
      "named late": `case-studies/${ana.id}/${id}/3-c.pdf`,
    };
    await db
      .updateTable("profiles")
      .set({ photo_url: `/files/avatars/${ana.id}/avatar.png?t=1` })
      .where("id", "=", ana.id)
      .execute();
    await db
      .updateTable("cases")
      .set({ studies_urls: [`${ana.id}/${id}/1-a.pdf`] })
      .where("id", "=", id)
      .execute();
    for (const [what, path] of Object.entries(paths)) {
      const [bucket = "", ...rest] = path.split("/");
      await services.storage.write(bucket as "avatars", rest.join("/"), Buffer.from(what));
      await writeFile(at(path), what);
    }
    const left = () =>
      Object.entries(paths)
        .filter(([, path]) => existsSync(at(path)))
        .map(([what]) => what);
    vi.useFakeTimers({ toFake: ["performance"] });
    const sweep = openOrphanSweep(services);
    expect(await sweep()).toBe(0);
    vi.advanceTimersByTime(50 * 60_000);
    expect(await sweep()).toBe(0);
    await db
      .updateTable("cases")
      .set({ studies_urls: [`${ana.id}/${id}/1-a.pdf`, `${ana.id}/${id}/3-c.pdf`] })
      .where("id", "=", id)
      .execute();
    await services.storage.write("case-studies", `${ana.id}/${id}/4-d.pdf`, Buffer.from("fresh"));
    vi.advanceTimersByTime(10 * 60_000);
    expect(await sweep()).toBe(5);
    expect(left()).toEqual(["photo", "study", "named late"]);
    expect(await services.storage.find("case-studies", `${ana.id}/${id}/4-d.pdf`)).not.toBeNull();
    expect(await sweep()).toBe(0);
    await close();
  },
);
