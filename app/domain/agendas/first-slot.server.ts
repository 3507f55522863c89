import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { MODALITIES, type Modality } from "../profiles/modality.ts";

/** How long a confirmed agenda is shown to others. */
const CONFIRMED_DAYS = 14;

/** Until when the next free time of an agenda `a` is shown; null where it is not public. */
export const shownUntil = sql<Date | null>`case when a.is_public then a.confirmed_at + make_interval(days => ${CONFIRMED_DAYS}) end`;
/** Whether the next free time of an agenda `a` is shown now. */
export const isShown = sql<boolean>`a.is_on and ${shownUntil} > now()`;

/** The next free time of a specialist, as the wall time of their agenda. */
export const FirstSlot = z.strictObject({ local_start: z.string(), modality: z.enum(MODALITIES) });
type FirstSlot = z.infer<typeof FirstSlot>;

/**
 * The next free time of the profile `p`, of one modality or of the first, as a job stored it; null where it is not shown, or over by now. It is the
 * same for everybody: one that a block took away would tell about the block.
 */
export function firstSlotOf(modality: RawBuilder<Modality | ""> | null): RawBuilder<FirstSlot | null> {
  return sql`(select json_build_object('local_start', to_char(n.starts_at at time zone a.zone, 'YYYY-MM-DD"T"HH24:MI'), 'modality', n.modality)
    from agenda_next n join agendas a on a.kine_id = n.kine_id
    where n.kine_id = p.id and ${isShown} and n.starts_at >= now() + make_interval(mins => a.lead_min)
      and p.approval_status = 'approved' and p.suspended_at is null and not is_paused(p.paused_until)
      ${modality ? sql`and (${modality} = '' or n.modality::text = ${modality})` : sql``}
    order by n.starts_at, n.modality limit 1)`;
}
