import { request, type ClientRequest } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { openSigningKeys } from "../../app/auth/sessions/keys.server.ts";
import { openAccessTokens } from "../../app/auth/sessions/tokens.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import { fill } from "../support/fill-database.ts";

const LONGEST_MS = 60_000;
const AT_ONCE = 20;

/** Creates this many approved specialists with sessions in an empty database; returns their access tokens. */
export async function signedInSpecialists(
  databaseUrl: string,
  db: Database,
  secret: string,
  publicUrl: string,
  count: number,
): Promise<string[]> {
  // Two of a hundred are not approved.
  await fill(databaseUrl, { patients: 10, kines: Math.ceil(count / 0.98) + 1, cases: 100, reviews: 1 });
  const specialists = db
    .selectFrom("profiles")
    .select("id as user_id")
    .where("license_number", "is not", null)
    .where("approval_status", "=", "approved")
    .limit(count);
  const sessions = await db
    .insertInto("auth.sessions")
    .columns(["user_id"])
    .expression(specialists)
    .returningAll()
    .execute();
  const tokens = openAccessTokens(await openSigningKeys(db, secret), `${publicUrl}/auth/v1`, { now: Date.now });
  return Promise.all(
    sessions.map(
      async (session) => (await tokens.issue({ ...session, proofs: [], read_at: session.created_at })).access_token,
    ),
  );
}

/** Milliseconds from a write until the first and the last stream delivered it. */
export type Round = { first: number; last: number };

/** Opens a stream per token, some at a time, retrying refused ones; resolves when all have started. */
export async function openStreams(url: string, tokens: string[]) {
  let hear: (stream: number, type: string) => void = () => undefined;
  const requests: ClientRequest[] = [];
  const waiting = [...tokens.entries()];
  const open = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [stream, token] = next;
      requests.push(await untilBegun(url, token, (type) => hear(stream, type)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, open));
  async function heard(what: string, write: () => Promise<unknown>): Promise<Round> {
    const moments = new Map<number, number>();
    const all = new Promise<void>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`${moments.size} of ${tokens.length} streams heard of ${what} in a minute`)),
        LONGEST_MS,
      );
      hear = (stream, type) => {
        if (type !== what || moments.has(stream)) return;
        moments.set(stream, performance.now());
        if (moments.size < tokens.length) return;
        clearTimeout(late);
        resolve();
      };
    });
    const since = performance.now();
    await Promise.all([write(), all]);
    return { first: Math.min(...moments.values()) - since, last: Math.max(...moments.values()) - since };
  }
  return {
    /** Publishes a case of a consenting patient, which every specialist's stream delivers. */
    round: (client: pg.Client, patientId: string): Promise<Round> =>
      heard("cases", () =>
        client.query(
          `with made as (insert into cases (patient_id, title, description) values ($1, 'Rodilla', 'Duele') returning id)
          select publish_live_event('kines', 'cases'), publish_live_event($1::text, 'case', id) from made`,
          [patientId],
        ),
      ),
    /** Writes a message to every specialist's conversation about a case, which the stream of each delivers. */
    /** Times from the commit: writing a thousand messages in one transaction, which no user does, takes longer than the delivery. */
    async messages(client: pg.Client, caseId: string): Promise<Round> {
      await client.query("begin");
      await client.query(
        `with made as (insert into messages (match_id, author_id, body)
          select id, kine_id, 'Hola' from matches where case_id = $1 returning match_id)
        select tell(m.kine_id::text, 'message', m.case_id) from made join matches m on m.id = made.match_id`,
        [caseId],
      );
      return heard("message", () => client.query("commit"));
    },
    close: () => requests.forEach((each) => each.destroy()),
  };
}

async function untilBegun(url: string, token: string, hear: (type: string) => void): Promise<ClientRequest> {
  for (const since = performance.now(); performance.now() - since < LONGEST_MS; await wait(200)) {
    const begun = await openStream(url, token, hear);
    if (begun) return begun;
  }
  throw new Error("a stream was refused for a minute");
}

/** A stream that has delivered its first event, or null when it was refused. */
function openStream(url: string, token: string, hear: (type: string) => void): Promise<ClientRequest | null> {
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve) => {
    const stream = request(`${url}/rpc/live/events`, { method: "POST", headers, agent: false }, (answer) => {
      answer.on("error", () => undefined);
      if (answer.statusCode !== 200) return void answer.resume().on("end", () => resolve(null));
      let rest = "";
      answer.setEncoding("utf8").on("data", (text: string) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          const type = /"type":"(\w+)"/.exec(line)?.[1];
          if (type === "connected") resolve(stream);
          else if (type) hear(type);
        }
      });
    });
    stream.on("error", () => resolve(null)).end();
  });
}

/** Has every approved specialist apply to a case of a patient; returns its id. */
export async function appliedByAll(client: pg.Client, patientId: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    "insert into cases (patient_id, title, description) values ($1, 'Rodilla', 'Duele') returning id",
    [patientId],
  );
  const id = rows[0]!.id;
  await client.query(
    "insert into matches (case_id, kine_id) select $1, id from profiles where license_number is not null and has_role(id, 'kine')",
    [id],
  );
  return id;
}
