import { type InfiniteData, matchQuery, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Answers, queries } from "../../client/api.ts";
import {
  forgetOfflineSnapshot,
  keepOfflineBookings,
  keepOfflineSnapshot,
  storedHeadings,
  type SnapshotBooking,
  type SnapshotCase,
  type SnapshotContact,
} from "../../client/offline-snapshot.ts";
import { hasStoredSession } from "../../client/stored-session.ts";
import type { Role } from "../../shared/roles.ts";
import { CASE_STATUS_LABELS_FOR_PATIENT } from "../../domain/cases/case.ts";
import { MATCH_STATUS_LABELS } from "../../domain/matches/match-words.ts";
import { loadingLate } from "../../ui/late.tsx";

const loadPhones = loadingLate(() => import("../../domain/profiles/phone.ts"));

/** The lists as their screens open them: a list narrowed to a status does not hold all cases. */
const initialPageParam: string | null = null;
const CASES = queries.cases.mine.infiniteKey({ input: (before: string | null) => ({ before }), initialPageParam });
const APPLICATIONS = queries.matches.mine.infiniteKey({
  input: (before: string | null) => ({ before, status: null }),
  initialPageParam,
});

const BOOKINGS = queries.bookings.mine.queryKey();
const MOST_BOOKINGS = 20;

/** A contact whose phone number is not formatted yet. */
type Contact = Omit<SnapshotContact, "call">;
type Readable = Omit<SnapshotCase, "contacts"> & { contacts: Contact[] };

/** A role's snapshot: its heading, the queries behind it, and the function that builds its cases. */
type SnapshotDefinition = {
  heading: string;
  sources: readonly (readonly unknown[])[];
  cases: (queryClient: QueryClient) => Readable[] | null;
};

const DEFINITIONS: Partial<Record<Role, SnapshotDefinition>> = {
  patient: { heading: "Mis Casos", sources: [queries.cases.mine.key()], cases: ownCases },
  kine: { heading: "Mis Postulaciones", sources: [queries.matches.mine.key()], cases: ownApplications },
};

type OfflineSnapshotProps = { queryClient: QueryClient; person: string; role: Role };

/**
 * Stores a snapshot of a patient's or specialist's active cases for offline use, with titles, status, and the contact data they may see; and
 * their next turnos. No descriptions, messages, studies or photos. Shows nothing.
 */
export function OfflineSnapshot({ queryClient, person, role }: OfflineSnapshotProps): null {
  useEffect(() => {
    const definition = DEFINITIONS[role];
    if (storedHeadings().some((heading) => heading !== definition?.heading)) forgetOfflineSnapshot();
    if (!definition) return;
    let isOver = false;
    const keepCases = () => {
      const cases = definition.cases(queryClient);
      if (cases) void keep(person, definition.heading, cases, () => isOver);
    };
    const keepBookings = () => {
      const bookings = ownBookings(queryClient, role);
      if (bookings && hasStoredSession()) keepOfflineBookings(person, { heading: definition.heading, bookings });
    };
    // What was read before this part was there.
    keepCases();
    keepBookings();
    const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
      if (matchQuery({ queryKey: BOOKINGS }, event.query)) keepBookings();
      if (definition.sources.some((queryKey) => matchQuery({ queryKey }, event.query))) keepCases();
    });
    return () => {
      isOver = true;
      unsubscribe();
    };
  }, [queryClient, person, role]);
  return null;
}

/** Stores the cases, with formatted phone numbers, unless the user has left in the meantime. */
async function keep(person: string, heading: string, cases: Readable[], isOver: () => boolean) {
  const needsPhones = cases.some(({ contacts }) => contacts.some((each) => each.phone));
  // Loaded only when there is a number to format: the code that parses numbers is larger than a screen.
  const phones = needsPhones ? await loadPhones().catch(() => null) : null;
  if ((needsPhones && !phones) || isOver() || !hasStoredSession()) return;
  const displayed = (each: Contact): SnapshotContact => {
    if (!phones || !each.phone) return { ...each, phone: null, call: null };
    return { ...each, phone: phones.formatPhone(each.phone), call: phones.callLink(each.phone) };
  };
  const stored = cases.map((each) => ({ ...each, contacts: each.contacts.map(displayed) }));
  keepOfflineSnapshot(person, { heading, cases: stored });
}

function ownCases(queryClient: QueryClient): Readable[] | null {
  const listed = itemsOf<Answers["cases"]["mine"]["items"][number]>(queryClient, CASES);
  return (
    listed &&
    listed
      .filter(({ status }) => status !== "closed")
      .map(({ id, title, status, attending }) => ({
        id,
        title,
        state: CASE_STATUS_LABELS_FOR_PATIENT[status],
        contacts: attending.map((each) => contact(each.name, each.phone, each.email)),
      }))
  );
}

function ownApplications(queryClient: QueryClient): Readable[] | null {
  const listed = itemsOf<Answers["matches"]["mine"]["items"][number]>(queryClient, APPLICATIONS);
  const inCourse = listed?.filter(({ access, case_status }) => access !== "ended" && case_status !== "closed");
  return inCourse
    ? inCourse.map((match) => ({
        id: match.id,
        title: match.title,
        state: MATCH_STATUS_LABELS[match.status],
        contacts:
          match.access === "accepted" ? [contact(match.patient_name ?? "Paciente", match.patient_phone, null)] : [],
      }))
    : null;
}

/** The next turnos that both agreed on. */
function ownBookings(queryClient: QueryClient, role: Role): SnapshotBooking[] | null {
  const own = queryClient.getQueryData<Answers["bookings"]["mine"]>(BOOKINGS);
  return (
    (own &&
      own.upcoming
        .filter(({ state, side }) => state === "confirmed" && side === role)
        .slice(0, MOST_BOOKINGS)
        .map(({ starts_at, minutes, local_start, other_name, place, address }) => ({
          ends_at: starts_at.getTime() + minutes * 60_000,
          local_start,
          with: other_name,
          place: [place, address].filter(Boolean).join(", "),
        }))) ??
    null
  );
}

function itemsOf<Item>(queryClient: QueryClient, queryKey: readonly unknown[]): Item[] | null {
  const cached = queryClient.getQueryData<InfiniteData<{ items: Item[] }>>(queryKey);
  return cached?.pages.flatMap(({ items }) => items) ?? null;
}

function contact(name: string, phone: string | null, email: string | null): Contact {
  return { name, phone, email };
}
