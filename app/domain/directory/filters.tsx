import type { FormEvent, ReactNode } from "react";
import type { Answers } from "../../client/api.ts";
import { buttonLook } from "../../ui/button-look.ts";
import { boxLook, labelLook } from "../../ui/field-look.tsx";
import { Icon } from "../../ui/icons.tsx";
import { TYPED_PARAMETERS } from "./query.ts";

type Page = Pick<Answers["directory"]["specialists"], "facets" | "path" | "orders" | "order" | "is_filtered" | "asked">;
type Facet = Page["facets"][number];
type FiltersProps = {
  page: Page;
  /** A hidden field that the form submits, for a URL that serves several pages. */
  within?: { name: string; value: string };
  /** The chips of what the list was asked for. */
  chips: ReactNode;
  /** The link to the list without filters. */
  clear: ReactNode;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
};

/** The filters of a list with their counts: a form that works without scripts. On phones it opens on demand. */
export function Filters({ page, within, chips, clear, onSubmit }: FiltersProps) {
  const { facets, path, orders, order, is_filtered, asked } = page;
  const chosen =
    Number(order !== "") +
    facets.flatMap(({ options }) => options).filter((option) => option.chosen && option.value !== "").length;
  return (
    <form
      method="get"
      action={path}
      onSubmit={onSubmit}
      key={facetsKey(page, within?.value)}
      aria-label="Filtros"
      className="min-w-0 lg:sticky lg:top-20"
    >
      {within && <input type="hidden" {...within} />}
      {asked
        .filter(({ name }) => TYPED_PARAMETERS.some((typed) => typed === name))
        .map((typed) => (
          <input key={typed.name} type="hidden" {...typed} />
        ))}
      <input type="checkbox" id="filtros" className="peer sr-only lg:hidden" />
      {/* One row on phones, which scrolls, so that chips do not push people down. */}
      <div
        className="relative -m-1 flex gap-2 overflow-x-auto p-1 peer-focus-visible:[&>label]:outline-3 peer-focus-visible:[&>label]:outline-(--focus)
          lg:mb-3 lg:flex-wrap"
      >
        {facets.length > 0 && (
          <label htmlFor="filtros" className="chip outline-offset-2 lg:hidden">
            <Icon name="menu" className="size-4.5" />
            Filtrar y ordenar{chosen > 0 && ` (${chosen})`}
          </label>
        )}
        {chips}
      </div>
      <div
        hidden={facets.length === 0}
        className="rounded-card border border-line bg-surface shadow-soft peer-checked:mt-3 max-lg:not-peer-checked:hidden
          lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
      >
        <div className="grid gap-6 p-5">
          {facets.map((facet) => (
            <Choices key={facet.name} facet={facet} />
          ))}
          <label className="grid gap-1.5">
            <span className={labelLook}>Ordenar por</span>
            <select name="orden" defaultValue={order} className={boxLook}>
              {orders.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        </div>
        <div className="grid gap-2 rounded-b-card border-t border-line bg-surface p-4 lg:sticky lg:bottom-0">
          <button type="submit" className={buttonLook("secondary", "normal", true)}>
            Ver resultados
          </button>
          {is_filtered && clear}
        </div>
      </div>
    </form>
  );
}

/** The React key of the form: another list mounts a new form, so that earlier choices do not stay in it. */
const facetsKey = ({ path, facets, order }: Page, within: string | undefined) =>
  [
    path,
    within,
    order,
    ...facets.flatMap(({ options }) => options.filter(({ chosen }) => chosen).map(({ value }) => value)),
  ].join();

function Choices({ facet: { name, title, note, several, options } }: { facet: Facet }) {
  return (
    <fieldset className="grid gap-1">
      <legend className={labelLook}>{title}</legend>
      <p className="mb-1 text-sm text-muted">{note}</p>
      {options.map(({ value, label, count, chosen }) => (
        <label key={value} className="choice">
          <input
            type={several ? "checkbox" : "radio"}
            name={name}
            value={value}
            defaultChecked={chosen}
            disabled={value !== "" && count === 0 && !chosen}
          />
          <span>{label}</span>
          {value !== "" && <small>{count}</small>}
        </label>
      ))}
    </fieldset>
  );
}
