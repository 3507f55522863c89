import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textColumns } from "../exposure/text-columns.ts";
import { textInputs } from "../support/text-inputs.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

/**
 * Every column of text in a table of cases and applications, of what belongs to them, or of two people, by who fills it. What a specialist writes
 * about care is a clinical record, which belongs to its patient and is kept for ten years: no such column is added.
 */
const FILLED_BY: Record<string, string> = {
  "a specialist": `matches.message matches.offer messages.body messages.masked messages.file_path review_replies.body reports.details withdrawn_words.body withdrawn_words.masked
    appeals.text authorisations.number`,
  "a patient": `cases.title cases.description cases.injury_area cases.location_city cases.facts cases.studies_urls cases.search
    case_coverages.plan measure_activities.name measures.scores patient_coverages.plan reviews.comment review_versions.comment matches.title_then`,
  "a specialist, of themselves": "kine_applications.license_number licences.number licences.evidence_path",
  "an admin": `appeals.decision cases.closed_reason held_decisions.decision kine_applications.rejection_reason reports.decision review_replies.hidden_reason
    reviews.asked_to_edit_for reviews.hidden_reason suspensions.reason suspensions.restored_reason`,
  "the program": `acts_at_once.kind agreed_contacts.kine_email agreed_contacts.kine_phone agreed_contacts.patient_city
    agreed_contacts.patient_name agreed_contacts.patient_phone bookings.zone case_places.place case_steps.modality
    case_steps.place case_steps.zone cases.place_slug cases.zone_side
    cases.zone_slug coverage_disputes.decision licences.doubted_state licences.jurisdiction licences.kind licences.method
    licences.number_key licences.state licences.value_kind licences.value_number licences.value_place notifications.delivery
    notifications.kind reports.said reports.said_title reviews.author_name study_views.path`,
};

/** The tables that say something of a patient: of a case or an application, of what refers to those, or of two people. */
async function tablesAboutPatients(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive refers as (select conrelid as of, confrelid as thing from pg_constraint where contype = 'f'),
    about (of) as (
      select unnest(array['cases', 'matches']::regclass[])::oid
      union select attrelid from pg_attribute a join pg_class c on c.oid = a.attrelid
        where a.attname = 'patient_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      union select of from refers where thing = 'profiles'::regclass group by of having count(*) > 1
      union select r.of from refers r join about a on a.of = r.thing)
    select of::regclass::text as name from about`.execute(testApp.db);
  return rows.map(({ name }) => name);
}

test("a specialist writes of a patient only where nothing of their care belongs, and no table of care has a text", async () => {
  const tables = new Set(await tablesAboutPatients());
  expect([...tables]).toEqual(
    expect.arrayContaining(["bookings", "treatments", "authorisations", "messages", "reports"]),
  );
  const columns = (await textColumns(testApp.db)).filter((name) => tables.has(name.slice(0, name.lastIndexOf("."))));
  expect(columns).toEqual(
    Object.values(FILLED_BY)
      .flatMap((names) => names.split(/\s+/))
      .toSorted(),
  );
  expect(columns.filter((name) => /^(treatments|authorisations|bookings|measure)/.test(name))).toEqual([
    "authorisations.number",
    "bookings.zone",
    "measure_activities.name",
    "measures.scores",
  ]);
  // What patients say of themselves is theirs to write: a specialist has no call for it.
  expect(FILLED_BY["a specialist"]).not.toContain("measure");
  // Ids, days, times and the tokens of links are no texts.
  const isText = (field: string) => !/(?:^| )(?:\w+_)?(?:id|day|from|until|starts?|token)(?: |$)/.test(field);
  const written = textInputs().map(({ field }) => field);
  expect(written.filter((field) => /^(?:treatments|bookings)\./.test(field) && isText(field))).toEqual([
    "treatments.authorise number",
  ]);
});

test("the number of an authorisation holds no sentence", async () => {
  const table = sql`authorisations`;
  for (const text of ["dolor: cede\nmejora", "evolución favorable", "x".repeat(41)])
    await expect(
      sql`insert into ${table} (match_id, coverage_id, sessions, valid_from, valid_until, stated_by, number)
        values (gen_random_uuid(), 1, 1, '2026-01-01', '2026-01-01', 'kine', ${text})`.execute(testApp.db),
      text,
    ).rejects.toMatchObject({ constraint: "authorisations_number" });
});
