import { type InfiniteData, matchQuery, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Answers, queries } from "../../client/api.ts";
import {
  forgetOfflineSnapshot,
  keepOfflineSnapshot,
  readOfflineSnapshot,
  type SnapshotContent,
  type SnapshotCase,
  type SnapshotContact,
} from "../../client/offline-snapshot.ts";
import type { Role } from "../../shared/roles.ts";
import { CASE_STATUS_LABELS_FOR_PATIENT } from "../../domain/cases/case.ts";
import { MATCH_STATUS_LABELS } from "../../domain/matches/match.ts";
import { callLink, formatPhone } from "../../domain/profiles/phone.ts";

/** A role's snapshot: heading, the queries it is built from, and the function that builds it. */
type Look = {
  heading: string;
  sources: readonly (readonly unknown[])[];
  cases: (queryClient: QueryClient, before: SnapshotContent | null) => SnapshotCase[] | null;
};

const LOOKS: Partial<Record<Role, Look>> = {
  patient: { heading: "Mis Casos", sources: [queries.cases.mine.key(), queries.cases.get.key()], cases: ownCases },
  kine: { heading: "Mis Postulaciones", sources: [queries.matches.mine.key()], cases: ownApplications },
};

/**
 * Stores a snapshot of a patient's or specialist's active cases for offline use: titles,
 * status, and the contact data they may see. No descriptions, messages, studies or photos.
 */
export function useOfflineSnapshot(queryClient: QueryClient, person: string, role: Role): void {
  useEffect(() => {
    const look = LOOKS[role];
    if (readOfflineSnapshot(person)?.heading !== look?.heading) forgetOfflineSnapshot();
    if (!look) return;
    return queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
      if (!look.sources.some((queryKey) => matchQuery({ queryKey }, event.query))) return;
      const cases = look.cases(queryClient, readOfflineSnapshot(person));
      if (cases) keepOfflineSnapshot(person, { heading: look.heading, cases });
    });
  }, [queryClient, person, role]);
}

function ownCases(queryClient: QueryClient, before: SnapshotContent | null): SnapshotCase[] | null {
  const listed = itemsOf<Answers["cases"]["mine"]["items"][number]>(queryClient, queries.cases.mine.key());
  return (
    listed &&
    listed
      .filter(({ status }) => status !== "closed")
      .map(({ id, title, status, accepted_professionals }) => ({
        id,
        title,
        state: CASE_STATUS_LABELS_FOR_PATIENT[status],
        contacts: accepted_professionals > 0 ? acceptedTo(queryClient, id, before) : [],
      }))
  );
}

/** The accepted specialists' contacts, from the cached case, else from the previous snapshot. */
function acceptedTo(queryClient: QueryClient, id: string, before: SnapshotContent | null): SnapshotContact[] {
  const opened = queryClient.getQueryData(queries.cases.get.queryKey({ input: { id } }));
  if (!opened) return before?.cases.find((each) => each.id === id)?.contacts ?? [];
  return opened.applications
    .filter(({ status }) => status === "accepted")
    .map((each) => contact(each.name, each.phone, each.email));
}

function ownApplications(queryClient: QueryClient): SnapshotCase[] | null {
  const listed = itemsOf<Answers["matches"]["mine"]["items"][number]>(queryClient, queries.matches.mine.key());
  const inCourse = listed?.filter(({ status, case_status }) => status !== "rejected" && case_status !== "closed");
  return inCourse
    ? inCourse.map((match) => ({
        id: match.id,
        title: match.title,
        state: MATCH_STATUS_LABELS[match.status],
        contacts:
          match.status === "accepted" ? [contact(match.patient_name ?? "Paciente", match.patient_phone, null)] : [],
      }))
    : null;
}

function itemsOf<Item>(queryClient: QueryClient, queryKey: readonly unknown[]): Item[] | null {
  const [found] = queryClient.getQueriesData<InfiniteData<{ items: Item[] }>>({ queryKey });
  return found?.[1]?.pages.flatMap(({ items }) => items) ?? null;
}

function contact(name: string, phone: string | null, email: string | null): SnapshotContact {
  return { name, phone: phone && formatPhone(phone), call: phone && callLink(phone), email };
}
