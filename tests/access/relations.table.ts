/** What a specialist reads of one field: as it is now, as it was at the end of the relation, hidden behind a form, or not at all. */
type Seen = "now" | "then" | "initial" | "none";
type Access = "nothing" | "offered" | "applied" | "accepted" | "ended";

/** What the two people of a case and a specialist read of each other in a state. */
export type Relation = {
  access: Access;
  /** Title; everything else that the case says. */
  title: Exclude<Seen, "initial">;
  texts: "now" | "none";
  /** Name, photo and age of the patient; their barrio; their phone. */
  name: Seen;
  city: Exclude<Seen, "initial">;
  phone: Exclude<Seen, "initial">;
  /** Links in the view of the case, and whether a link from before still opens. */
  studies: "open" | "withheld" | "none";
  /** The specialist's phone and e-mail as their patient reads them. */
  toPatient: Exclude<Seen, "initial">;
};

const nothing: Relation = {
  access: "nothing",
  title: "none",
  texts: "none",
  name: "none",
  city: "none",
  phone: "none",
  studies: "none",
  toPatient: "none",
};
const offered: Relation = {
  access: "offered",
  title: "now",
  texts: "now",
  name: "now",
  city: "now",
  phone: "none",
  studies: "open",
  toPatient: "none",
};
const applied: Relation = { ...offered, access: "applied" };
const accepted: Relation = { ...offered, access: "accepted", phone: "now", toPatient: "now" };
const closed: Relation = { ...accepted, title: "then", name: "then", city: "then", phone: "then", toPatient: "then" };
const ended: Relation = { ...nothing, access: "ended", title: "then" };

/**
 * By hand, one row a state. In each, patient and specialist then change their name, barrio, phone and e-mail, and the patient the title of a
 * case that is not closed, unless they are suspended.
 */
export const relations = {
  offered,
  "offered to an unchecked specialist": { ...offered, name: "initial", studies: "withheld" },
  "offered by a patient who hides their name": { ...offered, name: "initial" },
  "offered, with studies for accepted ones": { ...offered, studies: "withheld" },
  "offered, asleep": nothing,
  "offered, then blocked by the patient": nothing,
  "offered, its patient suspended": nothing,
  "offered, the consent taken back": nothing,
  "offered, then closed": nothing,
  applied,
  "applied, unchecked": { ...applied, name: "initial", studies: "withheld" },
  "applied, asleep": applied,
  "applied, its patient suspended": ended,
  "applied, the consent taken back": nothing,
  "applied, then closed": { ...applied, title: "then", name: "initial", studies: "withheld" },
  "applied, closed 91 days ago": ended,
  "applied, blocked by the patient": ended,
  "applied, blocked by the specialist": ended,
  "applied, the application withdrawn": offered,
  "applied, the specialist blocked the patient in another case": applied,
  "applied, the specialist suspended": { ...nothing },
  "applied, the specialist made a patient": { ...nothing },
  rejected: ended,
  accepted,
  "accepted, unchecked": accepted,
  "accepted, its patient suspended": { ...accepted, title: "then", studies: "withheld" },
  "accepted, the consent taken back": { ...accepted, studies: "withheld" },
  "accepted, then closed": closed,
  "accepted, closed 13 months ago": ended,
  "accepted, blocked by the patient": ended,
  "accepted, blocked by the specialist": ended,
  "accepted, blocked and then closed": ended,
  "accepted, blocked and unblocked": accepted,
  "accepted, closed, blocked and unblocked": closed,
  "accepted, taken back": ended,
  "the patient gone": nothing,
} as const satisfies Record<string, Relation>;
export type RelationState = keyof typeof relations;
