import { sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { addJob, defineJob } from "../../platform/jobs.server.ts";
import { daysAfter } from "../bookings/wall-time.ts";
import type { Modality } from "../profiles/modality.ts";
import { agendaFacts } from "./agenda-facts.server.ts";
import { isShown } from "./first-slot.server.ts";
import { freeSlots } from "./free-slots.ts";
import { AGENDA_NEXT } from "./look-at-agenda.server.ts";

/** How many days are looked through at once: most agendas are free within the first. */
const DAYS_AT_ONCE = 14;

type Agenda = { is_shown: boolean; today: string; last: string; lead_min: number; midnight_s: number };
/** The next free time of each modality that has one: minutes since 1970. */
type Found = { now: number; isWhole: boolean; next: Map<Modality, number> };

/**
 * The job of a public agenda: stores the next free time of each modality, and runs again when one of them is over; at midnight, when the
 * horizon moves, where a modality has none. Changes of the agenda and of its bookings ask for it under the same lock.
 */
async function keepAgendaNext({ db }: { db: Database }, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const agenda = await lockAgenda.first(tx, { id });
    if (!agenda) return;
    // The next confirmation asks for the job again.
    if (!agenda.is_shown) return void (await store(tx, id, new Map()));
    const { now, isWhole, next } = await find(tx, id, agenda);
    await store(tx, id, next);
    const ends = [...next.values()].map((at) => Math.max(1, at - agenda.lead_min - now + 1) * 60);
    await addJob(tx, agendaNextJob, { id }, Math.min(...ends, ...(isWhole ? [] : [agenda.midnight_s + 1])));
  });
}

export const agendaNextJob = defineJob(AGENDA_NEXT.name, { priority: AGENDA_NEXT.priority, run: keepAgendaNext });

const lockAgenda = prepared(
  "agenda's next times",
  (_, { id }: { id: string }) => sql<Agenda>`
    select ${isShown} as is_shown, a.lead_min, (now() at time zone a.zone)::date as today,
      (now() at time zone a.zone)::date + a.horizon_days as last,
      extract(epoch from date_trunc('day', now() at time zone a.zone) + interval '1 day' - now() at time zone a.zone)::float8 as midnight_s
    from agendas a where a.kine_id = ${id}::uuid for no key update`,
);

async function find(tx: Tx, kine: string, { today, last }: Agenda): Promise<Found> {
  const next = new Map<Modality, number>();
  for (let from = today; ; from = daysAfter(from, DAYS_AT_ONCE)) {
    const facts = await agendaFacts(tx, { kine, from, until: daysAfter(from, DAYS_AT_ONCE - 1), isForAll: true });
    if (!facts) throw new Error("a locked agenda has its facts");
    const modalities = new Map(facts.places.map((place) => [place.id, place.modality]));
    for (const { place_id, at } of freeSlots(facts, facts.now)) {
      const modality = modalities.get(place_id);
      if (modality && !next.has(modality)) next.set(modality, at);
    }
    const isWhole = [...modalities.values()].every((modality) => next.has(modality));
    if (isWhole || daysAfter(from, DAYS_AT_ONCE) > last)
      return { now: facts.now, isWhole: isWhole && next.size > 0, next };
  }
}

async function store(tx: Tx, kine: string, next: Found["next"]): Promise<void> {
  const modalities = `{${[...next.keys()].join()}}`;
  await leaveOut.run(tx, { kine, modalities });
  await storeNext.run(tx, { kine, modalities, starts: `{${[...next.values()].join()}}` });
}

const leaveOut = prepared(
  "agenda's modalities without a time",
  (_, { kine, modalities }: { kine: string; modalities: string }) =>
    sql`delete from agenda_next where kine_id = ${kine}::uuid and modality <> all(${modalities}::modality[])`,
  { isDeferred: true },
);
const storeNext = prepared(
  "agenda's next times stored",
  (_, { kine, modalities, starts }: { kine: string; modalities: string; starts: string }) => sql`
    insert into agenda_next (kine_id, modality, starts_at)
      select ${kine}::uuid, f.modality, to_timestamp(f.at * 60.0) from unnest(${modalities}::modality[], ${starts}::int[]) as f (modality, at)
      on conflict (kine_id, modality) do update set starts_at = excluded.starts_at where agenda_next.starts_at <> excluded.starts_at`,
  { isDeferred: true },
);
