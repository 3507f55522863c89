import { sql } from "kysely";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loader } from "../../app/screens/public/directory/directory.tsx";
import { callContext } from "../../app/server-api.server.ts";
import { appContext } from "../../app/shared/app-context.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { insertSpecialists } from "./specialists.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
  await insertSpecialists(testApp.databaseUrl, 5, "failing");
});
afterAll(() => testApp?.close());

function page(method: "GET" | "HEAD"): Promise<Response> {
  const context = new RouterContextProvider();
  const names = { productName: "Kinexo", contactPhone: "", contactEmail: "", publicUrl: testApp.url };
  context.set(appContext, { ...names, providers: [], build: "" });
  context.set(callContext, {
    services: testApp.app.services,
    requestId: "",
    clientAddress: "",
    findViewer: async () => null,
  });
  const url = new URL("/kinesiologos", testApp.url);
  const request = new Request(url, { method });
  return loader({ context, request, url, params: { "*": "" }, pattern: "/kinesiologos/*" });
}

test("a page of the directory whose cards cannot be read says so, and nothing of the fault", async () => {
  await expect.poll(async () => (await page("GET")).text()).toContain("5 especialistas");
  await sql`alter table profiles rename column specialty to elsewhere`.execute(testApp.db);
  const answer = await page("GET");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([500, "text/html; charset=utf-8"]);
  const text = await answer.text();
  expect(text).toContain("Unexpected Application Error!");
  expect(text).not.toMatch(/specialty|column|select/i);
  const head = await page("HEAD");
  expect([head.status, await head.text()]).toEqual([500, ""]);
});
