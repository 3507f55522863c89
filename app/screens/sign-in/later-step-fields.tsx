import { type Control, useWatch } from "react-hook-form";
import { partOf } from "../../client/form.tsx";
import { ActivityLevelField } from "../../domain/accounts/account-fields.tsx";
import { TermsField } from "../../domain/accounts/terms-field.tsx";
import { BirthDateField } from "../../domain/profiles/birth-date-field.tsx";
import { CityField } from "../../domain/profiles/city-field.tsx";
import type { LicencePlace } from "../../domain/licences/licence-place.ts";
import { PendingPhoto, type Photo } from "../../domain/profiles/pending-photo.tsx";
import { BioField, PracticeFields } from "../../domain/profiles/practice-fields.tsx";
import { PhoneField } from "../../domain/profiles/profile-fields.tsx";
import type { SignUpRole, SignUpValues } from "./sign-up-input.ts";

const whoSeesThePhone: Record<SignUpRole, string> = {
  patient: "Lo ven solo los especialistas que aceptes y nuestro equipo.",
  kine: "Es para que te contacten los pacientes. Después podés sacarlo de la lista.",
};

type LaterStepFieldsProps = {
  control: Control<SignUpValues>;
  role: SignUpRole;
  step: number;
  isLast: boolean;
  photo: Photo | null;
  onHoldPhoto: (photo: Photo) => void;
  licencePlace: LicencePlace;
};

/** The fields of a sign-up step after the first. */
export function LaterStepFields(props: LaterStepFieldsProps) {
  const { control, role, step, isLast, photo, onHoldPhoto, licencePlace } = props;
  const name = useWatch({ control, name: "name" });
  if (step === 2) {
    return (
      <>
        <PhoneField control={partOf(control)} description={whoSeesThePhone[role]} isRequired />
        <CityField control={partOf(control)} isRequired />
      </>
    );
  }
  if (!isLast) return <PracticeFields control={partOf(control)} licencePlace={licencePlace} />;
  return (
    <>
      <PendingPhoto name={name} photo={photo} onHold={onHoldPhoto} />
      {role === "kine" ? (
        <BioField control={partOf(control)} />
      ) : (
        <>
          <BirthDateField control={partOf(control)} />
          <ActivityLevelField control={partOf(control)} />
        </>
      )}
      <TermsField control={partOf(control)} />
    </>
  );
}
