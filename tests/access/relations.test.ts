import { sql } from "kysely";
import { z } from "zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { png } from "../files/png.ts";
import { procedures } from "../support/procedures.ts";
import { everyItem, like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { type Relation, relations, type RelationState } from "./relations.table.ts";

let testApp: TestApp;
let checked: Person;
let unchecked: Person;
const tried = { cells: 0 };
const PHONES = { before: "+54 11 4444-0001", now: "+54 11 4444-0002" };
const KINE_PHONES = { before: "+54 11 5555-0001", now: "+54 11 5555-0002" };

const planted = (statement: string) =>
  sql.raw(`begin; set local session_replication_role = replica; ${statement}; commit`).execute(testApp.db);

beforeAll(async () => {
  testApp = await openTestApp();
  checked = await testApp.approvedKine(like(cast.carla, "Carla Comprobada", { license_number: "MN 7001" }));
  unchecked = await testApp.approvedKine(like(cast.carla, "Vera Declarada", { license_number: "MN 7002" }));
  await planted(`update profiles set license_checked_at = null where id = '${unchecked.id}'`);
});
afterAll(() => testApp?.close());

type Scene = { patient: Person; kine: Person; id: string; match: string; link: string; round: number };

/** A case with a study, as the state begins: offered, applied to, accepted. The specialist holds a link to the study where they may. */
async function begin(state: RelationState, round: number): Promise<Scene> {
  const kine = state.includes("unchecked") ? unchecked : checked;
  await planted(`update profiles set suspended_at = null, phone = '${KINE_PHONES.before}', email = 'then${round}@example.com',
    phone_listed = false where id = '${kine.id}'`);
  const patient = await testApp.signUp(
    like(cast.ana, `Ana Antes ${round}`, { phone: PHONES.before, location_city: "Barrio Antes" }),
  );
  const { id } = await patient.api.cases.create({
    title: `Rodilla antes ${round}`,
    description: `Descripción privada ${round}`,
    injury_area: "Zona privada",
    location_city: "Lugar privado",
    facts: { pain: 3 },
    studies_access: state.includes("for accepted") ? "accepted" : "verified",
    identity_access: state.includes("hides") ? "accepted" : "verified",
  });
  const sent = await fetch(`${testApp.url}/files/case-studies/${id}?name=a.png`, {
    method: "PUT",
    headers: { authorization: `Bearer ${await patient.token()}` },
    body: new Uint8Array(png),
  });
  expect(sent.status).toBe(200);
  let match = "";
  if (!state.startsWith("offered"))
    ({ id: match } = await kine.api.matches.apply({ case_id: id, message: "Puedo ayudarte" }));
  const isAccepted = state.startsWith("accepted") || state === "the patient gone";
  // Who wrote to a specialist is in their notifications as long as the conversation is in sight.
  if (match) await patient.api.conversations.send({ id: match, body: "¿Cuándo podrías?" });
  if (isAccepted) await patient.api.matches.accept({ id: match });
  const link = (await kine.api.cases.view({ id })).studies[0]?.url ?? "";
  return { patient, kine, id, match, link, round };
}

const DOES: Partial<Record<RelationState, (scene: Scene) => Promise<unknown>>> = {
  "offered, asleep": ({ id }) => planted(`update cases set dormant_at = now() where id = '${id}'`),
  "offered, then blocked by the patient": ({ patient, kine }) =>
    planted(`insert into blocks (blocker_id, blocked_id) values ('${patient.id}', '${kine.id}')`),
  "offered, its patient suspended": ({ patient }) => suspend(patient),
  "offered, the consent taken back": ({ patient }) => takeBack(patient),
  "offered, then closed": ({ id }) =>
    planted(`update cases set status = 'closed', closed_at = now() where id = '${id}'`),
  "applied, asleep": ({ id }) => planted(`update cases set dormant_at = now() where id = '${id}'`),
  "applied, its patient suspended": ({ patient }) => suspend(patient),
  "applied, the consent taken back": ({ patient }) => takeBack(patient),
  "applied, then closed": ({ id }) =>
    planted(`update cases set status = 'closed', closed_at = now() where id = '${id}'`),
  "applied, closed 91 days ago": ({ id }) =>
    planted(`update cases set status = 'closed', closed_at = now() - interval '91 days' where id = '${id}'`),
  "applied, blocked by the patient": ({ patient, match }) => patient.api.conversations.block({ id: match }),
  "applied, blocked by the specialist": ({ kine, match }) => kine.api.conversations.block({ id: match }),
  "applied, the application withdrawn": ({ kine, match }) => kine.api.matches.withdraw({ id: match }),
  "applied, the specialist blocked the patient in another case": async ({ patient, kine }) => {
    const { id } = await patient.api.cases.create({ title: "Otro", description: "Caso", identity_access: "accepted" });
    await kine.api.conversations.block({ id: (await kine.api.matches.apply({ case_id: id })).id });
  },
  "applied, the specialist suspended": ({ kine }) => suspend(kine),
  "applied, the specialist made a patient": ({ kine }) =>
    planted(`update user_roles set role = 'patient' where user_id = '${kine.id}'`),
  rejected: ({ patient, match }) => patient.api.matches.reject({ id: match }),
  "accepted, its patient suspended": ({ patient }) => suspend(patient),
  "accepted, the consent taken back": ({ patient }) => takeBack(patient),
  "accepted, then closed": ({ patient, id }) => patient.api.cases.close({ id }),
  "accepted, closed 13 months ago": async ({ patient, id }) => {
    await patient.api.cases.close({ id });
    await planted(`update cases set closed_at = now() - interval '13 months' where id = '${id}'`);
  },
  "accepted, blocked by the patient": ({ patient, match }) => patient.api.conversations.block({ id: match }),
  "accepted, blocked by the specialist": ({ kine, match }) => kine.api.conversations.block({ id: match }),
  "accepted, blocked and then closed": async (scene) => {
    const { patient, kine, match, id } = scene;
    await patient.api.conversations.block({ id: match });
    await change(scene);
    await patient.api.cases.close({ id });
    await patient.api.reviews.create({ case_id: id, kine_id: kine.id, stars: 4 });
  },
  "accepted, blocked and unblocked": async ({ patient, match }) => {
    await patient.api.conversations.block({ id: match });
    await patient.api.conversations.unblock({ id: match });
  },
  "accepted, closed, blocked and unblocked": async ({ kine, patient, match, id }) => {
    await patient.api.cases.close({ id });
    await kine.api.conversations.block({ id: match });
    await kine.api.conversations.unblock({ id: match });
  },
  "accepted, taken back": ({ patient, match }) => patient.api.matches.end({ id: match }),
  "the patient gone": ({ patient }) => patient.api.accounts.delete(),
};
const suspend = ({ id }: Person) => planted(`update profiles set suspended_at = now() where id = '${id}'`);
const takeBack = ({ id }: Person) =>
  planted(`update profiles set health_withdrawn_at = now(), health_consent = null where id = '${id}'`);

/** After the state began: both people have other data, and the case says something else. */
const change = ({ patient, kine, id, round }: Scene) =>
  planted(`update profiles set name = 'Zoe Ahora ${round}', phone = '${PHONES.now}', location_city = 'Barrio Ahora' where id = '${patient.id}';
    update profiles set phone = '${KINE_PHONES.now}', email = 'now${round}@example.com' where id = '${kine.id}';
    update cases c set title = 'Rodilla ahora ${round}' where id = '${id}' and status <> 'closed'
      and exists (select from profiles p where p.id = c.patient_id and p.suspended_at is null)`);

const which = (value: unknown, { before, now }: { before: string; now: string }) =>
  value === null || value === undefined
    ? "none"
    : value === now
      ? "now"
      : value === before
        ? "then"
        : `? ${String(value)}`;

/** Every answer to a specialist that carries a text of a patient's case, by its procedure. */
const TEXTS: Record<string, (scene: Scene) => Promise<unknown>> = {
  "bookings.mine": ({ kine }) => kine.api.bookings.mine(),
  "cases.available": ({ kine }) => everyItem((before) => kine.api.cases.available({ before })),
  "cases.view": ({ kine, id }) => kine.api.cases.view({ id }),
  "conversations.read": ({ kine, match }) => kine.api.conversations.read({ id: match }),
  "conversations.received": ({ kine }) => everyItem((before) => kine.api.conversations.received({ before })),
  "matches.mine": ({ kine }) => everyItem((before) => kine.api.matches.mine({ before })),
  "notifications.list": ({ kine }) => everyItem((before) => kine.api.notifications.list({ before })),
  "reviews.received": ({ kine }) => everyItem((before) => kine.api.reviews.received({ before })),
};
/** Answers with such a field to patients, of what is theirs, and to admins, or that are not about a case. */
const OF_OTHERS = [
  "cases.get",
  "cases.list",
  "cases.mine",
  "consents.health",
  "conversations.mine",
  "directory.specialists",
  "dossiers.caseFile",
  "dossiers.find",
  "dossiers.person",
  "operator.quietCases",
  "reports.list",
  "reviews.mine",
  "reviews.pending",
  "today.read",
];

/** Whether each of these answers says the title as it is now, as it was at the end, or what else the case says. */
async function textsOf(scene: Scene): Promise<Record<string, string[]>> {
  const { round } = scene;
  const words = [
    ["now", `Rodilla ahora ${round}"`],
    ["then", `Rodilla antes ${round}"`],
    ["texts", `Descripción privada ${round}"`],
  ] as const;
  const read = Object.entries(TEXTS).map(async ([name, answer]) => {
    const said = JSON.stringify(await answer(scene).catch(() => null));
    return [name, words.flatMap(([word, text]) => (said.includes(text) ? [word] : []))] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** The notifications about a case that each relation leaves true. */
const offered = ["case_in_zone", "case_invitation", "seat_free"];
const applied = ["application_unanswered", "offer_lapsed", "message_received_kine"];
const TOLD: Record<Relation["access"], readonly string[]> = {
  nothing: [],
  offered,
  applied,
  accepted: [...applied, "application_accepted", "nobody_wrote_kine", "review_received"],
  ended: ["application_rejected", "acceptance_ended", "message_received_kine", "review_received"],
};

/** What every reader of the case and of the two people's contact data says now, in the words of the table. */
async function read({ patient, kine, id, match, link, round }: Scene) {
  const view = await kine.api.cases.view({ id }).catch(() => null);
  const mine = (await everyItem((before) => kine.api.matches.mine({ before })).catch(() => [])).find(
    ({ case_id }) => case_id === id,
  );
  const isListed = (await everyItem((before) => kine.api.cases.available({ before })).catch(() => [])).some(
    (each) => each.id === id,
  );
  const { rows } = await sql<{ access: string | null }>`select case_access(${id}, ${kine.id}) as access`.execute(
    testApp.db,
  );
  const names = { before: `Ana Antes ${round}`, now: `Zoe Ahora ${round}` };
  const name = view?.poster_name === "Z." ? "initial" : which(view?.poster_name, names);
  const seen: Record<keyof Relation, string> = {
    access: view?.access ?? "nothing",
    title: which(view?.title, { before: `Rodilla antes ${round}`, now: `Rodilla ahora ${round}` }),
    texts: view?.description ? "now" : "none",
    name,
    city: which(view?.poster_city, { before: "Barrio Antes", now: "Barrio Ahora" }),
    phone: which(view?.phone, PHONES),
    studies: view?.studies.length ? "open" : view?.studies_withheld ? "withheld" : "none",
    toPatient: "none",
  };
  const opened = await patient.api.cases.get({ id }).catch(() => null);
  const application = opened?.applications.find((each) => each.id === match);
  seen.toPatient = which(application?.phone, KINE_PHONES);
  const profile = await patient.api.profiles.publicProfile({ id: kine.id }).catch(() => null);
  const list = await everyItem((before) => patient.api.profiles.specialists({ before })).catch(() => []);
  const told = await kine.api.notifications.list({}).catch(() => ({ items: [] }));
  const conversation = match ? await kine.api.conversations.read({ id: match }).catch(() => null) : null;
  return {
    seen,
    told: told.items.filter(({ case_id }) => case_id === id).map(({ kind }) => kind as string),
    // Each of these must agree with the row.
    others: {
      function: rows[0]?.access ?? "nothing",
      mine: mine?.access ?? "nothing",
      isListed,
      mineTitle: mine && which(mine.title, { before: `Rodilla antes ${round}`, now: `Rodilla ahora ${round}` }),
      minePhone: which(mine?.patient_phone, PHONES),
      mineName: which(mine?.patient_name, names),
      mineTexts: [mine?.description, mine?.injury_area, mine?.location_city].filter(Boolean).length,
      viewTexts: [view?.description, view?.injury_area, view?.location_city, view?.facts].filter(Boolean).length,
      conversationName: which(conversation?.other_name, names),
      linkFromBefore: link ? (await fetch(testApp.url + link)).status : 0,
      email: which(application?.email, { before: `then${round}@example.com`, now: `now${round}@example.com` }),
      profilePhone: which(profile?.phone, KINE_PHONES),
      profileEmail: which(profile?.email, { before: `then${round}@example.com`, now: `now${round}@example.com` }),
      isContactOpen: profile?.contact_open ?? false,
      summary: await outcome(patient.api.cases.summary({ id })),
      listPhone: which(list.find((each) => each.id === kine.id)?.phone, KINE_PHONES),
    },
  };
}

/** What follows from a row for the other readers. */
function expected(row: Relation, { match, link }: Scene, state: RelationState) {
  const isApplication = ["applied", "accepted", "ended"].includes(row.access);
  const isAccepted = row.access === "accepted";
  const mayAskPatient = !/patient suspended|patient gone/.test(state);
  const isKine = !/specialist suspended|made a patient/.test(state);
  const contact = mayAskPatient ? row.toPatient : "none";
  return {
    seen: { ...row, toPatient: contact },
    others: {
      function: row.access,
      mine: isApplication ? row.access : "nothing",
      isListed: row.access === "offered",
      mineTitle: isApplication ? row.title : undefined,
      minePhone: row.phone,
      mineName: isAccepted ? row.name : "none",
      mineTexts: isApplication && row.texts === "now" ? 3 : 0,
      viewTexts: row.texts === "now" ? 4 : 0,
      conversationName: match && isAccepted && isKine ? row.name : "none",
      linkFromBefore: link ? (row.studies === "open" ? 200 : 404) : 0,
      email: contact,
      profilePhone: contact,
      profileEmail: contact,
      isContactOpen: mayAskPatient && row.toPatient !== "none",
      summary: !mayAskPatient
        ? state === "the patient gone"
          ? "NOT_SIGNED_IN"
          : "ACCOUNT_SUSPENDED"
        : isAccepted
          ? "ok"
          : "CASE_NOT_MATCHED",
      listPhone: contact,
    },
  };
}

test.each(Object.keys(relations) as RelationState[])(
  "%s: each reads of the other what the table says",
  async (state) => {
    const scene = await begin(state, Object.keys(relations).indexOf(state) + 1);
    await DOES[state]?.(scene);
    if (state !== "the patient gone") await change(scene);
    const { told, ...found } = await read(scene);
    const row: Relation = relations[state];
    const may = new Set<string>([row.title, ...(row.texts === "now" ? ["texts"] : [])]);
    for (const [name, said] of Object.entries(await textsOf(scene)))
      expect([name, said.filter((word) => !may.has(word))]).toEqual([name, []]);
    expect(told.filter((kind) => !TOLD[relations[state].access].includes(kind))).toEqual([]);
    expect(found).toEqual(expected(relations[state], scene, state));
    if (relations[state].access === "nothing")
      expect(await outcome(scene.kine.api.matches.apply({ case_id: scene.id }))).not.toBe("ok");
    if (relations[state].access === "ended") {
      const shown = await scene.kine.api.cases.view({ id: scene.id });
      const kept = Object.entries(shown).filter(([, value]) => value && (!Array.isArray(value) || value.length > 0));
      expect(kept.map(([field]) => field).toSorted()).toEqual(["access", "created_at", "id", "match", "title"]);
    }
    tried.cells += Object.keys(found.seen).length + Object.keys(found.others).length;
    await planted(`update profiles set suspended_at = null where id = '${scene.kine.id}';
    update user_roles set role = 'kine' where user_id = '${scene.kine.id}'`);
  },
);

test("each answer that may carry a text of a case is compared with the table, or is of others", () => {
  const CASE_TEXT = /"(?:title|case_title|description|injury_area)":/;
  const says = (schema: unknown) =>
    CASE_TEXT.test(JSON.stringify(z.toJSONSchema(schema as z.ZodType, { io: "input", unrepresentable: "any" })));
  const found = [...procedures()].flatMap(([name, { "~orpc": declared }]) =>
    declared.outputSchema && !name.startsWith("live.") && says(declared.outputSchema) ? [name] : [],
  );
  expect(found.filter((name) => !TEXTS[name]).toSorted()).toEqual(OF_OTHERS);
});

test("relations: hundreds of fields were compared with the table", () => {
  console.log(`relations that end: ${tried.cells} cells tried, 0 wrong`);
  expect(tried.cells).toBeGreaterThan(700);
});
