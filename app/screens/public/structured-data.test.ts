import { expect, test } from "vitest";
import { structuredData } from "./structured-data.ts";

const profile = {
  id: "0190a0a0-0000-7000-8000-000000000001",
  name: "Carla Ruiz",
  specialty: "Rodilla",
  price_range: "$25.000 - $35.000",
  modalities: "domicilio",
  location_city: "Palermo",
  bio: null,
  photo_url: "/files/avatars/1/avatar.png?t=1",
  contact_open: true,
  phone: "CANARY-PHONE",
  email: "CANARY-EMAIL",
  license_number: "CANARY-LICENSE",
  license_checked: true,
  license_declared: false,
  licences: [],
  review_count: 0,
  rating_from: 1,
  average_stars: null as number | null,
  reviews: [] as Parameters<typeof structuredData>[0]["reviews"],
  availabilities: [{ weekday: 1, start_time: "09:00:00", end_time: "13:30:00" }],
  hidden_count: 0,
  coverages: [],
  refund_invoice_at: null,
  prices: [],
  reply_hours: null,
  paused_until: null,
  first_slot: null,
};
const unanswered = { edited_at: null, reply: null, replied_at: null, reply_id: null, has_sessions: false };
const written = (overrides: Partial<typeof profile> = {}) =>
  JSON.parse(JSON.stringify(structuredData({ ...profile, ...overrides }, "https://kinexo.example"))) as Record<
    string,
    unknown
  >;

test("a specialist without reviews has no rating, and nothing private is told even to whom it is open", () => {
  const data = written();
  expect(data).toEqual({
    "@context": "https://schema.org",
    "@type": "MedicalBusiness",
    additionalType: "https://schema.org/Physiotherapy",
    "@id": `https://kinexo.example/kines/${profile.id}`,
    url: `https://kinexo.example/kines/${profile.id}`,
    name: "Carla Ruiz",
    description: "Rodilla",
    knowsAbout: "Rodilla",
    image: "https://kinexo.example/files/avatars/1/avatar.png?t=1",
    priceRange: "$25.000 - $35.000",
    address: { "@type": "PostalAddress", addressLocality: "Palermo", addressCountry: "AR" },
    openingHoursSpecification: [
      { "@type": "OpeningHoursSpecification", dayOfWeek: "https://schema.org/Monday", opens: "09:00", closes: "13:30" },
    ],
  });
  expect(JSON.stringify(data)).not.toContain("CANARY");
});

test("reviews give the rating with its count, and their authors as the page names them", () => {
  const created_at = new Date("2026-03-04T05:06:07Z");
  const data = written({
    average_stars: 4.333,
    review_count: 3,
    rating_from: 1,
    reviews: [
      { id: "1", stars: 4, comment: "Muy clara", created_at, patient_name: "Ana C.", ...unanswered },
      { id: "2", stars: 5, comment: null, created_at, patient_name: null, ...unanswered },
    ],
  });
  expect(data["aggregateRating"]).toMatchObject({ ratingValue: 4.3, reviewCount: 3, bestRating: 5, worstRating: 1 });
  expect(data["review"]).toMatchObject([
    {
      author: { name: "Ana C." },
      datePublished: "2026-03-04",
      reviewRating: { ratingValue: 4 },
      reviewBody: "Muy clara",
    },
    { author: { name: "Usuario" }, reviewRating: { ratingValue: 5 } },
  ]);
});
