// node db/last-release/make.ts URL: writes schema.sql.gz and migrations.txt from a database of the release. See README.md.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { openSnapshot } from "../dump.ts";
import { readObjects } from "../objects.ts";
import { readFiles, writeFiles } from "../schema-files.ts";

const [, , url = ""] = process.argv;
const write = (file: string, content: string | Buffer) => writeFileSync(join(import.meta.dirname, file), content);

const snapshot = await openSnapshot(url);
await snapshot.close();
write("migrations.txt", snapshot.migrations.map(({ name, checksum }) => `${name} ${checksum}\n`).join(""));
write("schema.sql.gz", gzipSync(writeFiles(await readObjects(url), readFiles()).join("\n"), { level: 9 }));
