import pg from "pg";
import { expect, test } from "vitest";
import { applyAll, migrate } from "../../db/migrate.ts";
import { createDatabase } from "../support/database.ts";

const PEOPLE = [
  { n: 1, what: "approved by application", status: "approved", role: "kine", license: "MN 1", applied: true },
  { n: 2, what: "by a change of role", status: "approved", role: "kine", license: "MN 2", applied: false },
  {
    n: 3,
    what: "by a change of role, without licence",
    status: "approved",
    role: "kine",
    license: null,
    applied: false,
  },
  { n: 4, what: "rejected", status: "rejected", role: "kine", license: "MN 4", applied: true },
  { n: 5, what: "pending", status: "pending", role: "kine", license: "MN 5", applied: true },
] as const;

test("specialists from before are checked by their application alone, and the rejected free their licence", async () => {
  const database = await createDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows: all } = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from schema_migrations",
    );
    await client.query("drop schema public, auth, graphile_worker cascade; create schema public");
    const older = all.filter(({ name }) => name < "0025");
    await applyAll(client, older);
    for (const { name, checksum } of older) {
      await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
    }
    await client.query("set session_replication_role = replica");
    for (const { n, what, status, role, license, applied } of PEOPLE) {
      const id = `00000000-0000-7000-8000-00000000000${n}`;
      await client.query("insert into auth.users (id, email) values ($1, $2)", [id, `p${n}@example.com`]);
      await client.query(
        "insert into profiles (id, email, name, approval_status, license_number) values ($1, $2, $3, $4, $5)",
        [id, `p${n}@example.com`, what, status, license],
      );
      await client.query("insert into user_roles values ($1, $2)", [id, role]);
      if (applied) {
        await client.query(
          "insert into kine_applications (user_id, profile_id, status, approved_at) values ($1, $1, $2, $3)",
          [id, status, status === "pending" ? null : new Date()],
        );
      }
    }
    await client.query("reset session_replication_role");
    expect((await migrate(database.url)).applied).toContain("0026_a_rejected_request_frees_its_licence");
    const { rows } = await client.query(`
      select p.name, p.license_number as license, p.license_checked_at is not null as checked, c.id is not null as waits, a.license_number as kept
      from profiles p left join profile_changes c on c.kine_id = p.id left join kine_applications a on a.profile_id = p.id order by p.id`);
    expect(rows).toEqual([
      { name: PEOPLE[0].what, license: "MN 1", checked: true, waits: false, kept: null },
      { name: PEOPLE[1].what, license: "MN 2", checked: false, waits: true, kept: null },
      { name: PEOPLE[2].what, license: null, checked: false, waits: false, kept: null },
      { name: PEOPLE[3].what, license: null, checked: false, waits: false, kept: "MN 4" },
      // Nobody confirmed the address, so the request holds the number and reserves nothing.
      { name: PEOPLE[4].what, license: null, checked: false, waits: false, kept: "MN 5" },
    ]);
  } finally {
    await client.end();
    await database.drop();
  }
});
