import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Viewer } from "../../app/api/viewer.server.ts";
import { findViewer } from "../../app/api/viewer.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { openAuditCsv } from "../../app/domain/audit/audit.server.ts";
import { openListCsv } from "../../app/domain/downloads/downloads.server.ts";
import { takeExport } from "../../app/domain/exports/exports.server.ts";
import { sessionOf } from "../support/accounts.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
const ROWS = 2_500;
beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  const ana = await testApp.signUp(cast.ana);
  await sql`insert into auth.audit_events (event) select 'signed_in' from generate_series(1, ${ROWS}::int)`.execute(
    testApp.db,
  );
  await testApp.db
    .insertInto("cases")
    .values(Array.from({ length: 60 }, (_, n) => ({ patient_id: ana.id, title: `Fila ${n}`, description: "x" })))
    .execute();
});
afterAll(() => testApp?.close());

const encoded = (query: object) => Buffer.from(JSON.stringify(query)).toString("base64url");

/** Each download that is longer than a piece. */
const DOWNLOADS: Record<string, (viewer: Viewer, who: Person) => Promise<ReadableStream<Uint8Array>>> = {
  "the audit log": (viewer) => openAuditCsv(testApp.app.services, viewer, encoded({})),
  "a list": (viewer) => openListCsv(testApp.app.services, viewer, encoded({ list: "cases", filter: {} })),
  "a copy of one's data": async (viewer, who) => {
    const { url } = await who.api.exports.ask();
    return takeExport(testApp.app.services, viewer, new URL(url, testApp.url).pathname.split("/").at(-1)!);
  },
};
const ENDS: Record<string, (who: Person) => Promise<unknown>> = {
  demoted: ({ id }) => elena.api.accounts.assignRole({ user_id: id, role: "patient" }),
  suspended: ({ id }) => elena.api.moderation.suspend({ id, reason: "No cumple los términos" }),
  "signed out": ({ auth }) => auth.signOut({ scope: "global" }),
};
const CASES = Object.keys(DOWNLOADS).flatMap((download) =>
  Object.keys(ENDS)
    .filter((end) => !(download === "a copy of one's data" && end === "demoted"))
    .map((end) => [download, end] as const),
);

test.each(CASES)("%s that is being downloaded breaks off once its reader is %s", async (download, end) => {
  const admin = await testApp.signUp(like(cast.bruno, `Admin ${download} ${end}`));
  await confirmAddresses(testApp.db, admin);
  await elena.api.accounts.assignRole({ user_id: admin.id, role: "admin" });
  const session = { session_id: sessionOf(await admin.token()), user_id: admin.id };
  const viewer = (await findViewer(testApp.db, session))!;
  const whole = new Response(await DOWNLOADS[download]!(viewer, admin));
  expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  const reader = (await DOWNLOADS[download]!(viewer, admin)).getReader();
  expect((await reader.read()).done).toBe(false);
  await ENDS[end]!(admin);
  const rest = async () => {
    while (!(await reader.read()).done);
  };
  expect(await outcome(rest())).toBe(end === "demoted" ? "NOT_ALLOWED" : "NOT_SIGNED_IN");
});
