import { readFileSync } from "node:fs";
import { randomInt } from "node:crypto";
import { createServer } from "node:http";
import pg from "pg";
import type { Recorded, Recording } from "./record.ts";

/**
 * The minimal cost of a Node server: no session, guard or validation; the statements of the product, prepared, whose JSON
 * PostgreSQL builds. GET or POST /PROCEDURE?PERSON&ID… runs the statements of one of the recorded calls of the procedure with these values.
 */
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });
const recording = JSON.parse(readFileSync(process.env["RECORDING"] ?? "", "utf8")) as Recording;

const names = new Map<string, string>();
const nameOf = (text: string) => names.get(text) ?? names.set(text, `s${names.size}`).get(text);

const toQuery = ({ text, values }: Recorded, given: string[]) => ({
  name: nameOf(text),
  text,
  values: values.map((value) => (typeof value === "number" ? given[value] : value.constant)),
});

async function read(statements: Recorded[], given: string[]): Promise<string> {
  const [first] = statements;
  if (statements.length === 1 && first) {
    const { rows } = await pool.query<{ json: string }>(toQuery(first, given));
    return rows[0]?.json ?? "null";
  }
  const answers: string[] = [];
  for (const statement of statements)
    answers.push((await pool.query<{ json: string }>(toQuery(statement, given))).rows[0]?.json ?? "null");
  return `[${answers.join()}]`;
}

async function write(statements: Recorded[], given: string[]): Promise<string> {
  const [first] = statements;
  if (statements.length === 1 && first) return JSON.stringify((await pool.query(toQuery(first, given))).rows);
  const client = await pool.connect();
  try {
    await client.query("begin");
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(toQuery(statement, given)));
    await client.query("commit");
    return JSON.stringify(rows);
  } finally {
    client.release();
  }
}

createServer((request, response) => {
  const [path = "", values = ""] = (request.url ?? "").slice(1).split("?");
  const found = recording[path];
  if (!found) {
    response.writeHead(404).end();
    return;
  }
  request.resume();
  const { isWrite, calls } = found;
  const statements = calls[randomInt(calls.length)] ?? [];
  (isWrite ? write : read)(statements, values.split("&").map(decodeURIComponent)).then(
    (json) => response.writeHead(200, { "content-type": "application/json" }).end(json),
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
}).listen(Number(process.env["PORT"]));
