import type pg from "pg";
import { quoted } from "../../../db/catalogue.ts";

/** Inserts rows, of which each has the same columns, into a table (with its schema) in one statement. Values are JSON's. */
export async function insertRows(client: pg.Client, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).map(quoted).join(", ");
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

/** The form in which JSON holds bytes for a column of `bytea`. */
export const bytesOf = (bytes: Buffer): string => `\\x${bytes.toString("hex")}`;

/** A row of `moved_rows`. */
export type Kept = {
  kind: "user" | "case" | "match" | "review" | "availability" | "application";
  old_id: string;
  new_id: string;
  is_merged: boolean;
  person_id: string | null;
  source_sha256: string;
  left: Record<string, unknown> | null;
};

type Row = Pick<Kept, "kind" | "old_id" | "new_id" | "person_id"> & { sha256: Buffer; is_merged?: boolean };

/** What is kept of a moved row: where it is, and what of it has no place here. */
export function keep({ sha256, ...row }: Row, left: Record<string, unknown> = {}): Kept {
  return { is_merged: false, ...row, source_sha256: bytesOf(sha256), left: Object.keys(left).length > 0 ? left : null };
}
