import { z } from "zod";
import { APPROVAL_STATUSES, ROLES } from "../../shared/roles.ts";
import { CASE_STATUSES } from "../cases/case.ts";
import { Departure } from "../departures/departures.server.ts";
import { MATCH_STATUSES } from "../matches/match-words.ts";
import { MODALITIES } from "../profiles/modality.ts";
import { ACTIVITY_LEVELS } from "../profiles/profile.ts";
import { REPORT_REASONS, SUBJECTS } from "../reports/report.ts";
import { Rating } from "../reviews/ratings.server.ts";

const text = z.string().nullable();
const person = z.uuid().nullable();

const Review = z.strictObject({
  id: z.uuid(),
  case_id: z.uuid(),
  stars: z.int(),
  comment: text,
  created_at: z.date(),
  patient_id: person,
  patient_name: text,
  kine_id: person,
  kine_name: text,
  hidden_at: z.date().nullable(),
  hidden_reason: text,
  is_waiting: z.boolean(),
  edited_at: z.date().nullable(),
});

const Report = z.strictObject({
  id: z.uuid(),
  subject: z.enum(SUBJECTS),
  reason: z.enum(REPORT_REASONS),
  created_at: z.date(),
  decided_at: z.date().nullable(),
  decision: text,
  is_upheld: z.boolean().nullable(),
});

const Application = z.strictObject({
  id: z.uuid(),
  case_id: z.uuid(),
  title: z.string(),
  status: z.enum(MATCH_STATUSES),
  created_at: z.date(),
  kine_id: z.uuid(),
  kine_name: z.string(),
});

/** What admins see of one person. Each list has the newest entries, plus an extra one when there are more. */
export const PersonDossier = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  is_confirmed: z.boolean(),
  terms_due: z.boolean(),
  phone: text,
  birth_date: text,
  activity_level: z.enum(ACTIVITY_LEVELS).nullable(),
  location_city: text,
  photo_url: text,
  license_number: text,
  license_checked: z.boolean(),
  specialty: text,
  price_range: text,
  modalities: text,
  bio: text,
  approval_status: z.enum(APPROVAL_STATUSES),
  created_at: z.date(),
  suspended_at: z.date().nullable(),
  suspension_reason: text,
  role: z.enum(ROLES).nullable(),
  ...Rating.shape,
  requests: z.array(
    z.strictObject({
      id: z.uuid(),
      status: z.enum(APPROVAL_STATUSES),
      created_at: z.date(),
      approved_at: z.date().nullable(),
      rejection_reason: text,
    }),
  ),
  cases: z.array(
    z.strictObject({ id: z.uuid(), title: z.string(), status: z.enum(CASE_STATUSES), created_at: z.date() }),
  ),
  /** All of them, and those that were accepted. */
  application_count: z.int(),
  accepted_count: z.int(),
  applications: z.array(Application),
  written: z.array(Review),
  received: z.array(Review),
  reports: z.array(Report),
  /** Deleted accounts that may have been of the same person. */
  departures: z.array(Departure),
});

/** What admins see of one case. */
export const CaseDossier = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  fact_words: text,
  status: z.enum(CASE_STATUSES),
  injury_area: text,
  location_city: text,
  preferred_modality: z.enum(MODALITIES).nullable(),
  created_at: z.date(),
  edited_at: z.date().nullable(),
  closed_reason: text,
  study_count: z.int(),
  patient_id: person,
  patient_name: text,
  applications: z.array(Application),
  reviews: z.array(Review),
  reports: z.array(Report),
});
