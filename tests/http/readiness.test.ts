import { expect, test } from "vitest";
import { openDatabase } from "../../app/platform/database/database.server.ts";
import { openReadiness } from "../../app/platform/readiness.server.ts";
import { createDatabase } from "../support/database.ts";

test("however many ask at the same time whether a node is ready, the database is asked once", async () => {
  const database = await createDatabase();
  let queries = 0;
  const { db } = openDatabase(database.url, { max: 2, onError: () => undefined, onQuery: () => (queries += 1) });
  try {
    const readiness = await openReadiness(db);
    queries = 0;
    await Promise.all(Array.from({ length: 200 }, () => readiness.check()));
    expect(queries).toBe(1);
    await readiness.check();
    expect(queries).toBe(2);
    readiness.drain();
    await expect(readiness.check()).rejects.toMatchObject({ code: "UNAVAILABLE" });
  } finally {
    await db.destroy();
    await database.drop();
  }
});
