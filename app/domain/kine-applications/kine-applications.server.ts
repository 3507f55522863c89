import { sql } from "kysely";
import { z } from "zod";
import { admin, adminReads, routineAdmin } from "../../api/guards.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { APPROVAL_STATUSES } from "../../shared/roles.ts";
import { isConfirmed } from "../accounts/account-list.server.ts";
import { Departure, departuresOf } from "../departures/departures.server.ts";
import { Past } from "../departures/past.ts";
import type { Order } from "../lists/search-and-order.ts";
import { asPage, directionOf, isOnPage, PAGE_AND_ONE, pageOf } from "../lists/pages.server.ts";
import { Count } from "../lists/tallies.server.ts";
import { isHeldFor } from "../held-decisions/hold.server.ts";
import { admitAgain } from "./admit-again.server.ts";
import { AlikeAccounts, alikeOf } from "./alike.server.ts";
import { decide, isStatedRead, lockApplicant, statedLicence, statedPlace, undoDecision } from "./decide.server.ts";
import { ApplicationListing, CanUndo, Rejection } from "./kine-application-input.ts";
import { SameLicence, sameLicencesOf } from "./same-licence.server.ts";

/** The conditions as literals, so that PostgreSQL can use the partial index of each. */
const STATES = { pending: sql<boolean>`a.status = 'pending'`, decided: sql<boolean>`a.status <> 'pending'` };

const text = z.string().nullable();
/** A page of the applications of specialists. */
export const Applications = pageOf(
  z.strictObject({
    id: z.uuid(),
    status: z.enum(APPROVAL_STATUSES),
    created_at: z.date(),
    approved_at: z.date().nullable(),
    rejection_reason: text,
    profile_id: z.uuid(),
    name: z.string(),
    email: z.string(),
    is_confirmed: z.boolean(),
    phone: text,
    license_number: text,
    /** The code of the jurisdiction that a check would be for; null when nothing says it. */
    license_jurisdiction: text,
    /** Whether the licence names a number, which a check needs. */
    is_license_read: z.boolean(),
    specialty: text,
    price_range: text,
    modalities: text,
    location_city: text,
    bio: text,
    photo_url: text,
    /** Deleted accounts that may have been of the same person; of pending applications. */
    departures: z.array(Departure),
    /** Who else states what may be the same licence; of pending applications. */
    same_licence: z.array(SameLicence),
    /** Who else has the phone, the domain of e-mail or the photo; of pending applications. */
    alike: AlikeAccounts,
  }),
);
const Decided = z.strictObject({ status: z.enum(["approved", "rejected"]) });

/** Applications with the applicant's profile, pending or decided, newest first by default, 20 a page from `before`. */
export const list = adminReads
  .meta({ summary: "Lists specialists' applications for admission." })
  .input(ApplicationListing)
  .output(Applications)
  .handler(async ({ input: { state, order, before }, context: { db, services } }) => {
    const { items, next } = await applicationPage(db, { state, order, before });
    const waiting = items.filter(({ status }) => status === "pending").map(({ profile_id }) => profile_id);
    const [departures, sameLicences, alike] = await Promise.all([
      departuresOf(db, services.settings.secret, waiting),
      sameLicencesOf(db, waiting),
      alikeOf(
        db,
        items.filter(({ status }) => status === "pending"),
      ),
    ]);
    const known = (id: string) => ({
      departures: departures.get(id) ?? [],
      same_licence: sameLicences.get(id) ?? [],
      alike: alike.get(id) ?? { compared: [], people: [], more: [] },
    });
    return { items: items.map((item) => ({ ...item, ...known(item.profile_id) })), next };
  });

/** A page of applications with the applicant's profile. */
export async function applicationPage(db: Database, { state, order, before }: z.output<typeof ApplicationListing>) {
  return asPage(await pages[state][order].all(db, { before: before ?? undefined }));
}

const pageOfState = (state: keyof typeof STATES, order: Order) =>
  prepared(`kineApplications.list ${state} ${order}`, (db, { before }: { before?: string | undefined }) => {
    const query = db
      .selectFrom("kine_applications as a")
      .innerJoin("profiles as p", "p.id", "a.profile_id")
      .select([
        "a.id",
        "a.status",
        "a.created_at",
        "a.approved_at",
        "a.rejection_reason",
        "a.profile_id",
        "p.name",
        "p.email",
        isConfirmed("p.id"),
        "p.phone",
        "p.specialty",
        "p.price_range",
        "p.modalities",
        "p.location_city",
        "p.bio",
        "p.photo_url",
        statedLicence,
        statedPlace,
        isStatedRead,
      ])
      .where(STATES[state])
      .$if(state === "pending", (waiting) => waiting.where(sql<boolean>`not ${isHeldFor("application_id", "a.id")}`));
    return query
      .where(isOnPage("a.id", { order, after: before }))
      .orderBy("a.id", directionOf({ order }))
      .limit(PAGE_AND_ONE);
  });
const inBothOrders = (state: keyof typeof STATES) => ({
  newest: pageOfState(state, "newest"),
  oldest: pageOfState(state, "oldest"),
});
const pages = { pending: inBothOrders("pending"), decided: inBothOrders("decided") };

/** The number of pending applications. */
export const pendingCount = adminReads
  .meta({ summary: "Counts undecided applications for admission." })
  .output(Count)
  .handler(async ({ context: { db } }) => (await countPending.first(db, {})) ?? { count: 0 });

const countPending = prepared("kineApplications.pendingCount", (db) =>
  db
    .selectFrom("kine_applications as a")
    .select(sql<number>`count(*)::int`.as("count"))
    .where(STATES.pending)
    .where(sql<boolean>`not ${isHeldFor("application_id", "a.id")}`),
);

/** Approves a specialist. The badge of the licence needs `is_checked`: the admin looked it up in its register. */
export const approve = routineAdmin
  .meta({
    summary: "Approves a specialist's application for admission, with or without a check of the licence.",
    refuses: [
      "NOT_FOUND",
      "APPLICATION_DECIDED",
      "LICENSE_TAKEN",
      "LICENSE_UNREAD",
      "PAST_UNANSWERED",
      "PROFILE_CHANGED",
    ],
    writes: "once",
  })
  .input(
    z.object({
      id: z.uuid(),
      read: z
        .object({
          license_number: z.string().max(60).nullable(),
          license_jurisdiction: z.string().max(2).nullable().optional(),
        })
        .optional(),
      past: Past,
      is_checked: z.boolean().default(false),
      can_undo: CanUndo,
    }),
  )
  .output(Decided)
  .handler(({ input, context }) => decide(context, true, input));

/** Rejects a specialist, with an optional reason. */
export const reject = routineAdmin
  .meta({
    summary: "Rejects a specialist's application for admission.",
    refuses: ["NOT_FOUND", "APPLICATION_DECIDED"],
    writes: "once",
  })
  .input(Rejection)
  .output(Decided)
  .handler(({ input, context }) => decide(context, false, input));

/** Takes the caller's decision back before the server applies it. Throws APPLICATION_DECIDED once it is applied. */
export const undo = admin
  .meta({
    summary: "Takes the caller's decision about an application for admission back while it waits.",
    refuses: ["APPLICATION_DECIDED"],
    writes: "once",
  })
  .input(z.object({ id: z.uuid() }))
  .output(z.strictObject({ status: z.literal("pending") }))
  .handler(({ input: { id }, context }) => undoDecision(context, id));

/** Reopens a rejected application. Throws NOT_REJECTED, LICENSE_TAKEN (by another user meanwhile). */
export const reopen = routineAdmin
  .meta({
    summary: "Reopens a rejected application for admission.",
    refuses: ["NOT_REJECTED", "LICENSE_TAKEN"],
    writes: "once",
  })
  .input(z.object({ id: z.uuid() }))
  .output(z.strictObject({ status: z.literal("pending") }))
  .handler(({ input: { id }, context: { transaction, viewer, services } }) =>
    transaction(async (tx) => {
      await lockApplicant(tx, id);
      const application = await tx
        .selectFrom("kine_applications")
        .select(["id", "profile_id", "license_number"])
        .where("id", "=", id)
        .where("status", "=", "rejected")
        .forUpdate()
        .executeTakeFirst();
      if (!application) throw new AppError("NOT_REJECTED");
      await admitAgain(tx, services, application, viewer);
      return { status: "pending" as const };
    }),
  );
