import { data, redirect } from "react-router";
import { searchLeadsTo } from "../../../domain/directory/search-words.server.ts";
import { callContext } from "../../../server-api.server.ts";
import { PublicFrame } from "../public-frame.tsx";
import type { Route } from "./+types/search";
import { SearchForm } from "../../../domain/directory/search-form.tsx";

const LONGEST = 80;

/** /kinesiologos/buscar: leads to the page for what was typed, or says what was not understood. */
export async function loader({ url: { searchParams }, context }: Route.LoaderArgs) {
  const what = (searchParams.get("que") ?? "").slice(0, LONGEST);
  const where = (searchParams.get("donde") ?? "").slice(0, LONGEST);
  const led = await searchLeadsTo(context.get(callContext).services, what, where);
  if ("to" in led) throw redirect(led.to);
  return data({ what, where, unknown: led.unknown }, { status: 404 });
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { productName = "Kinexo" } = matches[0].loaderData ?? {};
  return [{ title: `${productName} | Buscar especialistas` }, { name: "robots", content: "noindex" }];
}

export default function Search({ loaderData: { what, where, unknown } }: Route.ComponentProps) {
  return (
    <PublicFrame>
      <div className="mx-auto grid max-w-3xl gap-6 px-5 py-12 md:px-6 md:py-20">
        <h1 className="text-3xl md:text-4xl">No conocemos «{unknown}»</h1>
        <p className="text-muted">
          Probá con otra palabra: una parte del cuerpo, una especialidad, un barrio o una ciudad. También podés mirar{" "}
          <a href="/kinesiologos" className="text-primary underline underline-offset-4">
            todos los especialistas
          </a>
          .
        </p>
        <SearchForm what={what} where={where} />
      </div>
    </PublicFrame>
  );
}
