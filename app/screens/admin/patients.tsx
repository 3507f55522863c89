import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { useMarkSeen } from "../../domain/admin-views/mark-seen.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { ListingBar } from "../../domain/lists/listing-bar.tsx";
import { useListing } from "../../domain/lists/listing-params.ts";
import { PEOPLE_ORDERS } from "../../domain/lists/search-and-order.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { birthDateAndAge } from "../../domain/profiles/birth-date-words.ts";
import { ACTIVITY_LEVEL_LABELS } from "../../domain/profiles/profile.ts";
import { formatShortDay, plural } from "../../shared/format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";
import { DownloadButton } from "./lists/download-button.tsx";
import { AdminListPage } from "./lists/list-page.tsx";
import { usePanel } from "./panel/panel-param.ts";
import { PatientRow } from "./patient-row.tsx";

const UNKNOWN = "Sin datos";

const columns: readonly Column<Answers["profiles"]["patients"]["items"][number]>[] = [
  { head: "Nombre", cell: ({ name }) => name, text: ({ name }) => name, orders: ["name", "name_down"] },
  { head: "Email", cell: ({ email }) => email || "Sin email", text: ({ email }) => email },
  { head: "Teléfono", cell: ({ phone }) => phone ?? UNKNOWN, text: ({ phone }) => phone, width: "w-40" },
  {
    head: "Fecha de nacimiento",
    cell: ({ birth_date }) => (birth_date ? birthDateAndAge(birth_date) : UNKNOWN),
    text: ({ birth_date }) => birth_date && birthDateAndAge(birth_date),
    width: "w-72 @max-[73rem]:hidden",
  },
  {
    head: "Nivel de actividad",
    cell: ({ activity_level }) => (activity_level ? ACTIVITY_LEVEL_LABELS[activity_level] : UNKNOWN),
    width: "w-40 @max-[84rem]:hidden",
  },
  { head: "Casos", cell: ({ case_count }) => plural(case_count, "caso", "casos"), width: "w-24" },
  {
    head: "Registro",
    cell: ({ created_at }) => formatShortDay(created_at),
    width: "w-30 @max-[73rem]:hidden",
    orders: ["newest", "oldest"],
  },
];

/** "Pacientes": name, contact data and number of published cases. */
export default function Patients() {
  const listing = useListing([], PEOPLE_ORDERS);
  const patients = useInfiniteQuery(
    queries.profiles.patients.infiniteOptions({
      input: (after: string | null) => ({ ...listing.input, after }),
      ...inPages,
      placeholderData: keepPreviousData,
    }),
  );
  useMarkSeen("patient", patients.data?.pages.flatMap((page) => page.items.map(({ id }) => id)) ?? []);
  const panel = usePanel();
  return (
    <AdminListPage
      title="Pacientes"
      panel={panel}
      bar={
        <ListingBar listing={listing} searchLabel="Buscar por nombre, email o teléfono">
          <DownloadButton asked={{ list: "patients", filter: { search: listing.input.search } }} />
        </ListingBar>
      }
    >
      <PagedList
        list={patients}
        failure="No se pudieron cargar los pacientes"
        empty={
          <EmptyState illustration={<NoMessages />} title="No hay pacientes registrados">
            Cuando alguien se registre como paciente, va a aparecer acá.
          </EmptyState>
        }
        narrowing={listing}
        hasPhoto
        table={{
          label: "Pacientes",
          columns,
          idOf: ({ id }) => id,
          renderLead: ({ name, photo_url }) => <Avatar name={name} photoUrl={photo_url} size="tiny" />,
          isOpen: ({ id }) => panel.open?.id === id,
          onOpen: ({ id }) => panel.show({ kind: "persona", id }, panel.open !== null),
          order: listing.input.order,
          onOrder: listing.setOrder,
        }}
      >
        {(patient) => (
          <PatientRow
            key={patient.id}
            patient={patient}
            onOpen={() => panel.show({ kind: "persona", id: patient.id })}
          />
        )}
      </PagedList>
    </AdminListPage>
  );
}
