import { redirect } from "react-router";
import { directoryPage, type DirectoryPage } from "../../../domain/directory/page.server.ts";
import { callContext } from "../../../server-api.server.ts";
import type { Product } from "../../../shared/app-context.ts";
import { plural } from "../../../shared/format.ts";
import { NoMessages } from "../../../ui/illustrations/empty.tsx";
import { staticPage } from "../static-page.server.tsx";
import { buttonLook } from "../../../ui/button-look.ts";
import { PageHead } from "../page-head.tsx";
import { PublicFrame } from "../public-frame.tsx";
import type { Route } from "./+types/directory";
import { Chips } from "../../../domain/directory/chips.tsx";
import { Crumbs } from "./crumbs.tsx";
import { Filters } from "../../../domain/directory/filters.tsx";
import { PageLinks } from "./page-links.tsx";
import { Pager } from "./pager.tsx";
import { ResultCard } from "./result-card.tsx";
import { ListHead, SearchForm } from "../../../domain/directory/search-form.tsx";
import { structuredDirectory } from "./structured-directory.ts";

/** /kinesiologos and below: a page of the directory by its path; 301 to its current path, 404 where there are no specialists. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  const { url, context } = args;
  return staticPage(args, async (product) => {
    const answer = await directoryPage(context.get(callContext).services, url.pathname, url.searchParams);
    if (answer === "missing")
      return {
        status: 404,
        head: <PageHead product={product} title={`${product.productName} | Página no encontrada`} />,
        body: <NobodyHere />,
      };
    if ("movedTo" in answer) return redirect(answer.movedTo, 301);
    const { page } = answer;
    return { head: <DirectoryHead page={page} product={product} />, body: <Directory page={page} /> };
  });
}

function DirectoryHead({ page, product }: { page: DirectoryPage; product: Product }) {
  const { heading, path, total } = page;
  const isLater = page.page > 1 && !page.is_filtered;
  return (
    <PageHead
      product={product}
      title={`${heading}${isLater ? `, página ${page.page}` : ""} | ${product.productName}`}
      description={`${heading}: ${plural(total, "especialista", "especialistas")} con matrícula comprobada. Precios y coberturas con fecha, y reseñas de pacientes reales. Nadie paga por aparecer.`}
      path={isLater ? `${path}?pagina=${page.page}` : path}
      isListed={page.is_indexed}
      data={structuredDirectory(page, product.publicUrl)}
    />
  );
}

function Directory({ page }: { page: DirectoryPage }) {
  const { heading, path, items, near, total, links, crumbs, searched } = page;
  return (
    <PublicFrame>
      <div className="border-b border-line bg-surface">
        <div className="mx-auto grid max-w-6xl gap-5 px-5 py-2 md:px-6 md:pt-7 md:pb-10">
          <div className="max-md:hidden">
            <Crumbs crumbs={crumbs} />
          </div>
          <ListHead
            heading={<h1 className="col-span-full text-xl md:text-5xl">{page.search_heading ?? heading}</h1>}
            summary={
              <p className="text-muted md:mt-3 md:text-lg">
                {total > 0
                  ? plural(total, "especialista", "especialistas")
                  : page.is_filtered
                    ? "Nadie con estas condiciones"
                    : "Todavía nadie acá"}
                {total > 0 && <span className="max-md:sr-only"> con matrícula comprobada</span>}
              </p>
            }
            isSearched={searched.what + searched.where !== ""}
            search={<SearchForm {...searched} />}
          />
        </div>
      </div>
      <div className="mx-auto grid max-w-6xl items-start gap-3 px-5 pt-2 pb-6 md:gap-6 md:px-6 md:py-10 lg:grid-cols-[17rem_1fr] lg:gap-10">
        <Filters
          page={page}
          chips={<Chips chips={page.chips} />}
          clear={
            <a href={path} className={buttonLook("quiet", "small", true)}>
              Sacar los filtros
            </a>
          }
        />
        <div className="grid min-w-0 gap-8">
          {items.length > 0 ? (
            <section aria-labelledby="lista">
              <h2 id="lista" className="sr-only">
                Especialistas
              </h2>
              <ul className="grid gap-4">
                {items.map((card) => (
                  <ResultCard key={card.id} card={card} />
                ))}
              </ul>
              <Pager page={page} />
            </section>
          ) : (
            <Nothing path={path} isFiltered={page.is_filtered} />
          )}
          {near.length > 0 && (
            <section aria-labelledby="cerca">
              <h2 id="cerca" className="mb-2 text-xl">
                Atienden cerca
              </h2>
              <ul className="grid gap-4">
                {near.map((card) => (
                  <ResultCard key={card.id} card={card} />
                ))}
              </ul>
            </section>
          )}
          <p className="text-muted">
            Nadie paga por aparecer:{" "}
            <a href="/como-ordenamos" className="text-primary underline underline-offset-4">
              cómo ordenamos
            </a>
            .
          </p>
          <PageLinks lists={links} />
        </div>
      </div>
    </PublicFrame>
  );
}

// Replaces the EmptyState of signed-in screens, whose focus handling imports the scripts of their controls.
function Nothing({ path, isFiltered }: { path: string; isFiltered: boolean }) {
  if (!isFiltered) return null;
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-10 text-center">
      <NoMessages />
      <h2 className="text-xl">Nadie cumple con todo lo que elegiste</h2>
      <p className="text-muted">Probá con una distancia mayor o con menos condiciones.</p>
      <a href={path} className="mt-2 font-semibold text-primary underline underline-offset-4">
        Sacar todos los filtros
      </a>
    </div>
  );
}

/** The 404 page of a place without specialists: the search, and a link to all specialists. */
function NobodyHere() {
  return (
    <PublicFrame>
      <div className="mx-auto grid max-w-3xl gap-6 px-5 py-12 md:px-6 md:py-20">
        <h1 className="text-3xl md:text-4xl">No encontramos especialistas acá</h1>
        <p className="text-muted">
          No hay nadie con matrícula comprobada a menos de 20 km, o la dirección está mal escrita. Buscá en otro lugar,
          o mirá{" "}
          <a href="/kinesiologos" className="text-primary underline underline-offset-4">
            todos los especialistas
          </a>
          .
        </p>
        <SearchForm />
      </div>
    </PublicFrame>
  );
}
