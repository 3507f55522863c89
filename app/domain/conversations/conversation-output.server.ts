import { z } from "zod";
import { StandingBooking } from "../bookings/standing-booking.server.ts";
import { pageOf } from "../lists/pages.server.ts";
import { CONVERSATION_STATES, SIDES } from "./conversation.ts";

const text = z.string().nullable();

const Message = z.strictObject({
  id: z.uuid(),
  is_own: z.boolean(),
  body: text,
  /** Whether contact data are hidden, from the viewer or from the other side. */
  is_masked: z.boolean(),
  file: z.strictObject({ url: z.string(), kind: z.enum(["image", "pdf"]) }).nullable(),
  created_at: z.date(),
});

/** A conversation with its newest messages first. A patient's name and photo are included only while they accept. */
export const Conversation = pageOf(Message).extend({
  id: z.uuid(),
  case_id: z.uuid(),
  case_title: z.string(),
  is_case_closed: z.boolean(),
  state: z.enum(CONVERSATION_STATES),
  side: z.enum(SIDES),
  is_accepted: z.boolean(),
  is_in_contact: z.boolean(),
  is_rejected: z.boolean(),
  /** For the specialist alone, as `can_book`: whether they may agree on turnos now. */
  booking: StandingBooking.nullable(),
  can_book: z.boolean(),
  other_name: text,
  other_photo_url: text,
  /** The application's own message, the first of the conversation. */
  opening: z.strictObject({ body: text, is_masked: z.boolean(), created_at: z.date() }),
  has_blocked: z.boolean(),
  shows_reading: z.boolean(),
  /** The newest own message that the other side read; null while either side has read receipts off. */
  read_by_other: z.uuid().nullable(),
  unread: z.int(),
});

/** A patient's conversations: with whom, about which case, and what is new. */
export const OwnConversations = pageOf(
  z.strictObject({
    id: z.uuid(),
    case_title: z.string(),
    kine_id: z.uuid(),
    other_name: z.string(),
    other_photo_url: text,
    is_accepted: z.boolean(),
    /** The newest message, or the application itself. */
    last_at: z.date(),
    unread: z.int(),
  }),
);

/** A specialist's conversations; patients are named only while they accept. */
export const ReceivedConversations = pageOf(
  z.strictObject({
    id: z.uuid(),
    case_title: z.string(),
    other_name: text,
    other_photo_url: text,
    is_case_closed: z.boolean(),
    is_accepted: z.boolean(),
    is_in_contact: z.boolean(),
    is_rejected: z.boolean(),
    booking: StandingBooking.nullable(),
    last_at: z.date(),
    /** The newest message, or the application's own; null for a file and for an application without a message. */
    last_text: text,
    /** Whether anything was written since the application. */
    has_messages: z.boolean(),
    is_last_own: z.boolean(),
    unread: z.int(),
  }),
);

/** What was written to the viewer and withdrawn; `id` is that of the message, or of the application that said it. Patients are not named. */
export const WithdrawnWords = pageOf(
  z.strictObject({
    id: z.uuid(),
    is_application: z.boolean(),
    author_name: text,
    body: z.string(),
    said_at: z.date(),
    kept_until: z.date(),
  }),
);

export const Unread = z.strictObject({
  items: z.array(z.strictObject({ id: z.uuid(), case_id: z.uuid(), unread: z.int() })),
});

/** A person's blocks, by their own ids; names are included only for specialists. */
export const Blocked = z.strictObject({
  items: z.array(z.strictObject({ id: z.uuid(), name: text, created_at: z.date() })),
});
