import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { accepts } from "../accepts.server.ts";
import type { Fetch } from "../http-app.server.ts";
import { openFairQueue } from "../../platform/fair-queue.server.ts";
import { openLruCache } from "../../platform/lru-cache.server.ts";
import { type PageTemplate, openPageTemplate } from "./page-template.server.ts";
import { contentSecurityPolicy, lastingHeaders, newNonce } from "../../platform/security-headers.server.ts";
import type { Services } from "../../api/services.server.ts";
import { anonymousProfile, profileIn } from "./anonymous-profile.server.ts";
import type { FastPath } from "./fast-path.server.ts";

/** The size of the pages kept, with their compressed parts: some 300 of 50 kB. */
const MOST_BYTES = 16_000_000;
/** The addresses remembered to have been asked for. */
const ADDRESSES_REMEMBERED = 1_000;
/** Rendering blocks the process. More at once would only make each of them later, and keep more in memory. */
const RENDERED_AT_ONCE = 2;
/** Relative times on a page change at most this often. */
const MINUTE_MS = 60_000;
const PROFILE = /^\/kines\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

type Kept = { says: string; minute: number; page: PageTemplate };

/**
 * Caches rendered public profiles. Each request reads the profile from the database, and only markup of exactly that content
 * is served. A page is kept once it was asked for again: a crawler asks for each but once, and would leave nothing but garbage.
 */
export function openPageCache(services: Services, fetch: Fetch): FastPath {
  const { settings, clock } = services;
  const read = anonymousProfile(services);
  const kept = openLruCache<Kept>(MOST_BYTES, ({ page }) => page.bytes);
  const asked = openLruCache<true>(ADDRESSES_REMEMBERED);
  const rendering = new Map<string, Promise<PageTemplate | null>>();
  const turns = openFairQueue({ total: RENDERED_AT_ONCE, perKey: RENDERED_AT_ONCE, waiting: Infinity });
  const lasting = [
    "content-type",
    "text/html; charset=utf-8",
    "vary",
    "accept-encoding",
    ...lastingHeaders(settings).flat(),
  ];

  async function pageOf(id: string, path: string): Promise<PageTemplate | null> {
    const says = await read(id);
    if (says === null) return null;
    const minute = Math.floor(clock.now() / MINUTE_MS);
    const found = kept.get(id);
    if (found?.says === says && found.minute === minute) return found.page;
    const page = await (rendering.get(says) ?? render(path, says));
    if (page && asked.get(id)) kept.set(id, { says, minute, page });
    asked.set(id, true);
    return page;
  }

  /** Concurrent requests share one rendering. */
  function render(path: string, says: string): Promise<PageTemplate | null> {
    const page = turns(path, () => make(path, says)).finally(() => rendering.delete(says));
    rendering.set(says, page);
    return page;
  }

  /** Renders exactly the profile that was read, not a later or, from a replica, earlier one: the cache entry is valid for it alone. */
  async function make(path: string, says: string): Promise<PageTemplate | null> {
    const bindings = { remoteAddress: "", cachedProfile: profileIn(says) };
    const rendered = await fetch(new Request(new URL(path, settings.publicUrl)), bindings);
    const nonce = /'nonce-([^']+)'/.exec(rendered.headers.get("content-security-policy") ?? "")?.[1];
    return rendered.status === 200 && nonce ? openPageTemplate(await rendered.text(), nonce) : null;
  }

  async function answer(id: string, request: IncomingMessage, response: ServerResponse, otherwise: () => void) {
    const since = performance.now();
    const page = await pageOf(id, request.url ?? "").catch(() => null);
    if (!page) return otherwise();
    const nonce = newNonce();
    const isPacked = accepts(request.headers["accept-encoding"], "gzip");
    const body = isPacked ? page.gzip(nonce) : Buffer.from(page.plain(nonce));
    services.metrics?.answered(
      { url: new URL(request.url ?? "", settings.publicUrl).href },
      200,
      (performance.now() - since) / 1000,
    );
    response
      .writeHead(200, [
        ...lasting,
        "content-security-policy",
        contentSecurityPolicy(nonce),
        "x-request-id",
        randomUUID(),
        ...(isPacked ? ["content-encoding", "gzip"] : []),
        "content-length",
        String(body.length),
      ])
      .end(body);
  }

  return (request, response, otherwise) => {
    const id = request.method === "GET" ? PROFILE.exec(request.url ?? "")?.[1] : undefined;
    // Answers to authorised requests must not be stored; the app marks them so.
    if (id === undefined || request.headers.authorization !== undefined) return false;
    void answer(id, request, response, otherwise);
    return true;
  };
}
