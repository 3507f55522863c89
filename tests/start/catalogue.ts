import pg from "pg";

const OURS = "('auth', 'public')";

/**
 * What PostgreSQL's own tables say of a database, without the numbers that it gives to objects: a look beside the one of db/objects.ts. Pretty-printed,
 * since PostgreSQL flattens the nested conditions of a statement when it reads its own text of it.
 */
const QUERIES = {
  objects: `select pg_describe_object(classid, objid, objsubid) from pg_depend
    where refclassid = 'pg_namespace'::regclass and refobjid::regnamespace::text in ${OURS} order by 1`,
  relations: `select oid::regclass::text, relkind, relpersistence, relreplident, reloptions, relrowsecurity, relforcerowsecurity, relacl, relowner
    from pg_class where relnamespace::regnamespace::text in ${OURS} order by 1`,
  columns: `select attrelid::regclass::text, row_number() over (partition by attrelid order by attnum), attname, atttypid::regtype::text, atttypmod,
      attnotnull, attidentity, attgenerated, attcollation::regcollation::text, attstorage, attcompression, attstattarget, attoptions, attacl,
      pg_get_expr(adbin, adrelid, true)
    from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace::regnamespace::text in ${OURS} and attnum > 0 and not attisdropped order by 1, 2`,
  constraints: `select conrelid::regclass::text, contypid::regtype::text, conname, contype, condeferrable, condeferred, convalidated, pg_get_constraintdef(oid, true)
    from pg_constraint where connamespace::regnamespace::text in ${OURS} order by 1, 2, 3`,
  indexes: `select indexrelid::regclass::text, pg_get_indexdef(indexrelid, 0, true), indisvalid, indisunique, indisprimary, indisclustered, indisreplident
    from pg_index join pg_class c on c.oid = indexrelid where relnamespace::regnamespace::text in ${OURS} order by 1`,
  functions: `select oid::regprocedure::text, prosrc, prokind, provolatile, proparallel, proisstrict, prosecdef, proleakproof, procost, prorows, proconfig,
      pg_get_function_arguments(oid), pg_get_function_result(oid), prolang, proacl, proowner
    from pg_proc where pronamespace::regnamespace::text in ${OURS} order by 1`,
  triggers: `select tgrelid::regclass::text, tgname, pg_get_triggerdef(t.oid, true), tgenabled from pg_trigger t join pg_class c on c.oid = tgrelid
    where relnamespace::regnamespace::text in ${OURS} and not tgisinternal order by 1, 2`,
  types: `select oid::regtype::text, typtype, typnotnull, typbasetype::regtype::text, typdefault, typacl,
      (select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = t.oid)
    from pg_type t where typnamespace::regnamespace::text in ${OURS} order by 1`,
  sequences: `select schemaname, sequencename, data_type::text, start_value, min_value, max_value, increment_by, cycle, cache_size, last_value
    from pg_sequences where schemaname in ${OURS} order by 1, 2`,
  views: `select oid::regclass::text, pg_get_viewdef(oid, true) from pg_class
    where relkind in ('v', 'm') and relnamespace::regnamespace::text in ${OURS} order by 1`,
  policies: "select * from pg_policies order by 1, 2, 3",
  rules: `select tablename, rulename, definition from pg_rules where schemaname in ${OURS} order by 1, 2`,
  comments: `select pg_describe_object(classoid, objoid, objsubid), description from pg_description
    where classoid <> 'pg_namespace'::regclass and (pg_identify_object(classoid, objoid, objsubid)).schema in ${OURS} order by 1`,
  schemas: "select nspname, nspacl, nspowner from pg_namespace where nspname !~ '^pg_temp|^pg_toast_temp' order by 1",
  others: `select (select count(*) from pg_extension), (select count(*) from pg_event_trigger), (select count(*) from pg_publication),
    (select count(*) from pg_statistic_ext), (select count(*) from pg_default_acl), (select count(*) from pg_cast where oid > 16383)`,
};

/** The rows of each query, each as text. */
export async function readCatalogue(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const read: Record<string, string[]> = {};
    for (const [name, text] of Object.entries(QUERIES)) {
      const { rows } = await client.query<unknown[]>({ text, rowMode: "array" });
      read[name] = rows.map((row) => JSON.stringify(row));
    }
    return read;
  } finally {
    await client.end();
  }
}
