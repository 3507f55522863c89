import { createHash } from "node:crypto";
import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { ORPCError } from "@orpc/server";
import { RPCHandler } from "@orpc/server/fetch";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { routePath } from "hono/route";
import { AppError } from "../shared/app-error.server.ts";
import { requestContext, type Sender } from "../api/request-context.server.ts";
import type { PublicProfile } from "../domain/profiles/public-profile.server.ts";
import { readFeed } from "../domain/calendars/feed.server.ts";
import { isKnownByClient } from "../platform/etag.server.ts";
import { movedAddress } from "../domain/moved-rows/moved-address.server.ts";
import { unsubscribe } from "../domain/notifications/unsubscribe.server.ts";
import { writeTombstones } from "../platform/storage/tombstones.server.ts";
import { files } from "./files.server.ts";
import { openApiDocument } from "./openapi.server.ts";
import { mailHookRoutes } from "./mail-hook.server.ts";
import { healthRoutes } from "./health.server.ts";
import { calling, toAppError } from "../api/refusals.server.ts";
import type { Context } from "../api/request-context.server.ts";
import type { Readiness } from "../platform/readiness.server.ts";
import { router } from "../router.server.ts";
import { securityHeaders } from "../platform/security-headers.server.ts";
import type { Services } from "../api/services.server.ts";

/** Renders every page. `build` is the build id of the client assets. */
export type Pages = {
  build: string;
  /** A page, with its in-process call context and the nonce of its scripts. */
  render: (request: Request, call: Context, nonce: string) => Promise<Response>;
  /** The document of a public profile for visitors, which has no nonce. */
  profile: (profile: PublicProfile) => string;
};

type Env = { Bindings: Sender; Variables: { call: Context; nonce: string } };

/** The HTTP routes, in matching order. */
export function openHttpApp(services: Services, readiness: Readiness, pages?: Pages) {
  const rpc = new RPCHandler<Context>(router, handlerOptions());
  const api = new OpenAPIHandler<Context>(router, handlerOptions());
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    c.set("call", requestContext(services, c.req.raw, c.env));
    const since = performance.now();
    if (services.traces) {
      await services.traces.request(c.req.method, c.var.call.requestId, async () => {
        await next();
        return { route: routePath(c), status: c.res.status };
      });
    } else await next();
    services.metrics?.answered(c.req.raw, c.res.status, (performance.now() - since) / 1000);
    c.header("x-request-id", c.var.call.requestId);
  });
  app.use(securityHeaders(services.settings));
  app.route("/", healthRoutes(services, readiness));
  app.use("/auth/v1/*", async (c, next) => {
    await next();
    if (changesCredentials(c.req.method, c.req.path) && c.res.status < 400) await writeTombstones(services);
  });
  app.route("/auth/v1", services.auth.routes);
  app.route("/files", files);
  app.route("/", mailHookRoutes(services));
  let described: ReturnType<typeof openApiDocument> | undefined;
  app.get("/api/openapi.json", async (c) => c.json(await (described ??= openApiDocument(services.settings))));
  app.use("/rpc/*", async (c) => {
    const { response } = await rpc.handle(c.req.raw, { prefix: "/rpc", context: c.var.call });
    // An open page detects a newer build by this header.
    if (pages?.build) response?.headers.set("x-build", pages.build);
    return personal(response ?? notFound());
  });
  app.use("/api/*", async (c) => {
    const { response } = await api.handle(c.req.raw, { prefix: "/api", context: c.var.call });
    return personal(response ?? notFound());
  });
  // The unsubscribe button of mail programs (RFC 8058). Its request body adds nothing to the token.
  app.post("/baja/:token", async (c) =>
    (await unsubscribe(services, c.req.param("token"))) ? personal(c.body(null, 200)) : personal(notFound()),
  );
  app.get("/calendario/:file{[\\w-]{43}\\.ics}", async (c) => {
    const calendar = await readFeed(services, c.req.param("file").slice(0, -".ics".length));
    if (calendar === null) return personal(notFound());
    const etag = `"${createHash("sha256").update(calendar).digest("base64url")}"`;
    const headers = { "cache-control": "private, no-cache", etag, "x-robots-tag": "noindex" };
    if (isKnownByClient(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers);
    return c.body(calendar, 200, { ...headers, "content-type": "text/calendar; charset=utf-8" });
  });
  // Links of the system before lead on.
  app.get("*", async (c, next) => {
    const address = isWellFormed(c.req.url) ? await movedAddress(services.db, new URL(c.req.url)) : null;
    return address === null ? next() : personal(c.redirect(address, 301));
  });
  if (pages) {
    // Pages are the same for every user; their scripts load personal data.
    const render = (request: Request, call: Context, nonce: string) =>
      pages.render(request, { ...call, findViewer: async () => null }, nonce);
    app.get("*", compress(), async (c) => {
      const request = isWellFormed(c.req.url) ? c.req.raw : new Request(new URL(NOWHERE, c.req.url), c.req.raw);
      const page = await render(request, c.var.call, c.var.nonce);
      services.openings.count(request);
      return c.req.header("authorization") ? personal(page) : page;
    });
  }
  app.notFound(() => notFound());
  app.onError((error, c) => refusalResponse(toAppError(error, c.var.call)));
  return app;
}

type Calling<T> = { context: Context; next: () => Promise<T> };

/** Interceptors shared by both procedure handlers; `read` holds the requests whose input was read. */
const handlerOptions = (read = new WeakSet<Context>()) => ({
  // Streams have their own heartbeat, visible to their readers.
  eventIteratorKeepAliveEnabled: false,
  interceptors: [
    // An unreadable body is refused with a code of the catalogue, like any other error.
    async <T>({ context, next }: Calling<T>): Promise<T> => {
      try {
        await context.receiveBody?.();
        return await next();
      } catch (error) {
        if (error instanceof ORPCError && error.code !== "BAD_REQUEST" && error.code !== "PAYLOAD_TOO_LARGE")
          throw error;
        throw error instanceof ORPCError || read.has(context) ? toAppError(error, context) : new AppError("BAD_INPUT");
      }
    },
  ],
  clientInterceptors: [
    async ({ context, path, next }: Calling<unknown> & { path: readonly string[] }) => {
      read.add(context);
      const since = performance.now();
      let outcome = "ok";
      try {
        return await calling(context, path, next);
      } catch (error) {
        outcome = error instanceof AppError ? error.code : "INTERNAL_SERVER_ERROR";
        throw error;
      } finally {
        context.services.metrics?.called(path.join("."), outcome, (performance.now() - since) / 1000);
      }
    },
  ],
});

/** Whether an account request may remove a password, passkey, second factor or other sign-in method. */
function changesCredentials(method: string, path: string): boolean {
  return method === "PUT" || method === "DELETE" || /^\/auth\/v1\/(verify|callback|logout|undo|factors\/)/.test(path);
}

/** An address that no screen has. */
const NOWHERE = "/no-existe";

// The router would throw on a path with a broken percent-escape.
function isWellFormed(url: string): boolean {
  try {
    return decodeURI(new URL(url).pathname) !== "";
  } catch {
    return false;
  }
}

function notFound() {
  return refusalResponse(new AppError("NOT_FOUND"));
}

function refusalResponse({ code, message, status, data }: AppError) {
  return personal(Response.json({ code, message, ...data }, { status }));
}

function personal(response: Response) {
  response.headers.set("cache-control", "private, no-store");
  return response;
}
