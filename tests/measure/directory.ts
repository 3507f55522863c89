// npm run bench -- directory [SPECIALISTS]: pages of the directory over distinct addresses, as a crawler asks, alone and beside writers.
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { NODE_FLAGS } from "../../bin/node-flags.mjs";
import { publishVocabulary } from "../../app/domain/vocabulary/publish-vocabulary.server.ts";
import { openDatabase } from "../../app/platform/database/database.server.ts";
import { SPECIALTIES } from "../../app/domain/specialties/specialties.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { migrate } from "../../db/migrate.ts";
import { insertSpecialists } from "../directory/specialists.ts";
import { freePort, type Program, ROOT, startProgram, untilAnswering } from "../start/program.ts";
import { makeFolder } from "../support/folder.ts";

const SPECIALISTS = Number(process.argv[2] ?? 100_000);
const CONNECTIONS = 32;
const PAGES = 6_000;
const WARM_UP = 1_500;
const BARS = { p99: 100, perCore: 300, goneMs: 2_000 };
/** The unit of processor times in /proc. */
const TICKS_A_SECOND = 100;

const dataDir = makeFolder("directory");
const database = await startEmbedded({ dataDir, log: console.error });
await migrate(database.url);
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const client = new pg.Client({ connectionString: database.url });
let program: Program | undefined;

function ask(address: string): Promise<{ status: number; text: string; ms: number }> {
  const since = performance.now();
  return new Promise((answered, failed) => {
    get(address, { agent }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => {
        const text = Buffer.concat(parts).toString();
        answered({ status: response.statusCode ?? 0, text, ms: performance.now() - since });
      });
    }).on("error", failed);
  });
}

const figure = (field: "cpu" | "memory") => {
  const pid = program?.child.pid ?? 0;
  if (field === "memory") return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  const times = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(times[11]) + Number(times[12])) / TICKS_A_SECOND;
};

async function round(name: string, addresses: readonly string[], { connections = CONNECTIONS, isBarred = false } = {}) {
  const times: number[] = [];
  const wrong: string[] = [];
  const waiting = [...addresses];
  const [cpu, since] = [figure("cpu"), performance.now()];
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { status, ms } = await ask(next);
        if (status !== 200) wrong.push(`${next}: ${status}`);
        times.push(ms);
      }
    }),
  );
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
  const perSecond = times.length / ((performance.now() - since) / 1_000);
  const perCore = times.length / (figure("cpu") - cpu);
  console.log(
    `${name}: ${times.length} pages, ${wrong.length} wrong, p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms (bar ${BARS.p99}), ` +
      `${perSecond.toFixed(0)} a second, ${perCore.toFixed(0)} a second of the program's processor (bar ${BARS.perCore}), ` +
      `${figure("memory").toFixed(0)} MB`,
  );
  if (wrong.length > 0) console.log(wrong.slice(0, 5).join("\n"));
  if (isBarred && (at(0.99) > BARS.p99 || perCore < BARS.perCore || wrong.length > 0)) process.exitCode = 1;
}

/** Milliseconds from a specialist's loss of the licence until no list and no count includes them. */
async function untilGone(): Promise<number> {
  const { text } = await ask(`${origin}/kinesiologos`);
  const id = /\/kines\/([0-9a-f-]{36})/.exec(text)?.[1] ?? "";
  const total = /(\d+) especialistas con/.exec(text)?.[1];
  await client.query("update profiles set license_checked_at = null where id = $1", [id]);
  const since = performance.now();
  for (;;) {
    const now = (await ask(`${origin}/kinesiologos`)).text;
    if (!now.includes(id) && /(\d+) especialistas con/.exec(now)?.[1] !== total) return performance.now() - since;
    await wait(10);
  }
}

try {
  // The places and specialties of the program, which a first start publishes.
  const { db } = openDatabase(database.url, { max: 1, onError: console.error });
  await publishVocabulary(db);
  await db.destroy();
  await insertSpecialists(database.url, SPECIALISTS);
  await client.connect();
  program = startProgram({
    command: [join(ROOT, "node_modules/.bin/node"), ...NODE_FLAGS, join(ROOT, "app/process/main.ts")],
    env: {
      NODE_ENV: "production",
      CALL_LIMIT: "0",
      DATA_DIR: join(dataDir, "files"),
      DATABASE_URL: database.url,
      SECRET: "a secret of this measurement alone, long enough",
      PORT: String(port),
      PUBLIC_URL: origin,
    },
  });
  await untilAnswering(program, port);
  const { text } = await ask(`${origin}/sitemaps/kinesiologos-1.xml`);
  const first = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = ""]) => address);
  const later = Array.from({ length: PAGES }, (_, n) => `${origin}/kinesiologos?pagina=${n + 2}`).slice(
    0,
    SPECIALISTS / 25,
  );
  const distinct = [...first, ...later].toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1));
  const each = Math.max(1, Math.floor(distinct.length / PAGES));
  const addresses = distinct.filter((_, index) => index % each === 0).slice(0, PAGES);
  console.log(
    `${SPECIALISTS} specialists, ${first.length} pages in the sitemap, ${addresses.length} distinct addresses asked`,
  );
  await round("warm-up", addresses.slice(0, WARM_UP));
  await round("distinct pages", addresses, { isBarred: true });
  let isWriting = true;
  const writer = (async () => {
    for (let n = 0; isWriting; n += 1) {
      await client.query(
        "update profiles set bio = $1 where id = (select kine_id from directory where listed and number > $2 order by number limit 1)",
        [`Texto ${n}`, (n * 997) % SPECIALISTS],
      );
      await wait(20);
    }
  })();
  await round("distinct pages beside a writer", addresses, { isBarred: true });
  isWriting = false;
  await writer;
  const filtered = Array.from({ length: 300 }, (_, n) => {
    const query = new URLSearchParams([
      ["cobertura", String(1 + (n % 12))],
      ["hasta", String([20_000, 25_000, 30_000, 40_000][n % 4])],
      ["dia", String(n % 7)],
      ["orden", n % 2 === 0 ? "precio" : ""],
      ["pagina", String(1 + (n % 5))],
    ]);
    return `${origin}/kinesiologos?${query}`;
  });
  await round("filtered lists of the whole country, by price", filtered);
  const specialties = SPECIALTIES.map(({ slug }) => ["especialidad", slug]);
  const costly = Array.from({ length: 200 }, (_, n) => {
    const coverages = [0, 1, 2, 3, 4].map((more) => ["cobertura", String(1 + ((n + more * 7) % 40))]);
    const rest = [
      ["dia", String(n % 7)],
      ["hasta", "50000"],
      ["orden", "precio"],
    ];
    return `${origin}/kinesiologos?${new URLSearchParams([...specialties, ...coverages, ...rest])}`;
  });
  await Promise.all([
    round("the longest walks", costly, { connections: 4 }),
    round("distinct pages beside the longest walks", addresses.slice(0, WARM_UP), { connections: CONNECTIONS - 4 }),
  ]);
  const goneMs = await untilGone();
  if (goneMs > BARS.goneMs) process.exitCode = 1;
  console.log(`a specialist without a licence is gone after ${goneMs.toFixed(0)} ms (bar ${BARS.goneMs})`);
} finally {
  agent.destroy();
  await client.end().catch(() => undefined);
  program?.child.kill("SIGTERM");
  await program?.ended;
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
