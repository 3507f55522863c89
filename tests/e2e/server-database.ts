import { globSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

/** The address of the server's database. */
export function serversDatabaseUrl(): string {
  const dataDir = realpathSync(process.env["E2E_DATA_DIR"] ?? "");
  const password = readFileSync(join(dataDir, "postgres-password"), "utf8").trim();
  const [pidFile = ""] = globSync(join(dataDir, "**/postmaster.pid"));
  const port = Number(readFileSync(pidFile, "utf8").split("\n")[3]);
  return `postgres://kinexo:${password}@127.0.0.1:${port}/kinexo`;
}

/** Runs a statement on the server's database; returns the number of affected or selected rows. */
async function onServersDatabase(statement: string, values: unknown[]): Promise<number> {
  const client = new pg.Client({ connectionString: serversDatabaseUrl() });
  await client.connect();
  try {
    return (await client.query(statement, values)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** The secret of the server, under which its links are signed. */
export function secretOf(): string {
  return readFileSync(join(realpathSync(process.env["E2E_DATA_DIR"] ?? ""), "secret"), "utf8").trim();
}

/** Claims a user's account, as the link of its address does in its session. */
export async function claimAccount(email: string): Promise<void> {
  await onServersDatabase("update auth.users set claimed_at = now() where email = $1", [email]);
}

/** Makes a user somebody who moved in from the system before, unconfirmed. */
export async function makeMovedIn(email: string): Promise<void> {
  await onServersDatabase(
    `with u as (update auth.users set email_confirmed_at = null, claimed_at = null where email = $1 returning id)
    insert into moved_rows (kind, old_id, new_id, person_id, is_merged, source_sha256) select 'user', id, id, id, false, sha256('') from u`,
    [email],
  );
}

/** Confirms the address of a user, by it or by their id. */
export async function confirmAddress(user: string): Promise<void> {
  await onServersDatabase("update auth.users set email_confirmed_at = now() where email = $1 or id::text = $1", [user]);
}

/** Moves the turnos of an application back by some days. */
export async function passDays(matchId: string, days: number): Promise<void> {
  await onServersDatabase(
    `do $$ begin
      set local session_replication_role = replica;
      update bookings set starts_at = starts_at - interval '${days} days', local_start = local_start - interval '${days} days'
        where match_id = '${matchId}';
    end $$`,
    [],
  );
}

/** Moves the acceptance of an application back. */
export async function acceptedDaysAgo(matchId: string, days: number): Promise<void> {
  await onServersDatabase("update matches set decided_at = decided_at - make_interval(days => $2) where id = $1", [
    matchId,
    days,
  ]);
}

/** Makes a user's sign-ins and proofs older, six minutes by default. */
export async function ageSignIns(email: string, minutes = 6): Promise<void> {
  await onServersDatabase(
    `update auth.sessions s set created_at = s.created_at - make_interval(mins => $2),
       proofs = (
       select coalesce(jsonb_agg(jsonb_set(p, '{timestamp}', to_jsonb((p ->> 'timestamp')::bigint - 60 * $2::int))), '[]')
       from jsonb_array_elements(s.proofs) as p)
     from auth.users u where u.id = s.user_id and u.email = $1`,
    [email, minutes],
  );
}

/** Makes a user's passkeys older than what a recovery would hold back. */
export async function agePasskeys(email: string): Promise<void> {
  await onServersDatabase(
    `update auth.webauthn_credentials set created_at = created_at - interval '31 days'
     where user_id = (select id from auth.users where email = $1)`,
    [email],
  );
}

/** Ends the grace in which an admin works without a second factor; other admins, who got their role today, keep theirs. */
export async function endGrace(userId: string): Promise<void> {
  await onServersDatabase(
    `with role as (update user_roles set given_at = now() - interval '2 days' where user_id = $1)
     update settings set changed_by = null, changed_at = now() - interval '2 days', since = now() - interval '2 days' where key = 'admin_factor_days'`,
    [userId],
  );
}

/** Ages a specialist's coverages and prices by 95 days, and makes their monthly message due now. */
export async function ageFacts(kineId: string): Promise<void> {
  for (const table of ["kine_coverages", "kine_prices"])
    await onServersDatabase(`update ${table} set confirmed_at = confirmed_at - interval '95 days' where kine_id = $1`, [
      kineId,
    ]);
  await onServersDatabase("update graphile_worker._private_jobs set run_at = now() where key = $1", [
    `ask_confirmation:${kineId}`,
  ]);
}

/** Ends the ten minutes between a notification's push and its mail; returns false while it is not pushed yet. */
export async function endTenMinutes(notificationId: string): Promise<boolean> {
  const pushed = await onServersDatabase(
    "update notifications set due_at = now() where id = $1 and delivery = 'mail'",
    [notificationId],
  );
  const moved = await onServersDatabase("update graphile_worker._private_jobs set run_at = now() where key = $1", [
    `deliver:${notificationId}`,
  ]);
  return pushed > 0 && moved > 0;
}

/** Inserts a page of newer, read notifications before a notification. */
export async function buryNotification(id: string): Promise<void> {
  await onServersDatabase(
    `insert into notifications (user_id, kind, case_id, delivery, created_at, seen_at)
      select user_id, kind, case_id, 'over', created_at, now() from notifications, generate_series(1, 25) where id = $1`,
    [id],
  );
}

/** Makes users' accounts a month old, with confirmed addresses. */
export async function settleAccounts(ids: string[]): Promise<void> {
  await onServersDatabase(
    "update auth.users set created_at = created_at - interval '30 days', email_confirmed_at = now() where id = any($1)",
    [ids],
  );
}

/** Makes the acceptances behind a specialist's reviews eight days old. */
export async function ageReviews(kineId: string): Promise<void> {
  await onServersDatabase("update reviews set accepted_at = accepted_at - interval '8 days' where kine_id = $1", [
    kineId,
  ]);
}

/** Makes a case some hours older. */
export async function ageCase(id: string, hours: number): Promise<void> {
  await onServersDatabase("update cases set created_at = created_at - make_interval(hours => $2) where id = $1", [
    id,
    hours,
  ]);
}

/** The number of a specialist's invitations to cases. */
export const invitationsOf = (kineId: string) =>
  onServersDatabase("select from case_alerts where kine_id = $1 and is_invitation", [kineId]);

/** Takes a case out of the lists, as when its patient did not answer. */
export async function pauseCase(id: string): Promise<void> {
  await onServersDatabase("update cases set dormant_at = now() where id = $1", [id]);
}

/** Leaves a patient without a consent, as who was moved in from another system. */
export async function forgetConsent(patientId: string): Promise<void> {
  await onServersDatabase(
    `do $$ begin
      set local session_replication_role = replica;
      update profiles set health_consent = null where id = '${patientId}';
    end $$`,
    [],
  );
}

/** Records the moment (ms since 1970) when a case's patient was asked whether they finished. */
export async function askWhetherFinished(id: string, askedAt: number): Promise<void> {
  await onServersDatabase(
    `insert into case_levels as l (case_id, finished_asked_at) values ($1, to_timestamp($2::float8 / 1000))
      on conflict (case_id) do update set finished_asked_at = excluded.finished_asked_at, finished_answered_at = null`,
    [id, askedAt],
  );
}

/** Records the moment (ms since 1970) when a case's patient was asked whether they still look for a specialist. */
export async function askWhetherLooking(id: string, askedAt: number): Promise<void> {
  await onServersDatabase(
    `insert into case_levels as l (case_id, asked_at) values ($1, to_timestamp($2::float8 / 1000))
      on conflict (case_id) do update set asked_at = excluded.asked_at, answered_at = null`,
    [id, askedAt],
  );
}

/** Plants a job that failed for good, of a kind that no node runs. */
/** Asks the two of an application whether they could coordinate, as two days after an acceptance. */
export async function askWhetherCoordinated(matchId: string): Promise<void> {
  await onServersDatabase(
    `select notify_person(c.patient_id, 'nobody_wrote', c.id, m.id), notify_person(m.kine_id, 'nobody_wrote_kine', c.id, m.id)
      from matches m join cases c on c.id = m.case_id where m.id = $1`,
    [matchId],
  );
}

export const plantFailedJob = () =>
  onServersDatabase(
    // A statement does not see the row that a function of it added.
    `do $$ declare added constant bigint := (graphile_worker.add_job('nothing_of_ours', run_at := now() + interval '1 hour', max_attempts := 1)).id;
      begin
        update graphile_worker._private_jobs set attempts = 1, last_error = 'ECONNREFUSED', run_at = now() - interval '3 hours' where id = added;
      end $$`,
    [],
  );

/** Notes that a mailbox refuses our mails, as a report about one would. */
export const refuseMails = (userId: string) =>
  onServersDatabase(
    `with sent as (insert into outgoing_messages (user_id, kind, sent_at, provider_class, bounce, fail_code)
      values ($1, 'notification', now(), 'gmail', 'hard', '5.1.1'))
      insert into mail_states (user_id, state, code) values ($1, 'hard', '5.1.1')`,
    [userId],
  );

/** Reports the cases of a patient as the program does by itself, each for the same. */
export const reportCasesByProgram = (patientId: string) =>
  onServersDatabase(
    "insert into reports (case_id, reason, details) select id, 'other', 'Dice un teléfono.' from cases where patient_id = $1 order by id",
    [patientId],
  );

/** Reports a profile as the program does by itself. */
export const reportByProgram = (profileId: string) =>
  onServersDatabase(
    "insert into reports (profile_id, reason, details) values ($1, 'other', 'Tres textos con un teléfono en un día.')",
    [profileId],
  );
