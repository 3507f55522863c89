import { afterAll, beforeAll, expect, test } from "vitest";
import { OTHER_COLUMNS, textColumns } from "../exposure/text-columns.ts";
import { textInputs } from "../support/text-inputs.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

/** Every text that a specialist may write about a patient, by its procedure and field. None of them is a place for care. */
const ABOUT_A_PATIENT = [
  "matches.apply message",
  "matches.apply offer place",
  "matches.edit offer place",
  "conversations.send body",
  "reports.create details",
  "reviews.reply body",
  "reviews.editReply body",
  "appeals.ask text",
  "treatments.authorise number",
];

test("a specialist writes of a patient only where nothing of their care belongs, and no table of care has a text", async () => {
  const written = textInputs().map(({ field }) => field);
  // Ids, days and times are no texts; an agenda says where and when, to all of its patients alike.
  const isText = (field: string) => !/(?:^| )(?:\w+_)?(?:id|day|from|until|starts?)(?: |$)/.test(field);
  const ofTreatment = written.filter((field) => /^(?:treatments|measures|bookings)\./.test(field) && isText(field));
  expect(ofTreatment).toEqual(["treatments.authorise number"]);
  for (const field of ABOUT_A_PATIENT) expect(written, field).toContain(field);
  const columns = (await textColumns(testApp.db)).filter((name) =>
    /^(treatments|authorisations|bookings|measure)/.test(name),
  );
  expect(columns).toEqual(["authorisations.number", "bookings.zone"]);
  expect(OTHER_COLUMNS["read from the acceptance on"]).toContain("authorisations.number");
});
