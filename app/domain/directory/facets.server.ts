import { z } from "zod";
import { WEEKDAY_NAMES } from "../availabilities/weekday.ts";
import { formatPesos } from "../prices/pesos.ts";
import { SPECIALTIES } from "../specialties/specialties.ts";
import type { Topic } from "./addresses.ts";
import type { Contents } from "./contents.server.ts";
import { type Asked, hasSpecialtyFilter, type Order, PARAMETERS, PRICE_LIMITS, RADII } from "./query.ts";
import type { Counts } from "./tally.server.ts";

/** A filter of a list as a visitor sees it; with `several`, a visitor can choose several values, which are alternatives. */
export const Facet = z.strictObject({
  name: z.enum(PARAMETERS),
  title: z.string(),
  /** What backs the filter, or a warning that its data has no date. */
  note: z.string(),
  several: z.boolean(),
  options: z.array(z.strictObject({ value: z.string(), label: z.string(), count: z.int(), chosen: z.boolean() })),
});
export type Facet = z.output<typeof Facet>;

const COVERAGES_SHOWN = 12;
const FROM_MONDAY = [1, 2, 3, 4, 5, 6, 0];

/** The filters of a list with their counts. Filters without an option to choose are left out. */
export function facetsOf(contents: Contents, topic: Topic, asked: Asked, counts: Counts): Facet[] {
  const { area } = topic;
  const isPlaced = area.kind === "place" || area.kind === "home";
  const coverages = [...contents.coverages]
    .map(([id, short]) => ({ id, short, count: counts.coverages[id] ?? 0 }))
    .filter(({ id, count }) => count > 0 || asked.coverages.includes(id))
    .toSorted((one, other) => other.count - one.count || one.id - other.id);
  const shown = coverages.filter(({ id }, index) => index < COVERAGES_SHOWN || asked.coverages.includes(id));
  const all: Facet[] = [
    {
      name: "especialidad",
      title: "Especialidad",
      note: "La que cada profesional dice en su perfil.",
      several: true,
      options: hasSpecialtyFilter(topic)
        ? SPECIALTIES.map(({ slug, name }) =>
            option(slug, name, counts.specialties[slug], asked.specialties.includes(slug)),
          )
        : [],
    },
    {
      name: "cobertura",
      title: "Cobertura",
      note: "Confirmada por cada profesional en los últimos 90 días.",
      several: true,
      options: shown.map(({ id, short, count }) => option(id, short, count, asked.coverages.includes(id))),
    },
    {
      name: "hasta",
      title: PRICE_TITLES[area.kind] ?? "Precio de la sesión",
      note: "Confirmado por cada profesional en los últimos 90 días.",
      several: false,
      options: [
        option("", "Cualquiera", null, asked.upTo === null),
        ...PRICE_LIMITS.map((limit) =>
          option(limit, `Hasta ${formatPesos(limit)}`, counts.upTo[limit], asked.upTo === limit),
        ),
      ],
    },
    {
      name: "radio",
      title: "Distancia",
      note: "Entre los centros de los barrios. No usamos tu ubicación.",
      several: false,
      options: isPlaced
        ? RADII.map((radius) =>
            option(
              radius || "",
              radius ? `Hasta ${radius} km` : "Solo acá",
              counts.radius[radius],
              asked.radius === radius,
            ),
          )
        : [],
    },
    {
      name: "dia",
      title: "Día de atención",
      note: "Según los horarios de cada perfil, que no tienen fecha: preguntá antes de ir.",
      several: true,
      options: FROM_MONDAY.map((day) =>
        option(day, WEEKDAY_NAMES[day] ?? "", counts.weekdays[day], asked.weekdays.includes(day)),
      ),
    },
    {
      name: "nuevos",
      title: "Reseñas",
      note: "Menos de 3 en este sitio, donde quizás recién empieza.",
      several: true,
      options: [option(1, "Con pocas reseñas", counts.onlyNew, asked.onlyNew)],
    },
  ];
  return all.filter(({ options }) => options.some(({ value, count, chosen }) => value !== "" && (count > 0 || chosen)));
}

const PRICE_TITLES: Partial<Record<Topic["area"]["kind"], string>> = {
  home: "Precio de la sesión a domicilio",
  online: "Precio de la sesión online",
};

const option = (value: string | number, label: string, count: number | null | undefined, chosen: boolean) => ({
  value: String(value),
  label,
  // The empty value means no filter, and can always be chosen.
  count: count ?? 0,
  chosen,
});

const ORDER_LABELS: Record<Order, string> = {
  recomendado: "Recomendados",
  precio: "Precio más bajo",
  cercania: "Más cerca",
};
/** The orders of a list, with their labels. */
export const ordersOf = ({ area }: Topic) =>
  (
    ["recomendado", "precio", ...(area.kind === "place" || area.kind === "home" ? ["cercania" as const] : [])] as const
  ).map((value) => ({ value: value === "recomendado" ? "" : value, label: ORDER_LABELS[value] }));
