import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { Select } from "../../ui/select.tsx";

/** Chooses one of the places that have cases or specialists. */
export function PlaceSelect({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const zones = useQuery(queries.operator.zones.queryOptions());
  const options = (zones.data?.items ?? [])
    .map(({ slug, name }) => ({ value: slug, label: name ?? "Lugar no reconocido" }))
    .filter((option) => option.value !== "")
    .toSorted((a, b) => a.label.localeCompare(b.label, "es"));
  const known = options.some((option) => option.value === value) || value === "";
  return (
    <Select
      label="Lugar"
      value={value}
      placeholder="Todos"
      options={known ? options : [...options, { value, label: value }]}
      onChange={onChange}
    />
  );
}
