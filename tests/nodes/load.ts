import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like, type Person } from "../support/people.ts";

/** The results of the requests in one phase. */
export type Tally = {
  requests: number;
  failed: Map<string, number>;
  lastFailure: number;
  slowest: number;
  received: number;
};

const PATIENTS = 6;
const PAUSE_MS = 20;
const newTally = (): Tally => ({ requests: 0, failed: new Map(), lastFailure: 0, slowest: 0, received: 0 });

/**
 * Requests pages, photos, lists and sign-ins and edits cases until stopped; failures are not retried.
 * `stop` returns how many edits were acknowledged, and which are missing.
 */
export async function openLoad(url: string) {
  let tally = newTally();
  let isOver = false;
  const stamp = Date.now();
  const carla = await enterApproved(url, like(cast.carla, `Carla ${stamp}`, { license_number: `K ${stamp}` }));
  const patients: Person[] = [];
  for (let n = 0; n < PATIENTS; n += 1) patients.push(await enter(url, like(cast.ana, `Ana ${stamp + n}`), "sign up"));
  const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#0F4C5C" } })
    .png()
    .toBuffer();
  const photo = { method: "PUT", headers: await headersOf(carla), body: new Uint8Array(png) };
  const { photo_url } = (await (await fetch(`${url}/files/avatars`, photo)).json()) as { photo_url: string };

  /** One counted request; null when it failed. */
  async function ask(what: string, path: string, init?: RequestInit): Promise<unknown> {
    const since = performance.now();
    const outcome = await fetch(url + path, init).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      (error: Error) => ({ status: 0, text: String(error.cause ?? error) }),
    );
    tally.requests += 1;
    tally.slowest = Math.max(tally.slowest, performance.now() - since);
    if (outcome.status >= 200 && outcome.status < 300)
      return outcome.text.startsWith("{") ? JSON.parse(outcome.text) : outcome.text;
    const kind = `${what} ${outcome.status || outcome.text}`;
    tally.failed.set(kind, (tally.failed.get(kind) ?? 0) + 1);
    tally.lastFailure = performance.now();
    await wait(100);
    return null;
  }
  const call = async (what: string, person: Person, path: string, json: object) => {
    const answer = await ask(what, path, {
      method: "POST",
      headers: await headersOf(person),
      body: JSON.stringify({ json }),
    });
    return (answer as { json: unknown } | null)?.json ?? null;
  };
  const repeat = async (work: () => Promise<unknown>) => {
    while (!isOver) {
      await work();
      await wait(PAUSE_MS);
    }
  };

  let acknowledged = 0;
  const lost: string[] = [];
  /** Edits one case repeatedly. Each edit has a number, which must never be below the last acknowledged one. */
  async function edit(person: Person) {
    const says = { description: "Duele", studies_access: "verified", removed_studies: [] };
    const { id } = await person.api.cases.create({ title: "Caso 0", description: "Duele" });
    await carla.api.matches.apply({ case_id: id });
    let [number, known, version] = [0, 0, 1];
    await repeat(async () => {
      number += 1;
      const edited = (await call("edit", person, "/rpc/cases/update", {
        id,
        version,
        title: `Caso ${number}`,
        ...says,
      })) as { version: number } | null;
      if (edited) {
        [known, version] = [number, edited.version];
        acknowledged += 1;
        return;
      }
      const found = (await call("look", person, "/rpc/cases/get", { id })) as { title: string; version: number } | null;
      if (!found) return;
      const there = Number(found.title.split(" ")[1]);
      if (there < known) lost.push(`${id}: ${known} was acknowledged, ${there} is there`);
      version = found.version;
    });
    const { title } = await person.api.cases.get({ id });
    if (Number(title.split(" ")[1]) < known) lost.push(`${id}: ${known} was acknowledged, ${title} is there`);
  }

  async function listen() {
    const events = await carla.api.live.events();
    for await (const event of events) {
      if (event.type !== "heartbeat") tally.received += 1;
      if (isOver) break;
    }
  }

  const signIn = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: like(cast.ana, `Ana ${stamp}`).email, password: cast.ana.password }),
  };
  const works = [
    ...patients.map((person) => edit(person)),
    repeat(() => ask("profile", `/kines/${carla.id}`)),
    repeat(() => ask("photo", photo_url)),
    repeat(() => ask("asset", "/favicon.svg")),
    repeat(() => call("own cases", patients[0]!, "/rpc/cases/mine", {})),
    repeat(() => call("open cases", carla, "/rpc/cases/available", {})),
    repeat(() => ask("sign in", "/auth/v1/token?grant_type=password", signIn).then(() => wait(200))),
    repeat(() => listen().catch(() => wait(100))),
  ];

  return {
    /** Returns the current phase's tally and starts a new one. */
    take() {
      const taken = tally;
      tally = newTally();
      return taken;
    },
    async stop() {
      isOver = true;
      // The stream notices the end only at its next event.
      await Promise.race([Promise.all(works), wait(20_000)]);
      return { acknowledged, lost };
    },
  };
}

async function headersOf(person: Person): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await person.token()}`, "content-type": "application/json" };
}
