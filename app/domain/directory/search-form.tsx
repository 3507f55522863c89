import type { FormEvent, ReactNode } from "react";
import { buttonLook } from "../../ui/button-look.ts";
import { boxLook, labelLook } from "../../ui/field-look.tsx";
import { Icon } from "../../ui/icons.tsx";

type SearchFormProps = {
  what?: string;
  where?: string;
  /** The field "Dónde" of the application; elsewhere a plain one, whose suggestions /static-page.js fetches. */
  whereField?: ReactNode;
  onSearch?: (event: FormEvent<HTMLFormElement>) => void;
};

/** The search of the directory, which works without scripts: what hurts or a specialty, and where. */
export function SearchForm({ what = "", where = "", whereField, onSearch }: SearchFormProps) {
  return (
    <form
      method="get"
      onSubmit={onSearch}
      action="/kinesiologos/buscar"
      role="search"
      aria-label="Especialistas"
      className="grid gap-3 rounded-card border border-line bg-ground p-4 shadow-soft sm:grid-cols-[1.2fr_1fr_auto] sm:items-end"
    >
      <Field
        name="que"
        label="Qué te duele o qué especialidad"
        placeholder="Rodilla, ciática, deportiva"
        value={what}
      />
      {whereField ?? (
        <Field name="donde" label={WHERE_LABEL} placeholder={WHERE_EXAMPLE} value={where} suggestions="lugares" />
      )}
      <button type="submit" className={buttonLook("primary", "normal")}>
        <Icon name="search" />
        Buscar
      </button>
    </form>
  );
}

export const WHERE_LABEL = "Dónde";
export const WHERE_EXAMPLE = "Palermo, La Plata, online";

type FieldProps = { name: string; label: string; placeholder: string; value: string; suggestions?: string };

function Field({ name, label, placeholder, value, suggestions }: FieldProps) {
  return (
    <label className="grid gap-1.5">
      <span className={labelLook}>{label}</span>
      <input
        name={name}
        defaultValue={value}
        placeholder={placeholder}
        maxLength={80}
        autoComplete="off"
        list={suggestions}
        className={boxLook}
      />
      {suggestions && <datalist id={suggestions} aria-label="Lugares" />}
    </label>
  );
}

type ListHeadProps = {
  heading: ReactNode;
  /** One line below the heading. */
  summary: ReactNode;
  isSearched: boolean;
  search: ReactNode;
};

/** What a list answers, with the search above it. On phones the search opens on demand, so that people come first. */
export function ListHead({ heading, summary, isSearched, search }: ListHeadProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
      {heading}
      {summary}
      <input type="checkbox" id="buscar" className="peer sr-only md:hidden" />
      <label
        htmlFor="buscar"
        className={`${buttonLook("secondary", "small")} col-start-2 row-start-2 peer-focus-visible:outline-3
          peer-focus-visible:outline-offset-2 peer-focus-visible:outline-(--focus) md:hidden`}
      >
        <Icon name="search" />
        {isSearched ? "Cambiar" : "Buscar"}
        <span className="sr-only">{isSearched ? " la búsqueda" : " especialistas"}</span>
      </label>
      <div className="col-span-full mt-4 hidden peer-checked:block md:block">{search}</div>
    </div>
  );
}
