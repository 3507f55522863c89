import { Field } from "../../client/form.tsx";
import { PlaceField } from "../places/place-field.tsx";
import type { Filling, Part } from "./profile-fields.tsx";

export function CityField({ control, isRequired }: Part<{ location_city: string }> & Pick<Filling, "isRequired">) {
  return (
    <Field control={control} name="location_city">
      {(wired) => <PlaceField placeholder="Palermo" isRequired={isRequired} {...wired} />}
    </Field>
  );
}
