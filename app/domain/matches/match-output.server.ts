import { sql } from "kysely";
import { z } from "zod";
import { StandingBooking } from "../bookings/standing-booking.server.ts";
import { CASE_STATUSES } from "../cases/case.ts";
import { CASE_ACCESS } from "../cases/case-access.ts";
import { MODALITIES } from "../profiles/modality.ts";
import { pageOf } from "../lists/pages.server.ts";
import { Rating } from "../reviews/ratings.server.ts";
import { MATCH_STATUSES } from "./match-words.ts";
import { Offer, type OfferFacts } from "./offer.ts";
import { Stated } from "./stated.server.ts";

const text = z.string().nullable();
const Match = z.strictObject({ id: z.uuid(), status: z.enum(MATCH_STATUSES), message: text, created_at: z.date() });

export const Applied = Match.pick({ id: true, status: true });
/** The offer of an application `m`: its facts and its time, by the clock of the database. */
export const OFFER_COLUMNS = [
  sql<OfferFacts | null>`m.offer`.as("offer"),
  sql<Date | null>`m.offered_at`.as("offered_at"),
  sql<Date | null>`m.valid_until`.as("valid_until"),
  sql<boolean>`m.status = 'proposed' and coalesce(m.valid_until <= now(), false)`.as("is_lapsed"),
] as const;

export const Decided = Applied.extend({ kine_id: z.uuid(), case_id: z.uuid() });

/** An application with its specialist; contact data only once it is accepted. */
export const Application = Match.extend({
  kine_id: z.uuid(),
  name: z.string(),
  specialty: text,
  location_city: text,
  photo_url: text,
  price_range: text,
  modalities: text,
  bio: text,
  phone: text,
  email: text,
  ended_at: z.date().nullable(),
  /** Accepted, and not blocked or over: their contact data are open to each other. */
  is_in_contact: z.boolean(),
  reviewed: z.boolean(),
  ...Offer.shape,
  ...Rating.shape,
  ...Stated.shape,
});

/** With the access "ended", only title, dates and the own words are set. */
export const OwnMatches = pageOf(
  Match.extend({
    case_id: z.uuid(),
    ended_at: z.date().nullable(),
    access: z.enum(CASE_ACCESS),
    title: z.string(),
    description: text,
    injury_area: text,
    location_city: text,
    preferred_modality: z.enum(MODALITIES).nullable(),
    case_status: z.enum(CASE_STATUSES).nullable(),
    patient_name: text,
    patient_photo_url: text,
    patient_phone: text,
    booking: StandingBooking.nullable(),
    ...Offer.shape,
  }),
);

/** An application in the comparison: its offer and the known facts about its specialist, each with the day of its check. */
const Compared = z.strictObject({
  id: z.uuid(),
  status: z.enum(MATCH_STATUSES),
  kine_id: z.uuid(),
  name: z.string(),
  specialty: text,
  modalities: text,
  ...Offer.shape,
  ...Rating.shape,
  ...Stated.shape,
});
export const Comparison = z.strictObject({ coverage: text, offers: z.array(Compared), has_more: z.boolean() });
