import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { pushProblem } from "../../app/platform/push/push-availability.ts";
import { isPushEndpoint } from "../../app/platform/push/push-endpoint.ts";

const REAL = [
  "https://fcm.googleapis.com/fcm/send/dGVzdA:APA91bH-x_y",
  "https://fcm.googleapis.com/wp/dGVzdA:APA91bH-x_y",
  "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABn",
  "https://web.push.apple.com/QGuQyavXutnMH",
  "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAC%2f",
];
const LOOPBACK = ["http://127.0.0.1:8080/push/1", "http://localhost:8080/push/1"];

test("the addresses of the four push services pass, and those of this machine only where a setting says so", () => {
  for (const endpoint of REAL) expect([endpoint, isPushEndpoint(endpoint)]).toEqual([endpoint, true]);
  for (const endpoint of LOOPBACK) {
    expect(isPushEndpoint(endpoint)).toBe(false);
    expect(isPushEndpoint(endpoint, true)).toBe(true);
  }
});

const INSIDE = [
  "127.0.0.1",
  "127.1",
  "0x7f000001",
  "2130706433",
  "0177.0.0.1",
  "0.0.0.0",
  "localhost",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "10.0.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "[fd00::1]",
  "metadata.google.internal",
  "evil.example",
  "fcm.googleapis.com.evil.example",
  "evilfcm.googleapis.com",
  "x.fcm.googleapis.com",
  "googleapis.com",
  "push.services.mozilla.com",
  "push.apple.com",
  "evilpush.apple.com",
  "notify.windows.com",
  "notify.windows.com.evil.example",
  "web.push.apple.com.",
  "fcm.googleapis.com.",
  "..push.apple.com",
  "web.push.apple.com\u3002evil.example",
  "wéb.push.apple.com",
  "xn--.push.apple.com",
  "a_b.push.apple.com",
  "%66cm.googleapis.com",
];
const SCHEMES = ["https:", "http:", "ftp:", "file:", "ws:", "wss:", "gopher:", "javascript:", "data:", "HTTPS:", ""];
const USERS = ["", "user@", "user:password@", ":@", "fcm.googleapis.com@", "evil.example#@", "evil.example\\@"];
const PORTS = ["", ":443", ":80", ":8443", ":0", ":65536", ":"];
const SLASHES = ["//", "/", "///", "\\\\", ""];
const PATHS = ["/push/1", "", "/", "/push#part", "/a/../b", "/a b", "/a\tb", "/a\nb", "\\push", "/é", "/%zz"];
const pick = <Item>(items: readonly Item[]) => items[randomInt(items.length)]!;
/** One of the items, half of the time the first one, so that enough addresses have only one wrong part. */
const pickFirstOften = <Item>(items: readonly Item[]) => (randomInt(2) ? items[0]! : pick(items));

/** The host that a request to this address would go to, parsed without the URL class. */
const hostIn = (endpoint: string) => /^https:\/\/([^/?#\\@:]+)\//.exec(endpoint)?.[1] ?? null;
const isService = (host: string) =>
  host === "fcm.googleapis.com" ||
  /^[a-z0-9.-]*[a-z0-9-]\.(push\.services\.mozilla|push\.apple|notify\.windows)\.com$/.test(host);

test("of a hundred thousand addresses that point elsewhere in every way, none passes", () => {
  const hosts = [...REAL.map((endpoint) => new URL(endpoint).hostname), ...INSIDE];
  let passed = 0;
  for (let round = 0; round < 100_000; round += 1) {
    const parts = [SCHEMES, SLASHES, USERS, hosts, PORTS, PATHS].map(pickFirstOften);
    const endpoint = parts.join("");
    if (!isPushEndpoint(endpoint)) continue;
    passed += 1;
    const host = hostIn(endpoint);
    expect([endpoint, host !== null && isService(host)]).toEqual([endpoint, true]);
    expect(new URL(endpoint).hostname).toBe(host);
  }
  expect(passed).toBeGreaterThan(500);
  for (const host of INSIDE.filter((each) => !isService(each))) {
    for (const loopback of [false, true]) expect(isPushEndpoint(`https://${host}/push/1`, loopback)).toBe(false);
  }
  expect(isPushEndpoint(`https://fcm.googleapis.com/${"a".repeat(1_000)}`)).toBe(false);
});

test("pushes are off without https and without a real address of contact", () => {
  const good = { publicUrl: "https://kinexo.ar", contactEmail: "equipo@kinexo.ar", pushLoopback: false };
  expect(pushProblem(good)).toBeNull();
  for (const contactEmail of [
    "hola@kinexo.local",
    "a@localhost",
    "a@x.test",
    "a@example.com",
    "a@127.0.0.1",
    "a@X.LOCAL",
  ])
    expect(pushProblem({ ...good, contactEmail })).toBe("CONTACT_EMAIL is not a real address");
  const local = { ...good, publicUrl: "http://localhost:3000" };
  expect(pushProblem(local)).toBe("PUBLIC_URL is not https");
  expect(pushProblem({ ...local, pushLoopback: true })).toBeNull();
});
