// @module-tag operations/full
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast, type CastMember } from "../../app/demo/cast.ts";
import { ORDER, replayDeletions } from "../../app/domain/deletions/replay-deletions.server.ts";
import { revocations } from "../../app/domain/deletions/replay-revocations.server.ts";
import { unsubscribeToken } from "../../app/domain/notifications/unsubscribe-link.server.ts";
import { hashToken } from "../../app/platform/crypto.server.ts";
import { dropOldTombstones, KINDS, writeTombstones } from "../../app/platform/storage/tombstones.server.ts";
import { emptyDatabase, restore, run } from "../operator/backup-commands.ts";
import { startProgram } from "../start/program.ts";
import { makeFolder } from "../support/folder.ts";
import { messagesTo } from "../support/outbox.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { isFull } from "../support/full.ts";
import { openTestApp, openTestAppOn, SECRET, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let folder: string;
let elena: Person;
const reason = "No cumple los términos";
const NEW_PASSWORD = "Otra-pileta-88";

beforeAll(async () => {
  folder = makeFolder("revoked-again");
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(async () => {
  await testApp?.close();
  rmSync(folder, { recursive: true, force: true });
});

const notes = (at = testApp) => readdirSync(join(at.dataDir, "files/deletions")).toSorted();
const notesOf = async (kinds: string, id: string) => {
  const {
    rows: [row],
  } = await sql<{ hash: string }>`select encode(sha256(convert_to(${id}, 'UTF8')), 'hex') as hash`.execute(testApp.db);
  return notes().filter((name) => new RegExp(`^(${kinds})-${row!.hash}-`).test(name));
};
const rolesOf = async (at: TestApp, id: string) =>
  (await at.db.selectFrom("user_roles").select("role").where("user_id", "=", id).execute()).map(({ role }) => role);
const isSuspended = async (at: TestApp, id: string) =>
  (await at.db.selectFrom("profiles").select("suspended_at").where("id", "=", id).executeTakeFirstOrThrow())
    .suspended_at !== null;

async function addPasskey(person: Person): Promise<string> {
  const id = randomUUID();
  await sql`insert into auth.webauthn_credentials (id, user_id, credential_id, public_key) values (${id}, ${person.id}, ${id}, '\\x00')`.execute(
    testApp.db,
  );
  return id;
}
async function addFactor(person: Person): Promise<string> {
  const id = randomUUID();
  await sql`insert into auth.mfa_factors (id, user_id, factor_type, status) values (${id}, ${person.id}, 'recovery_code', 'verified')`.execute(
    testApp.db,
  );
  await sql`insert into auth.recovery_codes (factor_id, code_hash) values (${id}, sha256(${id}::bytea)), (${id}, sha256(${person.id}::bytea))`.execute(
    testApp.db,
  );
  return id;
}
const asPerson = async (person: Person, method: string, path: string) =>
  (
    await fetch(`${testApp.url}/auth/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${await person.token()}` },
    })
  ).status;

test(
  "what was revoked after a backup does not come back with it, and what was given back needs an admin",
  { timeout: 240_000 },
  async () => {
    const members = Object.fromEntries(
      [
        "Suspendida",
        "Perdonada",
        "Suspendida Antes",
        "Contraseña",
        "Llaves",
        "Códigos",
        "Igual",
        "Fabio",
        "Gina",
        "Hugo",
      ].map((name) => [name, like(cast.ana, `Revoca ${name}`)]),
    ) as Record<string, CastMember>;
    const people: Record<string, Person> = {};
    for (const [name, member] of Object.entries(members)) people[name] = await testApp.signUp(member);
    const of = (name: string) => people[name]!;
    await confirmAddresses(testApp.db, of("Fabio"), of("Gina"), of("Hugo"));
    for (const name of ["Fabio", "Gina"]) await elena.api.accounts.assignRole({ user_id: of(name).id, role: "admin" });
    await elena.api.moderation.suspend({ id: of("Suspendida Antes").id, reason });
    const [stolen, kept] = [await addPasskey(of("Llaves")), await addPasskey(of("Llaves"))];
    const identity = randomUUID();
    await sql`insert into auth.identities (id, user_id, provider, provider_id) values (${identity}, ${of("Llaves").id}, 'google', ${identity})`.execute(
      testApp.db,
    );
    const codes = await addFactor(of("Códigos"));
    const archive = join(folder, "older");
    expect(
      await run("backup", [archive], { DATABASE_URL: testApp.databaseUrl, DATA_DIR: testApp.dataDir }),
    ).toMatchObject({ code: 0 });

    await elena.api.moderation.suspend({ id: of("Suspendida").id, reason: "Cobra por fuera" });
    await elena.api.moderation.suspend({ id: of("Perdonada").id, reason });
    await elena.api.moderation.restore({ id: of("Perdonada").id, reason });
    await elena.api.moderation.restore({ id: of("Suspendida Antes").id, reason });
    await elena.api.accounts.assignRole({ user_id: of("Fabio").id, role: "patient" });
    await elena.api.accounts.assignRole({ user_id: of("Gina").id, role: "kine" });
    await elena.api.accounts.assignRole({ user_id: of("Gina").id, role: "admin" });
    await elena.api.accounts.assignRole({ user_id: of("Hugo").id, role: "admin" });
    expect((await of("Contraseña").auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect(await asPerson(of("Llaves"), "DELETE", `/passkeys/${stolen}`)).toBe(204);
    expect(await asPerson(of("Llaves"), "DELETE", `/user/identities/${identity}`)).toBe(200);
    await sql`update auth.recovery_codes set used_at = now() where code_hash = sha256(${codes}::bytea)`.execute(
      testApp.db,
    );
    await writeTombstones(testApp.app.services);
    expect(notes().map((name) => name.split("-")[0])).toEqual([
      "admin_at_most",
      "admin_at_most",
      "identity",
      "passkey",
      "password",
      "patient_at_most",
      "recovery_codes",
      "restored",
      "restored",
      "suspended",
    ]);
    expect(notes().join()).not.toMatch(/revoca|@/i);

    const database = await emptyDatabase();
    const dataDir = join(folder, "restored");
    const ledger = join(testApp.dataDir, "files/deletions");
    expect(
      await restore(archive, { DATABASE_URL: database.url, DATA_DIR: dataDir }, "--deletions", ledger),
    ).toMatchObject({ code: 0, err: "" });
    const restored = await openTestAppOn(database, { dataDir });
    try {
      const way = (name: string, password = members[name]!.password) =>
        outcome(restored.signIn({ ...members[name]!, password }));
      expect([await isSuspended(restored, of("Suspendida").id), await way("Suspendida")]).toEqual([
        true,
        "user_banned",
      ]);
      expect([await isSuspended(restored, of("Perdonada").id), await way("Perdonada")]).toEqual([false, "ok"]);
      // A note only revokes: an account suspended at backup time needs an admin to restore it.
      expect(await way("Suspendida Antes")).toBe("user_banned");
      expect([
        await rolesOf(restored, of("Fabio").id),
        await rolesOf(restored, of("Gina").id),
        await rolesOf(restored, of("Hugo").id),
      ]).toEqual([["patient"], ["admin"], ["patient"]]);
      expect([await way("Contraseña"), await way("Contraseña", NEW_PASSWORD)]).toEqual([
        "invalid_credentials",
        "invalid_credentials",
      ]);
      expect([await way("Igual"), await way("Llaves")]).toEqual(["ok", "ok"]);
      const passkeys = await restored.db.selectFrom("auth.webauthn_credentials").select("id").execute();
      expect(passkeys).toEqual([{ id: kept }]);
      expect(
        await restored.db.selectFrom("auth.identities").select("id").where("provider", "=", "google").execute(),
      ).toEqual([]);
      expect(await restored.db.selectFrom("auth.recovery_codes").selectAll().execute()).toEqual([]);
      // They set a new password by a recovery link.
      const { email } = members["Contraseña"]!;
      const { auth } = await restored.signUp(like(cast.bruno, "Revoca Otra"));
      expect((await auth.resetPasswordForEmail(email)).error).toBeNull();
      const found = async () =>
        (await messagesTo(`${dataDir}/outbox`, email)).find(({ subject }) => /nueva contraseña/.test(subject))?.link;
      await expect.poll(found).toBeTruthy();
      const token_hash = new URLSearchParams(new URL((await found())!).hash.slice(1)).get("token_hash")!;
      expect((await auth.verifyOtp({ token_hash, type: "recovery" })).error).toBeNull();
      expect((await auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
      expect(await way("Contraseña", NEW_PASSWORD)).toBe("ok");
      expect(await replayDeletions(restored.app.services)).toBe(0);
      expect(await way("Contraseña", NEW_PASSWORD)).toBe("ok");
      const admin = await restored.signIn(cast.elena);
      await admin.api.moderation.restore({ id: of("Suspendida").id, reason });
      expect(await replayDeletions(restored.app.services)).toBe(0);
      expect(await way("Suspendida")).toBe("ok");
    } finally {
      await restored.close();
    }
  },
);

test("what 'No fui yo' undoes, and what support revokes, is noted at once", { tags: "operations/short" }, async () => {
  const member = like(cast.ana, "Revoca Enseguida");
  const person = await testApp.signUp(member);
  const passkey = await addPasskey(person);
  const token = randomUUID();
  await sql`insert into auth.undo_links (user_id, kind, way_id, token_hash) values (${person.id}, 'passkey', ${passkey}, ${hashToken(token)})`.execute(
    testApp.db,
  );
  const undone = await fetch(`${testApp.url}/auth/v1/undo`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  expect([undone.status, await notesOf("passkey", passkey)]).toEqual([200, [expect.any(String)]]);
  const command = startProgram({
    env: { DATABASE_URL: testApp.databaseUrl, DATA_DIR: testApp.dataDir, SECRET },
    command: ["node_modules/.bin/node", "app/commands/revoke-access.ts", member.email],
  });
  expect([await command.ended, command.err()]).toEqual([0, ""]);
  expect(await notesOf("password", person.id)).toHaveLength(1);
});

test("mails that someone ended do not begin again with an older database, unless they were turned on again", async () => {
  const { db, app, anonymous } = testApp;
  const member = like(cast.ana, "Revoca Correos");
  const { id, api } = await testApp.signUp(member);
  const mails = async () =>
    (await api.notifications.settings()).groups.find(({ group }) => group === "own_cases")!.mail;
  const goBack = async () => {
    await db.deleteFrom("notification_settings").where("user_id", "=", id).execute();
    await db.deleteFrom("deletions").where("kind", "in", ["mails_off", "mails_on"]).execute();
  };
  await anonymous.notifications.unsubscribe({ token: unsubscribeToken(SECRET, id, "own_cases", member.email) });
  expect(await notesOf("mails_off", `${id} own_cases`)).toHaveLength(1);
  await goBack();
  expect(await mails()).toBe("at_once");
  expect(await replayDeletions(app.services)).toBe(1);
  expect(await mails()).toBe("off");
  const { quiet } = await api.notifications.settings();
  await api.notifications.saveSettings({ groups: [{ group: "own_cases", push: true, mail: "at_once" }], quiet });
  await writeTombstones(app.services);
  expect(await notesOf("mails_off|mails_on", `${id} own_cases`)).toEqual([expect.stringMatching(/^mails_on-/)]);
  await goBack();
  expect(await replayDeletions(app.services)).toBe(0);
  expect(await mails()).toBe("at_once");
});

test(
  "a block and hidden reading are there again with an older database, unless they were taken back",
  { tags: "operations/short" },
  async () => {
    const { db, app } = testApp;
    const ana = await testApp.signUp(like(cast.ana, "Revoca Bloqueos"));
    const carla = await testApp.approvedKine(like(cast.carla, "Revoca Bloqueada", { license_number: "R 99" }));
    const { id: case_id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
    const { id } = await carla.api.matches.apply({ case_id });
    const kinds = ["blocked", "unblocked", "reading_hidden", "reading_shown"] as const;
    const goBack = async () => {
      await db.deleteFrom("blocks").where("blocker_id", "=", ana.id).execute();
      await db.deleteFrom("read_receipts_off").where("user_id", "=", ana.id).execute();
      await db.deleteFrom("deletions").where("kind", "in", kinds).execute();
    };
    const now = async () => {
      const { has_blocked, shows_reading } = await ana.api.conversations.read({ id });
      return { has_blocked, shows_reading };
    };
    await ana.api.conversations.block({ id });
    await ana.api.conversations.showReading({ is_on: false });
    expect(await notesOf("blocked", `${ana.id} ${carla.id}`)).toHaveLength(1);
    await goBack();
    expect(await now()).toEqual({ has_blocked: false, shows_reading: true });
    expect(await replayDeletions(app.services)).toBe(2);
    expect(await now()).toEqual({ has_blocked: true, shows_reading: false });
    const [blocked] = (await ana.api.conversations.blocked()).items;
    await ana.api.conversations.unblockPerson({ id: blocked!.id });
    await ana.api.conversations.showReading({ is_on: true });
    expect(await notesOf("blocked|unblocked", `${ana.id} ${carla.id}`)).toEqual([expect.stringMatching(/^unblocked-/)]);
    await goBack();
    expect(await replayDeletions(app.services)).toBe(0);
    expect(await now()).toEqual({ has_blocked: false, shows_reading: true });
  },
);

test("an account elsewhere that was unlinked since a backup is not joined by its address again", async () => {
  const { id } = await testApp.signUp(like(cast.ana, "Revoca Vínculos"));
  const identity = randomUUID();
  await sql`insert into auth.identities (id, user_id, provider, provider_id) values (${identity}, ${id}, 'google', ${identity})`.execute(
    testApp.db,
  );
  expect(await testApp.db.transaction().execute((tx) => revocations.identity!.revoke(tx, identity))).toBe(true);
  expect(await testApp.db.transaction().execute((tx) => revocations.identity!.revoke(tx, identity))).toBe(false);
  const user = await testApp.db
    .selectFrom("auth.users")
    .select("joined_by_address")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(user.joined_by_address).toBe(false);
});

test("a database that goes back by itself loses again what was revoked, once, also where two nodes start at the same time", async () => {
  const { db } = testApp;
  const member = like(cast.ana, "Revoca Vuelve");
  const person = await testApp.signUp(member);
  const { encrypted_password } = await db
    .selectFrom("auth.users")
    .select("encrypted_password")
    .where("id", "=", person.id)
    .executeTakeFirstOrThrow();
  expect((await person.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  expect(await replayDeletions(testApp.app.services)).toBe(0);
  // The state of a moment before the change, when the user was signed in.
  const { kind, hash } = await db
    .selectFrom("deletions")
    .select(["kind", "hash"])
    .where("kind", "=", "password")
    .orderBy("at", "desc")
    .executeTakeFirstOrThrow();
  await sql`alter table auth.users disable trigger tombstone_accounts`.execute(db);
  await db.updateTable("auth.users").set({ encrypted_password }).where("id", "=", person.id).execute();
  await sql`alter table auth.users enable trigger tombstone_accounts`.execute(db);
  await db.deleteFrom("deletions").where("kind", "=", kind).where("hash", "=", hash).execute();
  expect(await outcome(person.api.accounts.me())).toBe("ok");
  // A second node has read the notes and continues only after the first one serves requests.
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const { services } = testApp.app;
  const slowly = new Proxy(db, {
    get(target, name) {
      if (name === "transaction")
        return () => ({
          execute: async (work: Parameters<ReturnType<typeof db.transaction>["execute"]>[0]) => {
            reached.resolve();
            await released.promise;
            return db.transaction().execute(work);
          },
        });
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  const second = replayDeletions({ ...services, db: slowly });
  await reached.promise;
  expect(await replayDeletions(services)).toBe(1);
  expect(await outcome(person.api.accounts.me())).toBe("NOT_SIGNED_IN");
  expect(await outcome(testApp.signIn(member))).toBe("invalid_credentials");
  await db.updateTable("auth.users").set({ encrypted_password }).where("id", "=", person.id).execute();
  released.resolve();
  expect(await second).toBe(0);
  expect(await outcome(testApp.signIn(member))).toBe("ok");
  expect(await replayDeletions(services)).toBe(0);
});

test("of each state one note is kept, the latest, however often it changes", async () => {
  const person = await testApp.signUp(like(cast.ana, "Revoca Cambia"));
  for (let n = 0; n < 4; n += 1) {
    await elena.api.moderation.suspend({ id: person.id, reason });
    await elena.api.moderation.restore({ id: person.id, reason });
    await elena.api.accounts.assignRole({ user_id: person.id, role: "kine" });
    await elena.api.accounts.assignRole({ user_id: person.id, role: "patient" });
  }
  expect((await notesOf("suspended|restored", person.id)).map((name) => name.split("-")[0])).toEqual(["restored"]);
  expect(
    (await notesOf("patient_at_most|kine_at_most|admin_at_most", person.id)).map((name) => name.split("-")[0]),
  ).toEqual(["patient_at_most"]);
  const rows = await testApp.db
    .selectFrom("deletions")
    .select("kind")
    .where("hash", "=", (await notesOf("restored", person.id))[0]!.split("-")[1]!)
    .execute();
  expect(rows).toHaveLength(2);
});

test("an earlier note that was left behind counts no more, and goes at the next start", async () => {
  const person = await testApp.signUp(like(cast.ana, "Revoca Resto"));
  await elena.api.moderation.suspend({ id: person.id, reason });
  const [left] = await notesOf("suspended", person.id);
  await elena.api.moderation.restore({ id: person.id, reason });
  writeFileSync(join(testApp.dataDir, "files/deletions", left!), "");
  expect(await replayDeletions(testApp.app.services)).toBe(0);
  expect(await isSuspended(testApp, person.id)).toBe(false);
  expect(await notesOf("suspended|restored", person.id)).toEqual([expect.stringMatching(/^restored-/)]);
});

test("a suspension that could not be noted is noted later, and is acknowledged all the same", async () => {
  const { services } = testApp.app;
  const person = await testApp.signUp(like(cast.ana, "Revoca Sin Nota"));
  const { write } = services.storage;
  services.storage.write = () => Promise.reject(new Error("no space"));
  expect(await elena.api.moderation.suspend({ id: person.id, reason })).toEqual({ suspended: true });
  services.storage.write = write;
  expect(await notesOf("suspended", person.id)).toEqual([]);
  await writeTombstones(services);
  expect(await notesOf("suspended", person.id)).toHaveLength(1);
});

test("a sign-in that hashes the same password again, and an account that leaves, revoke nothing", async () => {
  const person = await testApp.signUp(like(cast.ana, "Revoca Nada"));
  await addPasskey(person);
  const before = notes().length;
  await sql`update auth.users set encrypted_password = encrypted_password || 'x', last_sign_in_at = now() where id = ${person.id}`.execute(
    testApp.db,
  );
  await person.api.accounts.delete();
  expect(notes().length - before).toBe(1);
  expect(await notesOf("account", person.id)).toHaveLength(1);
});

test(
  "a hundred thousand notes, or a fifth of them in the short form, hold up no start",
  { timeout: 240_000 },
  async () => {
    const ledger = join(testApp.dataDir, "files/deletions");
    mkdirSync(ledger, { recursive: true });
    const { rows } = await sql<{ name: string }>`
    insert into deletions (kind, hash, at, noted_at)
    select (array['password', 'passkey', 'suspended', 'case'])[1 + n % 4], encode(sha256(('many ' || n)::bytea), 'hex'), date_trunc('milliseconds', now()), now()
    from generate_series(1, ${isFull ? 100_000 : 20_000}) n returning kind || '-' || hash || '-' || (extract(epoch from at) * 1000)::bigint as name`.execute(
      testApp.db,
    );
    for (const { name } of rows) writeFileSync(join(ledger, name), "");
    const since = performance.now();
    expect(await replayDeletions(testApp.app.services)).toBe(0);
    const knownMs = performance.now() - since;
    // The same number of notes that the database lacks, about unknown accounts.
    await sql`delete from deletions where kind = 'suspended'`.execute(testApp.db);
    const again = performance.now();
    expect(await replayDeletions(testApp.app.services)).toBe(0);
    const unknownMs = performance.now() - again;
    console.log(
      `start with ${rows.length} notes: ${Math.round(knownMs)} ms when all are known, ${Math.round(unknownMs)} ms with a quarter unknown`,
    );
    // One transaction each would be several times slower.
    expect(Math.max(knownMs, unknownMs)).toBeLessThan(20_000);
  },
);

test(
  "what people and admins ended, narrowed or hid is so again with an older database, unless it was widened since",
  { tags: "operations/short" },
  async () => {
    const { db, app } = testApp;
    const ana = await testApp.signUp(like(cast.ana, "Revoca Relaciones"));
    const kines = [];
    for (const n of [1, 2, 3, 4])
      kines.push(await testApp.approvedKine(like(cast.carla, `Revoca Kine ${n}`, { license_number: `MN 9910${n}` })));
    const [ended, rejected, left, reviewed] = kines as [Person, Person, Person, Person];
    const newCase = async () => (await ana.api.cases.create({ title: "Rodilla", description: "Me duele" })).id;
    const apply = async (kine: Person, case_id: string) => (await kine.api.matches.apply({ case_id })).id;
    const open = await newCase();
    const relations = [await apply(ended, open), await apply(rejected, open), await apply(left, open)] as const;
    await ana.api.matches.accept({ id: relations[0] });
    const toClose = await newCase();
    await ana.api.matches.accept({ id: await apply(reviewed, toClose) });
    const [narrowed, widened] = [await newCase(), await newCase()];
    const licence = await db
      .selectFrom("licences")
      .select("id")
      .where("kine_id", "=", ended.id)
      .executeTakeFirstOrThrow();
    const done = await newCase();
    await ana.api.matches.accept({ id: await apply(reviewed, done) });
    await ana.api.cases.close({ id: done });
    const review = { case_id: done, kine_id: reviewed.id, stars: 1, comment: "Mal" };
    const { id: reviewId } = await ana.api.reviews.create(review);
    await reviewed.api.reviews.reply({ review_id: reviewId, body: "No fue así" });
    const activities = [{ name: "Correr", score: 3 }];
    await ana.api.measures.save({ case_id: toClose, pain: 5, activities });
    const { id: measure } = await db
      .selectFrom("measures")
      .select("id")
      .where("case_id", "=", toClose)
      .executeTakeFirstOrThrow();
    await sql`create table measures_before as select * from measures where id = ${measure}`.execute(db);
    await sql`create table activities_before as select * from measure_activities where case_id = ${toClose}`.execute(
      db,
    );

    await ana.api.measures.remove({ id: measure });
    await ana.api.matches.end({ id: relations[0] });
    await ana.api.matches.reject({ id: relations[1] });
    await left.api.matches.withdraw({ id: relations[2] });
    await ana.api.cases.close({ id: toClose });
    const save = async (id: string, access: "accepted" | "verified") => {
      const { version } = await ana.api.cases.get({ id });
      const says = { title: "Rodilla", description: "Me duele", injury_area: null, location_city: null };
      await ana.api.cases.update({
        ...says,
        id,
        version,
        preferred_modality: null,
        studies_access: access,
        identity_access: access,
        removed_studies: [],
      });
    };
    await save(narrowed, "accepted");
    await save(widened, "accepted");
    await save(widened, "verified");
    await rejected.api.profiles.update({ name: "Revoca Kine 2", phone_listed: false });
    await elena.api.licences.deactivate({ id: licence.id, reason });
    await elena.api.moderation.hideReview({ id: reviewId, reason });
    await elena.api.moderation.hideReply({ id: reviewId, reason });
    await writeTombstones(app.services);

    const state = async () => {
      const { rows } = await sql<{ is: string }>`
        select unnest(array[(select string_agg(status::text || coalesce(' ended' || (ended_at is not null), ''), ',' order by id) from matches where case_id = ${open}),
          (select string_agg(status::text, ',' order by id) from cases where id in (${open}, ${toClose})),
          (select string_agg(studies_access || ' ' || identity_access, ',' order by id) from cases where id in (${narrowed}, ${widened})),
          (select phone_listed::text from profiles where id = ${rejected.id}), (select (state = 'verified')::text from licences where id = ${licence.id}),
          (select (hidden_at is not null)::text from reviews where id = ${reviewId}), (select count(*)::text from measures where id = ${measure}),
          (select count(*)::text from measure_activities where case_id = ${toClose}),
          (select (hidden_at is not null)::text from review_replies where review_id = ${reviewId})]) as is`.execute(db);
      return rows.map((row) => row.is);
    };
    const after = await state();
    await db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update matches set status = 'accepted', ended_at = null where id = ${relations[0]}`.execute(tx);
      await sql`update matches set status = 'proposed', decided_at = null, title_then = null where id = ${relations[1]}`.execute(
        tx,
      );
      await sql`insert into matches (id, case_id, kine_id) values (${relations[2]}, ${open}, ${left.id})`.execute(tx);
      await sql`update cases set status = 'matched', accepted_kine_id = ${ended.id} where id = ${open}`.execute(tx);
      await sql`update cases set status = 'matched', closed_at = null where id = ${toClose}`.execute(tx);
      await sql`update cases set studies_access = 'verified', identity_access = 'verified' where id in (${narrowed}, ${widened})`.execute(
        tx,
      );
      await sql`update profiles set phone_listed = true where id = ${rejected.id}`.execute(tx);
      await sql`update licences set state = 'verified' where id = ${licence.id}`.execute(tx);
      await sql`insert into measures select * from measures_before`.execute(tx);
      await sql`insert into measure_activities select * from activities_before`.execute(tx);
      await sql`update reviews set hidden_at = null, hidden_reason = null where id = ${reviewId}`.execute(tx);
      await sql`update review_replies set hidden_at = null, hidden_reason = null where review_id = ${reviewId}`.execute(
        tx,
      );
      await sql`delete from deletions where kind not in ('password', 'recovery_codes', 'passkey', 'identity', 'suspended', 'restored')`.execute(
        tx,
      );
    });
    expect(await state()).not.toEqual(after);
    expect(await replayDeletions(app.services)).toBe(11);
    expect(await state()).toEqual(after);
    expect(await replayDeletions(app.services)).toBe(0);
  },
);

test("a measure that is said and removed again and again leaves one note", { tags: "operations/short" }, async () => {
  const [patient, kine] = await Promise.all([
    testApp.signUp(like(cast.ana, "Ana Mide")),
    testApp.approvedKine(like(cast.carla, "Carla Mide", { license_number: "MN 88801" })),
  ]);
  const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
  const { id: match } = await kine.api.matches.apply({ case_id });
  await patient.api.matches.accept({ id: match });
  const before = notes().filter((name) => name.startsWith("measure")).length;
  for (let n = 0; n < 4; n += 1) {
    const { id } = await patient.api.measures.save({ case_id, pain: n, activities: [] });
    await patient.api.measures.remove({ id });
    await writeTombstones(testApp.app.services);
  }
  expect(notes().filter((name) => name.startsWith("measure"))).toHaveLength(before + 1);
});

test("every kind of note has its place in the order of replays", { tags: "operations/short" }, () => {
  expect(ORDER.toSorted()).toEqual(KINDS.toSorted());
});

test(
  "notes of applications and closed cases go after 90 days, and deletions stay",
  { tags: "operations/short" },
  async () => {
    const hash = randomUUID().replaceAll("-", "").repeat(2);
    for (const [kind, days] of [
      ["closed", 89],
      ["ended", 91],
      ["case", 91],
    ] as const)
      await sql`insert into deletions (kind, hash, at)
      values (${kind}, ${hash}, date_trunc('milliseconds', now() - make_interval(days => ${days})))`.execute(
        testApp.db,
      );
    await writeTombstones(testApp.app.services);
    const kept = () =>
      notes()
        .filter((name) => name.includes(hash))
        .map((name) => name.split("-")[0]);
    expect(kept()).toEqual(["case", "closed", "ended"]);
    await dropOldTombstones(testApp.app.services);
    expect(kept()).toEqual(["case", "closed"]);
    expect(
      await testApp.db.selectFrom("deletions").select("kind").where("hash", "=", hash).orderBy("kind").execute(),
    ).toEqual([{ kind: "case" }, { kind: "closed" }]);
  },
);
