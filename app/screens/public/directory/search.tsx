import { cut } from "../../../shared/text/cut.ts";
import { redirect } from "react-router";
import { searchAddress } from "../../../domain/directory/typed-search.server.ts";
import { callContext } from "../../../server-api.server.ts";
import { staticPage } from "../static-page.server.tsx";
import { PageHead } from "../page-head.tsx";
import { PublicFrame } from "../public-frame.tsx";
import type { Route } from "./+types/search";
import { SearchForm } from "../../../domain/directory/search-form.tsx";

const LONGEST = 80;

/** /kinesiologos/buscar: redirects to the page of the typed search, or names the word that is unknown. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  const { searchParams } = args.url;
  const what = cut(searchParams.get("que") ?? "", LONGEST);
  const where = cut(searchParams.get("donde") ?? "", LONGEST);
  return staticPage(args, async (product) => {
    const led = await searchAddress(args.context.get(callContext).services, what, where);
    if ("to" in led) return redirect(led.to);
    return {
      status: 404,
      head: <PageHead product={product} title={`${product.productName} | Buscar especialistas`} />,
      body: (
        <PublicFrame>
          <div className="mx-auto grid max-w-3xl gap-6 px-5 py-12 md:px-6 md:py-20">
            <h1 className="text-3xl md:text-4xl">No conocemos «{led.unknown}»</h1>
            <p className="text-muted">
              Probá con otra palabra: una parte del cuerpo, una especialidad, un barrio o una ciudad. También podés
              mirar{" "}
              <a href="/kinesiologos" className="text-primary underline underline-offset-4">
                todos los especialistas
              </a>
              .
            </p>
            <SearchForm what={what} where={where} />
          </div>
        </PublicFrame>
      ),
    };
  });
}
