import { expect, test } from "vitest";
import { addressBlock, clientAddress } from "./client-address.server.ts";

test("without trusted proxies the connection alone says who asks", () => {
  expect(clientAddress("192.0.2.1", "203.0.113.9", 0)).toBe("192.0.2.1");
  expect(clientAddress("::ffff:192.0.2.1", null, 0)).toBe("192.0.2.1");
});

test("the client is as many entries from the right as there are trusted proxies", () => {
  expect(clientAddress("10.0.0.1", "203.0.113.9", 1)).toBe("203.0.113.9");
  expect(clientAddress("10.0.0.1", "1.1.1.1, 203.0.113.9", 1)).toBe("203.0.113.9");
  expect(clientAddress("10.0.0.1", "1.1.1.1, 203.0.113.9, 10.0.0.2", 2)).toBe("203.0.113.9");
  expect(clientAddress("10.0.0.1", "203.0.113.9", 3)).toBe("203.0.113.9");
  expect(clientAddress("10.0.0.1", "[2001:db8::1]:443", 1)).toBe("2001:db8::1");
  expect(clientAddress("10.0.0.1", "203.0.113.9:5000", 1)).toBe("203.0.113.9");
});

test("what is no address falls back to the connection", () => {
  for (const forged of ["", "unknown", "1.2.3", "'; drop table", "\0", ","]) {
    expect(clientAddress("10.0.0.1", forged, 1)).toBe("10.0.0.1");
  }
});

test("an IPv6 network of 64 bits counts as one client", () => {
  expect(addressBlock("203.0.113.9")).toBe("203.0.113.9/32");
  expect(addressBlock("2001:db8:0:7:1:2:3:4")).toBe("2001:db8:0:7::/64");
  expect(addressBlock("2001:DB8::1")).toBe("2001:db8:0:0::/64");
  expect(addressBlock("::1")).toBe("0:0:0:0::/64");
});
