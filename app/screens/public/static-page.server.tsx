import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { RouterContextProvider } from "react-router";
import { Document, documentLinks } from "../../shared/document.tsx";
import { FailurePage } from "./failure-page.tsx";
import { callContext } from "../../server-api.server.ts";
import { appContext, type Product } from "../../shared/app-context.ts";

export type Asked = { request: Request; context: Readonly<RouterContextProvider> };
type StaticPage = {
  head: ReactNode;
  body: ReactNode;
  status?: number;
  /** Whether browsers with a session have a version of the page in the application, to which the script switches. */
  hasApplication?: boolean;
};

/**
 * Answers with a static page: HTML and styles with links and forms. Its only script is `/static-page.js`; the application's scripts are left
 * out. `make` may return or throw a Response, such as a redirect. Logs any other error and answers 500.
 */
export async function staticPage(
  { request, context }: Asked,
  make: (product: Product) => StaticPage | Response | Promise<StaticPage | Response>,
): Promise<Response> {
  const product = context.get(appContext);
  const respond = (page: StaticPage) =>
    new Response(request.method === "HEAD" ? null : staticDocument(product, page), {
      status: page.status ?? 200,
      headers: { "content-type": "text/html; charset=utf-8" },
    });
  try {
    const page = await make(product);
    return page instanceof Response ? page : respond(page);
  } catch (error) {
    if (error instanceof Response) return error;
    const { services, requestId } = context.get(callContext);
    if (!request.signal.aborted) services.log.error({ err: error, requestId }, "page failed");
    return respond({ head: null, body: <FailurePage />, status: 500 });
  }
}

/** The HTML of a static page. */
export const staticDocument = (product: Product, page: StaticPage) =>
  `<!DOCTYPE html>${renderToStaticMarkup(asDocument(product, page))}`;

const asDocument = (product: Product, { head, body, hasApplication }: StaticPage) => (
  <Document
    product={product}
    head={
      <>
        {documentLinks.map((link) => (
          <link key={link.href} {...link} />
        ))}
        <script
          src={`/static-page.js?v=${product.build}`}
          defer
          data-worker={import.meta.env.PROD || undefined}
          data-application={hasApplication}
        />
        {head}
      </>
    }
  >
    {body}
    <div role="status" className="fixed inset-x-4 top-20 z-20 mx-auto max-w-sm">
      <p
        data-notice
        className="rounded-card border border-line bg-surface px-4 py-3 font-medium shadow-soft empty:hidden"
      />
    </div>
  </Document>
);
