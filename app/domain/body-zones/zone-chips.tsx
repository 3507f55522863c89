import { useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useFocusFallback } from "../../ui/focus-fallback.ts";
import { RadioChips } from "../../ui/chip-group.tsx";
import { PainPicture } from "./pain-picture.tsx";
import { PAIN_ZONES, painName, painOf, SIDE_LABELS } from "./pain-zones.ts";
import type { Side } from "./body-zones.ts";
import { ZoneField } from "./zone-field.tsx";

const OTHER = "Otra";

type ZoneChipsProps = { value: string; onChange: (zone: string) => void; errorMessage?: string };

/** The zone that hurts as six pictured choices with their side, or in own words. One that is known already stands alone, to be changed. */
export function ZoneChips({ value, onChange, errorMessage }: ZoneChipsProps) {
  const known = painOf(value);
  const [isOther, setOther] = useState(value !== "" && !known);
  const [isShort, setShort] = useState(Boolean(known));
  const gender = known?.zone.gender;
  const choose = (name: string) => {
    setOther(name === OTHER);
    onChange(name === OTHER ? "" : name);
  };
  return (
    <div data-same-question="Zona" className="flex flex-col gap-3">
      <fieldset
        className={`gap-2 ${isShort ? "flex flex-wrap" : "grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))]"}`}
      >
        <legend className="sr-only">Zona</legend>
        {PAIN_ZONES.filter((zone) => !isShort || known?.zone === zone).map((zone) => (
          <label key={zone.name} className="pain-chip">
            <input
              type="radio"
              name="zona"
              value={zone.name}
              checked={known?.zone === zone}
              onChange={() => choose(zone.name)}
              className="sr-only"
            />
            <PainPicture zone={zone} />
            {zone.name}
          </label>
        ))}
        {isShort ? (
          <ChangeZone onPress={() => setShort(false)} />
        ) : (
          <label className="pain-chip">
            <input
              type="radio"
              name="zona"
              checked={isOther && !known}
              onChange={() => choose(OTHER)}
              className="sr-only"
            />
            {OTHER}
          </label>
        )}
      </fieldset>
      {isOther && <ZoneField value={value} onChange={onChange} errorMessage={errorMessage} />}
      {known && gender && (
        <RadioChips
          label="Lado"
          isLabelHidden
          options={Object.entries(SIDE_LABELS[gender]).map(([side, label]) => ({ value: side, label }))}
          value={known.side ?? ""}
          onChange={(side) => onChange(painName(known.zone, side as Side))}
        />
      )}
    </div>
  );
}

/** Shows the other zones, and leaves the focus at the chosen one. */
function ChangeZone({ onPress }: { onPress: () => void }) {
  const part = useRef<HTMLDivElement>(null);
  const chosen = () => document.querySelector<HTMLElement>("[name=zona]:checked");
  useFocusFallback(part, chosen);
  return (
    <div ref={part} className="flex items-center">
      <Button variant="quiet" aria-label="Cambiar la zona" onPress={onPress}>
        Cambiar
      </Button>
    </div>
  );
}
