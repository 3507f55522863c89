import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { RouterContextProvider } from "react-router";
import { Document, documentLinks } from "../../shared/document.tsx";
import { FailurePage } from "./failure-page.tsx";
import { callContext } from "../../server-api.server.ts";
import { appContext, type Product } from "../../shared/app-context.ts";

type Asked = { request: Request; context: Readonly<RouterContextProvider> };
type StaticPage = { head: ReactNode; body: ReactNode; status?: number };

/**
 * Answers with a page that is read, not used: HTML and styles, with links and forms, and none of the application's scripts but
 * `/static-page.js`. The page is made by `make` and may be a Response, such as a redirect. A failure is logged, and answered with 500.
 */
export async function staticPage(
  { request, context }: Asked,
  make: (product: Product) => StaticPage | Response | Promise<StaticPage | Response>,
): Promise<Response> {
  const product = context.get(appContext);
  const headers = { "content-type": "text/html; charset=utf-8" };
  const page = await Promise.resolve(product)
    .then(make)
    .catch((error: unknown) => {
      const { services, requestId } = context.get(callContext);
      services.log.error({ err: error, requestId }, "page failed");
      return { head: null, body: <FailurePage />, status: 500 };
    });
  if (page instanceof Response) return page;
  const { head, body, status = 200 } = page;
  if (request.method === "HEAD") return new Response(null, { status, headers });
  return new Response(`<!DOCTYPE html>${renderToStaticMarkup(asDocument(product, head, body))}`, { status, headers });
}

const asDocument = (product: Product, head: ReactNode, body: ReactNode) => (
  <Document
    product={product}
    head={
      <>
        {documentLinks.map((link) => (
          <link key={link.href} {...link} />
        ))}
        <script src="/static-page.js" defer />
        {head}
      </>
    }
  >
    {body}
    <p
      role="status"
      data-notice
      className="fixed inset-x-4 top-20 z-20 mx-auto max-w-sm rounded-card border border-line bg-surface px-4 py-3 font-medium shadow-soft
        empty:hidden"
    />
  </Document>
);
