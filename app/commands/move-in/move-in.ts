import { createHash } from "node:crypto";
import type pg from "pg";
import { isAlone } from "../../../db/node-lock.ts";
import type { Passwords } from "../../auth/credentials/passwords.server.ts";
import { deriveKey, type Secret } from "../../platform/crypto.server.ts";
import type { Storage } from "../../platform/storage/storage.server.ts";
import type { UploadWorkers } from "../../platform/uploads/workers.server.ts";
import type { Role } from "../../shared/roles.ts";
import type { FilePlace } from "./file-place.ts";
import { type Choices, type Ledger, openLedger } from "./ledger.ts";
import { moveFiles, studyPath } from "./move-files.ts";
import { adoptPasswords } from "./passwords.ts";
import { planLicences } from "./plan-licences.ts";
import { planPeople, strayChoices } from "./plan-people.ts";
import { Refusal } from "./refusal.ts";
import { writeReport } from "./report.ts";
import type { Source } from "./source.ts";
import { stage } from "./staging.ts";
import { type Rows, writeRows } from "./write-rows.ts";

export type Move = {
  /** A direct connection to this program's database that no node uses. */
  client: pg.Client;
  source: Source;
  place: FilePlace;
  storage: Storage;
  workers: Pick<UploadWorkers, "clean">;
  passwords: Passwords;
  secret: Secret;
  choices: Choices;
  consent: Rows["consent"];
  isDryRun: boolean;
  /** The folder of the report. */
  report: string;
  say: (line: string) => void;
};

/** What came of a run: `unchanged` when the source, its files, the choices and the consent are those of the last run. */
export type Outcome = { state: "loaded" | "rehearsed" | "waiting" | "unchanged"; ledger: Ledger };

/** Moves everything in, or rehearses it. Throws `Refusal`, and then nothing was written but files. */
export async function moveIn(move: Move): Promise<Outcome> {
  const { client, source, choices, consent, say } = move;
  if (!(await isAlone(client))) throw new Refusal("a node is running: stop it first");
  await client.query("set statement_timeout = 0; set timezone = 'UTC'; set idle_in_transaction_session_timeout = 0");
  await mustBeUnused(client);
  const ledger = openLedger(choices);
  const sum = await stage(client, source, ledger);
  await source.close();
  await client.query(INDEXES);
  say(`read: ${[...ledger.counts.values()].reduce((all, { rows }) => all + rows, 0)} rows; the source is read no more`);
  const people = await planPeople(client, ledger, await accountsHere(client));
  const licences = await planLicences(client, people);
  const { photos, studies } = await moveFiles({ ...move, ledger, people });
  say(`files: ${photos.size} photos, ${studies.size} studies`);
  const key = deriveKey(move.secret, "moved passwords");
  const passwords = await adoptPasswords(client, { people, passwords: move.passwords, key });
  say(`passwords: ${passwords}`);
  const stray = strayChoices(ledger, choices);
  if (stray.length > 0) throw new Refusal(`--choices answers what was not asked: ${stray.slice(0, 3).join(", ")}`);
  const digest = createHash("sha256").update(sum).update(consent);
  for (const each of [choices, photos, studies]) digest.update(JSON.stringify([...each].toSorted()));
  const { rows: versions } = await client.query<{ name: string }>(
    "select max(name) as name from public.schema_migrations",
  );
  const source_sha256 = digest.update(versions[0]?.name ?? "").digest();
  if (!move.isDryRun && (await isLoaded(client, source_sha256))) return { state: "unchanged", ledger };

  await client.query("begin");
  try {
    const factorKey = deriveKey(move.secret, "factors");
    await writeRows({ client, ledger, people, licences, photos, studies, studyPath, factorKey, consent });
    const state = move.isDryRun ? "rehearsed" : ledger.waiting > 0 ? "waiting" : "loaded";
    const admins = await adminsThatCome(client);
    const told = { admins, isDryRun: move.isDryRun, isLoaded: state === "loaded" };
    const report_sha256 = writeReport(move.report, ledger, told);
    if (state === "loaded") await note(client, { source_sha256, report_sha256 });
    await client.query(state === "loaded" ? "commit" : "rollback");
    if (state === "loaded") await client.query("analyze");
    return { state, ledger };
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

const INDEXES = ["user_roles.user_id", "kine_applications.user_id", "matches.case_id", "reviews.case_id"]
  .map((each) => {
    const [table, column] = each.split(".");
    return `create index on source_public_${table} ((data->>'${column}'))`;
  })
  .concat(["identities", "mfa_factors"].map((table) => `create index on source_auth_${table} ((data->>'user_id'))`))
  .join(";");

/** The first admin may have signed in; once anybody else has, a run would take away what they did. */
async function mustBeUnused(client: pg.Client): Promise<void> {
  const { rows: admins } = await client.query<{ id: string }>(
    `select r.user_id as id from user_roles r where r.role = 'admin'
      and not exists (select from moved_rows m where m.kind = 'user' and m.new_id = r.user_id and not m.is_merged)
    order by r.user_id limit 1`,
  );
  if (!admins[0]) throw new Refusal("start the program once and stop it: it makes the first admin");
  const { rows } = await client.query<{ people: string; is_again: boolean; is_told: boolean }>(
    `select count(distinct user_id) as people, exists (select from move_in) as is_again,
      exists (select from move_in where tell_per_hour is not null) as is_told from auth.sessions where user_id <> $1`,
    [admins[0].id],
  );
  if (rows[0]?.is_told) throw new Refusal("people were told of the last run: another would take away what they do");
  const since = rows[0]?.is_again ? " since the last run" : "";
  if (rows[0]?.people !== "0")
    throw new Refusal(`people have signed in${since}: ${rows[0]?.people} besides the first admin`);
  const { rows: acts } = await client.query<{ event: string }>(
    `select e.event from auth.audit_events e join move_in v on e.at > v.loaded_at
    where e.event = 'account_deleted' or (e.event = any ($1) or e.event like 'licence\\_%') and exists (
      select from auth.users u join moved_rows m on m.kind = 'user' and m.new_id = u.id and not m.is_merged where u.audit_id = e.subject)
    order by e.id limit 1`,
    [ACTS],
  );
  if (acts[0])
    throw new Refusal(`another run would undo what happened to moved people since the last: ${acts[0].event}`);
}

/** What a run would undo: an admin's decisions, and what people did whose sessions are gone. */
const ACTS = [
  "account_suspended",
  "account_restored",
  "role_assigned",
  "application_decided",
  "application_reopened",
  "profile_change_decided",
  "past_confirmed",
  "past_denied",
  "review_hidden",
  "review_shown",
  "appeal_decided",
  "case_closed_by_admin",
  "report_decided",
  "signed_in",
  "password_upgraded",
  "account_recovered",
];

async function accountsHere(client: pg.Client): Promise<Map<string, { id: string; role: Role }>> {
  const { rows } = await client.query<{ email: string; id: string; role: Role }>(
    `select u.email, u.id, min(r.role) as role from auth.users u join user_roles r on r.user_id = u.id
    where not exists (select from moved_rows m where m.kind = 'user' and m.new_id = u.id and not m.is_merged) group by u.email, u.id`,
  );
  return new Map(rows.map(({ email, id, role }) => [email, { id, role }]));
}

async function adminsThatCome(client: pg.Client): Promise<{ name: string; email: string }[]> {
  const { rows } = await client.query<{ name: string; email: string }>(
    `select p.name, p.email from moved_rows m join user_roles r on r.user_id = m.new_id and r.role = 'admin' join profiles p on p.id = m.new_id
    where m.kind = 'user' and not m.is_merged order by p.id`,
  );
  return rows;
}

async function isLoaded(client: pg.Client, source_sha256: Buffer): Promise<boolean> {
  const { rows } = await client.query("select from move_in where source_sha256 = $1", [source_sha256]);
  return rows.length > 0;
}

async function note(
  client: pg.Client,
  { source_sha256, report_sha256 }: Record<"source_sha256" | "report_sha256", Buffer>,
) {
  await client.query(
    `insert into move_in (source_sha256, report_sha256) values ($1, $2) on conflict (only_row)
    do update set (source_sha256, report_sha256, loaded_at) = (excluded.source_sha256, excluded.report_sha256, now())`,
    [source_sha256, report_sha256],
  );
  await client.query("insert into auth.audit_events (event) values ('moved_in')");
}
