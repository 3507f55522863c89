import { errorCatalogue } from "../../shared/errors.ts";
import { Select } from "../../ui/select.tsx";
import { JURISDICTIONS_BY_NAME } from "../places/jurisdictions.ts";
import type { LicencePlace } from "./licence-place.ts";

const OPTIONS = JURISDICTIONS_BY_NAME.map(({ label }) => ({ value: label, label }));

/** The question about a licence's province, once it is asked; the refusal above says its label. */
export function LicencePlaceField({ place, onAnswer }: LicencePlace) {
  if (place === null) return null;
  return (
    <Select
      label={errorCatalogue.LICENSE_PLACE_NEEDED.message}
      isLabelHidden
      placeholder="Elegí la provincia"
      options={OPTIONS}
      value={place}
      onChange={onAnswer}
      isRequired
    />
  );
}
