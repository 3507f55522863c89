import { type Asker, askers, kines, living, patients, plannedCases, plannedReviews } from "./people.ts";

/** Whose columns appear on which surface, and to whom; "self" is the data's owner. */
type Rule = [columns: string, of: readonly string[], on: string, to: readonly Asker[] | "self"];

const admin = ["admin"] as const;
const but = <Name extends string>(all: readonly Name[], ...without: Name[]) =>
  all.filter((name) => !without.includes(name));
const posters = but(patients, "quiet patient", "former kine");
const applicants = [...kines, "former kine", "pending kine", "turned down kine", "unapproved admin"];
const publicColumns = "name, specialty, price, modalities, neighbourhood, bio, photo";
const contact = "phone, email, licence";
const caseColumns = "title, description, injury, case neighbourhood";
const seenProfile = "profiles.publicProfile";
// A page is the same for every viewer, so it shows only public data.
const listed = "profiles.specialists, coverages.kines";
const profilePage = `${seenProfile}, page`;

const people: Rule[] = [
  ["name, email, photo", living, "accounts.me", "self"],
  [
    "name, email, phone, birth date, neighbourhood, photo, licence, specialty, price, modalities, bio",
    living,
    "profiles.mine",
    "self",
  ],
  [
    "email, new email, name, metadata, identity, linked account, factor name, passkey name, credential id, key id",
    living,
    "account",
    "self",
  ],
  // What a session may see before its second factor: its user, and the factors to verify.
  ["email, key id", ["owner"], "account", ["half owner"]],
  ["email, key id", ["admin"], "account", ["half admin"]],
  ["name, email, photo", ["owner"], "accounts.me", ["half owner"]],
  ["name, email, photo", ["admin"], "accounts.me", ["half admin"]],
  ["session id, ip", living, "sessions.mine", "self"],
  // The link names the session it is for.
  ["session id", living, "exports.ask", "self"],
  ["session id", ["admin"], "audit.csv", "self"],
  ["name", [...living, "added kine"], "audit.list", admin],
  // A deleted user's audit events remain, but identify nobody.
  ["audit device, audit network", [...living, "deleted"], "audit.list", admin],
  ["session id", ["half owner"], "sessions.mine", ["owner"]],
  ["session id", ["half admin"], "sessions.mine", admin],
  ["name, email", living, "accounts.list", admin],
  ["name, email, phone, birth date, activity level, photo", patients, "profiles.patients", admin],
  [`email, phone, ${publicColumns}`, [...kines, "pending kine", "turned down kine"], "profiles.kines", admin],
  [`${contact}, ${publicColumns}`, applicants, "kineApplications.list", admin],
  // Of the accounts of one mail domain the five oldest are named.
  ["name", ["owner", "other patient", "quiet patient", "patient of proposed"], "kineApplications.list", admin],
  ["application id", applicants, "kineApplications.list", admin],
  ["rejection", ["turned down kine"], "kineApplications.list", admin],
  ["asked name, asked licence, asked specialty", ["kine proposed", "kine rejected"], "profiles.mine", "self"],
  ["change's rejection", ["kine rejected"], "profiles.mine", "self"],
  // The requested values beside those that stay public until the decision.
  [
    "asked name, asked licence, asked specialty, name, licence, specialty, email, photo",
    ["kine proposed"],
    "profileChanges.list",
    admin,
  ],
];

const addedColumns = "name, specialty, price, neighbourhood, bio";
const added: Rule[] = [
  [addedColumns, ["added kine"], profilePage, askers],
  [`${addedColumns}, phone`, ["added kine"], "profiles.specialists, directory.specialists", patients],
  [contact, ["added kine"], seenProfile, admin],
  [`email, phone, ${addedColumns}`, ["added kine"], "profiles.kines", admin],
  [`${contact}, ${addedColumns}`, ["added kine"], "kineApplications.list", admin],
  ["name, email", ["added kine"], "accounts.list", admin],
];

const specialists: Rule[] = [
  ["hours", kines, profilePage, askers],
  ["neighbourhood", kines, "matches.offerFacts", "self"],
  // Specialists who wait for approval prepare them; nobody else sees them before it.
  ["hours", [...kines, "pending kine", "turned down kine"], "availabilities.mine", "self"],
  [publicColumns, kines, profilePage, askers],
  [publicColumns, kines, listed, patients],
  ["coverage plans", kines, profilePage, askers],
  ["coverage plans", kines, "coverages.mine", "self"],
  ["coverage plans", kines, "coverages.kines", patients],
  ["name, photo", ["carla"], "coverages.disputes", admin],
  [contact, kines, seenProfile, "self"],
  [contact, kines, seenProfile, admin],
  // The contact gate: an accepted application; after the closing of its case, the contact data of then.
  [contact, ["carla"], seenProfile, ["patient of accepted", "patient of closed"]],
  [contact, ["kine accepted", "kine of closed"], seenProfile, ["owner"]],
  ["phone", ["carla"], listed, ["patient of accepted", "patient of closed"]],
  ["phone", ["kine accepted", "kine of closed"], listed, ["owner"]],
  // The only specialist with a listed phone.
  ["phone", ["kine without application"], listed, patients],
];

// Texts that the vocabulary does not know, shown without their authors.
const vocabulary: Rule[] = [
  ["specialty", [...living, "added kine"], "vocabulary.queue", admin],
  // All others' neighbourhoods were recognised before canaries replaced them.
  ["neighbourhood", ["added kine"], "vocabulary.queue", admin],
  [
    "injury, case neighbourhood",
    but(Object.keys(plannedCases), "deleted's closed", "deleted's open"),
    "vocabulary.queue",
    admin,
  ],
];

const licences: Rule[] = [
  ["licence number", ["carla"], "licences.mine", "self"],
  ["licence number", ["carla"], seenProfile, ["carla", "admin", "patient of accepted", "patient of closed"]],
  ["licence number, name, email, photo, neighbourhood, evidence name", ["carla"], "licences.queue", admin],
  // What nobody reads in a register waits for its number.
  ["licence, name, email, neighbourhood", ["added kine"], "licences.queue", admin],
  // A link names the session that may open it.
  ["session id", ["admin"], "licences.queue", "self"],
  ["evidence name, evidence bytes", ["carla"], "evidence", admin],
];

const withoutCarla = but(kines, "carla");
const notRejected = but(kines, "kine rejected");
const notInMatched = but(kines, "kine proposed", "kine accepted", "kine rejected");
/** A patient's coverage is seen by those who may see the case. */
const coverages: Rule[] = [
  ["own plan", patients, "coverages.own", "self"],
  ["case plan", ["owner's open", "other's open"], "cases.view", kines],
  ["case plan", ["owner's matched"], "cases.view", notRejected],
  ["case plan", ["case of proposed", "case of accepted"], "cases.view", kines],
  ["case plan", ["case of rejected"], "cases.view", withoutCarla],
  ["case plan", ["owner's closed"], "cases.view", ["kine of closed"]],
  ["case plan", ["case of closed"], "cases.view", ["carla"]],
  ["name", ["kine of closed"], "coverages.questions", ["owner"]],
  ["name", ["carla"], "coverages.questions", ["patient of closed"]],
];

const posted: Rule[] = [
  [caseColumns, ["owner's open", "other's open"], "cases.available", kines],
  [caseColumns, ["owner's matched"], "cases.available", notInMatched],
  [caseColumns, ["case of proposed", "case of accepted", "case of rejected"], "cases.available", withoutCarla],
  // No licence was checked, so a specialist who is not accepted reads an initial, and no photo and no study.
  [caseColumns, ["owner's open", "other's open"], "cases.view", kines],
  [caseColumns, ["owner's matched"], "cases.view", notRejected],
  [caseColumns, ["case of proposed", "case of accepted"], "cases.view", kines],
  [caseColumns, ["case of rejected"], "cases.view", withoutCarla],
  [caseColumns, ["owner's closed"], "cases.view", ["kine of closed"]],
  [caseColumns, ["case of closed"], "cases.view", ["carla"]],
  // After a rejection.
  ["title", ["owner's matched"], "cases.view, matches.mine", ["kine rejected"]],
  ["title", ["case of rejected"], "cases.view, matches.mine", ["carla"]],
  ["title", ["owner's closed"], "cases.view, matches.mine", ["kine rejected in closed"]],
  ["neighbourhood", but(posters, "patient of closed", "patient of rejected"), "cases.view", kines],
  ["neighbourhood", ["patient of rejected"], "cases.view", withoutCarla],
  ["neighbourhood", ["patient of closed"], "cases.view", ["carla"]],
  // A photo ends with its case.
  ["name, photo", ["owner"], "cases.view, matches.mine", ["kine accepted"]],
  ["name, photo", ["patient of accepted"], "cases.view, matches.mine", ["carla"]],
  ["name", ["owner"], "cases.view, matches.mine", ["kine of closed"]],
  ["name", ["patient of closed"], "cases.view, matches.mine", ["carla"]],
  ["phone", ["owner"], "cases.view, matches.mine", ["kine accepted", "kine of closed"]],
  ["phone", ["patient of accepted", "patient of closed"], "cases.view, matches.mine", ["carla"]],
  [caseColumns, ["owner's matched"], "matches.mine", ["kine proposed", "kine accepted"]],
  [caseColumns, ["owner's closed"], "matches.mine", ["kine of closed"]],
  [caseColumns, ["case of proposed", "case of accepted", "case of closed"], "matches.mine", ["carla"]],
  [caseColumns, but(Object.keys(plannedCases), "deleted's closed", "deleted's open"), "cases.list", admin],
  ["name", posters, "cases.list", admin],
];

/** Data of one case: the patient sees it all, each specialist their own application. */
const own: Rule[] = Object.entries(plannedCases)
  .filter(([, { patient }]) => patient !== "deleted")
  .flatMap(([name, { patient, status, applications }]) => [
    [`${caseColumns}`, [name], "cases.mine, cases.get", [patient as Asker]] satisfies Rule,
    ["study name, case plan", [name], "cases.get", [patient as Asker]] satisfies Rule,
    ["study name, study bytes", [name], "study", [patient as Asker]] satisfies Rule,
    // Who opened which study.
    ["study name", [name], "cases.studyViews", [patient as Asker]] satisfies Rule,
    ["name", ["kine without application"], "cases.studyViews", [patient as Asker]] satisfies Rule,
    ...Object.entries(applications).flatMap(([kine, decision]): Rule[] => [
      ["message, match id", [`${kine} in ${name}`], "cases.get, cases.applications", [patient as Asker]],
      [publicColumns, [kine], "cases.get, cases.applications", [patient as Asker]],
      ...(decision === "rejected"
        ? []
        : [
            ["match id", [`${kine} in ${name}`], "cases.compare", [patient as Asker]] satisfies Rule,
            ["name, specialty, modalities", [kine], "cases.compare", [patient as Asker]] satisfies Rule,
          ]),
      // Also once the case is closed.
      ...(decision === "accepted"
        ? [
            ["phone, email", [kine], "cases.get, cases.applications", [patient as Asker]] satisfies Rule,
            ["match id", [`${kine} in ${name}`], "cases.mine", [patient as Asker]] satisfies Rule,
            ["name, photo, phone, email", [kine], "cases.mine", [patient as Asker]] satisfies Rule,
          ]
        : []),
      ...(decision === "accepted" && status === "matched"
        ? [["match id", [`${kine} in ${name}`], "matches.end", [patient as Asker]] satisfies Rule]
        : []),
      ...(decision === "proposed"
        ? [["match id", [`${kine} in ${name}`], "matches.accept, matches.reject", [patient as Asker]] satisfies Rule]
        : []),
      ...(kine === "former kine"
        ? []
        : [["message, match id", [`${kine} in ${name}`], "cases.view, matches.mine", [kine as Asker]] satisfies Rule]),
    ]),
  ]);

/** What the two people of an application read of each other. Contact data in messages is shown only after the acceptance. */
const conversations: Rule[] = Object.entries(plannedCases)
  .filter(([, { patient }]) => patient !== "deleted")
  .flatMap(([name, { patient, status, applications }]) =>
    Object.entries(applications).flatMap(([kine, decision]): Rule[] => {
      const both = (to: Asker): Rule[] => [
        ["message, match id, sent message", [`${kine} in ${name}`], "conversations.read", [to]],
        ["title", [name], "conversations.read", [to]],
        ["phone", decision === "accepted" ? [kine, patient] : [to], "conversations.read", [to]],
      ];
      return [
        ...both(patient as Asker),
        ["name, photo", [kine], "conversations.read, conversations.mine", [patient as Asker]],
        ["title", [name], "conversations.mine", [patient as Asker]],
        ["match id", [`${kine} in ${name}`], "conversations.mine", [patient as Asker]],
        ...(kine === "former kine" ? [] : both(kine as Asker)),
        ...(kine === "former kine"
          ? []
          : ([
              ["sent message", [`${kine} in ${name}`], "conversations.received", [kine as Asker]],
              ["phone", [kine], "conversations.received", [kine as Asker]],
              ["title", [name], "conversations.received", [kine as Asker]],
              ["match id", [`${kine} in ${name}`], "conversations.received", [kine as Asker]],
            ] satisfies Rule[])),
        ...(kine === "former kine" || decision !== "accepted"
          ? []
          : [
              [
                status === "closed" ? "name" : "name, photo",
                [patient],
                "conversations.read, conversations.received",
                [kine as Asker],
              ] satisfies Rule,
            ]),
      ];
    }),
  );

const studies: Rule[] = [
  ["study name", ["case of accepted"], "cases.view, study", ["carla"]],
  ["study bytes", ["case of accepted"], "study", ["carla"]],
  ["study name", ["owner's matched"], "cases.view, study", ["kine accepted"]],
  ["study bytes", ["owner's matched"], "study", ["kine accepted"]],
  ["study name", ["owner's closed"], "cases.view, study", ["kine of closed"]],
  ["study bytes", ["owner's closed"], "study", ["kine of closed"]],
  ["study name", ["case of closed"], "cases.view, study", ["carla"]],
  ["study bytes", ["case of closed"], "study", ["carla"]],
  // A link names the session that may open it.
  ["session id", posters, "cases.get", "self"],
  ["session id", ["carla", "kine accepted", "kine of closed"], "cases.view", "self"],
];

const reviews: Rule[] = [
  // The specialists to review.
  ["name", ["kine accepted", "former kine"], "cases.close", ["owner"]],
  ["name", ["carla"], "cases.close", ["patient of accepted"]],
  ["review", Object.keys(plannedReviews), profilePage, askers],
  // The other answer waits for an admin.
  ["reply", ["owner's review"], profilePage, askers],
  ["reply", ["owner's review"], "reviews.received", ["kine of closed"]],
  ["reply", ["owner's review"], "reviews.mine", ["owner"]],
  ["reply", ["owner's review", "hidden review"], "reviews.list", admin],
  ["earlier review", but(Object.keys(plannedReviews), "deleted's review"), "reviews.list", admin],
  ["reply, review", ["hidden review"], "reviews.heldReplies", admin],
  ["name", ["owner", "kine rejected in closed"], "reviews.heldReplies", admin],
  ["appeal", ["open appeal"], "appeals.list", admin],
  ["review, hiding, reply", ["hidden review"], "appeals.list", admin],
  ["name", ["owner", "kine rejected in closed"], "appeals.list", admin],
  ["review, title", ["owner's review", "owner's closed"], "reviews.received", ["kine of closed"]],
  ["name", ["owner"], "reviews.received", ["kine of closed"]],
  ["review", ["deleted's review"], "reviews.received", ["carla"]],
  ["review, title", ["owner's review", "owner's closed"], "reviews.mine", ["owner"]],
  ["name", ["kine of closed"], "reviews.mine", ["owner"]],
  ["name, specialty, photo, title", ["carla", "case of closed"], "reviews.pending", ["patient of closed"]],
  ["match id", ["carla in case of closed"], "reviews.pending", ["patient of closed"]],
  ["review", Object.keys(plannedReviews), "reviews.list", admin],
  ["name", ["owner", "kine of closed", "carla"], "reviews.list", admin],
];

const moderation: Rule[] = [
  ["closing", ["owner's closed"], "cases.mine, cases.get", ["owner"]],
  ["closing", ["owner's closed"], "cases.view", ["kine of closed"]],
  ["closing", ["owner's closed"], "cases.list", admin],
  ["review, hiding", ["hidden review"], "reviews.mine", ["owner"]],
  ["name", ["kine rejected in closed"], "reviews.mine", ["owner"]],
  ["review, hiding", ["hidden review"], "reviews.list", admin],
  ["name", ["kine rejected in closed"], "reviews.list", admin],
  ["report", ["open report", "decided report"], "reports.list", admin],
  ["decision", ["decided report"], "reports.list", admin],
  ["name", ["patient of proposed", "other patient"], "reports.list", admin],
  ["name, photo", ["carla", "kine proposed"], "reports.list", admin],
  ["specialty, bio", ["kine proposed"], "reports.list", admin],
  ["title", ["case of proposed"], "reports.list", admin],
  ["message, match id", ["carla in case of proposed"], "reports.list", admin],
];

/** Cases without applications: the patient sees whom to invite, the admin sees the title and the neighbourhood. */
const quietPatients: Asker[] = ["owner", "other patient", "patient of proposed", "patient of rejected"];
const quiet: Rule[] = [
  ["name, specialty, neighbourhood, photo", ["kine without application"], "cases.reach", quietPatients],
  ["name, specialty, neighbourhood", ["added kine"], "cases.reach", quietPatients],
  ["title, case neighbourhood", ["owner's open", "other's open"], "operator.quietCases", admin],
];

const [personFile, caseFile] = ["dossiers.person", "dossiers.caseFile"];
const fileApplicants = [
  "carla",
  "former kine",
  "kine accepted",
  "kine proposed",
  "kine rejected",
  "kine of closed",
  "kine rejected in closed",
] as const;
const carlasCases = ["case of proposed", "case of accepted", "case of rejected", "case of closed"];
const ownersCases = ["owner's open", "owner's matched", "owner's closed"];

/** The files that an admin opens beside a list: those of the owner, Carla and the admin, and of every case except the deleted user's. */
const files: Rule[] = [
  [
    `${contact}, ${publicColumns}, birth date, activity level, application id`,
    ["owner", "carla", "admin"],
    personFile,
    admin,
  ],
  ["title", [...ownersCases, ...carlasCases], personFile, admin],
  [
    "match id",
    ["accepted", "closed", "proposed", "rejected"].map((one) => `carla in case of ${one}`),
    personFile,
    admin,
  ],
  ["name", ["kine of closed", "kine rejected in closed"], personFile, admin],
  ["review, hiding", ["owner's review", "deleted's review", "hidden review"], personFile, admin],
  [`${caseColumns}, closing`, [...ownersCases, ...carlasCases, "other's open"], caseFile, admin],
  [
    "match id",
    Object.entries(plannedCases)
      .filter(([, { patient }]) => patient !== "deleted")
      .flatMap(([name, { applications }]) => Object.keys(applications).map((kine) => `${kine} in ${name}`)),
    caseFile,
    admin,
  ],
  ["name", [...fileApplicants, ...but(posters, "former kine")], caseFile, admin],
  ["review, hiding", ["owner's review", "deleted's review", "hidden review"], caseFile, admin],
  ["session id", ["admin"], "downloads.csv", "self"],
];

/** A booking and its place: the two people of an accepted application, and nobody else. */
const ofBooking = ["kine accepted in owner's matched"];
const bookings: Rule[] = [
  [
    "place of turnos",
    ["kine accepted"],
    "agendas.mine, agendas.slots, agendas.week, bookings.mine, matches.offerFacts",
    "self",
  ],
  ["place of turnos", ["kine accepted"], "agendas.slots, bookings.mine", ["owner"]],
  ["match id", ofBooking, "bookings.mine", ["owner", "kine accepted"]],
  ["match id", ofBooking, "agendas.week", ["kine accepted"]],
  ["title", ["owner's matched"], "bookings.mine", ["owner", "kine accepted"]],
  ["name", ["kine accepted"], "bookings.mine", ["owner"]],
  ["name", ["owner"], "bookings.mine, agendas.week", ["kine accepted"]],
  ["hours", ["kine accepted"], "agendas.week", "self"],
];

/** Accepted applications, as their two people read them: [application, specialist, patient]. */
const treated = [
  ["kine accepted in owner's matched", "kine accepted", "owner"],
  ["former kine in owner's matched", "former kine", "owner"],
  ["kine of closed in owner's closed", "kine of closed", "owner"],
  ["carla in case of accepted", "carla", "patient of accepted"],
  ["carla in case of closed", "carla", "patient of closed"],
] as const;
const treatments: Rule[] = treated.flatMap(([match, kine, patient]): Rule[] => [
  ["match id", [match], "treatments.read", [patient, kine]],
  ["name", [kine], "treatments.read", [patient, kine]],
  ["name", [patient], "treatments.read", [kine]],
]);

/** What a patient says of themselves along a treatment: they, and the specialists whom they accepted. */
const measures: Rule[] = [
  ...Object.entries(plannedCases).flatMap(([name, { patient }]): Rule[] =>
    patient === "deleted" ? [] : [["measured activity", [name], "measures.list", [patient]]],
  ),
  ...treated.flatMap(([match, kine, patient]): Rule[] => [
    ["name", [kine], "measures.list", [patient]],
    ...(kine === "former kine"
      ? []
      : [["measured activity", [match.slice(`${kine} in `.length)], "measures.list", [kine]] satisfies Rule]),
  ]),
];

/** Which caller may see which canary on which surface, written by hand; anything not listed is forbidden. */
export const rules: readonly Rule[] = [
  ...people,
  ...added,
  ...specialists,
  ...coverages,
  ...vocabulary,
  ...licences,
  ...posted,
  ...own,
  ...conversations,
  ...studies,
  ...reviews,
  ...moderation,
  ...quiet,
  ...bookings,
  ...treatments,
  ...measures,
  ...files,
];
