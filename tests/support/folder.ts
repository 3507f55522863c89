import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder that PostgreSQL's user can traverse when the tests run as root. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `kinexo-${name}-`));
  chmodSync(folder, 0o711);
  return folder;
}
