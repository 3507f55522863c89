import { createHmac } from "node:crypto";
import type pg from "pg";
import type { Passwords } from "../../auth/credentials/passwords.server.ts";
import type { Key } from "../../platform/crypto.server.ts";
import type { People } from "./plan-people.ts";
import { batchesOf } from "./staging.ts";

const AT_ONCE = 50;
const SALT_BYTES = 16;

type Found = { old_id: string; foreign: string | null; kept: string | null };

/**
 * Stages what is stored of each password that moves, in the temporary table `adopted_passwords`, and counts them. A salt follows from the account and its
 * hash, so an earlier run's is recognised by it and not computed again.
 */
export async function adoptPasswords(
  client: pg.Client,
  { people, passwords, key }: { people: People; passwords: Passwords; key: Key },
): Promise<number> {
  await client.query("create temporary table adopted_passwords (old_id text primary key, encrypted text not null)");
  let count = 0;
  const found = batchesOf<Found>(
    client,
    `select u.old_id, u.data->>'encrypted_password' as foreign, t.encrypted_password as kept from source_auth_users u
    left join moved_rows m on m.kind = 'user' and m.old_id = u.old_id and not m.is_merged
    left join auth.users t on t.id = m.new_id order by u.n`,
  );
  for await (const batch of found) {
    const moving = batch.filter(({ old_id, foreign }) => foreign && people.get(old_id)?.isMerged === false);
    const adopted: [string, string][] = [];
    for (let at = 0; at < moving.length; at += AT_ONCE)
      await Promise.all(
        moving.slice(at, at + AT_ONCE).map(async ({ old_id, foreign, kept }) => {
          const salt = createHmac("sha256", key[0]).update(`${old_id}\n${foreign}`).digest().subarray(0, SALT_BYTES);
          const isKept = kept?.includes(`$${salt.toString("base64").replace(/=+$/, "")}$`) ?? false;
          const encrypted = isKept ? kept : await passwords.adopt(foreign ?? "", salt);
          if (encrypted) adopted.push([old_id, encrypted]);
        }),
      );
    await client.query("insert into adopted_passwords select * from unnest($1::text[], $2::text[])", [
      adopted.map(([old_id]) => old_id),
      adopted.map(([, encrypted]) => encrypted),
    ]);
    count += adopted.length;
  }
  await client.query("analyze adopted_passwords");
  return count;
}
