import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { policy as Policy } from "./trusted-types.ts";
import { TOAST_STYLES } from "../platform/security-headers.server.ts";

let policy: typeof Policy;

beforeAll(async () => {
  vi.stubGlobal("document", {});
  vi.stubGlobal("location", new URL("https://kinexo.test/auth"));
  ({ policy } = await import("./trusted-types.ts"));
});

describe("what scripts may make of texts", () => {
  test.each([
    "<b>Hola</b>",
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "<script></script><b>",
    "hola <",
    "<svg onload=a()>",
  ])("no element of %j", (text) => expect(policy.createHTML(text)).toBeNull());

  test.each(["", "<script></script>", "dos & dos", '{"@type":"Person"}'])(
    "what %j is, which makes nothing that runs",
    (text) => expect(policy.createHTML(text)).toBe(text),
  );

  test.each([
    "https://evil.test/assets/a.js",
    "//evil.test/offline.js",
    "data:text/javascript,alert(1)",
    "blob:https://kinexo.test/1",
    "/files/avatars/a.png",
    "/api/openapi.json",
    "javascript:alert(1)",
  ])("no worker of %s", (url) => expect(policy.createScriptURL(url)).toBeNull());

  test("workers of our own files", () => {
    expect(policy.createScriptURL("/offline.js")).toBe("https://kinexo.test/offline.js");
    expect(policy.createScriptURL("/assets/captcha-worker-1.js")).toBe(
      "https://kinexo.test/assets/captcha-worker-1.js",
    );
  });
});

test("zod makes no code of texts in a page", async () => {
  const { globalConfig } = await import("zod/v4/core");
  expect(globalConfig.jitless).toBe(true);
});

test("the styles that the policy of pages lets in are those of the toasts, as they are installed", () => {
  const source = readFileSync(fileURLToPath(import.meta.resolve("sonner")), "utf8");
  const [, literal = '""'] = /^__insertCSS\((".*")\);$/m.exec(source) ?? [];
  const hashOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
  expect(TOAST_STYLES).toEqual([hashOf(""), hashOf(JSON.parse(literal) as string)]);
});
