import type { Logger } from "pino";
import type { Database } from "./database/database.server.ts";

type Resources = { db: Database; log: Logger };

/** What a node keeps in memory of the database, as it is when it is read. */
export type Copy<Contents> = { read(): Promise<Contents>; close(): Promise<void> };
/** How a kind of copy is opened. */
export type CopyKind<Contents> = { open(resources: Resources): Copy<Contents> };
/** The copies of a node, each opened when it is first asked for. */
export type Copies = { of<Contents>(kind: CopyKind<Contents>): Copy<Contents>; close(): Promise<void> };

/** Opens the copies of a node. */
export function openCopies(resources: Resources): Copies {
  const opened = new Map<CopyKind<unknown>, Copy<unknown>>();
  return {
    of<Contents>(kind: CopyKind<Contents>) {
      const copy = (opened.get(kind) ?? kind.open(resources)) as Copy<Contents>;
      opened.set(kind, copy);
      return copy;
    },
    async close() {
      await Promise.all([...opened.values()].map((copy) => copy.close()));
    },
  };
}
