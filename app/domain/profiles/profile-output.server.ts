import { LICENCE_KINDS } from "../licences/licence.ts";
import { z } from "zod";
import { FirstSlot } from "../agendas/first-slot.server.ts";
import { PublicCoverage } from "../coverages/stated-coverages.server.ts";
import { pageOf } from "../lists/pages.server.ts";
import { PublicPrice } from "../prices/stated-prices.server.ts";
import { Rating } from "../reviews/ratings.server.ts";
import { PublicReview } from "../reviews/review-output.server.ts";

const text = z.string().nullable();
/** The public fields of a specialist. */
export const Specialist = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  specialty: text,
  price_range: text,
  modalities: text,
  location_city: text,
  bio: text,
  photo_url: text,
  phone: text,
  license_checked: z.boolean(),
  ...Rating.shape,
});
export const Specialists = pageOf(Specialist);

/** `contact_open` says whether the viewer may see the contact fields. */
export const PublicProfile = Specialist.extend({
  /** Whether a licence is stated that nobody has checked. */
  license_declared: z.boolean(),
  /** The last day of a pause, while it lasts. */
  paused_until: text,
  /** The next free time of their agenda; null where they do not show it. */
  first_slot: FirstSlot.nullable(),
  contact_open: z.boolean(),
  email: text,
  license_number: text,
  licences: z.array(
    z.strictObject({
      kind: z.enum(LICENCE_KINDS).nullable(),
      jurisdiction: text,
      number: text,
      standing: z.enum(["fresh", "due"]),
      checked_on: z.string(),
    }),
  ),
  reviews: z.array(PublicReview),
  /** How many of their reviews an admin hid. */
  hidden_count: z.int(),
  availabilities: z.array(z.strictObject({ weekday: z.int(), start_time: z.string(), end_time: z.string() })),
  coverages: z.array(PublicCoverage),
  refund_invoice_at: z.date().nullable(),
  prices: z.array(PublicPrice),
  /** The median time until they apply (hours); null while too few cases are known, or above two days. */
  reply_hours: z.int().nullable(),
});

export const OwnProfile = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: text,
  birth_date: text,
  location_city: text,
  photo_url: text,
  license_number: text,
  specialty: text,
  price_range: text,
  modalities: text,
  bio: text,
  phone_listed: z.boolean(),
  paused_until: text,
  version: z.int(),
  license_checked: z.boolean(),
  /** Why the licence of this pending application is not reserved for it, though its address is confirmed. */
  licence_conflict: z.enum(["taken", "place_needed"]).nullable(),
  change: z
    .strictObject({
      name: z.string(),
      license_number: text,
      specialty: text,
      asked_at: z.date(),
      rejected_at: z.date().nullable(),
      rejection_reason: text,
    })
    .nullable(),
});

export const ProfileSaved = OwnProfile.pick({ version: true }).extend({ in_review: z.boolean() });
