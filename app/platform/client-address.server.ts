import { isIP } from "node:net";

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

function parseAddress(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/%.*$/, "");
  const address = mappedIpv4.exec(bare)?.[1] ?? bare;
  return isIP(address) ? address : null;
}

/**
 * The IP address of the client. Each trusted proxy appends one entry to X-Forwarded-For, so the client is that many entries from the right.
 * Entries further left were written by the client and are ignored.
 */
export function clientAddress(
  remoteAddress: string,
  forwardedFor: string | null | undefined,
  trustedProxies: number,
): string {
  const direct = parseAddress(remoteAddress) ?? "0.0.0.0";
  if (trustedProxies === 0 || !forwardedFor) return direct;
  const entries = forwardedFor.split(",");
  const claimed = entries[Math.max(entries.length - trustedProxies, 0)];
  return parseAddress(claimed ?? "") ?? direct;
}

/** The wider network of one site or provider, in CIDR form: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export function wideBlock(address: string): string {
  if (isIP(address) !== 6) return `${address.split(".").slice(0, 3).join(".")}.0/24`;
  return addressBlock(address).replace(/:[^:]*::\/64$/, "::/48");
}

/** The network that rate limits count as one client, in CIDR form: an IPv4 address or the /64 of an IPv6 one. */
export function addressBlock(address: string): string {
  if (isIP(address) !== 6) return `${address}/32`;
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: missing }, () => "0"), ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
