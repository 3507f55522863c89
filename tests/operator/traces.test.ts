// @module-tag operations/full
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { openCollector, type Told } from "./otlp-collector.ts";
import { outcome } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

const APP = join(import.meta.dirname, "../../app");
const canaries = {
  title: "Rodilla canaria",
  description: "Dolor canario",
  message: "Mensaje canario",
  agent: "Navegador canario",
};

let collector: Awaited<ReturnType<typeof openCollector>>;
let testApp: TestApp;
/** Texts that no span may contain: users' names, messages and credentials. */
const secrets: string[] = Object.values(canaries);
let caseId: string;

const attribute = ({ attributes }: Told, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};
const childrenOf = (parent: Told) => collector.spans().filter(({ parentSpanId }) => parentSpanId === parent.spanId);
/** The span of this name, once the collector has received it. */
const spanOf = (name: string) =>
  vi.waitFor(
    () => {
      const found = collector.spans().find((span) => span.name === name);
      if (!found)
        throw new Error(
          `no span ${name} among ${collector
            .spans()
            .map((span) => span.name)
            .join(", ")}`,
        );
      return found;
    },
    { timeout: 60_000, interval: 200 },
  );

beforeAll(async () => {
  collector = await openCollector();
  testApp = await openTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const carla = await testApp.approvedKine(cast.carla);
  const ana = await testApp.signUp(cast.ana);
  ({ id: caseId } = await ana.api.cases.create({ title: canaries.title, description: canaries.description }));
  await carla.api.matches.apply({ case_id: caseId, message: canaries.message });
  await outcome(carla.api.matches.apply({ case_id: caseId }));
  const token = await ana.token();
  await fetch(`${testApp.url}/files/case-studies/${ana.id}/${caseId}?clave=${canaries.title}`, {
    headers: { authorization: `Bearer ${token}`, "user-agent": canaries.agent, cookie: canaries.message },
  });
  await fetch(`${testApp.url}/nobody/${ana.id}`);
  for (const { email, password, metadata } of [cast.ana, cast.carla]) {
    const fields: Record<string, unknown> = metadata;
    const words = ["name", "phone", "birth_date", "license_number"].map((column) => fields[column]);
    secrets.push(email, password, ...words.filter((word) => typeof word === "string"));
  }
  secrets.push(token, ana.id, carla.id, caseId, "127.0.0.1");
});
afterAll(async () => {
  await testApp?.close();
  await collector?.close();
});

test(
  "a request, its procedure and its statements are one trace, each within the one that asked for it",
  { tags: "operations/short" },
  async () => {
    const procedure = await spanOf("cases.create");
    const request = await vi.waitFor(
      () => {
        const found = collector.spans().find(({ spanId }) => spanId === procedure.parentSpanId);
        if (!found) throw new Error("the request has not ended");
        return found;
      },
      { timeout: 60_000 },
    );
    expect(request.name).toBe("POST /rpc/*");
    expect(request.parentSpanId).toBeUndefined();
    expect(attribute(request, "http.response.status_code")).toBe(200);
    const statements = childrenOf(procedure).map((span) => String(attribute(span, "db.query.text")));
    expect(statements.some((text) => /insert into "cases" .*\$1/.test(text))).toBe(true);
    expect(new Set([request, procedure, ...childrenOf(procedure)].map(({ traceId }) => traceId)).size).toBe(1);
  },
);

test("a refusal is told by its code, and is no fault", async () => {
  await spanOf("matches.apply");
  const refused = await vi.waitFor(
    () => {
      const found = collector.spans().find((span) => span.name === "matches.apply" && attribute(span, "error.type"));
      if (!found) throw new Error("the refusal has not come");
      return found;
    },
    { timeout: 60_000 },
  );
  expect(attribute(refused, "error.type")).toBe("ALREADY_APPLIED");
  expect(refused.status).toEqual({ code: 0 });
  const broken = childrenOf(refused).find((span) => attribute(span, "error.type") === "23505");
  expect(broken?.status).toEqual({ code: 2 });
  expect(collector.spans().flatMap(({ events }) => events)).toEqual([]);
});

test("nothing in them names anybody or quotes what was sent, not even an address that was asked for", async () => {
  await spanOf("GET /*");
  const text = collector.text();
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  const requestIds = new Set(collector.spans().map((span) => attribute(span, "kinexo.request_id")));
  const ids = new Set(text.match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g));
  expect(ids.difference(requestIds)).toEqual(new Set());
  expect(ids.size).toBeGreaterThan(5);
});

test("without the setting there are none, and what makes them is not even loaded", async () => {
  const silent = await openTestApp();
  expect(silent.app.services.traces).toBeNull();
  await silent.close();
  const sources = readdirSync(APP, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const loading = sources.filter((file) =>
    /^import (?!type )[^;]*(traces\.server\.ts|@opentelemetry)/m.test(readFileSync(join(APP, file), "utf8")),
  );
  expect(loading).toEqual(["platform/traces.server.ts"]);
});

test("a collector that never answers holds nobody up, and the end no longer than some seconds", async () => {
  const deaf = await openCollector({ isDeaf: true });
  const node = await openTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: deaf.url });
  await node.signUp(cast.ana);
  const since = performance.now();
  await node.app.services.traces?.close();
  expect(performance.now() - since).toBeLessThan(10_000);
  await node.close();
  await deaf.close();
});
