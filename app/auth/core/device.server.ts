import { BlockList, isIP } from "node:net";
import Bowser from "bowser";
import { addressBlock } from "../../platform/client-address.server.ts";
import { openLruCache } from "../../platform/lru-cache.server.ts";

const privateNetworks = new BlockList();
for (const [network, prefix, family] of [
  ["10.0.0.0", 8, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["100.64.0.0", 10, "ipv4"],
  ["::1", 128, "ipv6"],
  ["fc00::", 7, "ipv6"],
  ["fe80::", 10, "ipv6"],
] as const)
  privateNetworks.addSubnet(network, prefix, family);

type DescribedDevice = Readonly<{ name: string; kind: "phone" | "tablet" | "computer" }>;

/** Sessions store at most this many UTF-16 code units of a user agent. */
export const USER_AGENT_MAX = 512;
/** A cache by user agent: parsing takes about 15 µs, and most people have one of a few agents. */
const described = openLruCache<DescribedDevice>(500);

/** Readable device name from a user agent: "Chrome en Android". */
export function deviceOf(userAgent: string | null): DescribedDevice {
  const agent = userAgent?.slice(0, USER_AGENT_MAX) || "unknown";
  const known = described.get(agent);
  if (known) return known;
  const { browser, os, platform } = Bowser.parse(agent);
  const name = [browser.name, os.name].filter(Boolean).join(" en ") || "Dispositivo sin identificar";
  const kind = platform.type === "mobile" ? "phone" : platform.type === "tablet" ? "tablet" : "computer";
  const device: DescribedDevice = { name, kind };
  described.set(agent, device);
  return device;
}

/**
 * Describes the network of a sign-in without a geolocation service: the reader's current network, a private one, or the
 * address (for IPv6, its block).
 */
export function placeOf(address: string | null, readersAddress: string): string {
  if (!address) return "Red desconocida";
  if (addressBlock(address) === addressBlock(readersAddress)) return "La misma red que usás ahora";
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  if (privateNetworks.check(address, family)) return `Red privada (${address})`;
  return `Red ${family === "ipv6" ? addressBlock(address) : address}`;
}
