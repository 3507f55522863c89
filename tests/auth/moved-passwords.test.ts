import { hashSync } from "bcryptjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPasswords } from "../../app/auth/credentials/passwords.server.ts";
import { CHEAP_PASSWORDS } from "../support/cheap-passwords.ts";
import { isFull } from "../support/full.ts";
import { ask, browser, newEmail, openService, PASSWORD, patient, type Service } from "./service.ts";

/** Of each kind. */
const HASHES = isFull ? 1000 : 20;
let service: Service;
const passwords = openPasswords(CHEAP_PASSWORDS);
beforeAll(async () => {
  service = await openService();
});
afterAll(async () => {
  await passwords.close();
  await service?.close();
});

const salt = Buffer.alloc(16, 7);

/** An account as the move makes it, with a foreign hash. */
async function moved(foreign: string) {
  const email = newEmail();
  const encrypted_password = await passwords.adopt(foreign, salt);
  const { id } = await service.db
    .insertInto("auth.users")
    .values({ email, encrypted_password })
    .returning("id")
    .executeTakeFirstOrThrow();
  await service.db.insertInto("profiles").values({ id, email, name: patient.name }).execute();
  return { email, id };
}

const stored = (id: string) =>
  service.db
    .selectFrom("auth.users")
    .select(["encrypted_password", "must_change_password"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

test("a password of the old system opens the account, and is stored as a new one then, with a word in the audit", async () => {
  const bcrypt = hashSync(PASSWORD, 10).slice(4);
  for (const version of ["$2a$", "$2b$", "$2y$"]) {
    const { email, id } = await moved(version + bcrypt);
    expect((await stored(id)).encrypted_password).toMatch(/^\$bcrypt-argon2id\$2[aby]\$10\$[./\w]{22}\$v=19\$m=/);
    expect((await stored(id)).encrypted_password).not.toContain(bcrypt.slice(-31));
    const wrong = await browser(service).signInWithPassword({ email, password: `${PASSWORD}x` });
    expect(wrong.error).toMatchObject({ status: 400, code: "invalid_credentials" });
    for (let turn = 0; turn < 2; turn += 1) {
      const { error } = await browser(service).signInWithPassword({ email, password: PASSWORD });
      expect(error).toBeNull();
      expect((await stored(id)).encrypted_password).toMatch(/^\$argon2id\$/);
    }
    const events = await service.db
      .selectFrom("auth.audit_events")
      .innerJoin("auth.users as u", "u.audit_id", "subject")
      .where("u.id", "=", id)
      .where("event", "=", "password_upgraded")
      .select("event")
      .execute();
    expect(events).toHaveLength(1);
  }
});

test("a moved password counts as it was typed: its first 72 bytes, in the code points of then, also as the current one", async () => {
  const decomposed = "Cafe\u0301-verde-1";
  const long = `Pileta-9${"ñ".repeat(40)}`;
  const first = await moved(hashSync(decomposed, 4));
  expect((await browser(service).signInWithPassword({ ...first, password: "Café-verde-1" })).error?.status).toBe(400);
  expect((await browser(service).signInWithPassword({ ...first, password: decomposed })).error).toBeNull();
  const second = await moved(hashSync(long, 4));
  const client = browser(service);
  expect((await client.signInWithPassword({ ...second, password: `${long}, y más` })).error).toBeNull();
  expect((await stored(second.id)).encrypted_password).toMatch(/^\$argon2id\$/);
  // The whole of it counts from now on.
  expect((await browser(service).signInWithPassword({ ...second, password: long })).error?.status).toBe(400);
});

test("hashes of each kind open with their password, and with no other", { timeout: 300_000 }, async () => {
  const bcrypt = (version: string) => async (password: string) => `$2${version}$` + hashSync(password, 4).slice(4);
  for (const make of [bcrypt("a"), bcrypt("b"), bcrypt("y"), (password: string) => passwords.hash(password)])
    for (let n = 0; n < HASHES; n += 1) {
      const password = `Clave-${n}-${"ñandú 日本".slice(0, n % 9)}`;
      const adopted = await passwords.adopt(await make(password), salt);
      expect([await passwords.verify(password, adopted), await passwords.verify(`${password}.`, adopted)]).toEqual([
        true,
        false,
      ]);
    }
});

test("a common password of the old system signs in once more and must be changed then", async () => {
  const { email, id } = await moved(hashSync("Argentina2024", 4));
  const { data, error } = await browser(service).signInWithPassword({ email, password: "Argentina2024" });
  expect(error).toBeNull();
  expect(data.user?.app_metadata).toMatchObject({ must_change_password: true });
  expect(await stored(id)).toMatchObject({ must_change_password: true });
});

test("a hash of no known form is answered as a wrong password", async () => {
  const { db } = service;
  const foreign = [
    "$2b$10$short",
    "$fbscrypt$v=1$x",
    "$argon2i$v=19$m=4096,t=3,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
    "",
  ];
  for (const each of foreign) expect(await passwords.adopt(each, salt)).toBeNull();
  for (const encrypted_password of foreign.slice(0, 3)) {
    const email = newEmail();
    await db.insertInto("auth.users").values({ email, encrypted_password }).execute();
    const answer = await ask(service, "POST", "/token?grant_type=password", { body: { email, password: PASSWORD } });
    const unknown = await ask(service, "POST", "/token?grant_type=password", {
      body: { email: newEmail(), password: PASSWORD },
    });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual(unknown.json);
  }
});

test("another system's argon2id opens its account at exactly the current cost only, and is stored anew then", async () => {
  const foreign = await passwords.hash(PASSWORD);
  const { email, id } = await moved(foreign);
  expect((await stored(id)).encrypted_password).toBe(foreign.replace("$argon2id", "$moved-argon2id"));
  expect((await browser(service).signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  expect((await stored(id)).encrypted_password).toMatch(/^\$argon2id\$/);
  expect((await stored(id)).encrypted_password).not.toBe(foreign);
  const others = ["m=262144,t=10,p=4", "m=128,t=1,p=1", "m=256,t=2,p=1", "m=256,t=1,p=2"].map((cost) =>
    foreign.replace("m=256,t=1,p=1", cost),
  );
  for (const each of [...others, foreign.slice(0, -3), foreign.replace("$argon2id", "$moved-argon2id")])
    expect(await passwords.adopt(each, salt)).toBeNull();
});

test("a bcrypt hash of a cost above 12 is no password, since every sign-in would take as long", async () => {
  const hash = (cost: number) => `$2b$${cost}$${"a".repeat(53)}`;
  expect(await passwords.adopt(hash(12), salt)).toMatch(/^\$bcrypt-argon2id\$2b\$12\$/);
  expect(await passwords.adopt(hash(13), salt)).toBeNull();
});

test("while moved passwords are stored, every check takes as long as the dearest of them", async () => {
  const slow = openPasswords(CHEAP_PASSWORDS, { movedCost: async () => 10 });
  const adopted = await slow.adopt(hashSync(PASSWORD, 8), salt);
  const kept = await slow.hash(PASSWORD);
  const timed = async (check: () => Promise<boolean>) => {
    const start = performance.now();
    expect(await check()).toBe(false);
    return performance.now() - start;
  };
  // The quickest of each, taken by turns until they agree: other programs only add to a time.
  const best = { unknown: Infinity, known: Infinity, moved: Infinity, without: Infinity };
  const differ = () => {
    const times = [best.unknown, best.known, best.moved];
    return Math.max(...times) >= 1.3 * Math.min(...times);
  };
  for (let turn = 0; turn < 12 || (turn < 200 && differ()); turn += 1) {
    best.unknown = Math.min(best.unknown, await timed(() => slow.verify("Otra-cosa-88", null)));
    best.known = Math.min(best.known, await timed(() => slow.verify("Otra-cosa-88", kept)));
    best.moved = Math.min(best.moved, await timed(() => slow.verify("Otra-cosa-88", adopted)));
    best.without = Math.min(best.without, await timed(() => passwords.verify("Otra-cosa-88", null)));
  }
  console.log(`the quickest check of each kind (ms): ${JSON.stringify(best)}`);
  expect(differ(), JSON.stringify(best)).toBe(false);
  expect(best.without).toBeLessThan(best.unknown / 2);
  await slow.close();
});
