import type { Principal } from "../procedures/principals.ts";

export type Cell<Answer> = { who: Principal; expected: Answer; ask: (who: Principal) => Promise<Answer>; of?: string };

/** As many calls as the server has connections to its database. */
const AT_ONCE = 10;

/**
 * Tries cells on one state: reads and refusals concurrently, then each call that changes something by itself. Returns the
 * differences from the table.
 */
export async function wrongCells<Answer>(
  cells: readonly Cell<Answer>[],
  changes: (cell: Cell<Answer>) => boolean,
  restore: () => Promise<string>,
): Promise<string[]> {
  const wrong: string[] = [];
  const tryOne = async ({ who, expected, ask, of }: Cell<Answer>) => {
    const seen = await ask(who);
    if (seen !== expected) wrong.push(`${of ? `${of}: ` : ""}${who}: ${String(seen)} instead of ${String(expected)}`);
  };
  const waiting = cells.filter((cell) => !changes(cell)).values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const cell of waiting) await tryOne(cell);
    }),
  );
  const changed = await restore();
  if (changed) wrong.push(`those who may change nothing changed rows of ${changed}`);
  for (const cell of cells.filter(changes)) {
    await tryOne(cell);
    await restore();
  }
  return wrong;
}
