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

/** Runs a statement on the server's database. */
async function onServersDatabase(statement: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: serversDatabaseUrl() });
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}

/** Makes a user's sign-ins and proofs six minutes older. */
export async function ageSignIns(email: string): Promise<void> {
  await onServersDatabase(
    `update auth.sessions s set created_at = s.created_at - interval '6 minutes', proofs = (
       select coalesce(jsonb_agg(jsonb_set(p, '{timestamp}', to_jsonb((p ->> 'timestamp')::bigint - 360))), '[]')
       from jsonb_array_elements(s.proofs) as p)
     from auth.users u where u.id = s.user_id and u.email = $1`,
    [email],
  );
}

/** Makes what a specialist stated 95 days older, and their monthly message due now. */
export async function ageFacts(kineId: string): Promise<void> {
  for (const table of ["kine_coverages", "kine_prices"])
    await onServersDatabase(`update ${table} set confirmed_at = confirmed_at - interval '95 days' where kine_id = $1`, [
      kineId,
    ]);
  await onServersDatabase("update graphile_worker._private_jobs set run_at = now() where key = $1", [
    `ask_confirmation:${kineId}`,
  ]);
}
