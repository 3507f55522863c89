import { OwnWeeklyHours } from "../../domain/availabilities/own-weekly-hours.tsx";
import { OwnProfilePage } from "../shell/own-profile-page.tsx";

/** "Mi Perfil Profesional": what patients read of a specialist, and when they work. */
export default function KineProfile() {
  return (
    <OwnProfilePage title="Mi Perfil Profesional" audience="kine">
      <OwnWeeklyHours />
    </OwnProfilePage>
  );
}
