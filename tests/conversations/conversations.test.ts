import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { KINDS } from "../../app/domain/notifications/notification.ts";
import { cast } from "../../app/demo/cast.ts";
import { costOf, watchedApi } from "../lists/query-plans.ts";
import { follow, receives } from "../live/follow.ts";
import { TIMES } from "../mail/post.ts";
import { consent, everyItem, like, outcome, type Person } from "../support/people.ts";
import { openNode, openTestApp, type TestApp } from "../support/test-app.ts";
import { withoutIds } from "../support/without-ids.ts";

let testApp: TestApp;
let ana: Person;
let carla: Person;
let caseId: string;
let id: string;
let round = 0;

beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());
beforeEach(async () => {
  round += 1;
  ana = await testApp.signUp(like(cast.ana, `Ana Escribe ${round}`, { phone: `+54 9 11 4444-10${10 + round}` }));
  carla = await testApp.approvedKine(like(cast.carla, `Carla Escribe ${round}`, { license_number: `MN 6${round}` }));
  ({ id: caseId } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele al bajar" }));
  ({ id } = await carla.api.matches.apply({ case_id: caseId, message: "Puedo ayudarte" }));
});

const read = (who: Person, before?: string) => who.api.conversations.read({ id, before });
const bodies = async (who: Person) => (await read(who)).items.map(({ body }) => body);
const say = (who: Person, body: string) => who.api.conversations.send({ id, body });

test("a conversation is an application: its message is the first, both write on, and each side reads the other", async () => {
  await say(ana, "¿Atendés por mi obra social?");
  await say(carla, "Sí, por todas.");
  expect(await read(ana)).toMatchObject({
    id,
    case_id: caseId,
    state: "open",
    side: "patient",
    other_name: `Carla Escribe ${round}`,
    opening: { body: "Puedo ayudarte", is_masked: false },
    items: [
      { body: "Sí, por todas.", is_own: false },
      { body: "¿Atendés por mi obra social?", is_own: true },
    ],
    next: null,
  });
  // The specialist learns the patient's identity only by the acceptance.
  expect(await read(carla)).toMatchObject({ side: "kine", other_name: null, other_photo_url: null });
  await ana.api.matches.accept({ id });
  expect(await read(carla)).toMatchObject({ side: "kine", other_name: `Ana Escribe ${round}` });
});

test("a patient's conversations are listed with who writes, what is new and when, and a specialist's are not", async () => {
  await say(carla, "¿Podés el martes?");
  const [first] = (await ana.api.conversations.mine()).items;
  const [newest] = (await read(ana)).items;
  expect(first).toEqual({
    id,
    case_title: "Rodilla",
    kine_id: carla.id,
    other_name: `Carla Escribe ${round}`,
    other_photo_url: null,
    is_accepted: false,
    last_at: newest!.created_at,
    unread: 1,
  });
  expect(await outcome(carla.api.conversations.mine())).toBe("NOT_ALLOWED");
  await ana.api.cases.withdraw({ id: caseId });
  expect((await ana.api.conversations.mine()).items).toEqual([]);
});

test("a specialist's conversations have their last line, the newest first, with contact data hidden until the acceptance", async () => {
  const list = async () => (await carla.api.conversations.received()).items;
  expect(await list()).toEqual([]);
  await say(ana, "Mi número es +54 9 11 5555-8190");
  const { id: otherCase } = await ana.api.cases.create({ title: "Hombro", description: "No lo levanto" });
  const { id: other } = await carla.api.matches.apply({ case_id: otherCase, message: "Puedo el martes" });
  await ana.api.matches.accept({ id: other });
  await carla.api.conversations.seen({ id, up_to: (await read(carla)).items[0]!.id });
  expect(await list(), "the application's own message is the first line").toMatchObject([
    { id: other, last_text: "Puedo el martes", has_messages: false, is_last_own: true, unread: 0 },
    { id, has_messages: true, is_last_own: false, unread: 0 },
  ]);
  expect((await list())[1]!.last_text).toMatch(/^Mi número es /);
  expect((await list())[1]!.last_text).not.toContain("5555");
  await say(carla, "Sí, por todas.");
  expect(await list(), "an older application with a newer message goes first").toMatchObject([
    { id, last_text: "Sí, por todas.", is_last_own: true },
    { id: other },
  ]);
  await ana.api.conversations.send({ id: other, body: "Mi número es +54 9 11 5555-8191" });
  expect(await list()).toMatchObject([{ id: other, unread: 1, last_text: "Mi número es +54 9 11 5555-8191" }, { id }]);
  await ana.api.matches.accept({ id });
  await say(ana, "Llamame al +54 9 11 5555-8190");
  expect((await list())[0]).toMatchObject({ id, last_text: "Llamame al +54 9 11 5555-8190" });
});

test("contact data are hidden from the reader by one mask until the acceptance, and from nobody after it", async () => {
  const phone = "+54 9 11 5555-8190";
  await say(ana, `Mi número es ${phone}, o ana.perez@gmail.com`);
  await say(carla, "Escribime al once 5555 ocho uno nueve cero");
  const [fromCarla, fromAna] = await bodies(ana);
  expect(fromAna).toContain(phone);
  expect(fromCarla).toMatch(/^Escribime al ••••$/);
  const asCarla = await read(carla);
  expect(asCarla.items[1]).toMatchObject({ body: "Mi número es ••••, o ••••", is_masked: true });
  expect(withoutIds(asCarla)).not.toMatch(/8190|gmail|Ana Escribe/);
  await ana.api.matches.accept({ id });
  expect((await bodies(carla))[1]).toContain(phone);
  expect((await bodies(ana))[0]).toContain("ocho uno nueve cero");
});

test("a phone in parts of two or three messages is hidden from its second part on, also beside another text and when both are sent at once", async () => {
  await say(carla, "Puedo el jueves, 11 4555");
  await say(carla, "Avisame cuando puedas.");
  await say(carla, "6789 para coordinar");
  expect((await bodies(ana)).slice(0, 3)).toEqual([
    "•••• para coordinar",
    "Avisame cuando puedas.",
    "Puedo el jueves, 11 4555",
  ]);
  // Each side's texts are judged on their own, and values are no parts.
  await say(ana, "6789");
  await say(ana, "Fuerza 4/5");
  await say(ana, "5/5 del otro lado");
  expect((await bodies(carla)).slice(0, 3)).toEqual(["5/5 del otro lado", "Fuerza 4/5", "6789"]);
  await Promise.all([say(ana, "4555"), say(ana, "4556")]);
  expect((await bodies(carla))[0]).toBe("••••");
});

test("half a phone after the text of an application is hidden", async () => {
  const { id: other } = await ana.api.cases.create({ title: "Tobillo", description: "Me duele" });
  const { id: match } = await carla.api.matches.apply({ case_id: other, message: "Puedo ayudarte, 11 4555" });
  await carla.api.conversations.send({ id: match, body: "6789" });
  expect((await ana.api.conversations.read({ id: match })).items[0]).toMatchObject({ body: "••••", is_masked: true });
});

test("contact data in an application and in a case are hidden from their readers until the acceptance", async () => {
  const { id: other } = await ana.api.cases.create({
    title: "Hombro, 11 5555-8190",
    description: "Me duele, escribime a ana.perez@gmail.com",
  });
  const titles = async () => (await carla.api.cases.available({})).items.find((each) => each.id === other);
  expect(await titles()).toMatchObject({ title: "Hombro, ••••", description: "Me duele, escribime a ••••" });
  expect(await carla.api.cases.view({ id: other })).toMatchObject({ title: "Hombro, ••••" });
  const { id: match } = await carla.api.matches.apply({ case_id: other, message: "Llamame al 11 5555-2233" });
  const [application] = (await ana.api.cases.get({ id: other })).applications;
  expect(application).toMatchObject({ message: "Llamame al ••••" });
  expect((await ana.api.conversations.read({ id: match })).opening).toMatchObject({
    body: "Llamame al ••••",
    is_masked: true,
  });
  expect((await carla.api.matches.mine()).items[0]).toMatchObject({ title: "Hombro, ••••" });
  await ana.api.matches.accept({ id: match });
  expect((await ana.api.cases.get({ id: other })).applications[0]).toMatchObject({
    message: "Llamame al 11 5555-2233",
  });
  expect(await carla.api.cases.view({ id: other })).toMatchObject({ title: "Hombro, 11 5555-8190" });
});

test("contact data in the barrio of a patient and in the plan of their coverage are hidden until the acceptance", async () => {
  await ana.api.profiles.update({ name: "Ana Escribe", location_city: "Caballito, 11 5555-3344" });
  const { id: other } = await ana.api.cases.create({
    title: "Cadera",
    description: "Me duele",
    location_city: "Flores, 11 5555-6677",
    coverage: { id: 1, plan: "Llamame al 11 5555-7788" },
  });
  expect(await carla.api.cases.view({ id: other })).toMatchObject({
    location_city: "Flores, ••••",
    poster_city: "Caballito, ••••",
    coverage: { plan: "Llamame al ••••" },
  });
  const { id: match } = await carla.api.matches.apply({ case_id: other });
  await ana.api.matches.accept({ id: match });
  expect(await carla.api.cases.view({ id: other })).toMatchObject({
    location_city: "Flores, 11 5555-6677",
    poster_city: "Caballito, 11 5555-3344",
    coverage: { plan: "Llamame al 11 5555-7788" },
  });
});

test("what is hidden in a case cannot be found by its words", async () => {
  const { id: other } = await ana.api.cases.create({
    title: "Hombro, 11 5555-8190",
    description: "Me duele",
    injury_area: "Cuello, ana.perez@gmail.com",
    location_city: "Caballito, 11 5555-2233",
  });
  const isFound = async (words: { injury_area?: string; location_city?: string }) =>
    (await carla.api.cases.available(words)).items.some((each) => each.id === other);
  for (const words of ["HÓMBRO", "hombro, ", "cuello"]) expect(await isFound({ injury_area: words })).toBe(true);
  expect(await isFound({ location_city: "caballito" })).toBe(true);
  for (const words of ["hombro, 1", "11 5555-8190", "8190", "ana.perez", "gmail"])
    expect(await isFound({ injury_area: words }), words).toBe(false);
  for (const words of ["caballito, 1", "2233"]) expect(await isFound({ location_city: words }), words).toBe(false);
});

test("three texts with contact data in a day put their author into the queue of reports, once", async () => {
  const elena = await testApp.signIn(cast.elena);
  const noticed = async () =>
    (await elena.api.reports.list({ state: "open" })).items.filter(({ subject_id }) => subject_id === carla.id);
  await say(carla, "Mi celu es 11 5555-8190");
  await say(carla, "11 5555-8190");
  // What only looks like contact data hides them, and counts for nothing.
  for (const text of ["escribime al cuatro siete ocho uno, dos dos tres tres", "4781 2233", "alias kine.carla.mp"])
    await say(carla, text);
  expect(await noticed()).toEqual([]);
  await Promise.all([say(carla, "Soy @carla.kine"), say(carla, "carla@example.com")]);
  expect(await noticed()).toMatchObject([{ subject: "profile", reporter_id: null, reporter_name: null }]);
  const [{ text } = { text: null }] = await noticed();
  expect(text?.split("\n\n")).toHaveLength(3);
  expect(text).toContain("11 5555-8190");
  expect(text).not.toContain("Mi celu");
});

test("a text with contact data is counted when it is written, and not with each change beside it", async () => {
  const { id: other } = await ana.api.cases.create({ title: "Hombro", description: "Llamame al 11 5555-8190" });
  const counted = async () =>
    (await sql`select from contact_leaks where user_id = ${ana.id}`.execute(testApp.db)).rows.length;
  expect(await counted()).toBe(1);
  const says = { description: "Llamame al 11 5555-8190", studies_access: "verified" } as const;
  await ana.api.cases.update({ id: other, version: 1, ...says, title: "Hombro derecho" });
  await ana.api.cases.update({ id: other, version: 2, ...says, title: "Hombro derecho", location_city: "Flores" });
  expect(await counted()).toBe(1);
  await ana.api.cases.update({
    id: other,
    version: 3,
    ...says,
    title: "Hombro",
    location_city: "Flores, 11 5555-8190",
  });
  expect(await counted()).toBe(2);
});

test("what is unread is counted for its reader until they read it, and both see what was read unless one of them does not want to", async () => {
  await say(ana, "Hola");
  const { id: last } = await say(ana, "¿Estás?");
  expect(await carla.api.conversations.unread()).toEqual({ items: [{ id, case_id: caseId, unread: 2 }] });
  expect(await ana.api.conversations.unread()).toEqual({ items: [] });
  await carla.api.conversations.seen({ id, up_to: last });
  expect(await carla.api.conversations.unread()).toEqual({ items: [] });
  expect(await read(ana)).toMatchObject({ read_by_other: last });
  await ana.api.conversations.showReading({ is_on: false });
  expect(await read(ana)).toMatchObject({ shows_reading: false, read_by_other: null });
  const { id: reply } = await say(carla, "Sí");
  await ana.api.conversations.seen({ id, up_to: reply });
  expect(await read(carla)).toMatchObject({ shows_reading: true, read_by_other: null });
  await ana.api.conversations.showReading({ is_on: true });
  expect(await read(carla)).toMatchObject({ read_by_other: reply });
});

test("of a message that comes while its reader reads the ones before, nothing is lost", async () => {
  const { id: first } = await say(ana, "Uno");
  await Promise.all([carla.api.conversations.seen({ id, up_to: first }), say(ana, "Dos"), say(ana, "Tres")]);
  expect((await carla.api.conversations.unread()).items).toMatchObject([{ unread: 2 }]);
  // Marking messages up to an own one as seen marks all earlier ones of the other side as read.
  const { id: own } = await say(carla, "Cuatro");
  expect(await read(carla)).toMatchObject({ unread: 2 });
  await carla.api.conversations.seen({ id, up_to: own });
  expect((await carla.api.conversations.unread()).items).toEqual([]);
  await say(ana, "Cinco");
  // An older position changes nothing.
  const [latest] = (await read(carla)).items;
  await carla.api.conversations.seen({ id, up_to: latest!.id });
  await carla.api.conversations.seen({ id, up_to: first });
  expect((await carla.api.conversations.unread()).items).toEqual([]);
});

test("a conversation is open while proposed or accepted, read only for thirty days after a rejection, and then out of sight", async () => {
  await say(carla, "Hola");
  await ana.api.matches.reject({ id });
  for (const who of [ana, carla]) {
    expect(await outcome(say(who, "¿Por qué?"))).toBe("CONVERSATION_CLOSED");
    expect(await read(who)).toMatchObject({ state: "read_only", is_rejected: true, items: [{ body: "Hola" }] });
  }
  await sql`update matches set decided_at = now() - interval '31 days' where id = ${id}`.execute(testApp.db);
  for (const who of [ana, carla]) expect(await outcome(read(who))).toBe("NOT_FOUND");
  expect((await ana.api.conversations.unread()).items).toEqual([]);
});

test("an accepted conversation outlives the closing of its case, one without an answer is read only from then on", async () => {
  const rita = await testApp.approvedKine(like(cast.carla, `Rita Espera ${round}`, { license_number: `MN 5${round}` }));
  const { id: waiting } = await rita.api.matches.apply({ case_id: caseId });
  await ana.api.matches.accept({ id });
  await ana.api.cases.close({ id: caseId });
  expect(await outcome(say(carla, "¿Cómo seguís?"))).toBe("ok");
  expect(await read(ana)).toMatchObject({ state: "open", is_case_closed: true });
  expect(await outcome(rita.api.conversations.send({ id: waiting, body: "¿Y?" }))).toBe("CONVERSATION_CLOSED");
});

test("fifty sends under one key are one message, also at once", async () => {
  const send = async () =>
    fetch(`${testApp.url}/rpc/conversations/send`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${await ana.token()}`,
        "content-type": "application/json",
        "idempotency-key": "una-sola-vez",
      },
      body: JSON.stringify({ json: { id, body: "Hola" } }),
    });
  const answers = await Promise.all(Array.from({ length: 50 }, send));
  const texts = new Set(await Promise.all(answers.map((answer) => answer.text())));
  expect(texts.size).toBe(1);
  expect(await bodies(carla)).toEqual(["Hola"]);
  expect((await carla.api.conversations.unread()).items).toMatchObject([{ unread: 1 }]);
});

test("a block holds with the next request on every node: no message either way, no application, no invitation", async () => {
  const second = await openNode(testApp.databaseUrl);
  try {
    await say(carla, "Hola");
    const call = async (who: Person, url: string, path: string, input: object) => {
      const answer = await fetch(`${url}/rpc/${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${await who.token()}`, "content-type": "application/json" },
        body: JSON.stringify({ json: input }),
      });
      const { json } = (await answer.json()) as { json: { code?: string } };
      return answer.ok ? "ok" : json.code;
    };
    const { id: next } = await ana.api.cases.create({ title: "Hombro", description: "También" });
    await ana.api.conversations.block({ id });
    for (const url of [second.url, testApp.url]) {
      expect(await call(carla, url, "conversations/send", { id, body: "¿Y?" })).toBe("CONVERSATION_CLOSED");
      expect(await call(ana, url, "conversations/send", { id, body: "¿Y?" })).toBe("CONVERSATION_CLOSED");
      expect(await call(carla, url, "matches/apply", { case_id: next })).toBe("CASE_NOT_FOUND");
      expect(await call(carla, url, "cases/view", { id: next })).toBe("CASE_NOT_FOUND");
      expect(await call(ana, url, "cases/invite", { id: next, kine_id: carla.id })).toBe("NOT_FOUND");
      expect(await call(ana, url, "matches/accept", { id })).toBe("UNBLOCK_FIRST");
    }
    expect((await carla.api.cases.available({})).items.map((each) => each.id)).not.toContain(next);
    expect(await read(ana)).toMatchObject({ state: "read_only", is_rejected: false, has_blocked: true });
    expect(await read(carla)).toMatchObject({ state: "read_only", has_blocked: false });
    // A blocked person cannot undo the other's block.
    await carla.api.conversations.unblock({ id });
    expect(await outcome(say(carla, "¿Y?"))).toBe("CONVERSATION_CLOSED");
    await ana.api.conversations.unblock({ id });
    expect(await outcome(say(carla, "Gracias"))).toBe("ok");
    // The blocked person learns nothing about the other's block.
    await carla.api.conversations.block({ id });
    expect(await call(ana, second.url, "matches/accept", { id })).toBe("NOT_FOUND");
  } finally {
    await second.close();
  }
});

test("whoever blocked somebody takes it back when no conversation is left, and nobody else does", async () => {
  await say(carla, "Hola");
  await ana.api.conversations.block({ id });
  await carla.api.matches.withdraw({ id });
  expect(await outcome(ana.api.conversations.unblock({ id }))).toBe("NOT_FOUND");
  expect(await outcome(carla.api.matches.apply({ case_id: caseId }))).toBe("CASE_NOT_FOUND");
  const [blocked] = (await ana.api.conversations.blocked()).items;
  expect(blocked).toEqual({ id: expect.any(String), name: `Carla Escribe ${round}`, created_at: expect.any(Date) });
  expect((await carla.api.conversations.blocked()).items).toEqual([]);
  await carla.api.conversations.unblockPerson({ id: blocked!.id });
  expect((await ana.api.conversations.blocked()).items).toHaveLength(1);
  await ana.api.conversations.unblockPerson({ id: blocked!.id });
  expect((await ana.api.conversations.blocked()).items).toEqual([]);
});

test("a block has an id of its own: a specialist who blocks a patient learns neither their id nor their name", async () => {
  await carla.api.conversations.block({ id });
  const { items } = await carla.api.conversations.blocked();
  expect(items).toEqual([{ id: expect.any(String), name: null, created_at: expect.any(Date) }]);
  expect(items[0]!.id).not.toBe(ana.id);
  await carla.api.conversations.unblockPerson({ id: ana.id });
  expect((await carla.api.conversations.blocked()).items).toEqual(items);
  await carla.api.conversations.unblockPerson({ id: items[0]!.id });
  expect((await carla.api.conversations.blocked()).items).toEqual([]);
});

test("nobody is asked whether they could talk to somebody whom they blocked", async () => {
  await ana.api.matches.accept({ id });
  await sql`select notify_person(${ana.id}::uuid, 'nobody_wrote', ${caseId}::uuid, ${id}::uuid)`.execute(testApp.db);
  const isListed = async () => (await ana.api.notifications.list({})).items.some(({ kind }) => kind === "nobody_wrote");
  expect(await isListed()).toBe(true);
  await carla.api.conversations.block({ id });
  expect(await isListed()).toBe(false);
});

test("somebody writes thirty messages a minute at most, also at once", async () => {
  const sent = await Promise.all(Array.from({ length: 34 }, (_, n) => outcome(say(ana, `Mensaje ${n}`))));
  expect(sent.filter((each) => each === "ok")).toHaveLength(30);
  expect(sent.filter((each) => each === "TOO_MANY_REQUESTS")).toHaveLength(4);
});

test("a specialist begins ten conversations a day, and answers as many as patients begin", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    const { id: another } = await ana.api.cases.create({ title: `Caso ${n}`, description: "Me duele" });
    ids.push((await carla.api.matches.apply({ case_id: another })).id);
  }
  const begin = (match: string) => outcome(carla.api.conversations.send({ id: match, body: "Hola" }));
  for (const match of ids.slice(0, 10)) expect(await begin(match)).toBe("ok");
  expect(await begin(ids[10]!)).toBe("TOO_MANY_CONVERSATIONS");
  await ana.api.conversations.send({ id: ids[10]!, body: "¿Cuánto sale la sesión?" });
  expect(await begin(ids[10]!)).toBe("ok");
  expect(await begin(ids[0]!)).toBe("ok");
});

test("who withdraws an application begins no conversation anew for the limit of a day", async () => {
  for (let n = 0; n < 10; n += 1) {
    expect(await outcome(say(carla, "Hola"))).toBe("ok");
    await carla.api.matches.withdraw({ id });
    ({ id } = await carla.api.matches.apply({ case_id: caseId }));
  }
  expect(await outcome(say(carla, "Hola"))).toBe("TOO_MANY_CONVERSATIONS");
});

test("a message wakes the pages of its two people alone, and says nothing of itself", async () => {
  const bruno = await testApp.signUp(like(cast.bruno, `Bruno Mira ${round}`));
  const streams = { ana: await follow(ana.api), carla: await follow(carla.api), bruno: await follow(bruno.api) };
  await say(ana, "Un secreto");
  await receives(streams.carla, { type: "message", case_id: caseId });
  await receives(streams.ana, { type: "message", case_id: caseId });
  expect(JSON.stringify(streams.carla.received)).not.toContain("secreto");
  expect(streams.bruno.received).toEqual([]);
  await Promise.all(Object.values(streams).map((stream) => stream.leave()));
});

test("a message is a notification of its group without a word of it, and reading the conversation ends it", async () => {
  const { id: last } = await say(ana, "Un secreto");
  const inbox = async () =>
    (await carla.api.notifications.list({})).items.filter(({ kind }) => kind.startsWith("message"));
  expect(await inbox()).toMatchObject([{ kind: "message_received_kine", count: 1, case_id: caseId, seen_at: null }]);
  expect(KINDS.message_received.title({ count: 1, case_id: caseId, match_id: id })).toBe("Tenés un mensaje");
  // The notification's link opens the conversation itself.
  const about = (await inbox())[0]!;
  expect(KINDS.message_received_kine.path(about)).toBe(`/dashboard/kine/matches?mensajes=${id}`);
  expect(KINDS.message_received.path(about)).toBe(`/dashboard/patient/cases?mensajes=${id}`);
  expect(JSON.stringify(await inbox())).not.toContain("secreto");
  // Seeing the case does not mark the conversation's notification as seen.
  await carla.api.notifications.seen({ case_id: caseId });
  expect(await inbox()).toMatchObject([{ seen_at: null }]);
  await carla.api.conversations.seen({ id, up_to: last });
  expect(await inbox()).toMatchObject([{ seen_at: expect.any(Date) }]);
});

test("a thread of a thousand messages among fifty thousand opens with two statements that read a page of it", async () => {
  // Accepted already where this test is tried again.
  expect(["ok", "MATCH_DECIDED"]).toContain(await outcome(ana.api.matches.accept({ id })));
  await sql
    .raw(
      `begin; set local session_replication_role = replica;
      insert into messages (match_id, author_id, body) select '${randomUUID()}', '${randomUUID()}', 'De otros' from generate_series(1, 50000);
      insert into messages (match_id, author_id, body) select '${id}', case when n % 2 = 0 then '${ana.id}' else '${carla.id}' end::uuid,
        'Mensaje ' || n from generate_series(1, 1000) n;
      commit; analyze`,
    )
    .execute(testApp.db);
  const pool = new pg.Pool({ connectionString: testApp.databaseUrl, max: 2 });
  try {
    const { api, takeAsked } = await watchedApi(testApp.app.services, pool, carla.id);
    expect((await api.conversations.read({ id })).items).toHaveLength(20);
    const queries = takeAsked();
    expect(queries).toHaveLength(2);
    const cost = await costOf(pool, queries);
    expect(cost.tablesScanned.filter((table) => table === "messages")).toEqual([]);
    expect(cost.rowsOf["messages"]).toBeLessThan(50);
    // Includes the few rows of the other tables, which PostgreSQL scans sequentially.
    expect(cost.rows).toBeLessThan(600);
    const all = await everyItem((before) => api.conversations.read({ id, before }));
    expect(new Set(all.map((each) => each.id)).size).toBe(1000);
  } finally {
    await pool.end();
    await sql`delete from messages where match_id = ${id} or body = 'De otros'`.execute(testApp.db);
  }
});

test("a specialist who withdraws, and a patient who leaves, take the conversation along", async () => {
  await say(ana, "Hola");
  await carla.api.matches.withdraw({ id });
  expect(await outcome(read(ana))).toBe("NOT_FOUND");
  ({ id } = await carla.api.matches.apply({ case_id: caseId }));
  await say(carla, "Hola");
  await ana.api.accounts.delete();
  expect(
    (await sql`select from messages where author_id in (${ana.id}, ${carla.id})`.execute(testApp.db)).rows,
  ).toEqual([]);
  expect(await outcome(carla.api.conversations.read({ id }))).toBe("NOT_FOUND");
});

test("without the current consent to health data a patient writes nothing more", async () => {
  await ana.api.matches.accept({ id });
  await ana.api.consents.withdrawHealth();
  expect(await outcome(say(ana, "Me duele más"))).toBe("CONSENT_NEEDED");
  expect(await outcome(say(carla, "¿Todo bien?"))).toBe("ok");
  await consent(ana.api);
  expect(await outcome(say(ana, "Me duele menos"))).toBe("ok");
  await sql`insert into consent_texts (document, version, text, sha256)
    values ('health_data', '2027-01-01', 'Otro', encode(sha256(convert_to('Otro', 'UTF8')), 'hex'))`.execute(
    testApp.db,
  );
  try {
    expect(await outcome(say(ana, "Me duele más"))).toBe("CONSENT_NEEDED");
  } finally {
    await sql`begin; set local session_replication_role = replica; delete from consent_texts where version = '2027-01-01'; commit`.execute(
      testApp.db,
    );
  }
});

test("a reported message shows the admin what was written, and nobody reports their own or a stranger's", async () => {
  const elena = await testApp.signIn(cast.elena);
  const { id: message } = await say(carla, "Te insulto");
  const report = (who: Person) =>
    outcome(who.api.reports.create({ subject: "sent_message", id: message, reason: "offensive" }));
  expect(await report(carla)).toBe("OWN_THING");
  expect(await report(await testApp.signUp(like(cast.bruno, `Bruno Denuncia ${round}`)))).toBe("NOT_FOUND");
  expect(await report(ana)).toBe("ok");
  expect(await report(ana)).toBe("ALREADY_REPORTED");
  const { items } = await elena.api.reports.list({ state: "open" });
  expect(items.find(({ subject_id }) => subject_id === message)).toMatchObject({
    subject: "sent_message",
    text: "Te insulto",
    author_id: carla.id,
    case_id: caseId,
  });
});

test("a reported message stays before the admin when its application or its case is withdrawn, and goes with its author", async () => {
  const elena = await testApp.signIn(cast.elena);
  const { id: message } = await say(carla, "Te insulto");
  await ana.api.reports.create({ subject: "sent_message", id: message, reason: "offensive" });
  const reported = async () =>
    (await elena.api.reports.list({ state: "open" })).items.find(({ subject_id }) => subject_id === message);
  await carla.api.matches.withdraw({ id });
  expect(await outcome(read(ana))).toBe("NOT_FOUND");
  const shown = { text: "Te insulto", author_id: carla.id, author_name: `Carla Escribe ${round}` };
  expect(await reported()).toMatchObject({ ...shown, case_id: caseId, title: "Rodilla" });
  expect((await elena.api.dossiers.person({ id: carla.id })).reports).toMatchObject([{ subject: "sent_message" }]);
  await ana.api.cases.withdraw({ id: caseId });
  expect(await reported()).toMatchObject({ ...shown, case_id: null });
  await carla.api.accounts.delete();
  expect(await reported()).toBeUndefined();
});

test("messages are kept 90 days after the end of their case, 12 months where the specialist was accepted, and while a report is open", async () => {
  const { removeExpiredRows } = await import("../../app/server/retention.server.ts");
  await say(ana, "Hola");
  await ana.api.matches.accept({ id });
  await ana.api.cases.close({ id: caseId });
  const count = async () => (await sql`select from messages where match_id = ${id}`.execute(testApp.db)).rows.length;
  const age = async (days: number) => {
    await sql`update cases set closed_at = now() - make_interval(days => ${days}) where id = ${caseId}`.execute(
      testApp.db,
    );
    await removeExpiredRows(testApp.db);
    return count();
  };
  expect(await age(91)).toBe(1);
  const [message] = (await read(ana)).items;
  await carla.api.reports.create({ subject: "sent_message", id: message!.id, reason: "offensive" });
  expect(await age(367)).toBe(1);
  await sql`delete from reports where message_id = ${message!.id}`.execute(testApp.db);
  expect(await age(367)).toBe(0);
});

test("a conversation is out of sight when its messages are no longer kept: nothing is written that would be gone within the hour", async () => {
  const rita = await testApp.approvedKine(like(cast.carla, `Rita Espera ${round}`, { license_number: `MN 7${round}` }));
  const { id: waiting } = await rita.api.matches.apply({ case_id: caseId });
  await ana.api.matches.accept({ id });
  await ana.api.cases.close({ id: caseId });
  const closeBefore = (ago: string) =>
    sql`update cases set closed_at = now() - ${ago}::interval where id = ${caseId}`.execute(testApp.db);
  await closeBefore("89 days");
  expect(await rita.api.conversations.read({ id: waiting })).toMatchObject({ state: "read_only" });
  await closeBefore("91 days");
  expect(await outcome(rita.api.conversations.read({ id: waiting }))).toBe("NOT_FOUND");
  expect(await outcome(say(carla, "¿Cómo seguís?"))).toBe("ok");
  await closeBefore("12 months 1 day");
  for (const who of [ana, carla]) {
    expect(await outcome(say(who, "¿Cómo seguís?"))).toBe("NOT_FOUND");
    expect(await outcome(read(who))).toBe("NOT_FOUND");
  }
});

test("nobody writes to a specialist who is none any more", async () => {
  await ana.api.matches.accept({ id });
  await sql`begin; set local session_replication_role = replica; delete from user_roles where user_id = ${sql.lit(carla.id)}; commit`.execute(
    testApp.db,
  );
  expect(await read(ana)).toMatchObject({ state: "read_only" });
  expect(await outcome(say(ana, "¿Estás?"))).toBe("CONVERSATION_CLOSED");
});

test("the privacy page tells that a program looks for contact data in messages", async () => {
  const { personalData } = await import("../../app/screens/public/personal-data.ts");
  const told = personalData.find(({ data }) => data === "Mensajes de una postulación")!;
  expect(told.purpose).toContain("un programa busca datos de contacto en ellos");
  expect(told.purpose).toContain("le avisa al equipo de administración");
});

test("an application that is nobody's conversation answers as one that does not exist", async () => {
  expect(await outcome(ana.api.conversations.read({ id: randomUUID() }))).toBe("NOT_FOUND");
  await vi.waitFor(async () => expect(await outcome(read(ana))).toBe("ok"), TIMES);
});

test("half a phone in an application's text and half in the place of its offer are hidden together", async () => {
  const { id: other } = await ana.api.cases.create({ title: "Muñeca", description: "Me duele" });
  const { id: match } = await carla.api.matches.apply({
    case_id: other,
    message: "Puedo ayudarte, 11 4555",
    offer: { place: "6789" },
    valid_days: 7,
  });
  expect((await ana.api.cases.get({ id: other })).applications[0]).toMatchObject({ offer: { place: "••••" } });
  expect((await ana.api.cases.compare({ id: other })).offers[0]).toMatchObject({ offer: { place: "••••" } });
  const { id: third } = await ana.api.cases.create({ title: "Cadera", description: "Me duele" });
  const applied = await carla.api.matches.apply({
    case_id: third,
    offer: { place: "Consultorio 11 4555" },
    valid_days: 7,
  });
  await carla.api.conversations.send({ id: applied.id, body: "6789" });
  expect((await ana.api.conversations.read({ id: applied.id })).items[0]).toMatchObject({ body: "••••" });
  expect(match).not.toBe(applied.id);
});

test("a specialist's conversations come in pages without a gap or a repetition", async () => {
  const ids = [id];
  for (let n = 0; n < 23; n++) {
    const { id: case_id } = await ana.api.cases.create({ title: `Caso ${n}`, description: "Me duele" });
    ids.push((await carla.api.matches.apply({ case_id })).id);
  }
  for (const each of ids) await ana.api.matches.accept({ id: each });
  const [first, second, ...later] = ids;
  for (const each of [second!, first!]) await carla.api.conversations.send({ id: each, body: "¿Cómo seguís?" });
  const listed = await everyItem((before) => carla.api.conversations.received({ before }));
  expect(listed.map((each) => each.id)).toEqual([first, second, ...later.toReversed()]);
});

test("conversations are listed in the order of the dates that they show, whatever their ids, page by page", async () => {
  const ids = [id];
  for (let n = 0; n < 22; n++) {
    const { id: case_id } = await ana.api.cases.create({ title: `Fecha ${n}`, description: "Me duele" });
    ids.push((await carla.api.matches.apply({ case_id })).id);
  }
  for (const each of ids) await ana.api.matches.accept({ id: each });
  // As of rows that were moved in: the later the id, the older the date, and two of one date.
  await sql`update matches m set created_at = now() - make_interval(days => (n / 2)::int)
    from unnest(${ids}::uuid[]) with ordinality as i(id, n) where i.id = m.id`.execute(testApp.db);
  await say(carla, "¿Cómo seguís?");
  const lists: { id: string; last_at: Date }[][] = [
    await everyItem((before) => carla.api.conversations.received({ before })),
    await everyItem((before) => ana.api.conversations.mine({ before })),
  ];
  for (const listed of lists) {
    const dates = listed.map(({ last_at }) => last_at.getTime());
    expect(dates).toEqual(dates.toSorted((one, other) => other - one));
    expect(listed[0]!.id).toBe(id);
    expect(new Set(listed.map((each) => each.id))).toEqual(new Set(ids));
    expect(listed).toHaveLength(ids.length);
  }
});

test("what somebody was sent and its author withdrew stays theirs to read and to report, for thirty days", async () => {
  const elena = await testApp.signIn(cast.elena);
  const report = (who: Person, subject: "message" | "sent_message" | "profile", about: string) =>
    outcome(who.api.reports.create({ subject, id: about, reason: "misconduct" }));
  const { id: threat } = await say(carla, "Sé dónde vivís");
  const { id: insult } = await say(carla, "Escribime al 11 5555-8190");
  const { id: answer } = await say(ana, "Sos una inútil");
  await carla.api.matches.withdraw({ id });
  expect(await outcome(read(ana))).toBe("NOT_FOUND");
  const author_name = `Carla Escribe ${round}`;
  const { items } = await ana.api.conversations.withdrawn();
  expect(items).toMatchObject([
    { id: insult, author_name, is_application: false },
    { id: threat, author_name, is_application: false, body: "Sé dónde vivís" },
    { id, author_name, is_application: true, body: "Puedo ayudarte" },
  ]);
  expect(items[0]?.body).not.toContain("8190");
  expect((await carla.api.conversations.withdrawn()).items).toMatchObject([
    { id: answer, author_name: null, body: "Sos una inútil" },
  ]);
  const bruno = await testApp.signUp(like(cast.bruno, `Bruno Retira ${round}`));
  expect(await report(bruno, "sent_message", threat)).toBe("NOT_FOUND");
  expect(await report(carla, "sent_message", threat)).toBe("NOT_FOUND");
  await testApp.db.updateTable("profiles").set({ publish_asked_at: new Date() }).where("id", "=", carla.id).execute();
  expect(await report(ana, "profile", carla.id)).toBe("ok");
  expect(await report(ana, "message", id)).toBe("ok");
  expect(await report(ana, "sent_message", threat)).toBe("ok");
  expect(await report(carla, "sent_message", answer)).toBe("ok");
  const open = (await elena.api.reports.list({ state: "open" })).items;
  expect(open.find(({ subject_id }) => subject_id === threat)).toMatchObject({
    text: "Sé dónde vivís",
    author_id: carla.id,
    case_id: caseId,
    is_gone: true,
  });
  await sql`update withdrawn_words set kept_until = now() where id = ${insult}`.execute(testApp.db);
  expect(await report(ana, "sent_message", insult)).toBe("NOT_FOUND");
  expect((await ana.api.conversations.withdrawn()).items.map((each) => each.id)).toEqual([threat, id]);
  // Who is no specialist any more reads no patient.
  await testApp.db.deleteFrom("user_roles").where("user_id", "=", carla.id).execute();
  expect((await carla.api.conversations.withdrawn()).items).toEqual([]);
  const { id: other } = await testApp.db
    .selectFrom("withdrawn_words")
    .select("id")
    .where("recipient_id", "=", carla.id)
    .executeTakeFirstOrThrow();
  expect(await report(carla, "sent_message", other)).toBe("NOT_FOUND");
});

test("a page after an entry that is gone goes on where its id stands", async () => {
  await say(carla, "¿El martes?");
  const gone = "ffffffff-ffff-7fff-bfff-ffffffffffff";
  for (const list of [ana.api.conversations.mine, carla.api.conversations.received])
    expect((await list({ before: gone })).items).toHaveLength((await list({})).items.length);
  expect((await ana.api.conversations.mine({ before: gone })).items).not.toEqual([]);
});

test.each(["cases.withdraw", "consents.withdrawHealth", "accounts.delete"])(
  "what was written about a case stays reportable when the case goes, but for what is its patient's to take: %s",
  async (act) => {
    const { id: threat } = await say(carla, "Sé dónde vivís");
    const { id: insult } = await say(ana, "Sos una inútil");
    if (act === "cases.withdraw") await ana.api.cases.withdraw({ id: caseId });
    else if (act === "accounts.delete") await ana.api.accounts.delete();
    else await ana.api.consents.withdrawHealth();
    expect((await carla.api.conversations.withdrawn()).items.map((each) => each.id)).toEqual(
      act === "cases.withdraw" ? [insult] : [],
    );
    if (act === "accounts.delete") return;
    expect((await ana.api.conversations.withdrawn()).items.map((each) => each.id)).toEqual([threat, id]);
    await ana.api.reports.create({ subject: "sent_message", id: threat, reason: "misconduct" });
    await ana.api.consents.withdrawHealth().catch(() => null);
    expect((await carla.api.conversations.withdrawn()).items).toEqual([]);
  },
);
