import { late } from "../../ui/late.tsx";
import { OwnProfilePage } from "../shell/own-profile-page.tsx";

const FormerConsent = late<object>(
  async () => (await import("../../domain/consents/former-consent.tsx")).FormerConsent,
  () => null,
);

/** "Mi Perfil" of an admin. */
export default function AdminProfile() {
  return (
    <OwnProfilePage title="Mi Perfil" audience="admin">
      <FormerConsent />
    </OwnProfilePage>
  );
}
