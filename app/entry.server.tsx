import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import { callContext } from "./server-api.server.ts";
import { scriptsAfterPaint, scriptsLast } from "./defer-scripts.server.ts";
import { firstCallsScript } from "./screens/shell/first-calls.server.ts";
import { watchStart } from "./screens/shell/start-watch.server.tsx";
import { appContext } from "./shared/app-context.ts";
import { nonceContext } from "./shared/nonce.ts";

const RENDER_MS = 6_000;

/** Renders a complete page, each script with this response's nonce; no page is streamed in parts. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  headers.set("content-type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const nonce = context.get(nonceContext);
  const firstCalls = firstCallsScript(new URL(request.url), nonce);
  const isRead = routerContext.staticHandlerContext.matches.some(({ route }) => route.id.startsWith("screens/public/"));
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer);
          const chunks: Uint8Array[] = [];
          pipe(
            new Writable({
              write(chunk: Uint8Array, _encoding, done) {
                chunks.push(chunk);
                done();
              },
              final(done) {
                const page = Buffer.concat(chunks).toString();
                // Before the styles: a script after them would wait for them.
                const withCalls = firstCalls ? page.replace("<head>", () => `<head>${firstCalls}`) : page;
                const html = watchStart(withCalls, context.get(appContext), new URL(request.url), nonce);
                resolve(new Response(isRead ? scriptsAfterPaint(html) : scriptsLast(html), { status, headers }));
                done();
              },
            }).on("error", reject),
          );
        },
        onShellError: reject,
      },
    );
    const timer = setTimeout(() => abort(new Error("the page took too long")), RENDER_MS);
  });
}

/** Logs errors of loaders and components; route error responses, such as an unknown address, are not faults. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const { services, requestId } = context.get(callContext);
  services.log.error({ err: error, requestId }, "page failed");
}
