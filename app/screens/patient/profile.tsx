import { OwnConsent } from "../../domain/consents/own-consent.tsx";
import { OwnCoverage } from "../../domain/coverages/own-coverage.tsx";
import { OwnProfilePage } from "../shell/own-profile-page.tsx";

/** "Mi Perfil" of a patient. */
export default function PatientProfile() {
  return (
    <OwnProfilePage title="Mi Perfil" audience="patient">
      <OwnCoverage />
      <OwnConsent isFolded />
    </OwnProfilePage>
  );
}
