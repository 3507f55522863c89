import { useEffect, useRef, useState } from "react";
import { useNavigation, useSearchParams } from "react-router";
import { CASE_MODALITY_LABELS, MODALITIES } from "../../domain/profiles/modality.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";

const TYPING_PAUSE_MS = 300;
const MOST = 80;
const NAMES = { location_city: "barrio", injury_area: "zona", preferred_modality: "modalidad" } as const;
type Filter = keyof typeof NAMES;

const modalities = MODALITIES.map((value) => ({ value, label: CASE_MODALITY_LABELS[value] }));

/** The filters of the available cases, stored in the URL; typed filters are debounced. */
export function useCaseFilters() {
  const [params, setParams] = useSearchParams();
  const valueOf = (filter: Filter) => (params.get(NAMES[filter]) ?? "").slice(0, MOST);
  const [typed, setTyped] = useState({ location_city: valueOf("location_city"), injury_area: valueOf("injury_area") });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const keep = (values: Partial<Record<Filter, string>>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [filter, value] of Object.entries(values) as [Filter, string][]) {
          if (value.trim()) next.set(NAMES[filter], value.trim());
          else next.delete(NAMES[filter]);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  // The debounce may end after a case was opened. The URL at the time of typing lacks that case, and writing a URL cancels a navigation.
  const latest = useRef({ keep, isNavigating: false });
  const isNavigating = useNavigation().state !== "idle";
  useEffect(() => void (latest.current = { keep, isNavigating }));
  const keepLater = (values: Parameters<typeof keep>[0]) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => (latest.current.isNavigating ? keepLater(values) : latest.current.keep(values)),
      TYPING_PAUSE_MS,
    );
  };
  const input = {
    location_city: valueOf("location_city") || null,
    injury_area: valueOf("injury_area") || null,
    preferred_modality: MODALITIES.find((each) => each === params.get(NAMES.preferred_modality)) ?? null,
  };
  return {
    input,
    typed,
    type: (filter: keyof typeof typed, text: string) => {
      const next = { ...typed, [filter]: text };
      setTyped(next);
      keepLater(next);
    },
    choose: (modality: string) => keep({ preferred_modality: modality }),
    isNarrowed: Object.values(input).some((value) => value !== null),
    showAll: () => {
      clearTimeout(timer.current);
      setTyped({ location_city: "", injury_area: "" });
      keep({ location_city: "", injury_area: "", preferred_modality: "" });
    },
  };
}

/** Barrio, zone and modality of the available cases. */
export function CaseFilters({ filters }: { filters: ReturnType<typeof useCaseFilters> }) {
  const { input, typed, type, choose, isNarrowed, showAll } = filters;
  return (
    <search className="mb-6 grid grid-cols-2 items-end gap-3 md:flex">
      <div className="md:w-56">
        <TextField
          label="Barrio"
          type="search"
          autoComplete="off"
          value={typed.location_city}
          onChange={(text) => type("location_city", text)}
        />
      </div>
      <div className="md:w-56">
        <TextField
          label="Zona"
          type="search"
          autoComplete="off"
          value={typed.injury_area}
          onChange={(text) => type("injury_area", text)}
        />
      </div>
      <div className="max-md:col-span-2 md:w-52">
        <Select
          label="Modalidad"
          placeholder="Todas"
          options={modalities}
          value={input.preferred_modality ?? ""}
          onChange={choose}
        />
      </div>
      {isNarrowed && (
        <Button variant="quiet" onPress={showAll}>
          Quitar filtros
        </Button>
      )}
    </search>
  );
}
