import { createHash } from "node:crypto";
import { hashSync } from "bcryptjs";
import pg from "pg";
import { createDatabase } from "../support/database.ts";
import { schemaOf } from "./source-schema.ts";

export const OLD_PASSWORD = "Pileta-verde-77";
/** Dear enough to be the backend's own form, cheap enough for tests. */
const BCRYPT = hashSync(OLD_PASSWORD, 4);

/** An id as the old system made them: of version 4, the same for the same words. */
export function oldId(...words: (string | number)[]): string {
  const hex = createHash("md5").update(words.join(" ")).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

export type Row = Record<string, unknown>;
export type SourceDatabase = Awaited<ReturnType<typeof openSource>>;

/** A new database as the old system's, without people. */
export async function openSource({ isOld = false } = {}) {
  const database = await createDatabase("template0");
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(schemaOf(isOld));
  await client.query(
    "insert into storage.buckets (id, name, public) values ('avatars', 'avatars', true), ('case-studies', 'case-studies', true)",
  );
  await client.query("insert into auth.schema_migrations values ('20260625000000')");

  const insert = async (table: string, row: Row) => {
    const columns = Object.keys(row);
    await client.query(
      `insert into ${table} (${columns.join(", ")}) values (${columns.map((_, at) => `$${at + 1}`).join(", ")})`,
      Object.values(row),
    );
  };

  return {
    url: database.url,
    client,
    insert,
    /** A user with profile and role; `user` and `profile` change columns, null leaves the profile out. Returns the old id. */
    async person(name: string, given: { role?: string | null; user?: Row; profile?: Row | null; at?: string } = {}) {
      const { role = "patient", at = "2025-03-01T12:00:00Z" } = given;
      const id = oldId("user", name);
      const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]/g, ".")}@example.com`;
      await insert("auth.users", {
        id,
        email,
        aud: "authenticated",
        role: "authenticated",
        encrypted_password: BCRYPT,
        confirmation_sent_at: at,
        email_confirmed_at: at,
        last_sign_in_at: "2026-09-01T10:00:00Z",
        raw_app_meta_data: { provider: "email", providers: ["email"] },
        raw_user_meta_data: { name, role: role ?? "patient" },
        created_at: at,
        updated_at: at,
        ...given.user,
      });
      const identity = {
        user_id: id,
        provider: "email",
        identity_data: { sub: id, email },
        created_at: at,
        updated_at: at,
      };
      await insert("auth.identities", { ...identity, [isOld ? "id" : "provider_id"]: id });
      if (given.profile !== null)
        await insert("public.profiles", {
          id,
          name,
          email,
          phone: "011 15 5555-5555",
          location_city: "Palermo",
          approval_status: "approved",
          created_at: at,
          ...(role === "kine" && {
            specialty: "Traumatología",
            modalities: "consultorio, Virtual",
            price_range: "$50.000+",
          }),
          ...given.profile,
        });
      if (role) await insert("public.user_roles", { user_id: id, role });
      return id;
    },
    /** A specialist with an approved request. */
    async kine(name: string, license_number: string, given: { user?: Row; profile?: Row; at?: string } = {}) {
      const id = await this.person(name, { ...given, role: "kine", profile: { license_number, ...given.profile } });
      await insert("public.kine_applications", {
        id: oldId("application", name),
        user_id: id,
        profile_id: id,
        created_at: given.at ?? "2025-03-01T12:00:00Z",
        approved_at: "2025-03-02T12:00:00Z",
      });
      return id;
    },
    async case(title: string, patient_id: string | null, row: Row = {}) {
      const id = oldId("case", title);
      const created_at = "2026-11-20T12:00:00Z";
      await insert("public.cases", {
        id,
        patient_id,
        title,
        description: `${title}, desde marzo.`,
        status: "open",
        created_at,
        ...row,
      });
      return id;
    },
    async match(case_id: string, kine_id: string, row: Row = {}) {
      const id = oldId("match", case_id, kine_id, JSON.stringify(row));
      await insert("public.matches", {
        id,
        case_id,
        kine_id,
        status: "proposed",
        created_at: "2026-11-21T12:00:00Z",
        ...row,
      });
      return id;
    },
    async review(case_id: string, patient_id: string | null, kine_id: string | null, row: Row = {}) {
      const id = oldId("review", case_id, kine_id ?? "", JSON.stringify(row));
      await insert("public.reviews", {
        id,
        case_id,
        patient_id,
        kine_id,
        stars: 5,
        created_at: "2026-11-22T12:00:00Z",
        ...row,
      });
      return id;
    },
    async close() {
      await client.end();
      await database.drop();
    },
  };
}

const escaped = (text: string) =>
  text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");

/** The plain dump that `supabase db dump --data-only --use-copy` writes of it: blocks of COPY among settings that must not be run. */
export async function dumpOf({ client }: Pick<SourceDatabase, "client">): Promise<string> {
  const parts = [
    "\\restrict Zq3kfiEs",
    "SET statement_timeout = 0;",
    "SET client_encoding = 'UTF8';",
    "SET session_replication_role = replica;",
  ];
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
    `select n.nspname || '.' || c.relname as name, array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('auth', 'public', 'storage') and c.relkind = 'r' order by 1`,
  );
  for (const { name, columns } of tables) {
    const [schema, table] = name.split(".");
    const values = columns.map((column) => `"${column}"`).join(", ");
    await client.query("set timezone = 'UTC'; set datestyle = 'ISO, YMD'");
    const { rows } = await client.query<(string | null)[]>({
      text: `select ${values} from ${name}`,
      rowMode: "array",
      types: { getTypeParser: () => String },
    });
    const list = columns.map((column) => `"${column}"`).join(", ");
    parts.push(`--\n-- Data for Name: ${table}; Type: TABLE DATA; Schema: ${schema}\n--\n`);
    parts.push(`COPY "${schema}"."${table}" (${list}) FROM stdin;`);
    for (const row of rows) parts.push(row.map((value) => (value === null ? "\\N" : escaped(value))).join("\t"));
    parts.push("\\.\n");
  }
  return `${parts.join("\n")}\n\\unrestrict Zq3kfiEs\nRESET ALL;\n`;
}
