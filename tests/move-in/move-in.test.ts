import { Buffer } from "node:buffer";
import { statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TRIGGERS } from "../../app/commands/move-in/triggers.ts";
import { cast } from "../../app/demo/cast.ts";
import { openDatabase } from "../../app/platform/database/database.server.ts";
import { removeExpiredRows } from "../../app/server/retention.server.ts";
import { enter } from "../support/people.ts";
import { openMove, type TestMove } from "./moving.ts";
import { dumpOf, OLD_PASSWORD, oldId } from "./source-database.ts";

// Some run the whole move four times.

let move: TestMove;
const at = (id: string) => `http://old.supabase.co/storage/v1/object/public/${id}`;

beforeAll(async () => {
  move = await openMove();
  const { source } = move;
  const ana = await source.person("Ana Suárez", { profile: { birth_date: "1954-03-15" } });
  const bruno = await source.person("Bruno Paz");
  const carla = await source.kine("Carla Ríos", "MN 12345", {
    profile: { photo_url: at(`avatars/${oldId("user", "Carla Ríos")}/avatar.png?t=1`) },
  });
  const diego = await source.kine("Diego Luna", "MP 4455, Córdoba");
  await source.person("Elsa Admin", { role: "admin" });
  const knee = await source.case("Rodilla", ana, {
    injury_area: "Rodilla",
    location_city: "Palermo",
    studies_urls: [at(`case-studies/${ana}/${oldId("case", "Rodilla")}/1700000000000.pdf`)],
  });
  await source.match(knee, carla, { message: "  Puedo esta semana  " });
  const back = await source.case("Espalda", ana, {
    status: "matched",
    accepted_kine_id: diego,
    created_at: "2025-05-01T12:00:00Z",
  });
  await source.match(back, diego, { status: "accepted", created_at: "2025-05-02T12:00:00Z" });
  const neck = await source.case("Cuello", bruno, { status: "closed", created_at: "2025-04-01T12:00:00Z" });
  await source.match(neck, carla, { status: "accepted", created_at: "2025-04-02T12:00:00Z" });
  await source.review(neck, bruno, carla, { stars: 4, comment: "Muy bien", created_at: "2025-06-01T12:00:00Z" });
  await source.case("Hombro viejo", bruno, { created_at: "2024-01-01T12:00:00Z" });
  await source.insert("public.availabilities", {
    id: oldId("hours"),
    kine_id: carla,
    weekday: 1,
    start_time: "09:00",
    end_time: "12:00",
  });
  await source.insert("public.admin_views", {
    admin_id: oldId("user", "Elsa Admin"),
    entity_type: "case",
    entity_id: knee,
  });
  await source.insert("auth.sessions", { id: oldId("session"), user_id: ana });
  await source.client.query("create table public.notas (id int); insert into public.notas values (1)");
  const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  move.file(`avatars/${carla}/avatar.png/0a1b2c3d-version`, picture);
  move.file(`case-studies/${ana}/${knee}/1700000000000.pdf`, Buffer.from("no pdf"));
});
afterAll(() => move?.close());

const snapshot = async () =>
  Promise.all(
    [
      "auth.users",
      "auth.identities",
      "profiles",
      "user_roles",
      "cases",
      "matches",
      "reviews",
      "licences",
      "moved_rows",
      "directory",
    ].map(
      async (table) =>
        (await move.rows(`select md5(string_agg(t::text, '|' order by t::text)) as sum from ${table} t`))[0],
    ),
  );
/** A hash over the rows of each table of the old system. */
async function rowSums(source: pg.Client): Promise<{ relname: string; sum: string | null }[]> {
  const { rows } = await source.query<{ relname: string; sum: string | null }>(
    `select n.nspname || '.' || c.relname as relname,
      (xpath('//sum/text()', query_to_xml(format('select md5(string_agg(t::text, ''|'' order by t::text)) as sum from %I.%I t',
        n.nspname, c.relname), true, true, '')))[1]::text as sum
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('auth', 'public', 'storage') and c.relkind = 'r' order by 1`,
  );
  return rows;
}
const told = () =>
  move.rows<{ count: string }>(`select (select count(*) from notifications) + (select count(*) from outgoing_messages)
    + (select count(*) from graphile_worker.jobs where task_identifier not in ('case_level', 'match_level', 'request_level')) as count`);

test("a rehearsal reports all and writes nothing", async () => {
  const before = await snapshot();
  const { state, ledger } = await move.run({ isDryRun: true });
  expect(state).toBe("rehearsed");
  expect(await snapshot()).toEqual(before);
  expect(ledger.unknown).toEqual(["public.notas"]);
  expect(Object.fromEntries(ledger.counts)).toMatchObject({
    "auth.users": { rows: 5, moved: 5, left: 0 },
    "public.cases": { rows: 4, moved: 4 },
    "auth.sessions": { rows: 1, left: 1 },
  });
  expect(move.readReport("informe.html")).toContain("elsa.admin@example.com");
  expect(move.readReport("informe.csv")).toContain("Archivo que no se puede abrir");
  expect(statSync(join(move.report, "informe.csv")).mode & 0o777).toBe(0o600);
});

test("people, cases, applications, reviews, hours and files move in, and nobody is told; the source stays as it was", async () => {
  const tuples = `select sum(n_tup_ins + n_tup_upd + n_tup_del) as written from pg_stat_user_tables`;
  await move.source.client.query("select pg_stat_force_next_flush()");
  const { rows: before } = await move.source.client.query(tuples);
  const sourceRows = await rowSums(move.source.client);
  expect(sourceRows.filter(({ sum }) => sum).length).toBeGreaterThan(8);
  const quiet = await told();
  expect((await move.run()).state).toBe("loaded");
  expect(await told()).toEqual(quiet);
  const { rows: after } = await move.source.client.query(tuples);
  expect(after).toEqual(before);
  expect(await rowSums(move.source.client)).toEqual(sourceRows);
  const cases = await move.rows(
    "select title, status, dormant_at is not null as sleeps, closed_at::date::text as closed from cases order by id desc",
  );
  expect(cases).toEqual([
    { title: "Rodilla", status: "open", sleeps: false, closed: null },
    { title: "Espalda", status: "matched", sleeps: false, closed: null },
    { title: "Cuello", status: "closed", sleeps: false, closed: "2025-06-01" },
    { title: "Hombro viejo", status: "open", sleeps: true, closed: null },
  ]);
  expect(
    await move.rows(
      "select name, license_number, photo_url is not null as photo, modalities from profiles where specialty is not null order by name",
    ),
  ).toEqual([
    { name: "Carla Ríos", license_number: "MN 12345", photo: true, modalities: "consultorio, online" },
    { name: "Diego Luna", license_number: "MP 4455, Córdoba", photo: false, modalities: "consultorio, online" },
  ]);
  expect(await move.rows("select birth_date::text as born from profiles where birth_date is not null")).toEqual([
    { born: "1954-03-15" },
  ]);
  expect(await move.rows("select state, count(*)::int as count from licences group by 1")).toEqual([
    { state: "declared", count: 2 },
  ]);
  expect(await move.rows("select message, status from matches order by id desc limit 1")).toEqual([
    { message: "Puedo esta semana", status: "proposed" },
  ]);
  expect(await move.rows("select stars, comment, is_confirmed from reviews")).toEqual([
    { stars: 4, comment: "Muy bien", is_confirmed: true },
  ]);
  expect(await move.rows("select sum(count)::int as count from tallies where total = 'people'")).toEqual([
    { count: 6 },
  ]);
});

test("the same source again changes nothing, and a changed one replaces what came before", async () => {
  const before = await snapshot();
  expect((await move.run()).state).toBe("unchanged");
  expect((await move.run({ dump: await dumpOf(move.source) })).state).toBe("unchanged");
  expect(await snapshot()).toEqual(before);
  await move.source.client.query("update public.cases set title = 'Espalda baja' where title = 'Espalda'");
  const [users] = await snapshot();
  const passwords = await move.rows("select encrypted_password from auth.users order by id");
  expect((await move.run()).state).toBe("loaded");
  expect(await move.rows("select count(*)::int as count from cases")).toEqual([{ count: 4 }]);
  expect(await move.rows("select title from cases where status = 'matched'")).toEqual([{ title: "Espalda baja" }]);
  expect(await move.rows("select encrypted_password from auth.users order by id")).toEqual(passwords);
  expect(users).toBeDefined();
});

test("with consents to be asked for, every open case arrives asleep and no clock runs for it", async () => {
  const asleep = () =>
    move.rows<{
      title: string;
      jobs: number;
    }>(`select c.title, (select count(*)::int from graphile_worker._private_jobs j
      where j.key = 'case_level:' || c.id) as jobs from cases c where c.status = 'open' and c.dormant_at is not null order by c.id`);
  const before = await asleep();
  expect((await move.run({ consent: "ask" })).state).toBe("loaded");
  const open = await move.rows<{ title: string }>("select title from cases where status = 'open' order by id");
  expect(await asleep()).toEqual(open.map(({ title }) => ({ title, jobs: 0 })));
  expect(open.length).toBeGreaterThan(before.length);
  expect((await move.run({ consent: "ask" })).state).toBe("unchanged");
  expect((await move.run()).state).toBe("loaded");
  expect(await asleep()).toEqual(before);
});

test("each trigger has its place while rows move in, and none is off afterwards", async () => {
  const names = (
    await move.rows<{ name: string }>(
      `select distinct tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not tgisinternal and n.nspname in ('public', 'auth') order by 1`,
    )
  ).map(({ name }) => name);
  expect(Object.values(TRIGGERS).flat().toSorted()).toEqual(names.toSorted());
  expect(await move.rows("select tgname from pg_trigger where tgenabled = 'D'")).toEqual([]);
});

test("what the first admin decided about a moved person is not undone by another run", async () => {
  const [bruno] = await move.rows<{ id: string }>("select id from profiles where name = 'Bruno Paz'");
  const node = await move.open();
  try {
    const elena = await enter(node.url, cast.elena, "sign in");
    await elena.api.moderation.suspend({ id: bruno?.id ?? "", reason: "Se hace pasar por otra persona" });
  } finally {
    await node.close();
  }
  await expect(move.run()).rejects.toThrow(
    "would undo what happened to moved people since the last: account_suspended",
  );
});

test("a moved person signs in with the old password and sees what was theirs; after that no run takes it away", async () => {
  const node = await move.open();
  try {
    const ana = await enter(
      node.url,
      { ...cast.ana, email: "ana.su.rez@example.com", password: OLD_PASSWORD },
      "sign in",
    );
    const { items } = await ana.api.cases.mine({});
    expect(items.map(({ title }) => title)).toEqual(["Rodilla", "Espalda baja"]);
    await expect(move.run()).rejects.toThrow("a node is running: stop it first");
  } finally {
    await node.close();
  }
  await expect(move.run()).rejects.toThrow("people have signed in since the last run: 1 besides the first admin");
});

test("what was cut goes with its case, and a moved password that nobody entered is emptied after a year", async () => {
  await move.client.query(`update moved_rows set "left" = '{"title": "x"}' where kind = 'case'`);
  const [knee] = await move.rows<{ id: string }>("select id from cases where title = 'Rodilla'");
  await move.client.query("delete from cases where id = $1", [knee?.id]);
  const moved = () =>
    move.rows("select count(*)::int as count from auth.users where encrypted_password like '$%-argon2id$%'");
  // Another system's argon2id.
  await move.client
    .query(`update auth.users set encrypted_password = regexp_replace(encrypted_password, '^.*[$]v=', '$moved-argon2id$v=')
    where email = 'bruno.paz@example.com'`);
  const { db } = openDatabase(move.url, { max: 1, onError: () => undefined });
  try {
    await removeExpiredRows(db);
    expect(await move.rows("select from moved_rows where new_id = $1", [knee?.id])).toEqual([]);
    expect(await move.rows(`select count(*)::int as count from moved_rows where "left" is not null`)).toEqual([
      { count: 3 },
    ]);
    expect(await moved()).toEqual([{ count: 4 }]);
    await move.client.query("update move_in set loaded_at = now() - interval '366 days'");
    await removeExpiredRows(db);
    expect(await moved()).toEqual([{ count: 0 }]);
  } finally {
    await db.destroy();
  }
});
