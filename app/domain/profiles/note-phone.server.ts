import type { Tx } from "../../platform/database/database.server.ts";
import { noteTombstone } from "../../platform/storage/tombstones.server.ts";

/** Notes whether a specialist's phone is in the list, so that no backup lists one that they took out. */
export const notePhoneListed = (tx: Tx, kineId: string, isListed: boolean): Promise<void> =>
  noteTombstone(tx, isListed ? "phone_listed" : "phone_hidden", kineId);
