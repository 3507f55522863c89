import type { Logger } from "pino";
import type { Database } from "./database/database.server.ts";

type Resources = { db: Database; log: Logger };

/** A node's in-memory copy of a part of the database. `read` resolves to its current contents. */
export type InMemoryIndex<Contents> = {
  read(): Promise<Contents>;
  /** Milliseconds since the state of the database that it holds, or since it was opened. */
  ageMs(): number;
  close(): Promise<void>;
};
/** A kind of copy; `open` opens one. */
export type CopyKind<Contents> = { open(resources: Resources): InMemoryIndex<Contents> };
/** The copies of a node; each is opened at its first use. */
export type Copies = { of<Contents>(kind: CopyKind<Contents>): InMemoryIndex<Contents>; close(): Promise<void> };

/** Opens the copies of a node. */
export function openCopies(resources: Resources): Copies {
  const opened = new Map<CopyKind<unknown>, InMemoryIndex<unknown>>();
  return {
    of<Contents>(kind: CopyKind<Contents>) {
      const copy = (opened.get(kind) ?? kind.open(resources)) as InMemoryIndex<Contents>;
      opened.set(kind, copy);
      return copy;
    },
    async close() {
      await Promise.all([...opened.values()].map((copy) => copy.close()));
    },
  };
}
