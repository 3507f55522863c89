import { ProfileMeter } from "../../domain/profiles/profile-meter.tsx";
import { late } from "../../ui/late.tsx";
import { FormSkeleton } from "../../ui/skeleton.tsx";
import { OwnProfilePage } from "../shell/own-profile-page.tsx";

const OwnPractice = late<object>(
  async () => (await import("./own-practice.tsx")).OwnPractice,
  () => <FormSkeleton count={7} />,
);

/** "Mi Perfil Profesional": the specialist's public profile, and the practice below it. */
export default function KineProfile() {
  return (
    <OwnProfilePage title="Mi Perfil Profesional" audience="kine" head={<ProfileMeter />}>
      <OwnPractice />
    </OwnProfilePage>
  );
}
