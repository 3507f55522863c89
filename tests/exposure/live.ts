import { sql } from "kysely";
import { expect } from "vitest";
import { follow } from "../live/follow.ts";
import { living, type Somebody } from "./people.ts";
import type { Field } from "./fixture.ts";
import { apiOf } from "../support/people.ts";

type Heard = { who: Somebody; text: string };

/** Records everybody's raw stream while each kind of change happens; ends when every session has ended. */
export async function listenToChanges(field: Field): Promise<Heard[]> {
  const { target, tokens, people, cases, matches, applications, refreshTokens } = field;
  const api = (who: (typeof living)[number]) => apiOf(target.url, async () => tokens[who]);
  const streams = await Promise.all(
    living.map(async (who) => {
      const answer = await fetch(`${target.url}/rpc/live/events`, {
        method: "POST",
        headers: { authorization: `Bearer ${tokens[who]}` },
      });
      return { who, status: answer.status, rest: answer.text() };
    }),
  );
  const carla = await follow(api("carla"));
  const { id: case_id } = await api("quiet patient").cases.create({ title: "Codo", description: "Me duele" });
  const { id: match } = await api("kine without application").matches.apply({ case_id, message: "Puedo" });
  await api("quiet patient").matches.accept({ id: match });
  await api("owner").matches.reject({ id: matches["kine proposed in owner's matched"]! });
  await api("owner").cases.close({ id: cases["owner's matched"] });
  await api("owner").reviews.create({
    case_id: cases["owner's matched"],
    kine_id: people["kine accepted"],
    stars: 4,
    comment: "Bien",
  });
  await api("patient of closed").reviews.create({ case_id: cases["case of closed"], kine_id: people.carla, stars: 4 });
  await api("carla").profiles.update({ name: "Nombre Nuevo" });
  await api("admin").adminViews.markSeen({ entity_type: "case", ids: [case_id] });
  await api("admin").kineApplications.approve({ id: applications["pending kine"]! });
  await api("admin").accounts.assignRole({ user_id: people["kine rejected"], role: "patient" });
  await api("patient of accepted").accounts.delete();
  await fetch(`${target.url}/auth/v1/token?grant_type=refresh_token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: refreshTokens.owner }),
  });
  // Waits for the last event: an ended session receives nothing more, not even events of the same read.
  await expect.poll(() => carla.received.map((event) => event.case_id)).toContain(cases["case of accepted"]);
  await sql`update auth.sessions set ended_at = now(), end_reason = 'signed_out' where ended_at is null`.execute(
    target.db,
  );
  return Promise.all(streams.map(async ({ who, status, rest }) => ({ who, text: `${status}\n${await rest}` })));
}
