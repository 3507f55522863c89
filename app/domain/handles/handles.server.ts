import { sql } from "kysely";
import { z } from "zod";
import type { Services } from "../../api/services.server.ts";
import { kine, kineReads } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { readPublicly } from "../../platform/database/replica.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { HANDLE } from "./handle.ts";
import { HandleInput } from "./handle-input.ts";

const OwnHandle = z.strictObject({ handle: z.string().nullable(), changes_from: z.date().nullable() });

/** The specialist's own handle, and from when they can change it; null when they can now. */
export const mine = kineReads
  .meta({ summary: "Returns the caller's own handle, and from when it can be changed." })
  .output(OwnHandle)
  .handler(async ({ context: { db, viewer } }) => {
    const own = await ownHandle.first(db, { viewer: viewer.id });
    return own ?? { handle: null, changes_from: null };
  });

const ownHandle = prepared("handles.mine", (db, { viewer }: { viewer: string }) =>
  db
    .selectFrom("handles as h")
    .select([
      "h.handle",
      sql<Date | null>`(select max(o.left_at) + interval '90 days' from handles o
        where o.kine_id = h.kine_id and o.left_at > now() - interval '90 days')`.as("changes_from"),
    ])
    .where("h.kine_id", "=", viewer)
    .where("h.left_at", "is", null),
);

/** Takes a handle, which may be one of the caller's earlier ones. The previous handle leads to it from then on. */
export const take = kine
  .meta({
    summary: "Takes a handle, to which the earlier ones lead then.",
    refuses: ["HANDLE_TAKEN", "HANDLE_CHANGED_LATELY"],
    writes: "once",
  })
  .input(HandleInput)
  .output(z.strictObject({ taken: z.boolean() }))
  .handler(({ input: { handle }, context: { transaction, viewer, services } }) =>
    transaction(async (tx) => {
      // Everybody reads an address, and a mask would lead nowhere.
      const words = handle.replaceAll("-", " ");
      if (services.masked(words) !== words) throw new AppError("HANDLE_TAKEN");
      await leaveHandle.run(tx, { viewer: viewer.id, handle });
      const taken = await takeHandle.first(tx, { viewer: viewer.id, handle });
      if (!taken) throw new AppError("HANDLE_TAKEN");
      return { taken: true };
    }),
  );

type Taken = { viewer: string; handle: string };
const leaveHandle = prepared(
  "handle left",
  (_, { viewer, handle }: Taken) =>
    sql`update handles set left_at = now() where kine_id = ${viewer}::uuid and left_at is null and handle <> ${handle}`,
);
const takeHandle = prepared("handle taken", (db, { viewer, handle }: Taken) =>
  db
    .insertInto("handles")
    .values({ handle, kine_id: viewer })
    .onConflict((conflict) =>
      conflict
        .column("handle")
        .doUpdateSet({ left_at: null, taken_at: sql`now()` })
        .where("handles.kine_id", "=", viewer),
    )
    .returning("handle"),
);

/** The holder of a handle and their current handle; null when the handle leads to nobody. */
export async function holderOf(services: Pick<Services, "db" | "replica">, handle: string) {
  if (!HANDLE.test(handle)) return null;
  return readPublicly(services, async ({ db }) => (await holder.first(db, { handle })) ?? null);
}

/** Whether a handle was of a specialist who deleted their account within a year. */
export async function isClosed(services: Pick<Services, "db" | "replica">, handle: string): Promise<boolean> {
  if (!HANDLE.test(handle)) return false;
  return readPublicly(services, async ({ db }) => (await closed.first(db, { handle })) !== undefined);
}

const closed = prepared("closed handle", (db, { handle }: { handle: string }) =>
  db
    .selectFrom("closed_handles")
    .select("closed_at")
    .where("handle_hash", "=", sql<Buffer>`text_hash(${handle}::text)`)
    .where("closed_at", ">", sql<Date>`now() - interval '1 year'`),
);

const holder = prepared("holder of a handle", (db, { handle }: { handle: string }) =>
  db
    .selectFrom("handles as h")
    .innerJoin("public_profiles as p", "p.id", "h.kine_id")
    .innerJoin("handles as now", (join) => join.onRef("now.kine_id", "=", "h.kine_id").on("now.left_at", "is", null))
    .select(["h.kine_id as id", "now.handle"])
    .where("h.handle", "=", handle),
);
