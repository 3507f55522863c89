import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { enter, like, type Person } from "../support/people.ts";
import { openMove, type TestMove } from "./moving.ts";
import { OLD_PASSWORD } from "./source-database.ts";

const YEARS = ["2023", "2024", "2025", "2026"];
let move: TestMove;
let node: Awaited<ReturnType<TestMove["open"]>>;
let [ana, carla, elena] = [] as unknown as [Person, Person, Person];

beforeAll(async () => {
  move = await openMove();
  const { source } = move;
  const at = (year: string) => `${year}-10-01T12:00:00Z`;
  const patient = await source.person("Ana Vieja", { at: at("2022") });
  const kine = await source.kine("Carla Vieja", "MN 51000", { at: at("2022") });
  for (const [n, year] of YEARS.entries()) {
    await source.person(`Paciente ${year}`, { at: at(year) });
    await source.kine(`Kine ${year}`, `MN 5200${n}`, { at: at(year) });
    const done = await source.case(`Cerrado ${year}`, patient, { status: "closed", created_at: at(year) });
    await source.match(done, kine, { status: "accepted", created_at: at(year) });
    await source.review(done, patient, kine, { created_at: at(year) });
    await source.case(`Abierto ${year}`, patient, {
      created_at: year === "2026" ? new Date().toISOString() : at(year),
    });
  }
  await move.run();
  node = await move.open();
  const member = (name: string) => ({ ...cast.ana, email: `${name}.vieja@example.com`, password: OLD_PASSWORD });
  [ana, carla] = [await enter(node.url, member("ana"), "sign in"), await enter(node.url, member("carla"), "sign in")];
  elena = await enter(node.url, cast.elena, "sign in");
  const fresh = await enter(node.url, like(cast.bruno, "Paciente Nueva"), "sign up");
  await enter(node.url, like(cast.diego, "Kine Nueva", { license_number: "MN 53000" }), "sign up");
  const { id } = await fresh.api.cases.create({ title: "Caso nuevo", description: "Me duele" });
  const match = await carla.api.matches.apply({ case_id: id });
  await fresh.api.matches.accept({ id: match.id });
  await fresh.api.cases.close({ id });
  await fresh.api.reviews.create({ case_id: id, kine_id: carla.id, stars: 5 });
  await fresh.api.cases.create({ title: "Otro caso nuevo", description: "Me duele" });
});
afterAll(async () => {
  await node?.close();
  await move?.close();
});

type Page = { items: { created_at: Date }[] };
const LISTS: Record<string, () => Promise<Page>> = {
  "a patient's cases": () => ana.api.cases.mine({}),
  "a patient's reviews": () => ana.api.reviews.mine({}),
  "the cases on offer": () => carla.api.cases.available({}),
  "a specialist's reviews": () => carla.api.reviews.received({}),
  "all people": () => elena.api.accounts.list({}),
  "all patients": () => elena.api.profiles.patients({}),
  "all specialists": () => elena.api.profiles.kines({}),
  "all cases": () => elena.api.cases.list({}),
  "all reviews": () => elena.api.reviews.list({}),
  "the decided requests": () => elena.api.kineApplications.list({ state: "decided" }),
};

test.each(Object.keys(LISTS))("newest first across old and new: %s", async (name) => {
  const { items } = (await LISTS[name]?.()) ?? { items: [] };
  const times = items.map(({ created_at }) => +created_at);
  expect(times.length).toBeGreaterThanOrEqual(2);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});
