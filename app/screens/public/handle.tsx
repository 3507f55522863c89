import { redirect } from "react-router";
import { handlePath } from "../../domain/handles/handle.ts";
import { holderOf } from "../../domain/handles/handles.server.ts";
import { callContext } from "../../server-api.server.ts";
import { staticPage } from "./static-page.server.tsx";
import type { Route } from "./+types/handle";
import { NotFoundPage } from "./not-found-page.tsx";
import { PageHead } from "./page-head.tsx";

/** Kept by browsers for a while only: who takes an earlier handle again would turn two redirects into a circle. */
const MOVED = { status: 301, headers: { "cache-control": "max-age=300" } };

/** /k/:handle leads to the specialist's profile; an earlier handle, or one in capitals, to the present one. */
export function loader(asked: Route.LoaderArgs): Promise<Response> {
  const handle = asked.params.handle.toLowerCase();
  return staticPage(asked, async (product) => {
    const holder = await holderOf(asked.context.get(callContext).services, handle);
    if (holder)
      return holder.handle === asked.params.handle
        ? redirect(`/kines/${holder.id}`)
        : redirect(handlePath(holder.handle), MOVED);
    return {
      head: <PageHead product={product} title={`${product.productName} | Página no encontrada`} />,
      body: <NotFoundPage />,
      status: 404,
    };
  });
}
