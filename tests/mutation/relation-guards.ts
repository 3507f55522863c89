import { drop, edit, type Guard, rewriteFunction, rewriteView, part } from "./guard.ts";

const relation = (state: string) => ({ file: "tests/access/relations.test.ts", test: `${state}: each reads` });
const ACCESS = "app/domain/cases/case-access.server.ts";
const SEEN = "app/domain/cases/seen-case.server.ts";

const RELATIONS = "case_relations";
const rule = (name: string, from: string, to: string, state: string) =>
  drop(`relations: ${name}`, rewriteView(RELATIONS, from, to), relation(state));
const offer = (name: string, from: string, state: string) =>
  drop(`relations: ${name}`, rewriteFunction("case_access(uuid, uuid)", from, "true"), relation(state));

/** Guards of what a specialist reads of a case, and of what the two people of a case read of each other. */
export const relationGuards: readonly Guard[] = [
  rule("a rejection ends", "m.status = 'rejected'::match_status THEN 'ended'", "false THEN 'ended'", "rejected"),
  rule("a block ends", "(b.blocker_id = c.patient_id OR", "(false OR", "accepted, blocked by the patient"),
  rule(
    "a closing ends with its messages",
    "'1 year'::interval",
    "'9 years'::interval",
    "accepted, closed 13 months ago",
  ),
  rule(
    "an unanswered one ends with its messages",
    "'90 days'::interval",
    "'9 years'::interval",
    "applied, closed 91 days ago",
  ),
  rule(
    "a withdrawn consent",
    "o.health_withdrawn_at IS NOT NULL THEN NULL",
    "false THEN NULL",
    "applied, the consent taken back",
  ),
  rule(
    "a suspended patient",
    "o.suspended_at IS NOT NULL THEN 'ended'",
    "false THEN 'ended'",
    "applied, its patient suspended",
  ),
  rule(
    "live contact data until the closing",
    "AND c.status <> 'closed'::case_status AS is_live",
    "AS is_live",
    "accepted, then closed",
  ),
  drop("relations: a former specialist", rewriteView(RELATIONS, "('kine'::app_role = ANY (k.ended_roles))", "false"), {
    file: "tests/access/endings.test.ts",
    test: "who is no specialist any more reads nothing",
  }),
  drop(
    "relations: a former specialist is not picked",
    rewriteFunction("matches_keep_their_course()", "is_kine_away(new.kine_id)", "false"),
    { file: "tests/access/endings.test.ts", test: "the application of who is no specialist" },
  ),
  rule("the title of then", "COALESCE(m.title_then, c.title)", "c.title", "rejected"),
  offer("a role", "not has_role(_viewer, 'kine')", "applied, the specialist made a patient"),
  offer("asleep", "c.dormant_at is null", "offered, asleep"),
  offer("in course", "c.status <> 'closed'", "offered, then closed"),
  offer("a suspended patient's offer", "o.suspended_at is null", "offered, its patient suspended"),
  offer("an offer without consent", "o.health_withdrawn_at is null", "offered, the consent taken back"),
  offer("an offer across a block", "not is_case_blocked(_case, _viewer)", "offered, then blocked by the patient"),
  drop(
    "relations: a specialist's block stays with its case",
    rewriteView(RELATIONS, "b.case_id = m.case_id OR b.case_id IS NULL AND", "true OR"),
    relation("applied, the specialist blocked the patient in another case"),
  ),
  drop(
    "relations: an unchecked specialist's block",
    rewriteView("blocked_cases", "is_licence_current(k.license_checked_at)", "true"),
    { file: "tests/access/endings.test.ts", test: "whose check does not stand" },
  ),
  part("closings_keep_contacts", "cases", relation("accepted, then closed")),
  drop(
    "relations: endings keep the title",
    rewriteFunction("matches_keep_their_course()", "coalesce(old.title_then, the_case.title)", "old.title_then"),
    relation("rejected"),
  ),
  part("blocks_keep_the_title", "blocks", relation("applied, blocked by the patient")),
  edit(
    "relations: nothing is read",
    SEEN,
    `if (!row?.access) throw new AppError("CASE_NOT_FOUND");`,
    `if (!row) throw new AppError("CASE_NOT_FOUND");`,
    relation("offered, asleep"),
  ),
  edit("relations: the end of a view", SEEN, `access === "ended"`, "false", relation("rejected")),
  rule("the end in the list", "a.access <> 'ended'::text THEN c.description", "true THEN c.description", "rejected"),
  edit(
    "relations: studies of the verified",
    ACCESS,
    "and ${isVerified(kineId)}",
    "",
    relation("offered to an unchecked specialist"),
  ),
  edit(
    "relations: studies as the patient chose",
    ACCESS,
    "c.studies_access = 'verified'",
    "true",
    relation("offered, with studies for accepted ones"),
  ),
  edit("relations: studies in course", ACCESS, "and c.status <> 'closed'", "", relation("applied, then closed")),
  edit(
    "relations: studies with consent",
    ACCESS,
    "poster.health_withdrawn_at is null and",
    "",
    relation("accepted, the consent taken back"),
  ),
  edit(
    "relations: studies of the suspended",
    ACCESS,
    "poster.suspended_at is null and",
    "",
    relation("accepted, its patient suspended"),
  ),
  edit(
    "relations: the name for the verified",
    SEEN,
    " or not ${isVerified(sql`${viewer}::uuid`)}",
    "",
    relation("offered to an unchecked specialist"),
  ),
];
