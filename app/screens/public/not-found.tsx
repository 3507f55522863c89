import { data } from "react-router";
import type { Route } from "./+types/not-found";
import NotFoundPage from "./not-found-page.tsx";

export function loader() {
  return data(null, { status: 404 });
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const product = matches[0].loaderData?.productName ?? "Kinexo";
  return [{ title: `${product} | Página no encontrada` }, { name: "robots", content: "noindex" }];
}

export default NotFoundPage;
