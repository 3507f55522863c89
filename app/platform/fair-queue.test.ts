import { expect, test } from "vitest";
import { openFairQueue } from "./fair-queue.server.ts";

const work = () => {
  let finish = () => undefined as void;
  const done = new Promise<void>((resolve) => (finish = resolve));
  return { run: () => done, finish };
};

test("one person's works do not hold up another's", async () => {
  const inTurn = openFairQueue({ total: 3, perKey: 2, waiting: 2 });
  const slow = [work(), work(), work()];
  const theirs = slow.map(({ run }) => inTurn("ana", run));
  await expect(inTurn("bruno", async () => "done")).resolves.toBe("done");
  for (const { finish } of slow) finish();
  await Promise.all(theirs);
});

test("what one person lets wait has an end, and a failed work gives its turn back", async () => {
  const inTurn = openFairQueue({ total: 1, perKey: 1, waiting: 1 });
  const first = work();
  const running = inTurn("ana", first.run);
  const waiting = inTurn("ana", () => Promise.reject(new Error("broken")));
  await expect(inTurn("ana", async () => "never")).rejects.toMatchObject({ code: "UNAVAILABLE" });
  first.finish();
  await running;
  await expect(waiting).rejects.toThrow("broken");
  await expect(inTurn("ana", async () => "again")).resolves.toBe("again");
});

test("nobody's second work starts before the first of somebody who came later", async () => {
  const inTurn = openFairQueue({ total: 2, perKey: 2, waiting: 2 });
  const [held, other] = [work(), work()];
  const started: string[] = [];
  const running = [inTurn("ana", held.run), inTurn("bruno", other.run)];
  const waiting = ["ana", "carla"].map((who) => inTurn(who, async () => void started.push(who)));
  other.finish();
  await Promise.all([running[1], ...waiting]);
  expect(started).toEqual(["carla", "ana"]);
  held.finish();
  await running[0];
});
