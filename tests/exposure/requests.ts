import { sessionOf } from "../access/principals.ts";
import { PLANTED_EVENT } from "./factors.ts";
import { living } from "./people.ts";
import type { Field } from "./fixture.ts";
import { newKine } from "../support/new-kine.ts";

/** One request, and the surface of the table that its answer belongs to. */
export type Ask = { surface: string; method: string; path: string; body?: BodyInit; type?: string };

export const nobody = "01890000-0000-7000-8000-000000000000";

/** Each procedure's inputs: the caller's own ids and everybody else's. */
export const inputs: Record<string, (field: Field) => object[]> = {
  "accounts.me": once,
  "accounts.confirmPassword": () => [{ password: "Equivocada2026" }],
  "accounts.createKine": ({ canaries }) => [
    newKine(),
    newKine({ email: `${canaries.word("em", "owner")}@example.com` }),
    newKine({ license_number: canaries.word("li", "carla") }),
  ],
  "accounts.licenseAvailable": () => [{ license_number: "MN 1" }],
  "accounts.list": () => [{}, { order: "oldest" }, { search: "zqna" }, { role: "kine" }],
  "accounts.assignRole": ({ people }) =>
    [people.owner, people.carla, people.admin, nobody].map((user_id) => ({ user_id, role: "patient" })),
  "accounts.delete": once,
  "profiles.publicProfile": ({ people }) => [...Object.values(people), nobody].map((id) => ({ id })),
  "profiles.mine": once,
  "profiles.update": () => [
    { name: "Nombre Nuevo" },
    { name: "Nombre Nuevo", bio: "Otra" },
    { name: "Nombre Nuevo", license_number: "MN 999" },
  ],
  "profiles.specialists": () => [{}],
  "profiles.specialistCount": once,
  "profiles.patients": () => [{}, { search: "zqna" }],
  "profiles.kines": () => [{}, { approval_status: "pending" }],
  "availabilities.mine": once,
  "availabilities.replace": () => [{ ranges: [{ weekday: 1, start_time: "09:00", end_time: "10:00" }] }],
  "cases.create": () => [{ title: "Codo", description: "Me duele" }],
  "cases.mine": once,
  "cases.get": everyCase,
  "cases.close": everyCase,
  "cases.withdraw": everyCase,
  "cases.update": (field) =>
    everyCase(field).map((one) => ({
      ...one,
      version: 1,
      title: "Otra",
      description: "Ya no",
      studies_access: "verified",
    })),
  "cases.applications": ({ cases }) => [...Object.values(cases), nobody].map((case_id) => ({ case_id })),
  "cases.available": () => [{}],
  "cases.view": everyCase,
  "cases.studyViews": ({ cases }) => [...Object.values(cases), nobody].map((case_id) => ({ case_id })),
  "exports.ask": once,
  "audit.list": ({ canaries }) => [
    { event: "account_created_by_admin" },
    { event: PLANTED_EVENT },
    { event: PLANTED_EVENT, order: "oldest" },
    ...living.map((who) => ({ search: `${canaries.word("em", who)}@example.com`, event: PLANTED_EVENT })),
  ],
  "audit.csv": () => [{}],
  "status.read": once,
  "consents.health": once,
  "consents.giveHealth": () => [{ version: "2020-01-01", sha256: "" }],
  "consents.withdrawHealth": once,
  "cases.list": () => [{}, { search: "zqct" }, { status: "closed" }],
  "matches.apply": ({ cases }) => [...Object.values(cases), nobody].map((case_id) => ({ case_id })),
  "matches.mine": once,
  "matches.withdraw": everyMatch,
  "matches.accept": everyMatch,
  "matches.reject": everyMatch,
  "reviews.create": ({ cases, people }) =>
    Object.values(cases).flatMap((case_id) =>
      [people.carla, people["kine of closed"]].map((kine_id) => ({ case_id, kine_id, stars: 5 })),
    ),
  "reviews.received": once,
  "reviews.pending": once,
  "reviews.mine": () => [{}],
  "reviews.list": () => [{}],
  "reviews.totals": once,
  "kineApplications.list": () => [{}, { state: "decided" }],
  "kineApplications.pendingCount": once,
  "kineApplications.approve": everyApplication,
  "kineApplications.reject": everyApplication,
  "kineApplications.reopen": everyApplication,
  "profileChanges.list": () => [{}],
  "profileChanges.approve": everyChange,
  "profileChanges.reject": everyChange,
  "profileChanges.withdraw": once,
  "moderation.suspend": ({ people }) =>
    [people.carla, people.owner, people.admin, nobody].map((id) => ({ id, reason: "Spam" })),
  "moderation.restore": ({ people }) => [people.carla, nobody].map((id) => ({ id, reason: "Error" })),
  "moderation.hideReview": everyReview,
  "moderation.showReview": everyReview,
  "moderation.closeCase": (field) => everyCase(field).map((one) => ({ ...one, reason: "Publicidad" })),
  "reports.create": ({ people, cases, matches }) => [
    ...[people.carla, people.owner, nobody].map((id) => ({ subject: "profile", id, reason: "spam" })),
    ...Object.values(cases).map((id) => ({ subject: "case", id, reason: "spam" })),
    ...Object.values(matches).map((id) => ({ subject: "message", id, reason: "spam" })),
  ],
  "reports.list": () => [{ state: "open" }, { state: "decided" }],
  "reports.decide": ({ reports }) => [...reports, nobody].map((id) => ({ id, decision: "Nada" })),
  "sessions.mine": once,
  "sessions.end": ({ tokens }) =>
    [...(["owner", "half owner", "carla", "admin"] as const).map((who) => sessionOf(tokens[who]!)), nobody].map(
      (id) => ({ id }),
    ),
  "adminViews.unseen": once,
  "adminViews.markSeen": ({ cases }) => [{ entity_type: "case", ids: Object.values(cases) }],
};

function once(): object[] {
  return [{}];
}
function everyCase({ cases }: Field) {
  return [...Object.values(cases), nobody].map((id) => ({ id }));
}
function everyReview({ hiddenReview }: Field) {
  return [hiddenReview, nobody].map((id) => ({ id, reason: "Insultos" }));
}
function everyMatch({ matches }: Field) {
  return [...Object.values(matches), nobody].map((id) => ({ id }));
}
function everyChange({ changes }: Field) {
  return [...changes, nobody].map((id) => ({ id }));
}
function everyApplication({ applications }: Field) {
  return [...Object.values(applications), nobody].map((id) => ({ id }));
}

/** Limits the run to these procedures, for development: FIELDS_ONLY=cases.view,cases.get. */
export const only = process.env["FIELDS_ONLY"]?.split(",") ?? null;

/** Streams have a test of their own; deleting an account also deletes files, so it runs last. */
export const APART = ["live.events", "accounts.delete"];

/** The full form sends every input to both interfaces; the short one alternates between them. */
export const isFull = Boolean(process.env["FIELDS_FULL"]);

/** Every call of the given procedures, over /rpc and /api. */
export function callsOf(field: Field, names: string[]): Ask[] {
  return names.flatMap((surface) =>
    (inputs[surface] ?? once)(field).flatMap((input, n, all) => {
      const [path, type] = [surface.replaceAll(".", "/"), "application/json"];
      const rpc = { surface, method: "POST", path: `/rpc/${path}`, body: JSON.stringify({ json: input }), type };
      const api = { surface, method: "POST", path: `/api/${path}`, body: JSON.stringify(input), type };
      if (isFull || all.length === 1) return [rpc, api];
      return n % 2 ? [rpc] : [api];
    }),
  );
}

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Uploads into every case, and of everybody's photo. */
export function fileCalls({ cases, people }: Field): Ask[] {
  return [
    ...Object.values(cases).map((id) => ({
      surface: "upload",
      method: "PUT",
      path: `/files/case-studies/${id}?name=a.png`,
      body: PNG,
    })),
    { surface: "upload", method: "PUT", path: "/files/avatars", body: PNG },
    ...[people["added kine"], people.carla, people.owner, nobody].map((id) => ({
      surface: "upload",
      method: "PUT",
      path: `/files/avatars/${id}`,
      body: PNG,
    })),
    ...Object.values(people).map((id) => ({
      surface: "photo",
      method: "GET",
      path: `/files/avatars/${id}/avatar.png`,
    })),
  ];
}

const pages = [
  "/",
  "/auth",
  "/auth?mode=signup&role=kine",
  "/dashboard",
  "/pending-approval",
  "/nowhere",
  "/kines/nobody",
  "/_root.data",
  ...["cases", "kines", "reviews", "profile"].map((page) => `/dashboard/patient/${page}`),
  ...["cases", "matches", "reviews", "profile"].map((page) => `/dashboard/kine/${page}`),
  ...["users", "patients", "kines", "cases", "reviews", "applications", "reports", "profile", "status"].map(
    (page) => `/dashboard/admin/${page}`,
  ),
  "/healthz",
  "/readyz",
  "/metrics",
  "/api/openapi.json",
  "/%ff",
  "/manifest.webmanifest",
  "/files/avatars",
  "/files/case-studies",
];

/** Every page, as a document and as the data of a client-side navigation. */
export function pageCalls({ people }: Field): Ask[] {
  const profiles = [...Object.values(people), nobody].flatMap((id) => [`/kines/${id}`, `/kines/${id}.data`]);
  return [...pages, ...profiles].map((path) => ({ surface: "page", method: "GET", path }));
}
