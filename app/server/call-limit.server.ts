import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { AppError } from "../shared/app-error.server.ts";
import { openCallRates, type Rate } from "../platform/call-rates.server.ts";
import { addressBlock, clientAddress, wideBlock } from "../platform/client-address.server.ts";
import { bearerOf } from "../api/request-context.server.ts";
import { asksForFilters } from "../domain/directory/query.ts";
import { dataHeaders } from "../platform/security-headers.server.ts";
import type { Services } from "../api/services.server.ts";
import type { FastPath } from "./fast-path/fast-path.server.ts";
import { rpcText } from "./fast-path/rpc-text.server.ts";

/** Rendering a page, or searching the directory, takes about the time of this many calls. */
const COST_OF_PAGE = 5;
/** A filtered list of the directory scans up to all specialists, a file of the sitemap scans 10,000, and a document is drawn letter by letter. */
const COST_OF_WALK = 25;
/** Unused allowance accumulates for this many seconds: a screen opens with some ten calls, a crawler with many pages. */
const BURST_SECONDS = 20;
/** Carriers and clinics have many people behind one address. */
const PEOPLE_OF_ADDRESS = 5;
const PEOPLE_OF_BLOCK = 20;
/**
 * Probes and metrics belong to the operator. The account service has its own limits, by what can be guessed; refreshing a session is
 * never limited, since clients would end the session.
 */
const EXEMPT = /^\/(healthz|readyz|metrics)$|^\/auth\/v1(\/|$)/;

/** The URL as the router resolves it: parent segments (`..`), plain or percent-encoded, are followed. */
const addressOf = (target: string) => URL.parse(target.startsWith("/") ? `http://host${target}` : target);
const pathOf = (target: string) => addressOf(target)?.pathname ?? "";

/**
 * Rate limit of calls and page renderings: excess requests get 429 with Retry-After, others continue with `otherwise`. Counts a user by
 * a valid token and other callers by address, on each node separately. null when CALL_LIMIT is 0.
 */
export function openCallLimit({
  settings,
  auth,
  metrics,
  log,
}: Pick<Services, "settings" | "auth" | "metrics" | "log">): FastPath | null {
  const { callLimit, trustedProxies } = settings;
  if (callLimit === 0) return null;
  const rates = openCallRates();
  const rateOf = (people: number): Rate => ({ perSecond: callLimit * people, burstSeconds: BURST_SECONDS });
  const [ofPerson, ofAddress, ofBlock] = [rateOf(1), rateOf(PEOPLE_OF_ADDRESS), rateOf(PEOPLE_OF_BLOCK)];
  const headers = ["cache-control", "no-store", ...dataHeaders(settings).flat()];

  function keysOf(request: IncomingMessage) {
    const forwarded = request.headers["x-forwarded-for"];
    const address = clientAddress(
      request.socket.remoteAddress ?? "",
      Array.isArray(forwarded) ? forwarded.join() : forwarded,
      trustedProxies,
    );
    const own = { key: addressBlock(address), rate: ofAddress };
    return isIP(address) === 6 ? [own, { key: wideBlock(address), rate: ofBlock }] : [own];
  }

  async function limit(request: IncomingMessage, response: ServerResponse, otherwise: () => void) {
    const token = bearerOf(request.headers.authorization);
    // While the database is unavailable, a token with a not yet loaded key cannot be verified.
    const claims = token ? await auth.verifyAccessToken(token).catch(() => null) : null;
    const path = pathOf(request.url ?? "");
    const keys = claims ? [{ key: claims.user_id, rate: ofPerson }] : keysOf(request);
    const seconds = rates.take(keys, costOf(path, addressOf(request.url ?? "")?.searchParams));
    if (request.destroyed) return;
    if (seconds === 0) return otherwise();
    metrics?.answered({ url: URL.parse(path, settings.publicUrl)?.href ?? settings.publicUrl }, 429, 0);
    const [type, text] = refusal(path);
    response
      .writeHead(429, [
        ...headers,
        "retry-after",
        String(seconds),
        "content-type",
        type,
        "content-length",
        String(Buffer.byteLength(text)),
      ])
      .end(request.method === "HEAD" ? undefined : text);
  }

  return (request, response, otherwise) => {
    const path = pathOf(request.url ?? "");
    if (EXEMPT.test(path)) return false;
    limit(request, response, otherwise).catch((error: unknown) => {
      log.error({ err: error }, "a call was not counted");
      otherwise();
    });
    return true;
  };
}

/** The cost of a call or page. A trailing slash is allowed, as in the router. A patient's list has its filters in the body: always a walk. */
function costOf(path: string, query: URLSearchParams | undefined): number {
  const isFilteredList = /^\/kinesiologos([./]|$)/i.test(path) && query !== undefined && asksForFilters(query);
  if (isFilteredList || /^\/(sitemaps\/.*|(rpc|api)\/(directory\/specialists|cases\/summary)\/?)$/i.test(path))
    return COST_OF_WALK;
  return isPage(path) || /^\/(rpc|api)\/directory\/search\/?$/.test(path) ? COST_OF_PAGE : 1;
}
const isPage = (path: string) => !/^\/(rpc|api|files)\//.test(path);

/** Type and body of the refusal: for /rpc, for any other API, or for a page. */
function refusal(path: string): [type: string, text: string] {
  const error = new AppError("TOO_MANY_REQUESTS");
  if (path.startsWith("/rpc/")) return ["application/json", rpcText(error.toJSON())];
  if (!isPage(path)) return ["application/json", JSON.stringify({ code: error.code, message: error.message })];
  return [
    "text/html; charset=utf-8",
    `<!doctype html><html lang="es"><meta name="viewport" content="width=device-width"><title>Un momento</title><p>${error.message}</p></html>`,
  ];
}
