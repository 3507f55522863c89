/** Read-only procedures, which need no idempotency. */
export const reads = [
  "accounts.me",
  "accounts.licenseAvailable",
  "accounts.list",
  "profiles.publicProfile",
  "profiles.mine",
  "profiles.specialists",
  "profiles.specialistCount",
  "profiles.patients",
  "profiles.kines",
  "audit.list",
  "availabilities.mine",
  "cases.mine",
  "cases.get",
  "cases.applications",
  "cases.available",
  "cases.view",
  "cases.list",
  "cases.studyViews",
  "consents.health",
  "matches.mine",
  "reviews.received",
  "reviews.pending",
  "reviews.mine",
  "reviews.list",
  "reviews.totals",
  "kineApplications.list",
  "kineApplications.pendingCount",
  "profileChanges.list",
  "adminViews.unseen",
  "reports.list",
  "sessions.mine",
  "live.events",
  "status.read",
];

/** Procedures whose answer is not stored, and why. */
export const withoutKey: Record<string, string> = {
  "accounts.confirmPassword": "a proof is of its moment, and a password leaves no trace",
  "accounts.delete": "nobody is left to ask again",
  "exports.ask": "a link is a secret of five minutes, and three are given a day",
  "audit.csv": "a link is a secret of five minutes",
  "adminViews.markSeen": "what was seen twice was seen",
};

/** Ids of the objects of a call, created for each test that needs them. */
export type Made =
  | "openCase"
  | "proposed"
  | "matchedCase"
  | "closedCase"
  | "kine"
  | "application"
  | "applicant"
  | "suspended"
  | "review"
  | "hiddenReview"
  | "report"
  | "session"
  | "version"
  | "sha256"
  | "rejectedApplication"
  | "change";
export type Stage = Record<Made, string>;
type Write = {
  as: "patient" | "kine" | "admin";
  needs: readonly Made[];
  input: (stage: Stage) => object;
  other: (stage: Stage) => object;
};

const byId = (as: Write["as"], what: Made): Write => ({
  as,
  needs: [what, "session"],
  input: (stage) => ({ id: stage[what] }),
  other: ({ session }) => ({ id: session }),
});
const act = (what: Made): Write => ({
  as: "admin",
  needs: [what],
  input: (stage) => ({ id: stage[what], reason: "Spam" }),
  other: (stage) => ({ id: stage[what], reason: "Otra razón" }),
});
const texts = { title: "Rodilla", description: "Me duele al bajar", studies_access: "verified" };
const range = { weekday: 1, start_time: "09:00", end_time: "10:00" };
const newKine = ({ session }: Stage) => ({
  name: "Nueva Kine",
  email: `${session}@example.com`,
  phone: "+54 11 5555-0000",
  password: "Temporal-2026",
  license_number: session.slice(-12),
  birth_date: "1990-01-01",
  specialty: "Deportiva",
  price_range: "$50.000+",
  location_city: "Almagro",
  modalities: ["online"],
  bio: "",
  accepted_terms: true,
});

/** Every procedure that writes, with a valid input and one that conflicts with the same key. */
export const writes: Record<string, Write> = {
  "accounts.assignRole": {
    as: "admin",
    needs: ["applicant"],
    input: ({ applicant }) => ({ user_id: applicant, role: "patient" }),
    other: ({ applicant }) => ({ user_id: applicant, role: "admin" }),
  },
  "accounts.createKine": {
    as: "admin",
    needs: ["session"],
    input: newKine,
    other: (stage) => ({ ...newKine(stage), name: "Otra Kine" }),
  },
  "profiles.update": {
    as: "patient",
    needs: [],
    input: () => ({ name: "Ana María" }),
    other: () => ({ name: "Ana Lía" }),
  },
  "availabilities.replace": {
    as: "kine",
    needs: [],
    input: () => ({ ranges: [range] }),
    other: () => ({ ranges: [] }),
  },
  "cases.create": { as: "patient", needs: [], input: () => texts, other: () => ({ ...texts, title: "Codo" }) },
  "cases.update": {
    as: "patient",
    needs: ["openCase"],
    input: ({ openCase }) => ({ ...texts, id: openCase, version: 1, title: "Codo" }),
    other: ({ openCase }) => ({ ...texts, id: openCase, version: 1, title: "Hombro" }),
  },
  "cases.withdraw": byId("patient", "openCase"),
  "cases.close": byId("patient", "matchedCase"),
  "consents.giveHealth": {
    as: "patient",
    needs: ["version", "sha256"],
    input: ({ version, sha256 }) => ({ version, sha256 }),
    other: ({ version }) => ({ version, sha256: "" }),
  },
  "consents.withdrawHealth": { as: "patient", needs: [], input: () => ({}), other: () => ({ more: true }) },
  "matches.apply": {
    as: "kine",
    needs: ["openCase"],
    input: ({ openCase }) => ({ case_id: openCase, message: "Hola" }),
    other: ({ openCase }) => ({ case_id: openCase, message: "Chau" }),
  },
  "matches.withdraw": byId("kine", "proposed"),
  "matches.accept": byId("patient", "proposed"),
  "matches.reject": byId("patient", "proposed"),
  "reviews.create": {
    as: "patient",
    needs: ["closedCase", "kine"],
    input: ({ closedCase, kine }) => ({ case_id: closedCase, kine_id: kine, stars: 5 }),
    other: ({ closedCase, kine }) => ({ case_id: closedCase, kine_id: kine, stars: 1 }),
  },
  "kineApplications.approve": byId("admin", "application"),
  "kineApplications.reject": byId("admin", "application"),
  "kineApplications.reopen": byId("admin", "rejectedApplication"),
  "profileChanges.approve": byId("admin", "change"),
  "profileChanges.reject": byId("admin", "change"),
  "profileChanges.withdraw": { as: "kine", needs: ["change"], input: () => ({}), other: () => ({ more: true }) },
  "moderation.suspend": act("applicant"),
  "moderation.restore": act("suspended"),
  "moderation.hideReview": act("review"),
  "moderation.showReview": byId("admin", "hiddenReview"),
  "moderation.closeCase": act("openCase"),
  "reports.create": {
    as: "patient",
    needs: ["kine"],
    input: ({ kine }) => ({ subject: "profile", id: kine, reason: "spam" }),
    other: ({ kine }) => ({ subject: "profile", id: kine, reason: "other" }),
  },
  "reports.decide": {
    as: "admin",
    needs: ["report"],
    input: ({ report }) => ({ id: report, decision: "Sin falta" }),
    other: ({ report }) => ({ id: report, decision: "Con falta" }),
  },
  "sessions.end": { ...byId("patient", "session"), other: ({ session }) => ({ id: session, more: true }) },
};
