import { useAddressParams } from "../../domain/lists/address-params.ts";
import { COUNTED_MODALITIES, PERIODS, USUAL_WEEKS } from "../../domain/pulse/pulse.ts";
import { KineSegments } from "../../domain/pulse/kine-segments.tsx";
import { MarketCards } from "../../domain/pulse/market-cards.tsx";
import { modalityWords, periodWords } from "../../domain/pulse/pulse-words.ts";
import type { Segment } from "../../domain/pulse/segments.ts";
import { SignUpCards } from "../../domain/pulse/sign-up-cards.tsx";
import { PromiseCards } from "../../domain/pulse/promise-cards.tsx";
import { BODY_ZONES } from "../../domain/body-zones/body-zones.ts";
import { Fold } from "../../ui/fold.tsx";
import { Select } from "../../ui/select.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useIsWide } from "../../ui/use-media.ts";
import { AdminListPage } from "./lists/list-page.tsx";
import { DownloadButton } from "./lists/download-button.tsx";
import { usePanel } from "./panel/panel-param.ts";
import { PlaceSelect } from "../../domain/pulse/place-select.tsx";

const downloadOf = (segment: Segment) => <DownloadButton asked={{ list: "segment", filter: { segment } }} />;
const TABS = ["mercado", "especialistas", "altas", "promesas"] as const;

/** "Pulso": whether the market is alive and promises are kept. The tab, the period and the filters are in the address. */
export default function Pulse() {
  const { params, set } = useAddressParams();
  const panel = usePanel();
  const tab = TABS.find((one) => one === params.get("vista")) ?? "mercado";
  const weeks = PERIODS.find((one) => String(one) === params.get("semanas")) ?? USUAL_WEEKS;
  const place = params.get("lugar");
  const modality = COUNTED_MODALITIES.find((one) => one !== "" && one === params.get("modalidad")) ?? null;
  const zone = BODY_ZONES.find(({ slug }) => slug === params.get("zona"))?.slug ?? null;
  const filter = { weeks, place, modality, zone };
  const period = (
    <Select
      label="Período"
      value={String(weeks)}
      options={PERIODS.map((one) => ({ value: String(one), label: periodWords(one) }))}
      onChange={(value) => set({ semanas: value })}
    />
  );
  const isWide = useIsWide();
  const filters = (
    <>
      <PlaceSelect value={place ?? ""} onChange={(value) => set({ lugar: value })} />
      <Select
        label="Modalidad"
        value={modality ?? ""}
        placeholder="Todas"
        options={COUNTED_MODALITIES.filter((one) => one !== "").map((one) => ({
          value: one,
          label: modalityWords(one),
        }))}
        onChange={(value) => set({ modalidad: value })}
      />
      <Select
        label="Zona del cuerpo"
        value={zone ?? ""}
        placeholder="Todas"
        options={BODY_ZONES.map(({ slug, name }) => ({ value: slug, label: name }))}
        onChange={(value) => set({ zona: value })}
      />
    </>
  );
  const chosen = [place, modality, zone].filter((one) => one !== null).length;
  const bar =
    tab === "altas"
      ? period
      : tab === "mercado" && (
          <div className="grid gap-x-3 md:grid-cols-4">
            {isWide ? (
              <>
                {period}
                {filters}
              </>
            ) : (
              <Fold title={`Filtros: ${[periodWords(weeks), ...(chosen > 0 ? [`y ${chosen} más`] : [])].join(" ")}`}>
                {period}
                {filters}
              </Fold>
            )}
          </div>
        );
  return (
    <AdminListPage title="Pulso" panel={panel} bar={bar}>
      <Tabs
        label="Pulso"
        selected={tab}
        onSelect={(id) => set({ vista: id === "mercado" ? null : id })}
        items={[
          {
            id: "mercado",
            label: "Mercado",
            content: <MarketCards filter={filter} download={<DownloadButton asked={{ list: "market", filter }} />} />,
          },
          {
            id: "especialistas",
            label: "Especialistas",
            content: <KineSegments show={panel.show} download={downloadOf} />,
          },
          {
            id: "altas",
            label: "Altas",
            content: (
              <SignUpCards weeks={weeks} download={<DownloadButton asked={{ list: "signups", filter: { weeks } }} />} />
            ),
          },
          { id: "promesas", label: "Promesas", content: <PromiseCards /> },
        ]}
      />
    </AdminListPage>
  );
}
