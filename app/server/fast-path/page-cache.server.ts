import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { SeenProfile } from "../../domain/profiles/profiles.server.ts";
import { accepts } from "../accepts.server.ts";
import type { Fetch } from "../http-app.server.ts";
import { openKept } from "../../platform/lru-cache.server.ts";
import { type NoncedPage, openNoncedPage } from "./page-template.server.ts";
import { contentSecurityPolicy, lastingHeaders, newNonce } from "../../platform/security-headers.server.ts";
import type { Services } from "../../api/services.server.ts";
import { anonymousProfile } from "./fast-routes.server.ts";
import type { Shorten } from "./fast-path.server.ts";

/** Of some 60 kB each, and as much again in their parts. */
const PAGES_KEPT = 200;
/** What a page says of the time that has passed changes at most this often. */
const MINUTE_MS = 60_000;
const PROFILE = /^\/kines\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

type Kept = { says: string; minute: number; page: Promise<NoncedPage | null> };

/**
 * Gives public profiles as they were rendered, while they say the same: each request reads from the database what is on the
 * page, and only markup of exactly that is given again.
 */
export function openKeptPages(services: Services, fetch: Fetch): Shorten {
  const { settings, clock } = services;
  const read = anonymousProfile(services);
  const kept = openKept<Kept>(PAGES_KEPT);
  const lasting = ["content-type", "text/html; charset=utf-8", "vary", "accept-encoding", ...lastingHeaders(settings).flat()];

  async function pageOf(id: string, path: string): Promise<NoncedPage | null> {
    const says = await read(id);
    if (says === null) return null;
    const minute = Math.floor(clock.now() / MINUTE_MS);
    const found = kept.get(id);
    if (found?.says === says && found.minute === minute) return found.page;
    // Kept while it is made, for all who ask meanwhile: nobody else is answered while a page is rendered.
    const page = make(path, says);
    kept.set(id, { says, minute, page });
    return page;
  }

  /** Of what was read and nothing later or, from another server, earlier: the page is kept by exactly that. */
  async function make(path: string, says: string): Promise<NoncedPage | null> {
    const { json: cachedProfile } = JSON.parse(says) as { json: SeenProfile };
    const rendered = await fetch(new Request(new URL(path, settings.publicUrl)), { remoteAddress: "", cachedProfile });
    const nonce = /'nonce-([^']+)'/.exec(rendered.headers.get("content-security-policy") ?? "")?.[1];
    return rendered.status === 200 && nonce ? openNoncedPage(await rendered.text(), nonce) : null;
  }

  async function answer(id: string, request: IncomingMessage, response: ServerResponse, otherwise: () => void) {
    const since = performance.now();
    const page = await pageOf(id, request.url ?? "").catch(() => null);
    if (!page) return otherwise();
    const nonce = newNonce();
    const isPacked = accepts(request.headers["accept-encoding"], "gzip");
    const body = isPacked ? page.gzip(nonce) : Buffer.from(page.plain(nonce));
    services.metrics?.answered({ url: new URL(request.url ?? "", settings.publicUrl).href }, 200, (performance.now() - since) / 1000);
    response.writeHead(200, [
      ...lasting, "content-security-policy", contentSecurityPolicy(nonce), "x-request-id", randomUUID(),
      ...(isPacked ? ["content-encoding", "gzip"] : []), "content-length", String(body.length),
    ]).end(body);
  }

  return (request, response, otherwise) => {
    const id = request.method === "GET" ? PROFILE.exec(request.url ?? "")?.[1] : undefined;
    if (id === undefined) return false;
    void answer(id, request, response, otherwise);
    return true;
  };
}
