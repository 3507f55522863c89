import type { FormEvent } from "react";
import { buttonLook } from "../../ui/button-look.ts";
import { boxLook, labelLook } from "../../ui/field-look.tsx";
import { Icon } from "../../ui/icons.tsx";

type SearchFormProps = { what?: string; where?: string; onSearch?: (event: FormEvent<HTMLFormElement>) => void };

/** The search of the directory, which works without scripts: what hurts or a specialty, and where. */
export function SearchForm({ what = "", where = "", onSearch }: SearchFormProps) {
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
      <Field name="donde" label="Dónde" placeholder="Palermo, La Plata, online" value={where} />
      <button type="submit" className={buttonLook("primary", "normal")}>
        <Icon name="search" />
        Buscar
      </button>
    </form>
  );
}

function Field({
  name,
  label,
  placeholder,
  value,
}: {
  name: string;
  label: string;
  placeholder: string;
  value: string;
}) {
  return (
    <label className="grid gap-1.5">
      <span className={labelLook}>{label}</span>
      <input
        name={name}
        defaultValue={value}
        placeholder={placeholder}
        maxLength={80}
        autoComplete="off"
        className={boxLook}
      />
    </label>
  );
}
