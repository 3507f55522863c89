const HOSTS = ["fcm.googleapis.com"];
const DOMAINS = [".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"];
const LOOPBACK = ["127.0.0.1", "localhost"];
const LONGEST = 1_000;
const LABELS = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/**
 * Whether the server may send requests to this address, which a client chose. Allows known push services, over https and its default port.
 * `isLoopback` also allows this machine, for tests.
 */
export function isPushEndpoint(text: string, isLoopback = false): boolean {
  if (text.length > LONGEST) return false;
  const url = URL.parse(text);
  // Only the normalised form passes: other parsers could interpret any other form differently.
  if (!url || url.href !== text || url.username || url.password || url.hash || url.pathname === "/") return false;
  if (isLoopback && LOOPBACK.includes(url.hostname)) return url.protocol === "http:";
  if (url.protocol !== "https:" || url.port !== "") return false;
  return HOSTS.includes(url.hostname) || DOMAINS.some((domain) => isBelow(url.hostname, domain));
}

const isBelow = (hostname: string, domain: string) =>
  hostname.endsWith(domain) && LABELS.test(hostname.slice(0, -domain.length));

/** Whether a push may close a notification without showing one: Apple's service ends the subscriptions of a server that sends such pushes. */
export const mayCloseSilently = (endpoint: string): boolean => !new URL(endpoint).hostname.endsWith(".push.apple.com");
