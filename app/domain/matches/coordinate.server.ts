import { sql } from "kysely";
import { z } from "zod";
import { member } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { publishToPair } from "../cases/publish-to-kines.server.ts";
import { closeNotifications } from "../notifications/notify.server.ts";

/**
 * "Ya coordinamos": the two of an accepted application agreed without the program. Nobody is asked about it any more, and no screen waits for
 * their first turno. Either of them answers for both; said again it changes nothing.
 */
export const coordinate = member
  .meta({
    summary: "Says that the two of an accepted application agreed by themselves.",
    refuses: ["NOT_FOUND"],
    writes: "once",
  })
  .input(z.object({ id: z.uuid() }))
  .output(z.strictObject({ coordinated: z.literal(true) }))
  .handler(({ input: { id }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const pair = await pairInCourse.first(tx, { id, viewer: viewer.id });
      if (!pair) throw new AppError("NOT_FOUND", "Este paciente y este especialista ya no están en contacto.");
      await note.run(tx, { id });
      await closeNotifications(tx, { kinds: ["nobody_wrote", "nobody_wrote_kine"], matchId: id });
      await publishToPair(tx, pair, "application");
      return { coordinated: true as const };
    }),
  );

type Pair = { case_id: string; kine_id: string; patient_id: string };

const pairInCourse = prepared(
  "matches.coordinate",
  (_, { id, viewer }: { id: string; viewer: string }) => sql<Pair>`
    select r.case_id, r.kine_id, r.patient_id from case_relations r join cases c on c.id = r.case_id
    where r.match_id = ${id}::uuid and ${viewer}::uuid in (r.kine_id, r.patient_id) and r.access = 'accepted' and c.status = 'matched'`,
);

const note = prepared(
  "matches.coordinate note",
  (_, { id }: { id: string }) => sql`insert into match_levels (match_id, coordinated_at) values (${id}::uuid, now())
    on conflict (match_id) do update set coordinated_at = coalesce(match_levels.coordinated_at, excluded.coordinated_at)`,
);
