import { admins, everybody, kines, members, notApproved, patients, proven } from "./principals.ts";
import { about, type Row, row } from "./row.ts";

/** Specialists who wait for approval may prepare what is shown after it. */
const kinesAndApplicants = { ...kines("ok"), "pending kine": "ok" } as const;
const ofOwnPlace = { ...kines("NOT_FOUND", "NOT_FOUND", "ok", "NOT_FOUND"), "pending kine": "NOT_FOUND" } as const;

export const kineRows: Record<string, Row> = {
  "profiles.publicProfile": about("profile", "kine accepted", {
    "kine without application": everybody("ok"),
    "kine proposed": everybody("ok"),
    "kine accepted": everybody("ok"),
    "kine rejected": everybody("ok"),
    "pending kine": everybody("NOT_FOUND"),
    "turned down kine": everybody("NOT_FOUND"),
    "former kine": everybody("NOT_FOUND"),
    owner: everybody("NOT_FOUND"),
    admin: everybody("NOT_FOUND"),
    "unapproved admin": everybody("NOT_FOUND"),
    deleted: everybody("NOT_FOUND"),
  }),
  "places.search": row(everybody("ok"), () => ({ search: "paler" })),
  "directory.specialists": row(patients("ok"), () => ({ path: "/kinesiologos" })),
  "directory.search": row(everybody("ok"), () => ({ what: "rodilla", where: "palermo" })),
  "directory.mine": row(kines("ok")),
  "specialties.list": row(everybody("ok")),
  "licences.mine": row(kines("ok")),
  "licences.add": row(kines("ok"), () => ({ kind: "MP", jurisdiction: "14", number: "777" })),
  "licences.withdraw": about("licence", "declared", {
    first: kines("NOT_FOUND"),
    declared: kines("ok", "NOT_FOUND", "NOT_FOUND", "NOT_FOUND"),
    verified: kines("ok", "NOT_FOUND", "NOT_FOUND", "NOT_FOUND"),
    withdrawn: kines("NOT_FOUND"),
    missing: kines("NOT_FOUND"),
  }),
  "profiles.mine": row(members("ok")),
  "profiles.update": row(
    { ...members("ok"), ...notApproved },
    () => ({ name: "Nombre Nuevo" }),
    () => [
      { name: "Nombre Nuevo", bio: "Otra" },
      { name: "Nombre Nuevo", license_number: "MN 999" },
    ],
  ),
  "profiles.specialists": row(patients("ok")),
  "profiles.specialistCount": row(patients("ok")),
  "profiles.patients": row(
    admins("ok"),
    () => ({}),
    () => [{ search: "zqna" }],
  ),
  "profiles.kines": row(
    admins("ok"),
    () => ({}),
    () => [{ approval_status: "pending" }],
  ),
  "profiles.introduce": row(kinesAndApplicants, () => ({ bio: "Trabajo con rodillas" })),
  "profiles.pause": row(kines("ok"), () => ({ until: null })),
  "profiles.publish": row(kines("ok"), () => ({ phone_listed: false })),
  "availabilities.mine": row(members("ok")),
  // The hours are of a place of the accepted specialist.
  "availabilities.replace": about(
    "place",
    "free",
    { free: ofOwnPlace, used: ofOwnPlace, missing: { ...kines("NOT_FOUND"), "pending kine": "NOT_FOUND" } },
    ({ id }) => ({ ranges: [{ weekday: 1, start_time: "09:00", end_time: "10:00", place_id: id }] }),
  ),
  "coverages.mine": row(kines("ok")),
  "coverages.replace": row(kines("ok"), () => ({
    coverages: [{ coverage_id: 1, how: "direct", plans: "Todos", extra: 0 }],
    refund_invoice: true,
  })),
  "coverages.confirm": row(kines("ok")),
  "handles.mine": row(kines("ok")),
  "handles.take": row(kines("ok"), () => ({ handle: "rodillas-del-oeste" })),
  "prices.mine": row(kines("ok")),
  "prices.save": row(kines("ok"), () => ({
    prices: [{ modality: "online", session: 20_000, first: null, ten: null }],
  })),
  "prices.confirm": row(kines("ok"), () => ({ raise: 10 })),
  "confirmations.confirm": row(kines("ok"), () => ({ raise: 10 })),
  // Authorised by the token of a link in a message to a specialist.
  "confirmations.byLink": row(
    everybody("ok"),
    ({ confirmation }) => ({ token: confirmation, raise: 0 }),
    () => [{ token: "altered", raise: 0 }],
  ),
  "kineApplications.list": row(
    admins("ok"),
    () => ({}),
    () => [{ state: "decided" }, { order: "oldest" }],
  ),
  "kineApplications.pendingCount": row(admins("ok")),
  "kineApplications.approve": about("application", "pending", {
    pending: proven(admins("ok")),
    approved: proven(admins("APPLICATION_DECIDED")),
    rejected: proven(admins("APPLICATION_DECIDED")),
    missing: proven(admins("APPLICATION_DECIDED")),
  }),
  "kineApplications.reject": about(
    "application",
    "pending",
    {
      pending: proven(admins("ok")),
      approved: proven(admins("APPLICATION_DECIDED")),
      rejected: proven(admins("APPLICATION_DECIDED")),
      missing: proven(admins("APPLICATION_DECIDED")),
    },
    ({ id }) => ({ id, reason: "No alcanza" }),
  ),
  "kineApplications.reopen": about("application", "rejected", {
    pending: proven(admins("NOT_REJECTED")),
    approved: proven(admins("NOT_REJECTED")),
    rejected: proven(admins("ok")),
    missing: proven(admins("NOT_REJECTED")),
  }),
  "kineApplications.undo": about("application", "pending", {
    pending: admins("ok"),
    approved: admins("APPLICATION_DECIDED"),
    rejected: admins("APPLICATION_DECIDED"),
    missing: admins("APPLICATION_DECIDED"),
  }),
  "kineApplications.changeLicence": row({ ...members("APPLICATION_DECIDED"), "pending kine": "ok" }, () => ({
    license_number: "MN 778899",
  })),
  "profileChanges.list": row(admins("ok")),
  "profileChanges.approve": about("change", "pending", {
    pending: proven(admins("ok")),
    rejected: proven(admins("APPLICATION_DECIDED")),
    missing: proven(admins("APPLICATION_DECIDED")),
  }),
  "profileChanges.reject": about(
    "change",
    "pending",
    {
      pending: proven(admins("ok")),
      rejected: proven(admins("APPLICATION_DECIDED")),
      missing: proven(admins("APPLICATION_DECIDED")),
    },
    ({ id }) => ({ id, reason: "No coincide" }),
  ),
  // Each specialist of the world has a change.
  "profileChanges.withdraw": row(kines("ok")),
};
