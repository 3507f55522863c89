import { Field } from "../../client/form.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { CheckboxChips, RadioChips } from "../../ui/chip-group.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { SpecialtyField } from "../specialties/specialty-field.tsx";
import { type Modality, SIGN_UP_MODALITIES } from "./modality.ts";
import type { ReviewHints } from "../profile-changes/profile-change.ts";
import { BIO_MAX, PRICE_RANGES } from "./profile.ts";
import { LicencePlaceField } from "../licences/licence-place-field.tsx";
import type { LicencePlace } from "../licences/licence-place.ts";
import type { Part } from "./profile-fields.tsx";

type Practice = { license_number: string; specialty: string; price_range: string; modalities: Modality[] };
type PracticeFieldsProps = Part<Practice> & {
  /** The current price range, which stays among the options even when it is not in the list. */
  priceRange?: string | null;
  modalities?: readonly { value: Modality; label: string }[];
  hints?: ReviewHints;
  /** The question about the licence's province, once it is asked. */
  licencePlace: LicencePlace;
  /** A select for the price range instead of chips, as in the admin's form. */
  hasPriceSelect?: boolean;
  /** Whether the range follows the specialist's prices, and so is no field. */
  hasPrices?: boolean;
};

/** The fields of a specialist's practice, except the bio: for the sign-up, the own profile and the admin's form. */
export function PracticeFields(props: PracticeFieldsProps) {
  const {
    control,
    priceRange,
    modalities = SIGN_UP_MODALITIES,
    hints,
    licencePlace,
    hasPriceSelect = false,
    hasPrices,
  } = props;
  const Price = hasPriceSelect ? Select : RadioChips;
  const ranges: readonly string[] = PRICE_RANGES;
  const options = [...ranges, ...(priceRange && !ranges.includes(priceRange) ? [priceRange] : [])];
  return (
    <>
      <Field control={control} name="license_number">
        {(wired) => (
          <TextField
            label="Matrícula"
            description={
              hints?.license_number ??
              "El número que habilita a ejercer: nacional (MN) o provincial (MP). La insignia la lleva quien la tiene comprobada."
            }
            placeholder="MN 12345"
            autoComplete="off"
            isRequired
            {...wired}
          />
        )}
      </Field>
      <LicencePlaceField {...licencePlace} />
      <Field control={control} name="specialty">
        {(wired) => (
          <SpecialtyField description={hints?.specialty} placeholder="Kinesiología deportiva" isRequired {...wired} />
        )}
      </Field>
      {hasPrices ? (
        <dl>
          <dt className="font-semibold">Rango de precios</dt>
          <dd>
            Sale de tus precios.{" "}
            <ButtonLink to="/dashboard/kine/profile?parte=precios" variant="link" size="inline">
              Cambiar tus precios
            </ButtonLink>
          </dd>
        </dl>
      ) : (
        <Field control={control} name="price_range">
          {(wired) => (
            <Price
              label="Rango de precios"
              {...(hasPriceSelect && { placeholder: "Elegí un rango" })}
              description={
                hasPriceSelect ? "Por sesión." : "Por sesión. Es orientativo: lo final se acuerda con cada paciente."
              }
              options={options.map((range) => ({ value: range, label: range }))}
              isRequired
              {...wired}
            />
          )}
        </Field>
      )}
      <Field control={control} name="modalities">
        {({ onChange, ...wired }) => (
          <CheckboxChips
            label="Modalidades"
            description="Todas las que correspondan."
            options={modalities}
            onChange={(chosen) => onChange(chosen as Modality[])}
            {...wired}
          />
        )}
      </Field>
    </>
  );
}

/** A specialist's bio. */
export function BioField({ control, description }: Part<{ bio: string }> & { description?: string }) {
  return (
    <Field control={control} name="bio">
      {(wired) => (
        <TextField
          label="Sobre mí"
          description={description ?? "Opcional. Tu experiencia y cómo trabajás."}
          isMultiline
          counterMax={BIO_MAX}
          {...wired}
        />
      )}
    </Field>
  );
}

/** Whether patients see the phone in the list of specialists. */
export function PhoneListedField({ control }: Part<{ phone_listed: boolean }>) {
  return (
    <Field control={control} name="phone_listed">
      {({ value, ...wired }) => (
        <Checkbox isSelected={value} {...wired}>
          Mostrar mi número a los pacientes en la lista de especialistas
        </Checkbox>
      )}
    </Field>
  );
}
