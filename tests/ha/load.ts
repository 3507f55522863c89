import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { cast } from "../../app/demo/cast.ts";
import { newKine } from "../support/new-kine.ts";
import { enter, enterApproved, like, type Person } from "../support/people.ts";

/** The results of one phase: acknowledged writes, failed attempts by reason, and reads. */
export type Tally = {
  acknowledged: number;
  refused: Map<string, number>;
  reads: number;
  failedReads: Map<string, number>;
  received: number;
  longestGap: number;
};

const PATIENTS = 6;
const PAUSE_MS = 20;
const newTally = (): Tally => ({
  acknowledged: 0,
  refused: new Map(),
  reads: 0,
  failedReads: new Map(),
  received: 0,
  longestGap: 0,
});
const count = (kinds: Map<string, number>, kind: string) => void kinds.set(kind, (kinds.get(kind) ?? 0) + 1);

/**
 * Edits cases and adds specialists, retrying each write with one idempotency key until it is acknowledged; reads are not retried.
 * Each edit names its base version, so a lost or duplicated edit makes the next one fail.
 */
export async function openRetryingLoad(url: string) {
  let tally = newTally();
  let isOver = false;
  let lastWrite = 0;
  const problems: string[] = [];
  const added: string[] = [];

  const elena = await enter(url, cast.elena, "sign in");
  const carla = await enterApproved(url, cast.carla);
  const patients: Person[] = [];
  for (let n = 0; n < PATIENTS; n += 1) patients.push(await enter(url, like(cast.ana, `Ana ${n}`), "sign up"));
  const tokens = new Map<Person, string>();
  for (const person of [elena, carla, ...patients]) tokens.set(person, await person.token());
  const headersOf = (person: Person) => ({
    authorization: `Bearer ${tokens.get(person)}`,
    "content-type": "application/json",
  });

  async function post(
    path: string,
    headers: Record<string, string>,
    body: object,
  ): Promise<{ status: number; text: string }> {
    return fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      (error: Error) => ({ status: 0, text: String(error.cause ?? error) }),
    );
  }

  /** Retries a write until it is acknowledged. Throws any refusal but a temporary unavailability. */
  async function write<Answer>(person: Person, path: string, json: object): Promise<Answer> {
    const headers = { ...headersOf(person), "idempotency-key": randomUUID() };
    for (;;) {
      const { status, text } = await post(path, headers, { json });
      if (status === 200) {
        tally.acknowledged += 1;
        tally.longestGap = Math.max(tally.longestGap, performance.now() - lastWrite);
        lastWrite = performance.now();
        return (JSON.parse(text) as { json: Answer }).json;
      }
      count(tally.refused, String(status || text));
      if (status !== 503) throw new Error(`${path} was answered ${status}: ${text}`);
      await wait(100);
    }
  }

  async function edit(person: Person): Promise<void> {
    const says = { description: "Duele", studies_access: "verified", removed_studies: [] };
    const { id } = await person.api.cases.create({ title: "Caso 0", description: "Duele" });
    await carla.api.matches.apply({ case_id: id });
    let version = 1;
    while (!isOver) {
      const edited = await write<{ version: number }>(person, "/rpc/cases/update", {
        id,
        version,
        title: `Caso ${version}`,
        ...says,
      });
      if (edited.version !== version + 1) throw new Error(`${id}: version ${edited.version} came after ${version}`);
      version = edited.version;
      await wait(PAUSE_MS);
    }
    const found = await person.api.cases.get({ id });
    if (found.version !== version || found.title !== `Caso ${version - 1}`)
      throw new Error(`${id}: version ${version} was acknowledged, ${found.version} is there`);
  }

  async function addSpecialists(): Promise<void> {
    while (!isOver) {
      const kine = newKine();
      await write(elena, "/rpc/accounts/createKine", kine);
      added.push(kine.email);
      await wait(1_000);
    }
  }

  async function read(what: string, path: string, person?: Person): Promise<void> {
    while (!isOver) {
      const init = person ? { method: "POST", headers: headersOf(person), body: JSON.stringify({ json: {} }) } : {};
      const status = await fetch(url + path, init).then(
        async (response) => (await response.text(), response.status),
        () => 0,
      );
      tally.reads += 1;
      if (status !== 200) count(tally.failedReads, `${what} ${status}`);
      await wait(status === 200 ? PAUSE_MS : 100);
    }
  }

  async function listen(): Promise<void> {
    while (!isOver) {
      try {
        for await (const event of await carla.api.live.events()) {
          if (event.type !== "heartbeat" && event.type !== "connected") tally.received += 1;
          if (isOver) return;
        }
      } catch {
        await wait(100);
      }
    }
  }

  lastWrite = performance.now();
  const works = [
    ...patients.map((person) => edit(person)),
    addSpecialists(),
    read("profile", `/kines/${carla.id}`),
    read("open cases", "/rpc/cases/available", carla),
    read("own cases", "/rpc/cases/mine", patients[0]),
    listen(),
  ].map((work) => work.catch((error: Error) => void problems.push(error.message)));

  return {
    problems,
    /** E-mail addresses of the added specialists, each of whom a job sends a message. */
    added,
    /** Returns the current phase's tally and starts a new one. */
    take(): Tally {
      const taken = tally;
      tally = newTally();
      return taken;
    },
    acknowledged: () => tally.acknowledged,
    async stop(): Promise<void> {
      isOver = true;
      // The stream notices the end only at its next event.
      await Promise.race([Promise.all(works), wait(30_000)]);
    },
  };
}
