import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Entry } from "../../app/commands/move-in/ledger.ts";
import { isFull } from "../support/full.ts";
import { type Broken, BROKEN } from "./broken-rows.ts";
import { openMove, type TestMove } from "./moving.ts";
import { oldId } from "./source-database.ts";

const OF_EACH = isFull ? 25 : 1;
let move: TestMove;
let entries: Entry[];
let state: string;
const broken = new Map<string, Broken[]>();

beforeAll(async () => {
  move = await openMove();
  const { source } = move;
  const [patient, other] = [await source.person("Paciente De Todos"), await source.person("Otra Persona")];
  const cast = { source, patient, other, kine: await source.kine("Kine De Todos", "MN 1") };
  for (const [kind, make] of Object.entries(BROKEN))
    for (let n = 0; n < OF_EACH; n += 1) {
      const finding = kind.replace(/@.*/, "") as Broken["finding"];
      const made = { finding, ...(await make(cast, `${kind.replaceAll(/[^a-z]/g, "")} ${n}`)) };
      broken.set(kind, [...(broken.get(kind) ?? []), made]);
    }
  ({
    state,
    ledger: { entries },
  } = await move.run());
}, 600_000);
afterAll(() => move?.close());

describe("a row that breaks a rule ends in its one place, and the report says which", () => {
  test.each(Object.keys(BROKEN))("%s", (kind) => {
    for (const { table, id, finding, end } of broken.get(kind) ?? []) {
      const said = entries.filter((entry) => entry.id === id && entry.table === table && entry.finding === finding);
      expect(said.map((entry) => entry.end)).toEqual([end]);
    }
  });
});

test(
  "while a choice waits nothing is loaded; with the report's last column filled everything is",
  { timeout: 600_000 },
  async () => {
    expect(state).toBe("waiting");
    expect(await move.rows("select count(*)::int as count from moved_rows")).toEqual([{ count: 0 }]);
    const asked = entries.filter(({ finding }) => finding === "email_twice");
    expect(asked).toHaveLength(OF_EACH);
    const answers = asked.map(({ id, detail }, n) => `email_twice;${id};${n % 2 === 0 ? `merge:${detail}` : "left"}`);
    await expect(move.run({ choices: `hallazgo;id;elección\nemail_twice;${oldId("no")};left` })).rejects.toThrow(
      "what was not asked",
    );
    await expect(move.run({ choices: "hallazgo;id;elección\nemail_twice;x;quizás" })).rejects.toThrow("line 2");
    const loaded = await move.run({ choices: ["hallazgo;id;elección", ...answers].join("\n") });
    expect(loaded.state).toBe("loaded");
    const merged = await move.rows("select count(*)::int as count from moved_rows where kind = 'user' and is_merged");
    expect(merged).toEqual([{ count: Math.ceil(OF_EACH / 2) }]);
  },
);

test("of two specialists with one number the other one waits: an approved one for an admin, one who asks with the number", async () => {
  const waiting = await move.rows(
    `select (select count(*)::int from profile_changes where license_number is not null) as approved,
      (select count(*)::int from kine_applications where status = 'pending' and license_number is not null) as asking`,
  );
  expect(waiting).toEqual([{ approved: OF_EACH, asking: OF_EACH }]);
});

test("what was cut is kept whole with its person, and goes with them", async () => {
  const [name] = await move.rows<{ id: string; name: string; left: Record<string, string> }>(
    `select p.id, p.name, m."left" from moved_rows m join profiles p on p.id = m.new_id where m."left"->>'name' like 'palabra%' limit 1`,
  );
  expect(name?.name).toMatch(/^(palabra )*palabra$/);
  expect(name?.left["name"]).toHaveLength(7200);
  await move.client.query("begin");
  await move.client.query("delete from auth.users where id = $1", [name?.id]);
  expect(await move.rows("select from moved_rows where new_id = $1", [name?.id])).toEqual([]);
  await move.client.query("rollback");
});

test("the totals and the directory of moved rows are those of a recount", async () => {
  const totals = () =>
    move.rows("select total, sum(count)::int as count, sum(stars)::int as stars from tallies group by 1 order by 1");
  const before = await totals();
  const places = await move.rows(
    "select * from zone_counts where published + waiting + specialists > 0 order by place, day",
  );
  await move.client.query("select recount()");
  expect(await totals()).toEqual(before);
  expect(places.length).toBeGreaterThan(0);
});
