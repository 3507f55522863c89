import pg from "pg";
import { expect, test } from "vitest";
import { applyAll, migrate } from "../../db/migrate.ts";
import { createDatabase } from "../support/database.ts";

const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;
/** Who had which licence before numbers were compared by value, and whether the admins are asked about it. */
const BEFORE = [
  { n: 1, license: "MN 68736", state: "declared", isAsked: true },
  { n: 2, license: "MN 068736", state: "verified", isAsked: false },
  { n: 3, license: "Mat. Nac. 68736", state: "declared", isAsked: true },
  { n: 4, license: "68736", state: "declared", isAsked: true },
  { n: 5, license: "MP 68736", state: "declared", isAsked: false },
  { n: 6, license: "MN 1", state: "verified", isAsked: false },
] as const;

test("licences that collide by value keep their holders, and the admins are asked about all but the verified or first one", async () => {
  const database = await createDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows: all } = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from schema_migrations",
    );
    await client.query("drop schema public, auth, graphile_worker cascade; create schema public");
    const older = all.filter(({ name }) => name < "0268");
    await applyAll(client, older);
    for (const { name, checksum } of older) {
      await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
    }
    await client.query("set session_replication_role = replica");
    for (const { n, license, state } of BEFORE) {
      await client.query("insert into auth.users (id, email) values ($1, $2)", [id(n), `p${n}@example.com`]);
      await client.query(
        "insert into profiles (id, email, name, approval_status, license_number) values ($1, $2, 'Kine', 'approved', $3)",
        [id(n), `p${n}@example.com`, license],
      );
      await client.query(
        `insert into licences (kine_id, is_first, kind, jurisdiction, number, state, checked_at, method)
          select $1, true, kind, case kind when 'MN' then '02' end, number, $3, case $3 when 'verified' then now() end,
            case $3 when 'verified' then 'approval' end from licence_parts($2)`,
        [id(n), license, state],
      );
    }
    await client.query("reset session_replication_role");
    await migrate(database.url);
    const { rows } = await client.query(
      "select p.license_number as license, l.recheck_at <= now() and contested_at is not null as asked from licences l join profiles p on p.id = l.kine_id order by p.id",
    );
    expect(rows).toEqual(BEFORE.map(({ license, isAsked }) => ({ license, asked: isAsked })));
  } finally {
    await client.end();
    await database.drop();
  }
});
