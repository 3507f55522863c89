import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import pg from "pg";
import type { Recorded, Recording } from "./record.ts";

/**
 * The minimal cost of a Node server: no session, guard or validation; the statements of the product, prepared, whose JSON
 * PostgreSQL builds. GET or POST /PROCEDURE?PERSON&ID… runs the recorded statements of the procedure with these values.
 */
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });
const recording = JSON.parse(readFileSync(process.env["RECORDING"] ?? "", "utf8")) as Recording;

const asked = (procedure: string, { text, values }: Recorded, n: number, given: string[]) => ({
  name: `${procedure} ${n}`,
  text,
  values: values.map((value) => (typeof value === "number" ? given[value] : value.constant)),
});

async function read(procedure: string, statements: Recorded[], given: string[]): Promise<string> {
  const [first] = statements;
  if (statements.length === 1 && first) {
    const { rows } = await pool.query<{ json: string }>(asked(procedure, first, 0, given));
    return rows[0]?.json ?? "null";
  }
  const answers: string[] = [];
  for (const [n, statement] of statements.entries())
    answers.push((await pool.query<{ json: string }>(asked(procedure, statement, n, given))).rows[0]?.json ?? "null");
  return `[${answers.join()}]`;
}

async function write(procedure: string, statements: Recorded[], given: string[]): Promise<string> {
  const [first] = statements;
  if (statements.length === 1 && first)
    return JSON.stringify((await pool.query(asked(procedure, first, 0, given))).rows);
  const client = await pool.connect();
  try {
    await client.query("begin");
    let rows: unknown[] = [];
    for (const [n, statement] of statements.entries())
      ({ rows } = await client.query(asked(procedure, statement, n, given)));
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
  const { isWrite, statements } = found;
  (isWrite ? write : read)(path, statements, values.split("&")).then(
    (json) => response.writeHead(200, { "content-type": "application/json" }).end(json),
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
}).listen(Number(process.env["PORT"]));
