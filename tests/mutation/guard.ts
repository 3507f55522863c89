/** An access guard, how to remove it, and the test that must fail then. */
export type Guard = {
  name: string;
  edits?: { file: string; from: string; to: string }[];
  sql?: string;
  /** All procedures' own guards at once: each procedure's row must fail. */
  swapped?: true;
  /** A test file and, for speed, the tests of it to run; `fields` requests only the named procedures. */
  noticedBy: { file: string; test?: string; fields?: string };
};

/** Matches a piece of source code however a formatter breaks its lines. */
export function patternOf(source: string): RegExp {
  const characters = [...source.replaceAll(/\s/g, "")].map((each) => RegExp.escape(each));
  return new RegExp(characters.map((each) => (/^\\?[)\]}]$/.test(each) ? `,?\\s*${each}` : each)).join("\\s*"), "g");
}

/** Opens role procedures to every member, member procedures to everybody, and proof-protected ones to old sessions. */
export function swapGuards(code: string): string {
  return code.replace(/import \{([^}]*)\} from "(\.[^"]*\/guards\.server\.ts)"/, (_, names: string, path: string) => {
    const looser = names
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean)
      .map((name) => {
        if (["member", "signedIn", "signedInSince"].includes(name)) return `anyone as ${name}`;
        if (name.startsWith("proven")) return `${name.slice("proven".length).toLowerCase()} as ${name}`;
        if (name === "routineAdmin") return `admin as ${name}`;
        if (name === "memberReads") return `signedIn as ${name}`;
        if (["patientReads", "kineReads", "adminReads"].includes(name)) return `memberReads as ${name}`;
        return ["patient", "kine", "admin"].includes(name) ? `member as ${name}` : name;
      });
    return `import { ${looser.join(", ")} } from "${path}"`;
  });
}

/** The test of a row by principal. */
export const access = (test: string) => ({ file: "tests/access/procedures.test.ts", test });

/** The test of a row by state. */
export const states = (test: string) => ({ file: "tests/access/states.test.ts", test });

/** The test of exposure, limited to some procedures. */
export const fields = (procedures: string) => ({
  file: "tests/exposure/exposure.test.ts",
  test: "no answer shows",
  fields: procedures,
});

/** The test of the rules of the database. */
export const rules = { file: "tests/rules/database-rules.test.ts" };

/** A guard in a source file. */
export const edit = (name: string, file: string, from: string, to: string, noticedBy: Guard["noticedBy"]): Guard => ({
  name,
  edits: [{ file, from, to }],
  noticedBy,
});

/** A guard in the database. */
export const drop = (name: string, sql: string, noticedBy: Guard["noticedBy"]): Guard => ({ name, sql, noticedBy });

/** A trigger. */
export const trigger = (name: string, table: string, noticedBy: Guard["noticedBy"] = rules) =>
  drop(`trigger ${name}`, `drop trigger ${name} on ${table}`, noticedBy);

/** A named block of the trigger function of a table. */
export const part = (label: string, table: string, noticedBy: Guard["noticedBy"] = rules) =>
  drop(
    `${label} of ${table}`,
    `do $$ declare was text; begin
      select pg_get_functiondef(p.oid) into strict was from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = '${table}'::regclass and p.prosrc like '%<<${label}>>%';
      execute regexp_replace(was, '<<${label}>>.*?end ${label};', 'null;'); end $$`,
    noticedBy,
  );

/** The statement that redefines a function of the database with a piece of its text replaced. */
export const rewriteFunction = (signature: string, from: string, to: string) =>
  rewrite(`pg_get_functiondef('${signature}'::regprocedure)`, from, to);

/** The same for a view. */
export const rewriteView = (view: string, from: string, to: string) =>
  rewrite(`'create or replace view ${view} as ' || pg_get_viewdef('${view}'::regclass, true)`, from, to);

/** A refusal by the name of its constraint. */
export const refusal = (constraint: string, signature: string, noticedBy: Guard["noticedBy"]) =>
  drop(
    `refusal ${constraint}`,
    rewriteFunction(signature, `refuse('${constraint}'`, `concat('${constraint}'`),
    noticedBy,
  );

const rewrite = (definition: string, from: string, to: string) =>
  `do $$ declare was text := ${definition}; begin
    if position(${quote(from)} in was) = 0 then raise 'it is not what it was: %', was; end if;
    execute replace(was, ${quote(from)}, ${quote(to)}); end $$`;

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
