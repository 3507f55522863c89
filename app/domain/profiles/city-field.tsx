import { Field } from "../../client/form.tsx";
import { PlaceBox } from "../places/place-box.tsx";
import type { Filling, Part } from "./profile-fields.tsx";

export function CityField({ control, isRequired }: Part<{ location_city: string }> & Pick<Filling, "isRequired">) {
  return (
    <Field control={control} name="location_city">
      {(wired) => <PlaceBox placeholder="Palermo" isRequired={isRequired} {...wired} />}
    </Field>
  );
}
