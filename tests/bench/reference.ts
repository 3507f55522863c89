import { createServer } from "node:http";
import pg from "pg";
import { statements } from "./statements.ts";

/**
 * The minimal cost of a Node server: no session, guard or validation; one prepared statement whose JSON
 * PostgreSQL builds. GET or POST /NAME?FIRST&SECOND runs the statement NAME with these values.
 */
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });

createServer((request, response) => {
  const [path = "", values = ""] = (request.url ?? "").slice(1).split("?");
  const text = statements[path];
  if (!text) {
    response.writeHead(404).end();
    return;
  }
  request.resume();
  pool.query<{ json: string }>({ name: path, text, values: values.split("&") }).then(
    ({ rows }) => response.writeHead(200, { "content-type": "application/json" }).end(rows[0]?.json ?? "null"),
    () => response.writeHead(500).end(),
  );
}).listen(Number(process.env["PORT"]));
