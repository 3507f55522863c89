import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { sessionOf } from "../support/accounts.ts";
import { everyItem, like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let ana: Person;
let carla: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  ana = await testApp.signUp(cast.ana);
  carla = await testApp.approvedKine(cast.carla);
  await testApp.signUp(cast.diego);
  await testApp.signUp(like(cast.bruno, "Formula", { name: '=HYPERLINK("x")' }));
  const { id } = await ana.api.cases.create({ title: "+1 rodilla", description: "Me duele" });
  await ana.api.matches.accept({ id: (await carla.api.matches.apply({ case_id: id })).id });
  await ana.api.cases.close({ id });
  await ana.api.reviews.create({ case_id: id, kine_id: carla.id, stars: 2, comment: "@malo" });
  await carla.api.reports.create({ subject: "case", id, reason: "other" });
});
afterAll(() => testApp?.close());

type ListQuery = Parameters<Person["api"]["downloads"]["csv"]>[0];

async function linesOf(query: ListQuery) {
  const answer = await fetch(testApp.url + (await elena.api.downloads.csv(query)).url);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="[a-z]+\.csv"$/);
  return (await answer.text()).trim().split("\r\n");
}

test("each list of the admin is downloaded whole as CSV, as its search and filter show it, with no formula in it", async () => {
  const { api } = elena;
  const counts: [ListQuery, number][] = [
    [{ list: "users" }, (await everyItem((after) => api.accounts.list({ after }))).length],
    [{ list: "users", filter: { role: "kine" } }, 2],
    [{ list: "patients" }, (await everyItem((after) => api.profiles.patients({ after }))).length],
    [{ list: "kines", filter: { approval_status: "pending" } }, 1],
    [{ list: "cases", filter: { search: "rodilla", status: "closed" } }, 1],
    [{ list: "reviews", filter: { stars: 2 } }, 1],
    [{ list: "applications", filter: { state: "pending" } }, 1],
    [{ list: "applications", filter: { state: "decided" } }, 1],
    [{ list: "reports", filter: { state: "open" } }, 1],
    [{ list: "zones" }, (await api.operator.zones()).items.length],
    [{ list: "mails" }, 1 + (await api.pulse.mail()).reasons.length],
  ];
  for (const [query, count] of counts) expect(await linesOf(query), JSON.stringify(query)).toHaveLength(count + 1);
  // A list without a row has its header.
  for (const list of ["users", "patients", "kines", "cases"] as const)
    expect(await linesOf({ list, filter: { search: "zzzz" } })).toEqual((await linesOf({ list })).slice(0, 1));
  expect(await linesOf({ list: "reviews", filter: { stars: 1 } })).toEqual(
    (await linesOf({ list: "reviews" })).slice(0, 1),
  );
  expect((await linesOf({ list: "reports", filter: { state: "decided" } }))[0]).toMatch(/^\ufeff?"id";/);
  const all = (await Promise.all(counts.map(([query]) => linesOf(query)))).flat();
  expect(all.some((line) => line.includes(`"'=HYPERLINK(""x"")"`))).toBe(true);
  expect(all.some((line) => line.includes(`"'+1 rodilla"`))).toBe(true);
  expect(all.filter((line) => /"[=+@-]/.test(line))).toEqual([]);
});

test("a list longer than a page is downloaded without a gap or a repetition", async () => {
  for (let n = 0; n < 45; n++) {
    await testApp.db
      .insertInto("cases")
      .values({ patient_id: ana.id, title: `Fila ${n}`, description: "x" })
      .execute();
  }
  const lines = await linesOf({ list: "cases", filter: { search: "fila" } });
  // Cases of the same millisecond have no defined order.
  const found = lines.slice(1).map((line) => Number(/"Fila (\d+)"/.exec(line)?.[1]));
  expect(found.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 45 }, (_, n) => n));
});

test("who downloads which list is in the audit log, with its filter, and names nobody who was searched for", async () => {
  const scopes: [ListQuery, string][] = [
    [{ list: "kines" }, "especialistas"],
    [
      { list: "kines", filter: { approval_status: "pending", search: cast.ana.email } },
      "especialistas, approval_status: pending, con búsqueda",
    ],
    [{ list: "users", filter: { role: "kine", search: "" } }, "usuarios, role: kine"],
    [{ list: "reports", filter: { state: "open" } }, "denuncias, state: open"],
  ];
  for (const [query, reason] of scopes) {
    await elena.api.downloads.csv(query);
    const {
      items: [event],
    } = await elena.api.audit.list({ event: "list_exported" });
    expect(event).toMatchObject({ subject_name: (await elena.api.accounts.me()).name });
    expect(event?.reason?.split(", ").toSorted()).toEqual(reason.split(", ").toSorted());
  }
});

test("a link to a list serves its own session alone, while that is an admin's, and no list but its own", async () => {
  const { url } = await elena.api.downloads.csv({ list: "users" });
  const bent = [
    url.replace(/session=[^&]*/, `session=${sessionOf(await ana.token())}`),
    url.split("?")[0]!,
    url.replace("/lists/", "/lists/e"),
    url.replace("usuarios.csv", "casos.csv"),
  ];
  for (const each of bent) expect((await fetch(testApp.url + each)).status).toBe(404);
  const second = await testApp.signUp(like(cast.bruno, "Segunda Admin"));
  await confirmAddresses(testApp.db, second);
  await elena.api.accounts.assignRole({ user_id: second.id, role: "admin" });
  const theirs = await second.api.downloads.csv({ list: "users" });
  await elena.api.accounts.assignRole({ user_id: second.id, role: "patient" });
  expect((await fetch(testApp.url + theirs.url)).status).toBe(403);
});

test("a filter that is not of its list is refused", async () => {
  const { csv } = elena.api.downloads;
  const wrong: Record<string, string>[] = [{ role: "patrón" }, { search: "x".repeat(200) }];
  for (const filter of wrong) expect(await outcome(csv({ list: "users", filter }))).toBe("BAD_INPUT");
  expect(await outcome(csv({ list: "applications" }))).toBe("BAD_INPUT");
  expect(await outcome(csv({ list: "passwords" as "users" }))).toBe("BAD_INPUT");
});
