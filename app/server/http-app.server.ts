import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { ORPCError } from "@orpc/server";
import { RPCHandler } from "@orpc/server/fetch";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { routePath } from "hono/route";
import { AppError } from "../shared/errors.ts";
import { requestContext, type Sender } from "../api/request-context.server.ts";
import type { SeenProfile } from "../domain/profiles/profiles.server.ts";
import { writeTombstones } from "../platform/storage/tombstones.server.ts";
import { files } from "./files.server.ts";
import { openApiDocument } from "./openapi.server.ts";
import { healthRoutes } from "./health.server.ts";
import { calling, type Context, toAppError } from "../api/guards.server.ts";
import type { Readiness } from "../platform/readiness.server.ts";
import { router } from "../router.server.ts";
import { securityHeaders } from "../platform/security-headers.server.ts";
import type { Services } from "../api/services.server.ts";

/**
 * Renders every page, given the request, what it may call in process, the nonce of its scripts and the profile that the page cache has read;
 * `build` names what browsers load.
 */
export type Pages = {
  build: string;
  render: (request: Request, call: Context, nonce: string, cachedProfile: SeenProfile | null) => Promise<Response>;
};

/** What comes with a request besides itself. */
type Bindings = Sender & { cachedProfile?: SeenProfile };
export type Fetch = (request: Request, bindings: Bindings) => Promise<Response> | Response;

type Env = {
  Bindings: Bindings;
  Variables: { call: Context; nonce: string };
};


/** Answers requests, in the order in which they are tried. */
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
  let described: ReturnType<typeof openApiDocument> | undefined;
  app.get("/api/openapi.json", async (c) => c.json(await (described ??= openApiDocument(services.settings))));
  app.use("/rpc/*", async (c) => {
    const { response } = await rpc.handle(c.req.raw, { prefix: "/rpc", context: c.var.call });
    // By this an open page learns that there is a newer one.
    if (pages?.build) response?.headers.set("x-build", pages.build);
    return personal(response ?? notFound());
  });
  app.use("/api/*", async (c) => {
    const { response } = await api.handle(c.req.raw, { prefix: "/api", context: c.var.call });
    return personal(response ?? notFound());
  });
  if (pages) {
    // A page is the same for everybody: its scripts load what belongs to one person.
    const render = (request: Request, call: Context, nonce: string, cached: SeenProfile | null) =>
      pages.render(request, { ...call, findViewer: async () => null }, nonce, cached);
    app.get("*", compress(), async (c) => {
      if (!isWellFormed(c.req.url)) return notFound();
      const page = await render(c.req.raw, c.var.call, c.var.nonce, c.env.cachedProfile ?? null);
      return c.req.header("authorization") ? personal(page) : page;
    });
  }
  app.notFound(() => notFound());
  app.onError((error, c) => refusalResponse(toAppError(error, c.var.call)));
  return app;
}

type Calling<T> = { context: Context; next: () => Promise<T> };

/** What both ways into the procedures do around each call; `read` keeps the requests whose input was read. */
const handlerOptions = (read = new WeakSet<Context>()) => ({
  // The streams have a heartbeat of their own, which their readers see.
  eventIteratorKeepAliveEnabled: false,
  interceptors: [
    // A body that cannot be read is refused with a code of the catalogue, as everything is.
    async <T>({ context, next }: Calling<T>): Promise<T> => {
      try {
        await context.receiveBody?.();
        return await next();
      } catch (error) {
        if (error instanceof ORPCError && error.code !== "BAD_REQUEST" && error.code !== "PAYLOAD_TOO_LARGE") throw error;
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

/** Whether a request to the account service may end a password, a passkey, a second factor or another way in. */
function changesCredentials(method: string, path: string): boolean {
  return method === "PUT" || method === "DELETE" || /^\/auth\/v1\/(verify|callback|factors\/)/.test(path);
}

// The router would throw at a path with a broken escape.
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
