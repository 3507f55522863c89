import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { verifyAudit } from "../../app/domain/audit/verify.server.ts";
import { recordEvent, sweepAuditEvents } from "../../app/auth/core/audit.server.ts";
import { openDatabase, type Database } from "../../app/platform/database/database.server.ts";
import { createDatabase } from "../support/database.ts";

let url: string;
let db: Database;
let close: () => Promise<void>;
let person: string;

beforeEach(async () => {
  const database = await createDatabase();
  url = database.url;
  ({ db } = openDatabase(url, { max: 10, onError: () => undefined }));
  close = async () => {
    await db.destroy();
    await database.drop();
  };
  person = (
    await db.insertInto("auth.users").values({ email: "ana@example.com" }).returning("id").executeTakeFirstOrThrow()
  ).id;
  await Promise.all(Array.from({ length: 30 }, (_, n) => write(n % 3 === 0 ? `Motivo ${n}` : null)));
  return () => close();
});

const write = (reason: string | null = null) =>
  db.transaction().execute(async (tx) => {
    await recordEvent(tx, {
      event: "role_assigned",
      user_id: person,
      device: { address: "10.1.2.3", userAgent: null },
      reason,
    });
  });
/** Changes rows as a database owner who removes the triggers could. */
const tamper = (statement: string) =>
  sql
    .raw(
      `begin;
  alter table auth.audit_events disable trigger all; alter table auth.audit_chain disable trigger all;
  alter table auth.audit_head disable trigger all; alter table auth.audit_reasons disable trigger user;
  ${statement};
  alter table auth.audit_events enable trigger all; alter table auth.audit_chain enable trigger all;
  alter table auth.audit_head enable trigger all; alter table auth.audit_reasons enable trigger user; commit`,
    )
    .execute(db);

test("what is written down at the same time by many is one chain without a gap, which holds", async () => {
  const { checked, broken, head } = await verifyAudit(db);
  expect({ checked, broken, seq: head.seq }).toEqual({ checked: 30, broken: [], seq: "30" });
  await db
    .transaction()
    .execute(async (tx) => {
      await recordEvent(tx, { event: "signed_in", user_id: person });
      throw new Error("taken back");
    })
    .catch(() => undefined);
  expect(await verifyAudit(db)).toEqual({ checked: 30, broken: [], head });
});

describe("a break in the chain is found:", () => {
  test.each([
    [
      "an event that was changed",
      "update auth.audit_events set event = 'signed_in' where id = 7",
      /^event 7 or link \d+ was changed$/,
    ],
    ["its time", "update auth.audit_events set at = at + interval '1 microsecond' where id = 7", /^event 7 or link/],
    ["its network", "update auth.audit_events set network = '10.9.9.0/24' where id = 7", /^event 7 or link/],
    ["an event that was removed", "delete from auth.audit_events where id = 7", /^event 7 of link \d+ is missing$/],
    [
      "an event that was removed with its link",
      "delete from auth.audit_events where id = (select event_id from auth.audit_chain where seq = 7); delete from auth.audit_chain where seq = 7",
      /^between link/,
    ],
    [
      "the first ones, removed with their links",
      "delete from auth.audit_events where id in (select event_id from auth.audit_chain where seq < 4); delete from auth.audit_chain where seq < 4",
      /^the chain begins at link 4$/,
    ],
    [
      "the last one, removed with its link",
      "delete from auth.audit_events where id = (select event_id from auth.audit_chain where seq = 30); delete from auth.audit_chain where seq = 30",
      /^the head says 30/,
    ],
    [
      "two events that changed places",
      "update auth.audit_chain set event_id = -event_id where seq in (4, 5); update auth.audit_chain a set event_id = -b.event_id from (select * from auth.audit_chain) b where (a.seq, b.seq) in ((4, 5), (5, 4))",
      /^event \d+ or link [45] was changed$/,
    ],
    [
      "an event that was put in",
      "insert into auth.audit_events (event) values ('signed_in')",
      /^event \d+ has no link$/,
    ],
    ["a hash", "update auth.audit_chain set hash = repeat('a', 64) where seq = 9", /was changed$/],
    [
      "a reason",
      "update auth.audit_reasons set reason = 'Otro' where event_id = (select min(event_id) from auth.audit_reasons)",
      /^the reason of event \d+ was changed$/,
    ],
  ])("%s", async (_, statement, problem) => {
    await tamper(statement);
    const { broken } = await verifyAudit(db);
    expect(broken.length).toBeGreaterThan(0);
    expect(
      broken.some((each) => problem.test(each)),
      broken.join("; "),
    ).toBe(true);
  });

  test("a whole chain that was written anew, against a link that was noted before", async () => {
    const { head: noted } = await verifyAudit(db);
    await tamper("delete from auth.audit_events where id = 30");
    await tamper(`delete from auth.audit_chain; update auth.audit_head set seq = 0, hash = repeat('0', 64);
      do $f$ declare e auth.audit_events; begin for e in select * from auth.audit_events order by id loop perform auth.chain_audit_event(e); end loop; end $f$`);
    expect((await verifyAudit(db)).broken).toEqual([]);
    expect((await verifyAudit(db, noted)).broken).toEqual([`link ${noted.seq}, which was noted, is missing`]);
    await write();
    expect((await verifyAudit(db, noted)).broken).toEqual([`link ${noted.seq} is not the one that was noted`]);
  });
});

test("links, head and reasons are changed and removed by nobody, while their triggers are there", async () => {
  for (const statement of [
    "update auth.audit_chain set hash = 'x'",
    "delete from auth.audit_chain",
    "truncate auth.audit_chain",
    "delete from auth.audit_head",
    "update auth.audit_head set seq = 0",
    "truncate auth.audit_head",
  ])
    await expect(sql.raw(statement).execute(db), statement).rejects.toMatchObject({ constraint: "audit_chain_stays" });
  for (const statement of ["update auth.audit_reasons set reason = 'x'", "delete from auth.audit_reasons"]) {
    await expect(sql.raw(statement).execute(db), statement).rejects.toMatchObject({ constraint: "audit_events_stay" });
  }
});

test("a reason goes with the account it is about, and the chain holds on", async () => {
  await db.deleteFrom("auth.users").where("id", "=", person).execute();
  expect(await db.selectFrom("auth.audit_reasons").select("reason").execute()).toEqual([]);
  expect((await verifyAudit(db)).broken).toEqual([]);
});

test("events that are old enough go with their links, and the chain goes on from the last of those", async () => {
  await tamper(
    "update auth.audit_chain set at = now() - interval '401 days' where seq <= 10; update auth.audit_events set at = now() - interval '401 days' where id in (select event_id from auth.audit_chain where seq <= 10)",
  );
  await sweepAuditEvents(db);
  const left = await db
    .selectFrom("auth.audit_chain")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  expect(left.count).toBe("21");
  await write();
  expect(await verifyAudit(db)).toMatchObject({ checked: 22, broken: [], head: { seq: "31" } });
});

describe("the command", () => {
  const run = promisify(execFile);
  const verify = (...args: string[]) =>
    run(process.execPath, ["app/commands/verify-audit.ts", ...args], {
      env: { ...process.env, DATABASE_URL: url },
    }).catch((error: { code: number; stdout: string; stderr: string }) => error);

  test("prints what it checked and the head, and ends with 1 where a link is broken", async () => {
    const { head } = await verifyAudit(db);
    expect(await verify("--expect", `${head.seq}:${head.hash}`)).toMatchObject({
      stdout: `audit: 30 links checked, 0 broken; head ${head.seq}:${head.hash}\n`,
    });
    await tamper("update auth.audit_events set event = 'signed_in' where id = 7");
    expect(await verify()).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("1 broken"),
      stderr: expect.stringContaining("Broken: event 7"),
    });
    expect(await verify("--expect", "nonsense")).toMatchObject({
      code: 1,
      stderr: "Cannot verify: --expect takes SEQ:HASH\n",
    });
  });
});

test("writing down holds up nobody before the commit", async () => {
  await db.transaction().execute(async (tx) => {
    await recordEvent(tx, { event: "signed_in", user_id: person });
    // These commit while the one above is not committed yet.
    await Promise.all(Array.from({ length: 5 }, () => write()));
  });
  expect(await verifyAudit(db)).toMatchObject({ checked: 36, broken: [] });
});
