import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { OwnAgenda } from "../../domain/agendas/own-agenda.tsx";
import { OwnWeeklyHours } from "../../domain/availabilities/own-weekly-hours.tsx";
import { ConfirmStated } from "../../domain/confirmations/own-confirmation.tsx";
import { OwnBlocks } from "../../domain/conversations/own-blocks.tsx";
import { OwnCoverages } from "../../domain/coverages/own-coverages.tsx";
import { OwnPages } from "../../domain/directory/own-pages.tsx";
import { OwnHandle } from "../../domain/handles/own-handle.tsx";
import { OwnLicences } from "../../domain/licences/own-licences.tsx";
import { OwnNotices } from "../../domain/notifications/own-notices.tsx";
import { OwnPause } from "../../domain/pauses/own-pause.tsx";
import { OwnPrices } from "../../domain/prices/own-prices.tsx";
import { ProfileMeter } from "../../domain/profiles/profile-meter.tsx";

/** "Horarios": when the specialist attends, and when they take no cases. */
export function OwnTimes() {
  const places = useQuery(queries.agendas.mine.queryOptions()).data?.places ?? [];
  return (
    <>
      <OwnWeeklyHours places={places} />
      <OwnPause />
    </>
  );
}

/** "Coberturas y matrículas", with the confirmation of what is stated. */
export function OwnTitles() {
  return (
    <>
      <OwnCoverages>
        <ConfirmStated />
      </OwnCoverages>
      <OwnLicences />
    </>
  );
}

/** "Precios y turnos": prices with their confirmation, and how turnos are taken. */
export function OwnCharges() {
  return (
    <>
      <OwnPrices>
        <ConfirmStated isOfPrices />
      </OwnPrices>
      <OwnAgenda />
    </>
  );
}

/** "Tu página": its short address, how complete the public profile is, and where it is found. */
export function OwnPage() {
  return (
    <>
      <OwnHandle />
      <ProfileMeter />
      <OwnPages />
    </>
  );
}

/** "Avisos", and who is blocked. */
export function OwnTold() {
  return (
    <>
      <OwnNotices />
      <OwnBlocks />
    </>
  );
}
