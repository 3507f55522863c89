import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { openPasswords } from "../../app/auth/credentials/passwords.server.ts";
import { openDump } from "../../app/commands/move-in/dump-source.ts";
import { openFolder } from "../../app/commands/move-in/file-place.ts";
import { moveIn } from "../../app/commands/move-in/move-in.ts";
import { openPostgres } from "../../app/commands/move-in/postgres-source.ts";
import { readChoices } from "../../app/commands/move-in/report.ts";
import { folderStorage } from "../../app/platform/storage/folder-storage.server.ts";
import { openUploadWorkers } from "../../app/platform/uploads/workers.server.ts";
import { CHEAP_PASSWORDS } from "../support/cheap-passwords.ts";
import { createDatabase } from "../support/database.ts";
import { makeFolder } from "../support/folder.ts";
import { openNode, SECRET } from "../support/test-app.ts";
import { openSource } from "./source-database.ts";

type Run = {
  isDryRun?: boolean;
  /** The report's CSV, filled. */
  choices?: string;
  consent?: "keep" | "ask";
  /** The text of a dump; without it the source is read by a connection. */
  dump?: string;
};

/** An old system and a new installation that was started once. */
export async function openMove({ firstAdmin, ...options }: { isOld?: boolean; firstAdmin?: string } = {}) {
  const source = await openSource(options);
  const target = await createDatabase();
  await (await openNode(target.url, { environment: firstAdmin ? { ADMIN_EMAIL: firstAdmin } : {} })).close();
  const [dataDir, files, report] = [makeFolder("moved"), makeFolder("old-files"), makeFolder("report")];
  const log = pino({ level: "silent" });
  const workers = openUploadWorkers(log, { dataDir });
  const passwords = openPasswords(CHEAP_PASSWORDS);
  const client = new pg.Client({ connectionString: target.url });
  await client.connect();

  return {
    source,
    url: target.url,
    client,
    dataDir,
    report,
    /** Puts a file where the old storage has it. */
    file(path: string, bytes: Uint8Array) {
      const at = join(files, path);
      mkdirSync(dirname(at), { recursive: true });
      writeFileSync(at, bytes);
    },
    async run({ isDryRun = false, choices, consent = "keep", dump }: Run = {}) {
      if (dump !== undefined) writeFileSync(join(report, "dump.sql"), dump);
      const from = dump === undefined ? await openPostgres(source.url, null) : await openDump(join(report, "dump.sql"));
      const mover = new pg.Client({ connectionString: target.url });
      await mover.connect();
      try {
        return await moveIn({
          client: mover,
          source: from,
          place: await openFolder(files),
          storage: folderStorage(join(dataDir, "files")),
          workers,
          passwords,
          secret: SECRET,
          choices: readChoices(choices ?? "hallazgo;id;elección\n"),
          consent,
          isDryRun,
          report,
          say: () => undefined,
        });
      } finally {
        await from.close();
        await mover.end();
      }
    },
    readReport: (name: "informe.csv" | "informe.html") => readFileSync(join(report, name), "utf8"),
    /** The new installation over HTTP, on the moved database and files. */
    open: () => openNode(target.url, { dataDir }),
    async rows<Row extends pg.QueryResultRow>(query: string, values: unknown[] = []): Promise<Row[]> {
      return (await client.query<Row>(query, values)).rows;
    },
    async close() {
      workers.close();
      await passwords.close();
      await client.end();
      await source.close();
      await target.drop();
    },
  };
}
export type TestMove = Awaited<ReturnType<typeof openMove>>;
