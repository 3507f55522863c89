import { useEffect, useRef } from "react";
import { keepPersonal, readPersonal } from "../../client/personal-storage.ts";
import { cut } from "../../shared/text/cut.ts";
import { useAddressParams, useTyping } from "../../domain/lists/address-params.ts";
import { CASE_MODALITY_LABELS, MODALITIES } from "../../domain/profiles/modality.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useIsWide } from "../../ui/use-media.ts";

const MOST = 80;
const NAMES = { location_city: "barrio", injury_area: "zona", preferred_modality: "modalidad" } as const;
type Filter = keyof typeof NAMES;

const modalities = MODALITIES.map((value) => ({ value, label: CASE_MODALITY_LABELS[value] }));

/** Where the specialist last looked for cases is kept in this browser, and is where the list opens. */
const ZONE = "case-zone";

function keptZone(): string {
  const { location_city: zone } = (readPersonal(ZONE) ?? {}) as { location_city?: unknown };
  return typeof zone === "string" ? cut(zone, MOST) : "";
}

/** The filters of the available cases, stored in the URL; typed filters are debounced. */
export function useCaseFilters() {
  const { params, set } = useAddressParams();
  const valueOf = (filter: Filter) => cut(params.get(NAMES[filter]) ?? "", MOST);
  const typed = {
    location_city: useTyping(valueOf("location_city"), (text) => {
      keepPersonal(ZONE, text ? { location_city: text } : null);
      set({ [NAMES.location_city]: text });
    }),
    injury_area: useTyping(valueOf("injury_area"), (text) => set({ [NAMES.injury_area]: text })),
  };
  const isOpening = useRef(true);
  useEffect(() => {
    // Only as the screen opens: afterwards the address says what is shown.
    if (!isOpening.current) return;
    isOpening.current = false;
    const zone = keptZone();
    if (params.size > 0 || !zone) return;
    const [, , put] = typed.location_city;
    put(zone);
    set({ [NAMES.location_city]: zone });
  });
  const input = {
    location_city: valueOf("location_city") || null,
    injury_area: valueOf("injury_area") || null,
    preferred_modality: MODALITIES.find((each) => each === params.get(NAMES.preferred_modality)) ?? null,
  };
  return {
    input,
    typed,
    choose: (modality: string) => set({ [NAMES.preferred_modality]: modality }),
    isNarrowed: Object.values(input).some((value) => value !== null),
    showAll: () => {
      keepPersonal(ZONE, null);
      for (const [, , put] of Object.values(typed)) put("");
      set({ [NAMES.location_city]: null, [NAMES.injury_area]: null, [NAMES.preferred_modality]: null });
    },
  };
}

/** Barrio, zone and modality of the available cases; on phones folded under one line that says what is chosen. */
export function CaseFilters({ filters }: { filters: ReturnType<typeof useCaseFilters> }) {
  const isWide = useIsWide();
  const { input, typed, choose, isNarrowed, showAll } = filters;
  const [city, typeCity] = typed.location_city;
  const [area, typeArea] = typed.injury_area;
  const fields = (
    <>
      <div className="md:w-56">
        <TextField label="Barrio" type="search" autoComplete="off" value={city} onChange={typeCity} />
      </div>
      <div className="md:w-56">
        <TextField label="Zona del cuerpo" type="search" autoComplete="off" value={area} onChange={typeArea} />
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
    </>
  );
  const reset = isNarrowed && (
    <Button variant="quiet" onPress={showAll}>
      Quitar filtros
    </Button>
  );
  if (isWide)
    return (
      <search className="mb-6 flex items-end gap-3">
        {fields}
        {reset}
      </search>
    );
  const { location_city, injury_area, preferred_modality: modality } = input;
  const chosen = [location_city, injury_area, modality && CASE_MODALITY_LABELS[modality]].filter(Boolean).join(" · ");
  return (
    <search className="mb-3 flex flex-wrap items-start gap-x-3">
      <details className="group min-w-0 grow open:w-full">
        <summary
          className="flex min-h-11 w-fit max-w-full cursor-pointer list-none items-center gap-2 rounded font-semibold text-primary
            [&::-webkit-details-marker]:hidden"
        >
          <Icon name="search" className="size-5 shrink-0" />
          <span className="min-w-0 truncate">{chosen || "Filtrar"}</span>
          <Icon name="chevron" className="size-4 shrink-0 transition-transform group-open:rotate-180" />
        </summary>
        <div className="grid grid-cols-2 gap-x-2 gap-y-3 pt-1 pb-3">{fields}</div>
      </details>
      {reset}
    </search>
  );
}
