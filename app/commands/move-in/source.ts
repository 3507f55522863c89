/** A row of the source: each value as PostgreSQL's text, with ISO dates in UTC. */
export type SourceRow = Record<string, string | null>;

/** A row with its hash, in hexadecimal digits. */
export type Hashed = { data: SourceRow; sha256: string };

/** Rows of one table, or only their count for a table that is not read. */
export type Batch = { table: string; rows: SourceRow[]; counted: number };

/** The old system's data. Reading it writes nothing there. Every error of its own is a `Refusal`. */
export type Source = {
  /** All rows of the tables of `READ`, in batches of 500 at most, and the counts of the others. */
  batches(): AsyncGenerator<Batch, void, void>;
  close(): Promise<void>;
};

/** The tables whose rows are read, with the columns that make a row's id. */
export const READ = {
  "auth.users": ["id"],
  "auth.identities": ["provider", "provider_id", "id"],
  "auth.mfa_factors": ["id"],
  "storage.objects": ["id"],
  "public.profiles": ["id"],
  "public.user_roles": ["user_id", "role"],
  "public.kine_applications": ["id"],
  "public.cases": ["id"],
  "public.matches": ["id"],
  "public.reviews": ["id"],
  "public.availabilities": ["id"],
  "public.admin_views": ["admin_id", "entity_type", "entity_id"],
} as const satisfies Record<string, readonly string[]>;
export type ReadTable = keyof typeof READ;
export const isRead = (table: string): table is ReadTable => Object.hasOwn(READ, table);

/** The columns without which a row of a table cannot be placed. */
export const NEEDED: Record<ReadTable, readonly string[]> = {
  "auth.users": ["id", "email", "created_at"],
  "auth.identities": ["user_id", "provider"],
  "auth.mfa_factors": ["id", "user_id", "factor_type"],
  "storage.objects": ["id", "bucket_id", "name"],
  "public.profiles": ["id", "name"],
  "public.user_roles": ["user_id", "role"],
  "public.kine_applications": ["id", "user_id", "created_at"],
  "public.cases": ["id", "patient_id", "title", "status", "created_at"],
  "public.matches": ["id", "case_id", "kine_id", "status", "created_at"],
  "public.reviews": ["id", "case_id", "kine_id", "stars", "created_at"],
  "public.availabilities": ["id", "kine_id", "weekday", "start_time", "end_time"],
  "public.admin_views": ["admin_id", "entity_type", "entity_id"],
};

/** The tables of the hosted backend that hold what a new installation makes by itself: sessions, tokens, settings, its own migrations. */
export const LEFT_BY_DESIGN = /^(auth|storage)\./;
