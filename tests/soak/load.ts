import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like, type Person } from "../support/people.ts";

/** How many users of each kind work concurrently; each holds as many streams. */
const PEOPLE = 4;
const STREAMS_EACH = 5;
const PAUSE_MS = 50;

/** The load's results: answered calls, refusals by code, and live events received. */
type Tally = { answered: number; refused: Map<string, number>; received: number; streams: number };

/** Simulates patients, specialists and an admin with the typed client until stopped. */
export async function openLoad(url: string) {
  const tally: Tally = { answered: 0, refused: new Map(), received: 0, streams: 0 };
  const stopping = new AbortController();
  const { signal } = stopping;
  const stamp = Date.now();
  const patients: Person[] = [];
  const kines: Person[] = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    patients.push(await enter(url, like(cast.ana, `Ana ${stamp + n}`), "sign up"));
    kines.push(await enterApproved(url, like(cast.carla, `Carla ${stamp + n}`, { license_number: `K ${stamp + n}` })));
  }
  const elena = await enter(url, cast.elena, "sign in");
  const png = new Uint8Array(
    await sharp({ create: { width: 60, height: 40, channels: 3, background: "#0F4C5C" } })
      .png()
      .toBuffer(),
  );

  /** One counted call; null when it was refused. */
  async function call<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      const answer = await work();
      tally.answered += 1;
      return answer;
    } catch (error) {
      const code = (error as { code?: string }).code ?? String(error);
      tally.refused.set(code, (tally.refused.get(code) ?? 0) + 1);
      return null;
    } finally {
      await wait(PAUSE_MS);
    }
  }
  const until = async (round: (n: number) => Promise<unknown>) => {
    for (let n = 0; !signal.aborted; n += 1) await round(n);
  };

  /** A case from publication to review, with every read on the way. */
  async function course(patient: Person, kine: Person, n: number) {
    const made = await call(() =>
      patient.api.cases.create({ title: `Rodilla ${n}`, description: "Me duele al bajar escaleras" }),
    );
    if (!made) return;
    await call(() => kine.api.cases.available({}));
    const match = await call(() => kine.api.matches.apply({ case_id: made.id, message: "Trabajo con rodillas" }));
    await call(() => patient.api.cases.applications({ case_id: made.id }));
    if (match) await call(() => patient.api.matches.accept({ id: match.id }));
    await call(() => kine.api.matches.mine());
    await call(() => patient.api.cases.close({ id: made.id }));
    await call(() => patient.api.reviews.create({ case_id: made.id, kine_id: kine.id, stars: 5, comment: "Muy bien" }));
    await call(() => patient.api.cases.mine());
  }

  /** Simulates an admin, an anonymous visitor and a sign-in. */
  async function around(n: number) {
    await call(() => elena.api.accounts.list({}));
    await call(() => elena.api.cases.list({ search: "rodilla" }));
    await call(() => elena.api.status.read());
    await call(() => fetched(`/kines/${kines[0]?.id}`));
    await call(() => fetched("/"));
    if (n % 10 === 0) await call(() => enter(url, like(cast.ana, `Ana ${stamp}`), "sign in"));
    if (n % 20 !== 0) return;
    const authorization = `Bearer ${await kines[0]?.token()}`;
    await call(() => fetched("/files/avatars", { method: "PUT", body: png, headers: { authorization } }));
  }
  async function fetched(path: string, init?: RequestInit) {
    const answer = await fetch(url + path, init);
    await answer.arrayBuffer();
    if (!answer.ok)
      throw Object.assign(new Error(path), { code: `${path.split("/")[1] || "landing"} ${answer.status}` });
  }

  /** Streams close and reopen, as tabs do, each after some seconds of its own. */
  const listen = (person: Person, n: number) =>
    until(async () => {
      tally.streams += 1;
      const events = await person.api.live.events().catch(() => null);
      // A busy server may refuse it: retry.
      if (!events) return wait(1_000);
      // Through the iterator: an abort signal is not always delivered, because the request that holds it may be garbage-collected.
      const cut = () => void events.return();
      const timer = setTimeout(cut, 10_000 + 1_700 * n);
      signal.addEventListener("abort", cut);
      if (signal.aborted) cut();
      try {
        for await (const { type } of events) if (type !== "heartbeat") tally.received += 1;
      } catch {
        // The server closed it after its timeout.
      }
      clearTimeout(timer);
      signal.removeEventListener("abort", cut);
      await wait(PAUSE_MS);
    });

  const works = [
    ...patients.map((patient, n) => until((round) => course(patient, kines[n] ?? elena, round))),
    until(around),
    ...[...patients, ...kines].flatMap((person) => Array.from({ length: STREAMS_EACH }, (_, n) => listen(person, n))),
  ];
  return {
    tally,
    streams: 2 * PEOPLE * STREAMS_EACH,
    async stop() {
      stopping.abort();
      await Promise.all(works);
    },
  };
}
