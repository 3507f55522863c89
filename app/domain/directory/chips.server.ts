import { z } from "zod";
import { type Area, pathOf, type Topic } from "./addresses.ts";
import type { Contents } from "./contents.server.ts";
import type { Facet } from "./facets.server.ts";
import { type Asked, asksOf, queryOf } from "./query.ts";
import { searchedIn } from "./topics.server.ts";
import { onlySpecialty, type Typed } from "./typed-search.server.ts";

/** One thing that a list was asked for, and the address of the list without it. */
export const Chip = z.strictObject({ label: z.string(), to: z.string() });
type Chip = z.output<typeof Chip>;

/** What a list was asked for: what hurts, where, and each chosen filter. */
export function chipsOf(
  contents: Contents,
  topic: Topic,
  asked: Asked,
  typed: Typed,
  facets: readonly Facet[],
): Chip[] {
  const { area, specialty } = topic;
  const own = searchedIn(topic, asked.specialties, contents);
  const addressOf = (to: Topic, query: Asked, left: Typed) =>
    pathOf(to, (slug) => contents.places.get(slug)) +
    queryOf({ ...asksOf(query, to, contents.coverages), page: 1 }, left);
  const chips: Chip[] = [];
  if (specialty !== null)
    chips.push({
      label: typed.what || own.what,
      to: addressOf({ area, specialty: null }, asked, { ...typed, what: "" }),
    });
  const country: Area = { kind: "country" };
  if (area.kind === "home")
    chips.push({ label: "A domicilio", to: addressOf({ ...topic, area: { ...area, kind: "place" } }, asked, typed) });
  if (area.kind !== "country")
    chips.push({
      label: own.where,
      to: addressOf(
        { area: country, specialty: null },
        { ...asked, specialties: specialty === null ? asked.specialties : [specialty] },
        { ...typed, where: "" },
      ),
    });
  for (const { name, options } of facets)
    for (const { value, label, chosen } of options) {
      if (!chosen || value === "") continue;
      const query = new URLSearchParams(queryOf({ ...asked, page: 1 }, typed));
      query.delete(name, value);
      const isTyped = name === "especialidad" && typed.what !== "" && onlySpecialty(topic, asked) === value;
      if (isTyped) query.delete("que");
      const left = query.toString();
      const chip = {
        label: isTyped ? typed.what : label,
        to: `${pathOf(topic, (slug) => contents.places.get(slug))}${left && `?${left}`}`,
      };
      // What hurts comes before where.
      if (name === "especialidad") chips.unshift(chip);
      else chips.push(chip);
    }
  return chips;
}
