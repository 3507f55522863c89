import { z } from "zod";
import { CASE_STATUSES } from "../cases/case.ts";
import { MODALITIES } from "../profiles/modality.ts";
import { pageOf } from "../lists/pages.server.ts";
import { Rating } from "../reviews/ratings.server.ts";
import { MATCH_STATUSES } from "./match-words.ts";

const text = z.string().nullable();
const Match = z.strictObject({ id: z.uuid(), status: z.enum(MATCH_STATUSES), message: text, created_at: z.date() });

export const Applied = Match.pick({ id: true, status: true });
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
  reviewed: z.boolean(),
  ...Rating.shape,
});

export const OwnMatches = pageOf(
  Match.extend({
    case_id: z.uuid(),
    title: z.string(),
    description: z.string(),
    injury_area: text,
    location_city: text,
    preferred_modality: z.enum(MODALITIES).nullable(),
    case_status: z.enum(CASE_STATUSES),
    patient_name: text,
    patient_photo_url: text,
    patient_phone: text,
  }),
);
