import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { useMarkSeen } from "../../domain/admin-views/mark-seen.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { ListingBar } from "../../domain/lists/listing-bar.tsx";
import { useListing } from "../../domain/lists/listing-params.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { PatientCard } from "./patient-card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";

/** "Pacientes": name, contact data and number of published cases. */
export default function Patients() {
  const listing = useListing();
  const patients = useInfiniteQuery(
    queries.profiles.patients.infiniteOptions({
      input: (after: string | null) => ({ ...listing.input, after }),
      ...inPages,
      placeholderData: keepPreviousData,
    }),
  );
  useMarkSeen("patient", patients.data?.pages.flatMap((page) => page.items.map(({ id }) => id)) ?? []);
  return (
    <>
      <h1 className="mb-6 text-3xl">Pacientes</h1>
      <ListingBar listing={listing} searchLabel="Buscar por nombre, email o teléfono" />
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
      >
        {(patient) => <PatientCard key={patient.id} patient={patient} />}
      </PagedList>
    </>
  );
}
