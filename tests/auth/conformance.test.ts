// @module-tag operations/full
import { type AuthError, isAuthError } from "@supabase/auth-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { factors } from "./conformance/factors.table.ts";
import { identities } from "./conformance/identities.table.ts";
import { keys } from "./conformance/keys.table.ts";
import { links } from "./conformance/links.table.ts";
import { publicMethods } from "./conformance/methods.ts";
import { person } from "./conformance/person.table.ts";
import { serviceRole } from "./conformance/service-role.table.ts";
import { sessions } from "./conformance/sessions.table.ts";
import { signIn } from "./conformance/sign-in.table.ts";
import { openStage, type Stage, type Table } from "./conformance/stage.ts";
import { type FakeOidc, startFakeOidc } from "./oidc-accounts.ts";
import { openService, type Service } from "./service.ts";

const tables: Table[] = [signIn, sessions, person, links, identities, factors, keys, serviceRole];
const cases = tables
  .flatMap((table) => Object.entries(table))
  .flatMap(([method, ways]) => ways.map((way) => ({ method, ...way })));
const outcomes = new Map<string, Set<"answered" | "refused">>();

let service: Service;
let elsewhere: FakeOidc;
let stage: Stage;
beforeAll(async () => {
  elsewhere = await startFakeOidc();
  service = await openService({ signInProviders: [elsewhere.settings()] });
  stage = openStage(service, elsewhere);
});
afterAll(async () => {
  await service?.close();
  await elsewhere?.close();
});

test("every public method of auth-js is in the table, and nothing else", { tags: "operations/short" }, () => {
  const methods = publicMethods();
  expect(methods.length).toBeGreaterThan(80);
  expect([...new Set(cases.map(({ method }) => method))].toSorted()).toEqual(methods);
});

test.for(cases)("$method: $says", async ({ method, play, asks, data, error, events = [] }) => {
  const seen = await play(stage);
  expect(seen.asked).toEqual(asks);
  expect(seen.events).toEqual(events);
  for (const { version } of seen.refused) expect(version).toBe("2024-01-01");
  const answer = (seen.answer ?? {}) as { data?: unknown; error?: unknown };
  if (error) {
    expect(isAuthError(answer.error)).toBe(true);
    expect(answer.error).toMatchObject({ name: "AuthApiError", ...error });
    const { name, status } = answer.error as AuthError;
    if (name === "AuthApiError") expect(seen.refused.map((refusal) => refusal.status)).toEqual([status]);
  } else {
    expect(answer.error ?? null).toBeNull();
    data?.parse(answer.data);
  }
  outcomes.set(
    method,
    new Set([...(outcomes.get(method) ?? []), error ? ("refused" as const) : ("answered" as const)]),
  );
});

test("no call was answered as a defect of ours", () => {
  expect(service.failures).toEqual([]);
  const having = (outcome: "answered" | "refused") => [...outcomes.values()].filter((all) => all.has(outcome)).length;
  console.log(
    `auth-js: ${publicMethods().length} methods listed, ${outcomes.size} tried in ${cases.length} ways,`,
    `${having("answered")} answered with documented results, ${having("refused")} refused with documented errors`,
  );
});
