import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Card } from "../../../domain/directory/cards.server.ts";
import { ResultCard } from "./result-card.tsx";

const card: Card = {
  id: "0190a0a0-0000-7000-8000-000000000001",
  name: "Carla Ruiz",
  photo_url: null,
  specialty: "Rodilla",
  location_city: "Palermo",
  price_range: null,
  modalities: ["Consultorio"],
  weekdays: [1, 2],
  review_count: 0,
  average_stars: null,
  rating_from: 3,
  is_newcomer: false,
  reply_hours: null,
  km: null,
  licence: null,
  price: null,
  coverages: [],
  coverage_count: 0,
  first_slot: null,
};

test("a card says the next free time where there is one", () => {
  expect(renderToStaticMarkup(<ResultCard card={card} />)).not.toContain("Primer turno");
  const shown = { ...card, first_slot: { local_start: "2025-12-04T18:00", modality: "online" as const } };
  expect(renderToStaticMarkup(<ResultCard card={shown} />)).toContain("Primer turno: jue 4/12, 18:00");
});
