import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { accepts } from "../accepts.server.ts";
import type { Pages } from "../http-app.server.ts";
import { asPublicProfile } from "../../domain/profiles/public-profile.server.ts";
import { contentSecurityPolicy, lastingHeaders, newNonce } from "../../platform/security-headers.server.ts";
import type { Services } from "../../api/services.server.ts";
import { hasSessionCookie } from "../../shared/session-cookie.ts";
import { anonymousProfile, profileIn } from "./anonymous-profile.server.ts";
import type { FastPath } from "./fast-path.server.ts";

const PROFILE = /^\/kines\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** Higher levels take more time than they save. */
const LEVEL = 4;

/** Serves the pages of public profiles to visitors. Each request reads, renders and compresses its page. */
export function openProfilePages(services: Services, { profile: render }: Pages): FastPath {
  const { settings } = services;
  const read = anonymousProfile(services);
  const lasting = [
    "content-type",
    "text/html; charset=utf-8",
    "vary",
    "accept-encoding, cookie",
    ...lastingHeaders(settings).flat(),
  ];

  async function answer(id: string, request: IncomingMessage, response: ServerResponse, otherwise: () => void) {
    const since = performance.now();
    const says = await read(id).catch(() => null);
    if (says === null) return otherwise();
    const html = render(asPublicProfile(services, profileIn(says)));
    const isPacked = accepts(request.headers["accept-encoding"], "gzip");
    const body = isPacked ? gzipSync(html, { level: LEVEL }) : Buffer.from(html);
    services.metrics?.answered(
      { url: new URL(request.url ?? "", settings.publicUrl).href },
      200,
      (performance.now() - since) / 1000,
    );
    response
      .writeHead(200, [
        ...lasting,
        "content-security-policy",
        contentSecurityPolicy(newNonce()),
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
    const { authorization, cookie } = request.headers;
    // The app answers authorised requests, whose answers it marks as not to be stored, and visitors with a session, who get the application.
    if (id === undefined || authorization !== undefined || hasSessionCookie(cookie)) return false;
    void answer(id, request, response, otherwise);
    return true;
  };
}
