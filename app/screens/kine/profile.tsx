import { OwnWeeklyHours } from "../../domain/availabilities/own-weekly-hours.tsx";
import { OwnConfirmation } from "../../domain/confirmations/own-confirmation.tsx";
import { OwnCoverages } from "../../domain/coverages/own-coverages.tsx";
import { late } from "../../ui/late.tsx";
import { OwnLicences } from "../../domain/licences/own-licences.tsx";
import { OwnPrices } from "../../domain/prices/own-prices.tsx";
import { ProfileMeter } from "../../domain/profiles/profile-meter.tsx";
import { OwnProfilePage } from "../shell/own-profile-page.tsx";

const OwnPages = late(async () => (await import("../../domain/directory/own-pages.tsx")).OwnPages);
const OwnHandle = late(async () => (await import("../../domain/handles/own-handle.tsx")).OwnHandle);

/** "Mi Perfil Profesional": the specialist's public profile, licences, working hours, coverages, prices, pages of the directory and short address. */
export default function KineProfile() {
  return (
    <OwnProfilePage title="Mi Perfil Profesional" audience="kine" head={<ProfileMeter />}>
      <OwnWeeklyHours />
      <OwnLicences />
      <OwnCoverages />
      <OwnPrices />
      <OwnConfirmation />
      <OwnPages />
      <OwnHandle />
    </OwnProfilePage>
  );
}
