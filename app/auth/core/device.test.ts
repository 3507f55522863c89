import { expect, test } from "vitest";
import { deviceOf, placeOf } from "./device.server.ts";

const android =
  "Mozilla/5.0 (Linux; Android 14; moto g54) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";
const windows =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

test.each([
  [android, { name: "Chrome en Android", kind: "phone" }],
  [windows, { name: "Microsoft Edge en Windows", kind: "computer" }],
  [iphone, { name: "Safari en iOS", kind: "phone" }],
  ["<script>", { name: "Dispositivo sin identificar", kind: "computer" }],
  ["", { name: "Dispositivo sin identificar", kind: "computer" }],
  [null, { name: "Dispositivo sin identificar", kind: "computer" }],
])("%s", (userAgent, device) => {
  expect(deviceOf(userAgent)).toEqual(device);
});

test.each([
  ["181.29.1.2", "181.29.1.2", "La misma red que usás ahora"],
  ["2800:810:1:2::7", "2800:810:1:2:a:b:c:d", "La misma red que usás ahora"],
  ["2800:810:1:2::7", "2800:810:1:3::7", "Red 2800:810:1:2::/64"],
  ["190.2.3.4", "181.29.1.2", "Red 190.2.3.4"],
  ["192.168.0.7", "181.29.1.2", "Red privada (192.168.0.7)"],
  ["fd00::1", "181.29.1.2", "Red privada (fd00::1)"],
  [null, "181.29.1.2", "Red desconocida"],
])("a sign-in from %s seen from %s", (address, readers, words) => {
  expect(placeOf(address, readers)).toBe(words);
});
