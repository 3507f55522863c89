import { redirect } from "react-router";
import { handlePath } from "../../domain/handles/handle.ts";
import { holderOf, isClosed } from "../../domain/handles/handles.server.ts";
import { handlesNear } from "../../domain/handles/near-handles.server.ts";
import { callContext } from "../../server-api.server.ts";
import { shownToOthers } from "../../domain/contacts/shown-to-others.ts";
import { buttonLook } from "../../ui/button-look.ts";
import { staticPage } from "./static-page.server.tsx";
import type { Route } from "./+types/handle";
import NotFoundPage from "./not-found-page.tsx";
import { PageHead } from "./page-head.tsx";

/** Browsers cache it briefly: if a specialist takes an earlier handle back, two cached redirects would form a loop. */
const MOVED = { status: 301, headers: { "cache-control": "max-age=300" } };

/**
 * /k/:handle redirects to the specialist's profile; an earlier handle or a handle in capitals redirects to the current handle. That of a
 * specialist who deleted their account within a year answers 410.
 */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  const handle = args.params.handle.toLowerCase();
  return staticPage(args, async (product) => {
    const { services } = args.context.get(callContext);
    const holder = await holderOf(services, handle);
    if (holder)
      return holder.handle === args.params.handle
        ? redirect(`/kines/${holder.id}`)
        : redirect(handlePath(holder.handle), MOVED);
    const near = await handlesNear(services, args.params.handle);
    return {
      head: <PageHead product={product} title={`${product.productName} | Página no encontrada`} />,
      body: (
        <NotFoundPage>
          {near.length > 0 && (
            <section className="mt-4">
              <h2 className="mb-3 text-xl">¿Buscabas a alguien de acá?</h2>
              <ul className="grid gap-2">
                {near
                  .map((each) => shownToOthers(services, each))
                  .map((found) => (
                    <li key={found.handle}>
                      <a href={handlePath(found.handle)} className={buttonLook("secondary", "normal", true)}>
                        {[found.name, found.specialty].filter(Boolean).join(" · ")}
                      </a>
                    </li>
                  ))}
              </ul>
            </section>
          )}
        </NotFoundPage>
      ),
      status: (await isClosed(services, handle)) ? 410 : 404,
    };
  });
}
