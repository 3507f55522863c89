import { OwnAgenda } from "../../domain/agendas/own-agenda.tsx";
import { OwnWeeklyHours } from "../../domain/availabilities/own-weekly-hours.tsx";
import { OwnConfirmation } from "../../domain/confirmations/own-confirmation.tsx";
import { OwnCoverages } from "../../domain/coverages/own-coverages.tsx";
import { OwnPages } from "../../domain/directory/own-pages.tsx";
import { OwnHandle } from "../../domain/handles/own-handle.tsx";
import { OwnLicences } from "../../domain/licences/own-licences.tsx";
import { useRead } from "../../domain/notifications/use-read.ts";
import { OwnPrices } from "../../domain/prices/own-prices.tsx";

/** The parts of a specialist's own profile below the form: working hours, licences, coverages, prices, directory pages and short address. */
export function OwnPractice() {
  useRead({ kinds: ["change_published", "change_rejected"] });
  return (
    <>
      <OwnWeeklyHours />
      <OwnAgenda />
      <OwnLicences />
      <OwnCoverages />
      <OwnPrices />
      <OwnConfirmation />
      <OwnPages />
      <OwnHandle />
    </>
  );
}
