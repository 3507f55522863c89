import { useInfiniteQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { DisputeCard } from "../../domain/coverages/dispute-card.tsx";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { AdminListPage } from "./lists/list-page.tsx";
import { usePanel } from "./panel/panel-param.ts";
import { Waiting } from "../../ui/illustrations/empty.tsx";

/** "Disputas": the coverages of specialists that patients dispute. */
export default function Disputes() {
  const disputes = useInfiniteQuery(
    queries.coverages.disputes.infiniteOptions({ input: (after: string | null) => ({ after }), ...inPages }),
  );
  const panel = usePanel();
  return (
    <AdminListPage title="Disputas" panel={panel}>
      <p className="mb-6 text-muted">Coberturas que un especialista declara y sus pacientes ponen en duda.</p>
      <PagedList
        list={disputes}
        failure="No se pudieron cargar las disputas"
        empty={<EmptyState illustration={<Waiting />} title="No hay coberturas en disputa" />}
        hasPhoto
        expected={1}
      >
        {(dispute) => (
          <DisputeCard
            key={dispute.id}
            dispute={dispute}
            onAsk={() => panel.show({ kind: "persona", id: dispute.kine_id }, panel.open !== null)}
          />
        )}
      </PagedList>
    </AdminListPage>
  );
}
