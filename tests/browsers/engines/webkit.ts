import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../start/program.ts";
import { type Driver, WINDOW } from "./driver.ts";

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const KEYS: Readonly<Record<string, string>> = { Enter: "\uE007" };

/** A window of Debian's WebKitGTK by WebDriver, on an X display. */
export async function openWebkit(display: string): Promise<Driver> {
  const port = await freePort();
  const env = { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: "1", WEBKIT_DISABLE_DMABUF_RENDERER: "1" };
  const program = spawn("WebKitWebDriver", [`--port=${port}`], { env, stdio: "ignore" });
  const call = async (method: string, path: string, body: object = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === "POST" && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`WebKit refuses ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await untilListening(() => call("GET", "/status"));
  const [binary] = globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser");
  const options = { binary, args: ["--automation"] };
  const { sessionId } = (await call("POST", "/session", {
    capabilities: { alwaysMatch: { browserName: "MiniBrowser", "webkitgtk:browserOptions": options } },
  })) as { sessionId: string };
  const session = `/session/${sessionId}`;
  await call("POST", `${session}/window/rect`, { x: 0, y: 0, ...WINDOW });
  const act = async (source: object) => void (await call("POST", `${session}/actions`, { actions: [source] }));
  return {
    open: async (url) => void (await call("POST", `${session}/url`, { url })),
    evaluate: (code, ...args) =>
      call("POST", `${session}/execute/sync`, { script: `return (${code})(...arguments)`, args }),
    click: (x, y) =>
      act({
        type: "pointer",
        id: "mouse",
        parameters: { pointerType: "mouse" },
        actions: [
          { type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 },
          { type: "pointerDown", button: 0 },
          { type: "pointerUp", button: 0 },
        ],
      }),
    press: (...keys) =>
      act({
        type: "key",
        id: "keyboard",
        actions: keys
          .map((key) => KEYS[key] ?? key)
          .flatMap((value) => [
            { type: "keyDown", value },
            { type: "keyUp", value },
          ]),
      }),
    async setFiles(selector, files) {
      const found = await call("POST", `${session}/element`, { using: "css selector", value: selector });
      const { [ELEMENT]: id } = found as Record<string, string>;
      await call("POST", `${session}/element/${id}/value`, { text: files.join("\n") });
    },
    go: async (way) => void (await call("POST", `${session}/${way === "reload" ? "refresh" : way}`)),
    async close() {
      await call("DELETE", session);
      program.kill();
      await once(program, "exit");
    },
  };
}

/** Calls until the first answer, at most 20 seconds. */
async function untilListening(call: () => Promise<unknown>): Promise<void> {
  for (let tries = 100; ; tries -= 1) {
    try {
      return void (await call());
    } catch (error) {
      if (tries === 0) throw error;
      await wait(200);
    }
  }
}
