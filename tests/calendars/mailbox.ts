import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import PostalMime from "postal-mime";
import { expect } from "vitest";
import { openPatient } from "../bookings/agenda.ts";
import type { Person } from "../support/people.ts";
import type { TestApp } from "../support/test-app.ts";
import { readBoth, readMessage } from "./parsers.ts";

/** A patient without quiet hours, whatever the time of the test is. */
export async function awakePatient(testApp: TestApp, kine: Person) {
  const opened = await openPatient(testApp, kine);
  await sql`insert into notification_hours (user_id, quiet_from, quiet_until) values (${opened.patient.id}, '00:00', '00:00')
    on conflict (user_id) do update set quiet_from = '00:00', quiet_until = '00:00'`.execute(testApp.db);
  const { email } = await testApp.db
    .selectFrom("profiles")
    .select("email")
    .where("id", "=", opened.patient.id)
    .executeTakeFirstOrThrow();
  return { ...opened, email };
}

/** The mails with a calendar part to a person, in order, once none waits any more. */
export async function mailsTo(testApp: TestApp, id: string) {
  // A job that runs while another one is asked for loses its key.
  const waiting = async () => {
    const { rows } = await sql`select from outgoing_messages o where o.user_id = ${id} and o.sealed is not null
      union all select from graphile_worker.jobs j join bookings b on j.key = 'calendar_entry:' || b.id
        join matches m on m.id = b.match_id join cases c on c.id = m.case_id where c.patient_id = ${id}
      union all select from graphile_worker.jobs where task_identifier = 'calendar_entry' and key is null`.execute(
      testApp.db,
    );
    return rows.length;
  };
  await expect.poll(waiting).toBe(0);
  const outbox = join(testApp.dataDir, "outbox");
  const files = (await readdir(outbox)).filter((name) => name.endsWith(`.${id}.eml`)).toSorted();
  const mails = await Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))));
  return mails.flatMap((mail) => {
    const part = mail.attachments.find(({ mimeType }) => mimeType === "text/calendar");
    if (!part) return [];
    const ics = typeof part.content === "string" ? part.content : new TextDecoder().decode(part.content);
    const attached = mail.attachments.filter(({ filename }) => filename === "invite.ics");
    expect([part.method, attached.length]).toEqual([readMessage(ics).method, 1]);
    const [entry, ...others] = readBoth(ics);
    expect(others).toEqual([]);
    return [{ ...readMessage(ics), ...entry!, ics, subject: mail.subject, words: `${mail.text} ${mail.html}` }];
  });
}
