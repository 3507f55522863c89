import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CaseRow } from "./case-row.tsx";
import { KineRow } from "./kine-row.tsx";
import { ListedReviewCard } from "./listed-review-card.tsx";
import { PatientRow } from "./patient-row.tsx";

const created_at = new Date("2026-03-05T12:00:00Z");
const person = { id: "1", name: "Ana", email: "", phone: null, photo_url: null, created_at };
const listedCase = {
  id: "1",
  title: "Rodilla",
  description: "Duele",
  created_at,
  injury_area: null,
  location_city: null,
  patient_id: null,
  patient_name: null,
  closed_reason: null,
  application_count: 0,
};

const onOpen = () => undefined;

test("a patient's row leaves out what is not known, and says that there is no e-mail", () => {
  const unknown = { birth_date: null, activity_level: null, case_count: 1 };
  const row = renderToStaticMarkup(<PatientRow patient={{ ...person, ...unknown }} onOpen={onOpen} />);
  expect(row).toContain("Sin email<");
  expect(row).toContain("1 caso · 5 mar 2026");
});

test("a specialist's row has stars to one decimal, their number, and the specialty", () => {
  const practice = {
    specialty: "Columna",
    location_city: null,
    price_range: "$50.000+",
    modalities: "online, domicilio",
    bio: null,
  };
  const card = renderToStaticMarkup(
    <KineRow
      onOpen={onOpen}
      kine={{
        ...person,
        ...practice,
        approval_status: "approved",
        license_checked: true,
        last_active_at: null,
        recent_applications: 2,
        recent_accepted: 1,
        review_count: 3,
        rating_from: 1,
        average_stars: 4.666,
      }}
    />,
  );
  for (const text of ["4,7 de 5, 3 reseñas", "Columna", "Aceptaron 1 de 2"]) expect(card).toContain(text);
});

test.each([
  ["open", "Abierto"],
  ["matched", "Asignado"],
  ["closed", "Cerrado"],
] as const)("to an admin a case that is %s is %s", (status, label) => {
  const card = renderToStaticMarkup(<CaseRow listed={{ ...listedCase, status }} onOpen={onOpen} />);
  expect(card).toContain(label);
});

test("a case without patient and city has a name and a place all the same", () => {
  const card = renderToStaticMarkup(<CaseRow listed={{ ...listedCase, status: "closed" }} onOpen={onOpen} />);
  expect(card).toContain("Usuario");
  expect(card).toContain("Sin ubicación");
});

test("a review whose patient and specialist are gone has names all the same", () => {
  const card = renderToStaticMarkup(
    <ListedReviewCard
      show={() => undefined}
      review={{
        id: "1",
        stars: 4,
        comment: null,
        has_sessions: false,
        created_at,
        case_id: "1",
        patient_id: null,
        kine_id: null,
        patient_name: null,
        kine_name: null,
        hidden_at: null,
        hidden_reason: null,
        is_waiting: false,
        is_replaced: false,
        edited_at: null,
        asked_to_edit_for: null,
        reply: null,
        replied_at: null,
        reply_edited_at: null,
        is_reply_held: false,
        reply_hidden_reason: null,
        earlier_versions: null,
        signals: [],
      }}
    />,
  );
  for (const text of ["Usuario", "Kinesiólogo", "4 de 5 estrellas", "5 de marzo de 2026"]) expect(card).toContain(text);
});
