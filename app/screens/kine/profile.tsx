import { OwnWeeklyHours } from "../../domain/availabilities/own-weekly-hours.tsx";
import { OwnProfilePage } from "../shell/own-profile-page.tsx";

/** "Mi Perfil Profesional": the specialist's public profile and working hours. */
export default function KineProfile() {
  return (
    <OwnProfilePage title="Mi Perfil Profesional" audience="kine">
      <OwnWeeklyHours />
    </OwnProfilePage>
  );
}
