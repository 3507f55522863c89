import { z } from "zod";
import { ROLES } from "../../shared/roles.ts";
import { pageOf } from "../lists/pages.server.ts";
import { ACTIVITY_LEVELS } from "../profiles/profile.ts";
import { Rating } from "../reviews/ratings.server.ts";
import { APPROVAL_STATUSES } from "./listing.ts";

const text = z.string().nullable();
const Person = z.strictObject({ id: z.uuid(), name: z.string(), email: z.string(), created_at: z.date() });

export const ListedUsers = pageOf(
  Person.extend({
    approval_status: z.enum(APPROVAL_STATUSES),
    suspended_at: z.date().nullable(),
    suspension_reason: text,
    role: z.enum(ROLES).nullable(),
  }),
).extend({ total: z.int() });

export const ListedPatients = pageOf(
  Person.extend({
    phone: text,
    birth_date: text,
    activity_level: z.enum(ACTIVITY_LEVELS).nullable(),
    photo_url: text,
    case_count: z.int(),
  }),
);

export const ListedKines = pageOf(
  Person.extend({
    phone: text,
    specialty: text,
    location_city: text,
    price_range: text,
    modalities: text,
    bio: text,
    photo_url: text,
    approval_status: z.enum(APPROVAL_STATUSES),
    license_checked: z.boolean(),
    ...Rating.shape,
  }),
);
