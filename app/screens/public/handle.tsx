import { data, redirect } from "react-router";
import { handlePath } from "../../domain/handles/handle.ts";
import { holderOf } from "../../domain/handles/handles.server.ts";
import { callContext } from "../../server-api.server.ts";
import type { Route } from "./+types/handle";
import { NotFoundPage } from "./not-found-page.tsx";

/** Kept by browsers for a while only: who takes an earlier handle again would turn two redirects into a circle. */
const MOVED = { status: 301, headers: { "cache-control": "max-age=300" } };

/** /k/:handle leads to the specialist's profile; an earlier handle, or one in capitals, to the present one. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const handle = params.handle.toLowerCase();
  const holder = await holderOf(context.get(callContext).services, handle);
  if (!holder) return data(null, { status: 404 });
  if (holder.handle !== params.handle) throw redirect(handlePath(holder.handle), MOVED);
  throw redirect(`/kines/${holder.id}`);
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const product = matches[0].loaderData?.productName ?? "Kinexo";
  return [{ title: `${product} | Página no encontrada` }, { name: "robots", content: "noindex" }];
}

export default NotFoundPage;
