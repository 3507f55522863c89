import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { fold } from "../../shared/text/fold.ts";
import { reportOfProgramWasMade } from "../reports/course.server.ts";
import { type ContactKind, contactsIn } from "./found-contacts.ts";
import { endsWithLabel } from "./labelled-numbers.ts";
import { contactsAcross } from "./masked-together.ts";

/**
 * Records contact data in texts of a person that are shown together and that are such beyond doubt; the third record in a day adds a report to
 * the admins' queue. `before` are the texts in their places until now: what they held was recorded when it was written.
 */
export async function noteContactLeaks(
  db: Database | Tx,
  services: Pick<Services, "masked">,
  personId: string,
  texts: readonly (string | null | undefined)[],
  before: readonly (string | null | undefined)[] = [],
): Promise<void> {
  const leak = contactLeakIn(services, texts, before);
  if (leak !== null) await noteContactLeak(db, personId, leak);
}

/** The contact data in texts, but for those as `before`, that are such beyond doubt, one per line, or null: nobody is reported for what only looks like them. */
export function contactLeakIn(
  { masked }: { masked: (text: string) => string },
  texts: readonly (string | null | undefined)[],
  before: readonly (string | null | undefined)[] = [],
): string | null {
  const changed = texts.filter((text, at) => text !== before[at]);
  const within = changed.flatMap((text) => (text && masked(text) !== text ? certainIn(text) : []));
  const known = acrossOf(before);
  const leaks = [...within, ...acrossOf(texts).filter((said) => !known.includes(said))];
  return leaks.length > 0 ? leaks.join("\n") : null;
}

const acrossOf = (texts: readonly (string | null | undefined)[]): string[] =>
  contactsAcross(texts.filter((text) => typeof text === "string"))
    .said.filter(({ kind, said }) => IS_CERTAIN[kind](said))
    .map(({ said }) => said.trim());

const certainIn = (text: string): string[] =>
  contactsIn(text)
    .map(({ kind, start, end }) => ({ kind, before: text.slice(0, start), said: text.slice(start, end).trim() }))
    .filter(({ kind, before, said }) => IS_CERTAIN[kind](said) && !endsWithLabel(fold(before.slice(-LABEL_REACH))))
    .map(({ said }) => said);

/** How far before a number its label is looked for, in characters. */
const LABEL_REACH = 50;

const IS_CERTAIN: Record<ContactKind, (said: string) => boolean> = {
  phone: (said) => parsePhoneNumberFromString(fold(said), "AR")?.isValid() ?? false,
  email: (said) => /\S@\S+\.\S/.test(fold(said)),
  web: (said) => /^(?:https?:|www\.)/i.test(said),
  handle: (said) => said.startsWith("@"),
  account: (said) => /^\d{22}$/.test(said.replaceAll(/\D/g, "")),
};

/** Records contact data that a person gave away. */
export async function noteContactLeak(db: Database | Tx, personId: string, said: string): Promise<void> {
  const note = async (tx: Tx) => {
    await lockLeaks.run(tx, { personId });
    await noteLeak.run(tx, { personId, said });
    await reportThree.run(tx, { personId });
    await reportOfProgramWasMade(tx, personId);
  };
  await (db.isTransaction ? note(db as Tx) : db.transaction().execute(note));
}

const DEFERRED = { isDeferred: true } as const;
type Of = { personId: string };

/** One after the other, so that each counts those before. */
const lockLeaks = prepared(
  "contact leaks",
  (_, { personId }: Of) => sql`select pg_advisory_xact_lock(hashtextextended('leak ' || ${personId}::uuid, 0))`,
  DEFERRED,
);
const noteLeak = prepared(
  "contact leak",
  (_, { personId, said }: Of & { said: string }) =>
    sql`insert into contact_leaks (user_id, said) values (${personId}::uuid, left(${said}::text, 2000))`,
  DEFERRED,
);
/** The third in a day puts its author into the queue with the three, once while that report is open. */
const reportThree = prepared(
  "contact leaks reported",
  (_, { personId }: Of) => sql`
    insert into reports (profile_id, reason, details, said)
      select ${personId}::uuid, 'other', 'Tres textos con datos de contacto en un día.', string_agg(said, ${"\n\n"} order by at desc)
        from (select said, at from contact_leaks where user_id = ${personId}::uuid and at > now() - interval '1 day'
          order by at desc limit 3) today
        having count(*) = 3
      on conflict (subject_id, reason) where reporter_id is null and decided_at is null do nothing`,
  DEFERRED,
);
